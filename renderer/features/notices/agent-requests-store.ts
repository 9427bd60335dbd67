import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AgentRequest } from '../../../shared/bridge/agent-procedures.ts'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'

export interface AgentRequestsState {
  readonly requests: readonly AgentRequest[]
  /** Those whose answer is on its way. */
  readonly answering: readonly string[]
}

/** What agents ask of the person, and their answers. */
export interface AgentRequestsStore {
  readonly store: StoreApi<AgentRequestsState>
  /** Returns why the answer had no effect; null where it had. */
  answer(requestId: string, isAllowed: boolean): Promise<BridgeFailure | null>
}

export function createAgentRequestsStore(bridge: Bridge): AgentRequestsStore {
  const store = createStore<AgentRequestsState>(() => ({ requests: [], answering: [] }))
  const guard = createStaleGuard()

  async function refresh(): Promise<void> {
    const { response, accept } = await guard.read(bridge.call('agents.requests', {}))
    if (response.ok && accept()) store.setState({ requests: response.value })
  }

  bridge.on('agents.changed', ({ requests }) => {
    guard.supersede()
    store.setState({ requests })
  })
  bridge.onConnected((connected) => {
    if (connected) void refresh()
  })
  void refresh()

  return {
    store,
    async answer(requestId, isAllowed) {
      // A second press is the same answer.
      if (store.getState().answering.includes(requestId)) return null
      store.setState(({ answering }) => ({ answering: [...answering, requestId] }))
      const result = await bridge.call('agents.answer', { requestId, isAllowed })
      store.setState(({ answering }) => ({ answering: answering.filter((one) => one !== requestId) }))
      return result.ok ? null : result.error
    },
  }
}
