import type { Moved } from '../../shared/bridge/trash-procedures.ts'
import type { SubmissionView } from '../../shared/bridge/views.ts'

/** The runs whose files have moved to the trash or from it, as they are now; the others are left out. */
export function runsAfterMove(
  runs: readonly SubmissionView[],
  { fileIds, state }: Moved,
): readonly SubmissionView[] {
  const moved = new Set(fileIds)
  return runs
    .filter(({ files }) => files.some(({ fileId }) => moved.has(fileId)))
    .map((run) => ({
      ...run,
      files: run.files.map((file) => (moved.has(file.fileId) ? { ...file, state } : file)),
    }))
}
