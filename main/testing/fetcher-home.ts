import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { FetchOutcome, FileFetcher } from '../engine/library/ports.ts'
import type { KeyMask } from '../engine/service/key-mask.ts'
import { type DataFolder, takeDataFolder } from '../infra/data-folder.ts'
import { createHttpFileFetcher } from '../infra/http-file-fetcher.ts'
import type { openPartFile } from '../infra/part-file.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { ownReach } from './test-accounts.ts'

interface HomeOptions {
  /** An existing data folder. */
  readonly path?: string
  readonly idleTimeoutMs?: number
  readonly keyMask?: KeyMask
  readonly openPart?: typeof openPartFile
  /** Free bytes on the disk; null where that is unknown. */
  free?(): number | null
}

/** A data folder with a fetcher of its own. */
export interface FetcherHome {
  readonly path: string
  readonly folder: DataFolder
  readonly fetcher: FileFetcher
  /** Fetches the file `f1`, or another. */
  fetch(url: string, changes?: Partial<Parameters<FileFetcher['fetch']>[0]>): Promise<FetchOutcome>
  /** Another fetcher over the same folder, as in a later process. */
  restart(): FetcherHome
  /** The names in `incoming/`. */
  incoming(): string[]
  /** Whether anything has its place in the library. */
  hasMedia(): boolean
}

export async function openFetcherHome(options: HomeOptions = {}): Promise<FetcherHome> {
  const { idleTimeoutMs = 20_000, keyMask, openPart, free = () => null } = options
  const folder = await takeDataFolder(options.path ?? temporaryFolder())
  onTestFinished(() => folder.release())

  function open(): FetcherHome {
    const fetcher = createHttpFileFetcher({
      folder,
      idleTimeoutMs,
      ...(keyMask && { keyMask }),
      ...(openPart && { openPart }),
      freeSpace: { bytes: async () => free() },
    })
    return {
      path: folder.path,
      folder,
      fetcher,
      fetch: (url, changes = {}) =>
        fetcher.fetch({
          fileId: 'f1',
          url,
          reach: ownReach(url),
          refused: [],
          expectedBytes: null,
          signal: new AbortController().signal,
          onProgress() {},
          ...changes,
        }),
      restart: open,
      incoming: () => readdirSync(join(folder.path, 'incoming')),
      hasMedia: () => existsSync(join(folder.path, 'media')),
    }
  }
  return open()
}
