import type { SheetAxis } from '../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../shared/bridge/views.ts'
import { runOfEachPlace } from './place-in-sheet.ts'

/** The file of the sheet after this one, in the order of its cells and of those that are here; null after the last. */
export function fileAfter(
  axes: readonly SheetAxis[],
  runs: readonly SubmissionView[],
  fileId: string,
): string | null {
  const places = axes.length > 0 ? runOfEachPlace(axes, runs) : runs
  const files = places.flatMap((run) => run?.files ?? [])
  const here = files.findIndex((file) => file.fileId === fileId)
  if (here < 0) return null
  return files.slice(here + 1).find(({ state }) => state === 'saved')?.fileId ?? null
}

/** The run of the sheet after this one, in the order of its cells, that has a result here; null after the last. */
export function runAfter(
  axes: readonly SheetAxis[],
  runs: readonly SubmissionView[],
  submissionId: string,
): SubmissionView | null {
  const places = axes.length > 0 ? runOfEachPlace(axes, runs) : runs
  const here = places.findIndex((run) => run?.submissionId === submissionId)
  if (here < 0) return null
  return places.slice(here + 1).find((run) => run?.files.some(({ state }) => state === 'saved')) ?? null
}
