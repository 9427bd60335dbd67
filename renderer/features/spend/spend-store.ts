import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'
import { daysOf, type Month, monthOf, shiftMonth } from './month.ts'

export interface SpendState {
  readonly month: Month
  /** Null until first read. */
  readonly summary: ProcedureOutput<'spend.summary'> | null
  readonly failure: BridgeFailure | null
  /** Whether the current month is shown; there is none after it. */
  readonly isPresent: boolean
}

export interface SpendPorts {
  readonly bridge: Bridge
  /** Milliseconds. */
  readonly now: () => number
}

export interface SpendStore {
  readonly store: StoreApi<SpendState>
  refresh(): Promise<void>
  /** Moves so many months forward (negative: back); never past the current one. */
  step(by: number): void
  close(): void
}

export function createSpendStore({ bridge, now }: SpendPorts): SpendStore {
  const store = createStore<SpendState>(() => ({
    month: monthOf(now()),
    summary: null,
    failure: null,
    isPresent: true,
  }))

  const summaries = createStaleGuard()

  async function refresh() {
    const days = daysOf(store.getState().month)
    const requested = bridge.call('spend.summary', { from: days[0] ?? '', to: days.at(-1) ?? '' })
    const { response, accept } = await summaries.read(requested)
    if (!accept()) return
    store.setState(response.ok ? { summary: response.value, failure: null } : { failure: response.error })
  }

  /** Every poll changes the studio's status; only money and jobs matter here. */
  let known = ''
  const undo = [
    bridge.on('studio.changed', ({ spentThisMonth, jobsRunning, jobsWaiting }) => {
      const money = JSON.stringify([spentThisMonth, jobsRunning, jobsWaiting])
      if (money === known) return
      known = money
      if (store.getState().summary) void refresh()
    }),
    bridge.onConnected((connected) => {
      if (connected && store.getState().summary) void refresh()
    }),
  ]

  return {
    store,
    refresh,
    step(by) {
      const present = monthOf(now())
      const month = shiftMonth(store.getState().month, by)
      if (month > present) return
      // A response under way is for another month.
      summaries.supersede()
      store.setState({ month, summary: null, failure: null, isPresent: month === present })
      void refresh()
    },
    close() {
      for (const end of undo) end()
    },
  }
}
