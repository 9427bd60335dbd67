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
