import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { TournamentView } from '../../../../shared/bridge/tournament-procedures.ts'

export interface TournamentState {
  /** Null until it is read. */
  readonly view: TournamentView | null
  readonly failure: BridgeFailure | null
}

/** The tournament that is open. */
export interface TournamentStore {
  readonly store: StoreApi<TournamentState>
  read(): Promise<void>
  resize(size: 2 | 4): Promise<void>
  /** Returns how it is undone; null where it was not made: another choice is under way, or the match was over. */
  choose(fileId: string): Promise<(() => Promise<BridgeResult<unknown>>) | null>
  /** Undoes the last choice, where there is one. */
  undoLast(): Promise<void>
}

const storesOf = new WeakMap<Bridge, Map<string, TournamentStore>>()

/** The one of this page: a choice that is undone after the tournament was left and opened again is undone where it is shown. */
export function tournamentStoreOf(bridge: Bridge, tournamentId: string): TournamentStore {
  const stores = storesOf.get(bridge) ?? new Map<string, TournamentStore>()
  storesOf.set(bridge, stores)
  const known = stores.get(tournamentId) ?? createTournamentStore(bridge, tournamentId)
  stores.set(tournamentId, known)
  return known
}

function createTournamentStore(bridge: Pick<Bridge, 'call'>, tournamentId: string): TournamentStore {
  const store = createStore<TournamentState>(() => ({ view: null, failure: null }))
  let isChoosing = false

  function show(result: BridgeResult<TournamentView>): BridgeResult<unknown> {
    if (result.ok) store.setState({ view: result.value, failure: null })
    else store.setState({ failure: result.error })
    return result
  }

  const undo = async (number: number) => show(await bridge.call('tournaments.undo', { tournamentId, number }))

  return {
    store,
    async read() {
      show(await bridge.call('tournaments.get', { tournamentId }))
    },
    async resize(size) {
      show(await bridge.call('tournaments.resize', { tournamentId, size }))
    },
    async choose(fileId) {
      const { view } = store.getState()
      if (isChoosing || !view?.match?.includes(fileId)) return null
      isChoosing = true
      try {
        const number = view.played
        const made = show(await bridge.call('tournaments.choose', { tournamentId, number, fileId }))
        return made.ok ? () => undo(number) : null
      } finally {
        isChoosing = false
      }
    },
    async undoLast() {
      const { view } = store.getState()
      if (view && view.played > 0) await undo(view.played - 1)
    },
  }
}
