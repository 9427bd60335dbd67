import { downloadRoute } from '../../shared/bridge/media-routes.ts'
import type { ReadSubject } from './action.ts'
import type { DownloadDeps } from './download-files.ts'

const loadDownloads = () => import('./download-files.ts')

/** Saves all files that it is for: one as it is, several as one ZIP. */
export async function download(
  { downloads, file, batchId, readFiles }: Pick<ReadSubject, 'downloads' | 'file' | 'batchId' | 'readFiles'>,
  deps: DownloadDeps,
): Promise<void> {
  const [only = file] = downloads
  if (downloads.length === 0 && batchId !== null) return downloadBatch({ batchId }, deps)
  if (downloads.length <= 1 && !readFiles && only?.state === 'saved')
    return deps.tools.save(downloadRoute(only.fileId))
  const { downloadFiles } = await loadDownloads()
  await downloadFiles((await readFiles?.()) ?? downloads, deps)
}

/** Saves every file of its batch. */
export async function downloadBatch(
  { batchId }: Pick<ReadSubject, 'batchId'>,
  deps: DownloadDeps,
): Promise<void> {
  if (batchId === null) return
  const { downloadRuns } = await loadDownloads()
  await downloadRuns(batchId, deps)
}
