import type { Judged } from '../../shared/bridge/judgement-schemas.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import type { Judgement } from '../../shared/library/judgement.ts'

/** The judgements that an event holds, by file. */
export function judgementsIn(judged: readonly Judged[]): ReadonlyMap<string, Judgement> {
  return new Map(
    judged.flatMap(({ fileIds, judgement }) => fileIds.map((fileId) => [fileId, judgement] as const)),
  )
}

/** The file with its newest judgement; the same object where that is not known to have changed. */
export function judged<File extends FileView>(file: File, newest: ReadonlyMap<string, Judgement>): File {
  const judgement = newest.get(file.fileId)
  return judgement ? { ...file, judgement } : file
}
