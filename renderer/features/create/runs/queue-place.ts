import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import { createStaleGuard } from '../../../bridge/stale-guard.ts'

interface QueuePlace {
  readonly submissionId: string
  /** How many runs are sent before it; null where it waits no more. */
  readonly runsBefore: number | null
}

/** The place of one waiting run, as it was read last; null where that is not known. */
export interface QueuePlaceStore {
  readonly store: StoreApi<QueuePlace | null>
  read(submissionId: string): Promise<void>
}

export function createQueuePlaceStore(bridge: Pick<Bridge, 'call'>): QueuePlaceStore {
  const store = createStore<QueuePlace | null>(() => null)
  const guard = createStaleGuard()
  return {
    store,
    async read(submissionId) {
      guard.supersede()
      const { response, accept } = await guard.read(bridge.call('jobs.queuePlace', { submissionId }))
      if (accept()) store.setState(response.ok ? { submissionId, ...response.value } : null, true)
    },
  }
}
