import type { Sheet } from '../../../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { presentRuns } from '../../../sheets/place-in-sheet.ts'

export interface SheetEntry {
  readonly kind: 'sheet'
  readonly batchId: string
  readonly sheet: Sheet
  /** In their order: row by row. Never empty. */
  readonly runs: readonly SubmissionView[]
}

/** One entry of the list: a run, or all runs of a contact sheet. */
export type RunEntry = { readonly kind: 'run'; readonly run: SubmissionView } | SheetEntry

/**
 * Folds runs, newest first, into entries; a sheet is at the position of its newest run. A sheet without changes
 * is the same object as last time.
 */
export function createSheetFolder(): (runs: readonly SubmissionView[]) => RunEntry[] {
  let last = new Map<string, SheetEntry>()

  return (runs) => {
    const batches = new Map<string, SubmissionView[]>()
    for (const run of runs) {
      if (!run.sheet) continue
      const batch = batches.get(run.batchId)
      if (batch) batch.push(run)
      else batches.set(run.batchId, [run])
    }
    const now = new Map<string, SheetEntry>()
    const entries: RunEntry[] = []
    for (const run of runs) {
      const { sheet, batchId } = run
      if (!sheet) entries.push({ kind: 'run', run })
      if (!sheet || now.has(batchId)) continue
      const batch = presentRuns((batches.get(batchId) ?? []).toReversed())
      const before = last.get(batchId)
      const isSame = before?.runs.length === batch.length && before.runs.every((one, at) => one === batch[at])
      const entry = isSame ? before : ({ kind: 'sheet', batchId, sheet, runs: batch } as const)
      now.set(batchId, entry)
      entries.push(entry)
    }
    last = now
    return entries
  }
}

/** The stops when moving from entry to entry: the runs of one stop, of which the first is chosen. */
export function stopsOf(
  entries: readonly RunEntry[],
  openSheets: ReadonlySet<string>,
): readonly (readonly SubmissionView[])[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'run') return [[entry.run]]
    return openSheets.has(entry.batchId) ? entry.runs.map((run) => [run]) : [entry.runs]
  })
}
