import { mostFilesOfArchive } from '../../shared/bridge/download-bounds.ts'
import { archiveRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { downloadWordsIn } from '../words/download-words.ts'
import type { ActionDeps } from './action.ts'

export type DownloadDeps = Pick<ActionDeps, 'bridge' | 'notify' | 'words'> & {
  readonly tools: Pick<ActionDeps['tools'], 'save'>
}

/** Saves the files as one ZIP, and says what is in it and what isn't. */
export async function downloadFiles(
  files: readonly Pick<FileView, 'fileId'>[],
  { bridge, tools, notify, words }: DownloadDeps,
): Promise<void> {
  const downloadWords = downloadWordsIn(words)
  if (files.length === 0) return
  if (files.length > mostFilesOfArchive)
    return void notify(downloadWords.tooMany(files.length, mostFilesOfArchive), 'danger')
  const result = await bridge.call('library.pack', { fileIds: files.map(({ fileId }) => fileId) })
  if (!result.ok) return void notify(words.failures.sentence(result.error), 'danger')
  const { ticket, absent } = result.value
  if (ticket !== null) tools.save(archiveRoute(ticket))
  notify(downloadWords.packed(result.value), absent.count > 0 ? 'danger' : 'calm')
}

/** The same for all files that a batch has by now, without deleted ones. */
export async function downloadRuns(batchId: string, deps: DownloadDeps): Promise<void> {
  const result = await deps.bridge.call('jobs.batch', { batchId })
  if (!result.ok) return void deps.notify(deps.words.failures.sentence(result.error), 'danger')
  await downloadFiles(
    result.value
      .flatMap(({ files }) => files)
      .filter(({ state }) => state !== 'trashed' && state !== 'deleted'),
    deps,
  )
}
