import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import type { SpendSummary } from '../../../shared/bridge/spend-views.ts'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'
import { type DateRange, isRange, isSameRange, lastDays, utcDate } from '../../reports/utc-dates.ts'
import { createLedgerStore, everything, type LedgerStore } from './ledger-store.ts'
import { type Preset, rangeOf } from './presets.ts'

export interface SpendState {
  readonly preset: Preset
  /** The dates that are read; of `own` the last valid ones. */
  readonly range: DateRange
  /** The person's own dates as typed. */
  readonly typed: DateRange
  /** Null: the connected account. */
  readonly account: string | null
  /** Those that can be chosen, by the last sums; their control stays while others are read. */
  readonly accounts: readonly string[]
  /** Null until first read. */
  readonly summary: SpendSummary | null
  readonly failure: BridgeFailure | null
}

export interface SpendPorts {
  readonly bridge: Bridge
  /** Milliseconds. */
  readonly now: () => number
}

export interface SpendStore {
  readonly store: StoreApi<SpendState>
  readonly ledger: LedgerStore
  refresh(): Promise<void>
  choose(preset: Preset): void
  /** Takes one of the person's own dates; both are read once they are in order. */
  type(date: Partial<DateRange>): void
  /** The ledger is of that one alone, too. */
  chooseAccount(account: string): void
  /** The ledger shows each run whose outcome is unknown, a year back and of all accounts. */
  showUnknown(): void
  close(): void
}

/** Of older ended runs no more is heard. */
const mostEnded = 500

export function createSpendStore({ bridge, now }: SpendPorts): SpendStore {
  const present = rangeOf('thisMonth', now())
  const store = createStore<SpendState>(() => ({
    preset: 'thisMonth',
    range: present,
    typed: present,
    account: null,
    accounts: [],
    summary: null,
    failure: null,
  }))
  const summaries = createStaleGuard()
  const ledger = createLedgerStore(bridge)

  /** Midnight may have passed: this month may be another than when it was chosen. */
  function currentRange(): DateRange {
    const { preset, range } = store.getState()
    const current = preset === 'own' ? range : rangeOf(preset, now())
    if (!isSameRange(current, range)) store.setState({ range: current })
    return current
  }

  async function refresh() {
    const { account } = store.getState()
    const range = currentRange()
    const input = { ...range, ...(account === null ? {} : { account }) }
    const { response, accept } = await summaries.read(bridge.call('spend.summary', input))
    if (!accept()) return
    if (!response.ok) return store.setState({ failure: response.error })
    const { accounts } = response.value
    store.setState({ summary: response.value, accounts, failure: null })
    ledger.look({ range, account: response.value.account })
  }

  /** What is shown is of other dates or another account: a response under way is, too. */
  function readAnew(change: Partial<SpendState>) {
    summaries.supersede()
    store.setState({ ...change, summary: null, failure: null })
    void refresh()
  }

  let reading: Promise<void> | null = null
  let isOutdated = false
  /** One read at a time, and one more where something changed meanwhile: a batch ends in many events. */
  function refreshShown() {
    if (!store.getState().summary) return
    if (reading) {
      isOutdated = true
      return
    }
    reading = refresh().finally(() => {
      reading = null
      if (!isOutdated) return
      isOutdated = false
      refreshShown()
    })
  }

  /** Every poll changes the studio's status; only money, jobs and the day matter here. */
  let known = ''
  /** What was last seen of ended runs: a download reports its progress in the same event. */
  const ended = new Map<string, string>()
  function noteRun({ submissionId, settled, files }: SubmissionView) {
    if (settled === null) return
    const price = JSON.stringify([settled, files.map(({ fileId, state }) => [fileId, state === 'saved'])])
    if (ended.get(submissionId) === price) return
    ended.delete(submissionId)
    ended.set(submissionId, price)
    for (const oldest of ended.keys()) if (ended.size > mostEnded) ended.delete(oldest)
    refreshShown()
  }
  const undo = [
    bridge.on('studio.changed', ({ spentThisMonth, jobsRunning, jobsWaiting }) => {
      const money = JSON.stringify([spentThisMonth, jobsRunning, jobsWaiting, utcDate(now())])
      if (money === known) return
      known = money
      refreshShown()
    }),
    bridge.on('submission.changed', noteRun),
    bridge.on('library.judged', refreshShown),
    bridge.on('collections.changed', refreshShown),
    bridge.onConnected((connected) => connected && refreshShown()),
  ]

  return {
    store,
    ledger,
    refresh,
    choose(preset) {
      const { range } = store.getState()
      if (preset === 'own') store.setState({ preset, typed: range })
      else readAnew({ preset, range: rangeOf(preset, now()) })
    },
    type(date) {
      const typed = { ...store.getState().typed, ...date }
      if (isRange(typed)) readAnew({ preset: 'own', typed, range: typed })
      else store.setState({ preset: 'own', typed })
    },
    chooseAccount(account) {
      if (ledger.store.getState().allAccounts) ledger.filter({ allAccounts: false })
      readAnew({ account })
    },
    showUnknown() {
      const range = lastDays(366, now())
      ledger.filter({ ...everything, state: 'unknown', allAccounts: true })
      readAnew({ preset: 'own', range, typed: range })
    },
    close() {
      ledger.close()
      for (const end of undo) end()
    },
  }
}
