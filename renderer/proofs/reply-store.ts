import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../shared/bridge/error-codes.ts'
import type { ReplyView } from '../../shared/bridge/proof-procedures.ts'
import type { Undo } from '../actions/judging.ts'
import { applyReply } from './apply-reply.ts'

export interface ReplyState {
  /** What the reply would change; null until it is read. */
  readonly view: ReplyView | null
  readonly failure: BridgeFailure | null
  readonly isBusy: boolean
}

/** A client’s reply, read but not taken in. */
export interface ReplyStore {
  readonly store: StoreApi<ReplyState>
  /** Makes its changes; resolves with their undo, or with null where that failed. */
  apply(): Promise<Undo | null>
}

export function createReplyStore(bridge: Pick<Bridge, 'call'>, text: string): ReplyStore {
  const store = createStore<ReplyState>(() => ({ view: null, failure: null, isBusy: false }))
  void bridge.call('proof.readReply', { text }).then((read) => {
    store.setState(read.ok ? { view: read.value } : { failure: read.error })
  })
  return {
    store,
    async apply() {
      const { view, isBusy } = store.getState()
      if (view?.type !== 'reply' || isBusy) return null
      store.setState({ isBusy: true, failure: null })
      const done = await applyReply(view.files, bridge)
      store.setState({ isBusy: false, failure: done.ok ? null : done.error })
      return done.ok ? done.value : null
    },
  }
}
