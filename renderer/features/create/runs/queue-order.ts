import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { ProcedureOutput } from '../../../../shared/bridge/procedures.ts'
import type { QueuePlaces, RunsState } from './runs-state.ts'

/** Counts the places of those that are not held (JOB89). */
export function readPlaces({
  submissionIds,
  heldIds,
  total,
}: ProcedureOutput<'jobs.queueOrder'>): QueuePlaces {
  const held = new Set(heldIds)
  let before = 0
  const places = submissionIds.map((id): [string, number | null] => {
    if (held.has(id)) return [id, null]
    before += 1
    return [id, before]
  })
  return { places: new Map(places), total }
}

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
      store.setState({ queue: readPlaces(result.value) })
    }
    isReading = false
  }

  const undo = bridge.on('studio.changed', ({ jobsWaiting }) => {
    if (jobsWaiting > 0 || (store.getState().queue?.total ?? 0) > 0) void read()
  })
  void read()
  return { close: undo }
}
