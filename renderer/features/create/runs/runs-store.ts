import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BudgetQuestion } from '../../../../shared/bridge/budget.ts'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { ProcedureInput, ProcedureOutput } from '../../../../shared/bridge/procedures.ts'
import type { FileView, SubmissionView } from '../../../../shared/bridge/views.ts'
import type { Judgement } from '../../../../shared/library/judgement.ts'
import type { Estimate } from '../../../../shared/pricing/estimate.ts'
import type { MovedInQueue, WayBack } from '../../../actions/queue-place.ts'
import { judged, judgementsIn } from '../../../bridge/apply-judged.ts'
import { runsAfterMove } from '../../../bridge/apply-moved.ts'
import { createPager } from '../../../bridge/pager.ts'
import { createStaleGuard } from '../../../bridge/stale-guard.ts'
import { sizeOf } from '../../../sheets/place-in-sheet.ts'
import type { StudioStore } from '../../../shell/studio-store.ts'
import { createRepeatableIds } from '../composer/run-confirmation.ts'
import type { Clears, UndoClear } from './clear-runs.ts'
import { type Clearing, withoutCleared } from './cleared-runs.ts'
import { placeOf } from './fold-sheets.ts'
import type { QueueOrder } from './queue-order.ts'
import { batchAfter } from './queued-batch.ts'
import { createRunsChoice, type RunsChoice } from './runs-choice.ts'
import { batchOf, mergeRuns, type RunsState } from './runs-state.ts'
import { createSettledRatios, type SettledRatios } from './settled-ratios.ts'

export type QueueStep = ProcedureInput<'jobs.stepBatch'>['to']

export interface RunsPorts {
  readonly bridge: Bridge
  readonly newId: () => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Called with saved files, so that missing thumbnails are made. */
  readonly onFiles: (files: readonly FileView[]) => void
  readonly onLanguageChange: StudioStore['onLanguageChange']
  readonly clearing: Clearing
}

/** A run of unknown outcome that is sent again, with the price that was shown. */
export interface SentAgain {
  readonly submissionId: string
  readonly estimate: Estimate
  readonly account: string
  readonly agreed?: readonly BudgetQuestion[]
  /** The digest of what the person was shown of changes. */
  readonly seenChanges?: string
}

/** The runs beside the form: read once, then kept current by events. */
export interface RunsStore extends RunsChoice {
  readonly store: StoreApi<RunsState>
  /** How the sheets of these runs are laid out. */
  readonly ratios: SettledRatios
  refresh(): Promise<void>
  loadOlder(): Promise<void>
  /** Reads all runs of these runs' batch. */
  loadBatch(batchId: string): Promise<void>
  /** Adds newly confirmed runs and shows the first of them. */
  add(runs: readonly SubmissionView[]): void
  /**
   * Clears the ended batch from the list, or all that have ended; they stay in the library and in Spend. Returns an
   * undo of this clear alone, which may fail as well, or the failure; null where the batch has not ended after
   * all. Nothing that has not ended is cleared.
   */
  clear(batchId: string | 'ended'): Promise<BridgeResult<UndoClear | null>>
  /** Whether the person has cleared anything from the list. */
  hasCleared(): boolean
  /** Cancels one waiting run, which is `canceled` in the store then. */
  withdraw(submissionId: string): Promise<BridgeResult<SubmissionView>>
  /** Cancels the unsent runs of a batch. */
  withdrawBatch(batchId: string): Promise<BridgeResult<ProcedureOutput<'jobs.withdrawBatch'>>>
  /** Undoes that: those that it canceled wait again. */
  restoreBatch(batchId: string): Promise<BridgeResult<ProcedureOutput<'jobs.restoreBatch'>>>
  closeUnknown(submissionId: string): Promise<BridgeResult<SubmissionView>>
  /**
   * A new run to replace one whose outcome is unknown, at the price that was shown for its account; it may be charged
   * twice. A repeat after a lost response is the same run.
   */
  sendAgain(run: SentAgain): Promise<BridgeResult<SubmissionView>>
  fetchAgain(fileId: string): Promise<BridgeResult<SubmissionView>>
  /** Moves a waiting batch before or after all others, or by one place; returns where its first waiting run now stands. */
  moveBatch(batchId: string, to: QueueStep): Promise<BridgeResult<MovedInQueue>>
  /** Moves a waiting batch before another one, or to the end. */
  moveBefore(batchId: string, beforeBatchId: string | null): Promise<BridgeResult<unknown>>
  close(): void
}

const pageSize = 60
/** Batches of other windows are listed, too, and never confirmed here. */
const mostListed = 50

