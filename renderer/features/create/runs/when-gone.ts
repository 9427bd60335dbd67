import type { StoreApi } from 'zustand/vanilla'
import { unsentOf } from './batch-standing.ts'
import { batchOfId, type RunsState } from './runs-state.ts'

type Watched = Pick<StoreApi<Pick<RunsState, 'runs'>>, 'getState' | 'subscribe'>

/** Calls the listener, once, as soon as one of these batches has no run left that waits. Returns its end. */
export function whenNoneWaits(store: Watched, batchIds: readonly string[], listener: () => void): () => void {
  return whenFirst(
    store,
    (state) => batchIds.some((id) => unsentOf(batchOfId(state, id)).length === 0),
    listener,
  )
}

/** The same as soon as none of these runs of a batch is as it was canceled: each waits again, or was retried. */
export function whenNoneIsCanceled(
  store: Watched,
  batchId: string,
  canceledIds: readonly string[],
  listener: () => void,
): () => void {
  const canceled = new Set(canceledIds)
  function isLeft({ runs }: Pick<RunsState, 'runs'>): boolean {
    // All of the batch, as what is canceled of a place where something else was is not shown.
    const batch = runs?.filter((run) => run.batchId === batchId) ?? []
    const taken = new Set(
      batch.flatMap(({ state, repeats }) => (state === 'withdrawn' ? [] : (repeats ?? []))),
    )
    return batch.some(
      ({ submissionId, state, repeats }) =>
        state === 'withdrawn' &&
        canceled.has(submissionId) &&
        !taken.has(submissionId) &&
        !taken.has(repeats ?? ''),
    )
  }
  return whenFirst(store, (state) => !isLeft(state), listener)
}

function whenFirst(
  store: Watched,
  isSo: (state: Pick<RunsState, 'runs'>) => boolean,
  listener: () => void,
): () => void {
  if (isSo(store.getState())) {
    listener()
    return () => {}
  }
  const end = store.subscribe((now, before) => {
    if (now.runs === before.runs || !isSo(now)) return
    end()
    listener()
  })
  return end
}
