import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import type { Judgement } from '../../../shared/library/judgement.ts'
import { judged, judgementsIn } from '../../bridge/apply-judged.ts'
import { runsAfterMove } from '../../bridge/apply-moved.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'

export interface SheetState {
  readonly batchId: string | null
  /** The current runs of that batch; null until they are read. */
  readonly runs: BridgeResult<readonly SubmissionView[]> | null
}

/** The contact sheet that is open, kept current. */
export interface SheetStore {
  readonly store: StoreApi<SheetState>
  /** Shows a batch instead of the open one. */
  open(batchId: string): Promise<void>
  close(): void
}

export function createSheetStore(bridge: Pick<Bridge, 'call' | 'on'>): SheetStore {
  const store = createStore<SheetState>(() => ({ batchId: null, runs: null }))
  const guard = createStaleGuard<SubmissionView>()
  let stopListening = () => {}

  function receive(run: SubmissionView) {
    const { batchId, runs } = store.getState()
    if (run.batchId !== batchId) return
    guard.note(run)
    if (runs?.ok) store.setState({ runs: { ok: true, value: withRun(runs.value, run) } })
  }

  function applyJudged(news: ReadonlyMap<string, Judgement>) {
    const { runs } = store.getState()
    if (!runs?.ok) return
    const value = runs.value.map((run) => ({ ...run, files: run.files.map((file) => judged(file, news)) }))
    store.setState({ runs: { ok: true, value } })
  }

  function close() {
    guard.supersede()
    stopListening()
    store.setState({ batchId: null, runs: null })
  }

  return {
    store,
    close,
    async open(batchId) {
      close()
      store.setState({ batchId })
      const judgements = new Map<string, Judgement>()
      const stops = [
        bridge.on('submission.changed', receive),
        bridge.on('library.moved', (moved) => {
          const { runs } = store.getState()
          if (runs?.ok) for (const run of runsAfterMove(runs.value, moved)) receive(run)
        }),
        bridge.on('library.judged', (event) => {
          const news = judgementsIn(event.judged)
          for (const [fileId, judgement] of news) judgements.set(fileId, judgement)
          applyJudged(news)
        }),
      ]
      stopListening = () => {
        for (const stop of stops) stop()
      }
      const { response, events, accept } = await guard.read(bridge.call('jobs.batch', { batchId }))
      if (!accept()) return
      store.setState({
        runs: response.ok
          ? { ok: true, value: events.reduce<readonly SubmissionView[]>(withRun, response.value) }
          : response,
      })
      applyJudged(judgements)
    },
  }
}

/** The runs with this one in its current state, at the end where it is new. */
function withRun(runs: readonly SubmissionView[], run: SubmissionView): readonly SubmissionView[] {
  const at = runs.findIndex(({ submissionId }) => submissionId === run.submissionId)
  return at === -1 ? [...runs, run] : runs.with(at, run)
}