export function createRunsStore({
  bridge,
  newId,
  now,
  onFiles,
  onLanguageChange,
  clearing,
}: RunsPorts): RunsStore {
  const store = createStore<RunsState>(() => ({
    runs: null,
    nextCursor: null,
    selectedId: null,
    openSheets: new Set<string>(),
    largeBatchId: null,
    cellSide: null,
    showsPlan: null,
    readsOn: true,
    canceled: null,
    queue: null,
    failure: null,
  }))

  let order: QueueOrder | null = null
  let isFollowing = false
  let isClosed = false

  /** From the first waiting run on. */
  function followOrder() {
    if (isFollowing) return
    isFollowing = true
    void import('./queue-order.ts').then(
      ({ followQueueOrder }) => {
        if (!isClosed) order = followQueueOrder(bridge, store)
      },
      () => {
        isFollowing = false
      },
    )
  }

  /** The events since the page was loaded: what was read before one may be shown after it. */
  const judgements = new Map<string, Judgement>()

  /** With those that the person cleared; null until first read. */
  let known: readonly SubmissionView[] | null = null

  function publish() {
    const cleared = clearing.current()
    store.setState({ runs: known && cleared && withoutCleared(known, cleared) })
  }

  function withJudgements(run: SubmissionView): SubmissionView {
    const isJudged = run.files.some(({ fileId }) => judgements.has(fileId))
    return isJudged ? { ...run, files: run.files.map((file) => judged(file, judgements)) } : run
  }

  function merge(incoming: readonly SubmissionView[]) {
    const current = incoming.map(withJudgements)
    known = mergeRuns(known ?? [], current)
    publish()
    if (incoming.some(({ state }) => state === 'confirmed' || state === 'unsent')) followOrder()
    onFiles(incoming.flatMap((run) => run.files))
  }

  /**
   * `updatedAt` can't decide which view of a run is older, because it doesn't change while a file of the run is
   * downloading.
   */
  const guard = createStaleGuard<SubmissionView>()

  /** Accepts a response's runs unless an event has updated them meanwhile. */
  async function ask<Value>(
    call: Promise<BridgeResult<Value>>,
    runsIn: (value: Value) => readonly SubmissionView[],
  ) {
    const { response, events } = await guard.read(call)
    if (response.ok) merge(withoutNewer(runsIn(response.value), events))
    return response
  }

  const act = (call: Promise<BridgeResult<SubmissionView>>) => ask(call, (run) => [run])

  const choice = createRunsChoice(store)
  /** By batch, where an event listed it before its confirmation was here: how often something had been chosen. */
  const listedAt = new Map<string, number>()

  function noteListed({ submissionId, batchId }: SubmissionView): void {
    if (listedAt.has(batchId) || known?.some((run) => run.submissionId === submissionId)) return
    const [first] = listedAt.keys()
    if (first !== undefined && listedAt.size >= mostListed) listedAt.delete(first)
    listedAt.set(batchId, choice.made())
  }

  /** The ids of new runs that replace unknown ones: after a lost response the same one is used. */
  const sentAgain = createRepeatableIds(newId)

  /** The batches of which every run was read. */
  const wholeBatches = new Set<string>()

  /** Whether only a part of a run's batch may be known. Without compared values, only reading it tells. */
  function isCut(run: SubmissionView): boolean {
    if (run.sheet) return batchOf({ runs: known }, run).length < sizeOf(run.sheet.axes)
    return !wholeBatches.has(run.batchId)
  }

  const pager = createPager<SubmissionView, ProcedureOutput<'jobs.list'>, SubmissionView>({
    pageSize,
    request: (page) => bridge.call('jobs.list', page),
    itemsOf: ({ submissions }) => submissions,
    onRead({ items, page: { nextCursor }, events }) {
      merge(withoutNewer(items, events))
      const shown = new Set(store.getState().runs?.map(({ submissionId }) => submissionId))
      const readsOn = items.some(({ submissionId }) => shown.has(submissionId))
      store.setState({ nextCursor, failure: null, readsOn })
      cutBatches = nextCursor === null ? [] : cutIn(items)
      lastRead = nextCursor === null ? null : (items.at(-1) ?? lastRead)
    },
    onFailure: (failure) => store.setState({ failure }),
  })
  /** The oldest run of the pages; null where nothing is older. */
  let lastRead: SubmissionView | null = null

  /** Batches at the end of the pages, below it or with a retried run may have runs that no page showed. */
  function partlyKnown(): readonly string[] {
    const cut = (known ?? []).filter(
      (run) => isCut(run) && (run.repeats !== null || (lastRead && run.confirmedAt <= lastRead.confirmedAt)),
    )
    return [...new Set(cut.map(({ batchId }) => batchId))]
  }

  /** The batches that the last page may show in part. */
  let cutBatches: readonly string[] = []

  /**
   * A page may end within a batch, whose summary needs all of it; and a retried run is listed long before the
   * batch it belongs to.
   */
  function cutIn(runs: readonly SubmissionView[]): readonly string[] {
    const last = runs.at(-1)
    const cut = runs.filter((run) => run === last || run.repeats !== null)
    return [...new Set(cut.filter(isCut).map((run) => run.batchId))]
  }

  async function completeBatches() {
    const batchIds = cutBatches
    cutBatches = []
    const ids = new Set(known?.map((run) => run.batchId))
    // What had not ended when the others were cleared may be on a page that is never read.
    const unread = clearing.current()?.kept.filter((id) => !ids.has(id)) ?? []
    for (const batchId of new Set([...batchIds, ...unread])) await loadBatch(batchId)
  }

  let clears: Clears | null = null

  async function clear(batchId: string | 'ended'): Promise<BridgeResult<UndoClear | null>> {
    const { createClears } = await import('./clear-runs.ts')
    clears ??= createClears({
      ...choice,
      clearing,
      known: () => known ?? [],
      partlyKnown,
      store,
      bridge,
      ask,
      now,
    })
    return clears.clear(batchId)
  }

  async function loadBatch(batchId: string) {
    const result = await ask(bridge.call('jobs.batch', { batchId }), (runs) => runs)
    if (result.ok) wholeBatches.add(batchId)
    else store.setState({ failure: result.error })
  }

  const refresh = () => pager.start().then(completeBatches)

  const undo = [
    bridge.on('library.judged', (event) => {
      const news = judgementsIn(event.judged)
      for (const [fileId, judgement] of news) judgements.set(fileId, judgement)
      const changed = known?.filter(({ files }) => files.some(({ fileId }) => news.has(fileId)))
      if (changed?.length) merge(changed)
    }),
    bridge.on('library.moved', (moved) => {
      const changed = runsAfterMove(known ?? [], moved)
      if (changed.length > 0) merge(changed)
    }),
    bridge.on('submission.changed', (run) => {
      noteListed(run)
      guard.note(run)
      pager.note(run)
      merge([run])
    }),
    bridge.onConnected((connected) => connected && void refresh()),
    onLanguageChange(() => void refresh()),
    clearing.onChange(publish),
  ]

  return {
    store,
    ratios: createSettledRatios(),
    refresh,
    loadOlder: () => pager.more().then(completeBatches),
    loadBatch,
    clear,
    hasCleared: () => store.getState().runs?.length !== known?.length,
    ...choice,
    add(runs) {
      // An event about a run that has just been confirmed is never older than its confirmation.
      const ids = new Set(known?.map(({ submissionId }) => submissionId))
      merge(runs.filter(({ submissionId }) => !ids.has(submissionId)))
      const [first] = runs
      if (!first) return
      const hasChosen = choice.made() > (listedAt.get(first.batchId) ?? choice.made())
      if (!hasChosen) choice.select(first.submissionId)
    },
    async withdraw(submissionId) {
      const result = await act(bridge.call('jobs.withdraw', { submissionId }))
      if (result.ok) store.setState({ canceled: result.value })
      return result
    },
    withdrawBatch: (batchId) =>
      ask(bridge.call('jobs.withdrawBatch', { batchId }), ({ submissions }) => submissions),
    restoreBatch: (batchId) =>
      ask(bridge.call('jobs.restoreBatch', { batchId }), ({ submissions }) => submissions),
    closeUnknown: (submissionId) => act(bridge.call('jobs.close', { submissionId })),
    async sendAgain({ agreed = [], ...run }) {
      const { submissionId } = run
      const newSubmissionId = sentAgain.of(submissionId)
      const result = await act(
        bridge.call('jobs.sendAgain', {
          ...run,
          newSubmissionId,
          ...(agreed.length > 0 && { agreed: [...agreed] }),
        }),
      )
      if (!result.ok) return result
      sentAgain.release(submissionId)
      choice.select(result.value.submissionId)
      return result
    },
    fetchAgain: (fileId) => act(bridge.call('library.fetchAgain', { fileId })),
    async moveBatch(batchId, to) {
      const before = batchAfter(store.getState(), batchId)
      const result = await bridge.call('jobs.stepBatch', { batchId, to })
      if (!result.ok) return result
      const [{ whenNoneWaits }, { readPlaces }] = await Promise.all([
        import('./when-gone.ts'),
        import('./queue-order.ts'),
      ])
      const { places, total } = readPlaces(result.value)
      const runs = (store.getState().runs ?? []).filter((run) => run.batchId === batchId)
      const place = placeOf({ kind: 'sheet', batchId, sheet: null, runs }, places)
      const waiting = before == null ? [batchId] : [batchId, before]
      const undo: WayBack | null =
        before === undefined
          ? null
          : {
              run: () => bridge.call('jobs.moveBatch', { batchId, beforeBatchId: before, isExact: true }),
              whenGone: (listener) => whenNoneWaits(store, waiting, listener),
            }
      return { ok: true, value: { place, total, undo } }
    },
    moveBefore: (batchId, beforeBatchId) => bridge.call('jobs.moveBatch', { batchId, beforeBatchId }),
    close() {
      isClosed = true
      order?.close()
      for (const end of undo) end()
    },
  }
}

/** Those without an event meanwhile. */
function withoutNewer(
  runs: readonly SubmissionView[],
  events: readonly SubmissionView[],
): readonly SubmissionView[] {
  const ids = new Set(events.map(({ submissionId }) => submissionId))
  return runs.filter(({ submissionId }) => !ids.has(submissionId))
}
