import { takeDataFolder } from '../infra/data-folder.ts'
import { createHttpFileFetcher } from '../infra/http-file-fetcher.ts'
import { ownReach } from './test-accounts.ts'

/**
 * Fetches the file `f1` into a data folder, prints that it did, and stays until it is killed: a process to kill
 * during a download.
 */
const [path = '', url = ''] = process.argv.slice(2)
const fetcher = createHttpFileFetcher({
  folder: await takeDataFolder(path),
  freeSpace: { bytes: async () => null },
})
const { type } = await fetcher.fetch({
  fileId: 'f1',
  url,
  reach: ownReach(url),
  refused: [],
  expectedBytes: null,
  signal: new AbortController().signal,
  onProgress() {},
})
process.stdout.write(`${type}\n`)
setInterval(() => {}, 60_000)
