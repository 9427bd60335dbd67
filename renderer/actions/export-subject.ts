import { mostFilesOfArchive } from '../../shared/bridge/download-bounds.ts'
import { downloadWordsIn } from '../words/download-words.ts'
import type { ActionDeps, ReadSubject } from './action.ts'
import type { ExportSubject } from './collecting.ts'

/** What leaves the library: all that is selected, the file, or the whole batch; null where that is too much. */
export async function exportSubject(
  { downloads, readFiles, batchId, collectionId }: ReadSubject,
  { notify, words }: Pick<ActionDeps, 'notify' | 'words'>,
): Promise<ExportSubject | null> {
  if (downloads.length === 0 && batchId !== null) return { which: { batchId }, collectionId }
  const files = (await readFiles?.()) ?? downloads
  if (files.length <= mostFilesOfArchive)
    return { which: { fileIds: files.map(({ fileId }) => fileId) }, collectionId }
  notify(downloadWordsIn(words).tooMany(files.length, mostFilesOfArchive), 'danger')
  return null
}
