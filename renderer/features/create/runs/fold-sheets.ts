import type { Sheet } from '../../../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { presentRuns } from '../../../sheets/place-in-sheet.ts'
import { isUnsent } from './batch-standing.ts'
import { readRunPhase } from './run-phase.ts'

export interface SheetEntry {
  readonly kind: 'sheet'
  readonly batchId: string
  /** The compared values; null for other runs that were confirmed together. */
  readonly sheet: Sheet | null
  /** In their order: row by row. Never empty. */
  readonly runs: readonly SubmissionView[]
}

/** One entry of the list: a run, or all runs of a batch of several. */
export type RunEntry = { readonly kind: 'run'; readonly run: SubmissionView } | SheetEntry

/**
 * Folds runs, newest first, into entries; a batch is at the position of its newest run. A batch without changes
 * is the same object as last time.
 */
export function createSheetFolder(): (runs: readonly SubmissionView[]) => RunEntry[] {
  let last = new Map<string, SheetEntry>()

  return (runs) => {
    const batches = Map.groupBy(runs, ({ batchId }) => batchId)
    const now = new Map<string, SheetEntry>()
    const entries: RunEntry[] = []
    for (const run of runs) {
      const { sheet, batchId } = run
      if (now.has(batchId)) continue
      const known = batches.get(batchId) ?? []
      const batch = known.length === 1 ? known : presentRuns(known.toReversed())
      if (!isGrid(batch)) {
        entries.push({ kind: 'run', run })
        continue
      }
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

/** Whether runs that were confirmed together are shown as a contact sheet: several, or some that are compared. */
export function isGrid(batch: readonly SubmissionView[]): boolean {
  return batch.length > 1 || batch[0]?.sheet != null
}

/** The stops when moving from entry to entry: the runs of one stop; of a folded batch, the one that was chosen last is shown (SHEET11). */
export function stopsOf(
  entries: readonly RunEntry[],
  openSheets: ReadonlySet<string>,
): readonly (readonly SubmissionView[])[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'run') return [[entry.run]]
    return openSheets.has(entry.batchId) ? entry.runs.map((run) => [run]) : [entry.runs]
  })
}

/** The place of an entry in the queue: that of the first of its runs that has one; null where none has. */
export function placeOf(
  entry: RunEntry,
  places: ReadonlyMap<string, number | null> | undefined,
): number | null {
  const runs = entry.kind === 'run' ? [entry.run] : entry.runs
  const known = runs.flatMap(({ submissionId }) => places?.get(submissionId) ?? [])
  return known.length === 0 ? null : Math.min(...known)
}

/** Whether an entry can be moved in the queue: a run that is being sent keeps its place there until it is accepted. */
export function isMovable(entry: RunEntry, places: ReadonlyMap<string, number | null> | undefined): boolean {
  const runs = entry.kind === 'run' ? [entry.run] : entry.runs
  return runs.some((run) => places?.has(run.submissionId) && isUnsent(readRunPhase(run)))
}

/** The place of an entry of which a run waits; null where all that have one are being sent. */
export function waitingPlaceOf(
  entry: RunEntry,
  places: ReadonlyMap<string, number | null> | undefined,
): number | null {
  return isMovable(entry, places) ? placeOf(entry, places) : null
}

/** Waiting entries in the order of the queue, the next to be sent last, in the positions that waiting ones have. */
export function arrangeWaiting(
  entries: readonly RunEntry[],
  places: ReadonlyMap<string, number | null> | undefined,
): readonly RunEntry[] {
  const placed = entries.flatMap((entry) => {
    const place = placeOf(entry, places)
    return place === null ? [] : [{ entry, place }]
  })
  if (placed.length < 2) return entries
  const isPlaced = new Set(placed.map(({ entry }) => entry))
  const inOrder = placed.sort((left, right) => right.place - left.place).values()
  return entries.map((entry) => (isPlaced.has(entry) ? (inOrder.next().value?.entry ?? entry) : entry))
}
