import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { RunsState } from './runs-state.ts'

export interface QueueOrder {
  close(): void
}

/** Keeps the order of the waiting runs current: the status is announced when some are sent, added or moved. */
export function followQueueOrder(
  bridge: Pick<Bridge, 'call' | 'on'>,
  store: StoreApi<RunsState>,
): QueueOrder {
  let isReading = false
  let isWanted = false

  async function read(): Promise<void> {
    isWanted = true
    if (isReading) return
    isReading = true
    while (isWanted) {
      isWanted = false
      const result = await bridge.call('jobs.queueOrder', {})
      if (!result.ok) continue
      const { submissionIds, total } = result.value
      store.setState({ queue: { places: new Map(submissionIds.map((id, at) => [id, at + 1])), total } })
    }
    isReading = false
  }

  const undo = bridge.on('studio.changed', ({ jobsWaiting }) => {
    if (jobsWaiting > 0 || (store.getState().queue?.total ?? 0) > 0) void read()
  })
  void read()
  return { close: undo }
}
