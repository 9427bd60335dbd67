import type { StoreApi } from 'zustand/vanilla'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { arrangeWaiting, createSheetFolder, type RunEntry, stopsOf } from './fold-sheets.ts'
import { type RunsState, selectedRun } from './runs-state.ts'

/** The selection in the list of runs, and on the stage. */
export interface RunsChoice {
  /** The listed runs, newest first; waiting ones in the order of the queue, the next to be sent last. */
  entries(): readonly RunEntry[]
  select(submissionId: string): void
  /** Shows a whole sheet, at its last chosen run, or at its first. */
  showSheet(batchId: string): void
  /** Shows one run of a sheet large. */
  showLarge(run: SubmissionView): void
  /** Unfolds a sheet in the list, or folds it. */
  toggleSheet(batchId: string): void
  /** Shows what Generate would make, until a run is chosen, or the chosen run again. */
  showPlan(shows: boolean): void
  /** Sets how large the cells of sheets are; null for as large as fits. */
  setCellSide(side: number | null): void
  /** Moves so many stops to older runs (negative: newer); a folded sheet is one stop. */
  step(places: number): void
  /** How often something has been chosen. */
  made(): number
}

export function createRunsChoice(store: StoreApi<RunsState>): RunsChoice {
  const fold = createSheetFolder()
  let folded: (Pick<RunsState, 'runs' | 'queue'> & { readonly entries: readonly RunEntry[] }) | null = null
  /** By batch: the run that was chosen in it last. */
  const lastChosen = new Map<string, string>()
  let made = 0
  store.subscribe((state) => {
    const chosen = state.selectedId === null ? null : selectedRun(state)
    if (chosen) lastChosen.set(chosen.batchId, chosen.submissionId)
  })

  function entries(): readonly RunEntry[] {
    const { runs, queue } = store.getState()
    if (folded?.runs !== runs || folded.queue !== queue)
      folded = { runs, queue, entries: arrangeWaiting(fold(runs ?? []), queue?.places) }
    return folded.entries
  }

  /** The run of a batch that was chosen last; its first where none was. */
  function lastOf(runs: readonly SubmissionView[]): SubmissionView | undefined {
    return runs.find(({ batchId, submissionId }) => lastChosen.get(batchId) === submissionId) ?? runs[0]
  }

  function select(selectedId: string) {
    made += 1
    store.setState(({ runs, largeBatchId }) => {
      const run = runs?.find((one) => one.submissionId === selectedId)
      return {
        selectedId,
        showsPlan: null,
        largeBatchId: run?.batchId === largeBatchId ? largeBatchId : null,
      }
    })
  }

  return {
    entries,
    select,
    showSheet(batchId) {
      const entry = entries().find((one) => one.kind === 'sheet' && one.batchId === batchId)
      const shown = entry?.kind === 'sheet' ? lastOf(entry.runs) : null
      made += 1
      if (shown) store.setState({ selectedId: shown.submissionId, largeBatchId: null, showsPlan: null })
    },
    showLarge({ submissionId, batchId }) {
      made += 1
      store.setState({ selectedId: submissionId, largeBatchId: batchId, showsPlan: null })
    },
    toggleSheet: (batchId) =>
      store.setState(({ openSheets }) => ({ openSheets: toggled(openSheets, batchId) })),
    showPlan(showsPlan) {
      made += 1
      store.setState({ showsPlan })
    },
    made: () => made,
    setCellSide: (cellSide) => store.setState({ cellSide }),
    step(places) {
      const state = store.getState()
      const selected = selectedRun(state)
      const stops = stopsOf(entries(), state.openSheets)
      const index = stops.findIndex((stop) => stop.some((run) => run.submissionId === selected?.submissionId))
      const next = lastOf(stops[index + places] ?? [])
      if (next) select(next.submissionId)
    },
  }
}

function toggled(batchIds: ReadonlySet<string>, batchId: string): ReadonlySet<string> {
  const without = [...batchIds].filter((id) => id !== batchId)
  return new Set(without.length < batchIds.size ? without : [...batchIds, batchId])
}
