import type { SheetAxis } from '../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../shared/bridge/views.ts'

export function lengthOf(axis: SheetAxis): number {
  return axis.kind === 'model' ? axis.modelIds.length : axis.values.length
}

/** How many runs a sheet has when all of them are known. */
export function sizeOf(axes: readonly SheetAxis[]): number {
  return axes.reduce((product, axis) => product * lengthOf(axis), 1)
}

/**
 * The runs of a batch that count, in their order. A retried run had no result and no cost: the run that repeats
 * it replaces it, unless that was canceled.
 */
export function presentRuns(runs: readonly SubmissionView[]): readonly SubmissionView[] {
  const known = new Set(runs.map(({ submissionId }) => submissionId))
  const isRepeat = ({ repeats }: SubmissionView) => repeats !== null && known.has(repeats)
  if (!runs.some(isRepeat)) return runs
  const repeatsOf = Map.groupBy(runs.filter(isRepeat), ({ repeats }) => repeats)

  function inItsPlace(run: SubmissionView): readonly SubmissionView[] {
    const repeating = (repeatsOf.get(run.submissionId) ?? []).flatMap(inItsPlace)
    if (repeating.length > 0) return repeating
    return run.state === 'withdrawn' && isRepeat(run) ? [] : [run]
  }

  return runs.filter((run) => !isRepeat(run)).flatMap(inItsPlace)
}

/** The run of each cell of a sheet, row by row; undefined where a cell has none. A sheet of one axis has one row. */
export function runOfEachPlace(
  axes: readonly SheetAxis[],
  runs: readonly SubmissionView[],
): readonly (SubmissionView | undefined)[] {
  const [across, down] = axes
  if (!across) return []
  const places = new Map<number, SubmissionView>()
  for (const run of runs) {
    const column = stepOf(across, run)
    const row = down ? stepOf(down, run) : 0
    const at = row * lengthOf(across) + column
    if (column >= 0 && row >= 0 && !places.has(at)) places.set(at, run)
  }
  return Array.from({ length: sizeOf(axes) }, (_, at) => places.get(at))
}

/** The index of a run on an axis; -1 where it has none. */
function stepOf(axis: SheetAxis, { modelId, values }: Pick<SubmissionView, 'modelId' | 'values'>): number {
  if (axis.kind === 'model') return axis.modelIds.indexOf(modelId)
  const own = JSON.stringify(values[axis.field] ?? null)
  return axis.values.findIndex((value) => JSON.stringify(value) === own)
}
