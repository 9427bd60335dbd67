import type { SheetAxis } from '../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../shared/bridge/views.ts'

export function lengthOf(axis: SheetAxis): number {
  return axis.kind === 'model' ? axis.modelIds.length : axis.values.length
}

/** How many runs a sheet has when all of them are known. */
export function sizeOf(axes: readonly SheetAxis[]): number {
  return axes.reduce((product, axis) => product * lengthOf(axis), 1)
}

/** The runs of one place of a sheet; `column` and `row` count from 0, and a sheet of one axis has one row. */
export function runsAt(
  axes: readonly SheetAxis[],
  runs: readonly SubmissionView[],
  column: number,
  row: number,
): SubmissionView[] {
  const places = [column, row]
  return runs.filter((run) => axes.every((axis, at) => stepOf(axis, run) === places[at]))
}

/** Where a run stands on an axis; -1 where it stands nowhere. */
export function stepOf(
  axis: SheetAxis,
  { modelId, values }: Pick<SubmissionView, 'modelId' | 'values'>,
): number {
  if (axis.kind === 'model') return axis.modelIds.indexOf(modelId)
  const own = JSON.stringify(values[axis.field] ?? null)
  return axis.values.findIndex((value) => JSON.stringify(value) === own)
}
