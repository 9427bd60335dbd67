import type { BridgeResult } from '../../shared/bridge/error-codes.ts'

/** Where a waiting run, or the first of its batch, stands in the queue, from 1; null where that is not known. */
export interface QueuePlace {
  readonly place: number | null
  readonly total: number
}

/** The same after a move, with the way back; null where it is not known what stood there. */
export interface MovedInQueue extends QueuePlace {
  readonly undo: WayBack | null
}

export interface WayBack {
  run(): Promise<BridgeResult<unknown>>
  /** Calls the listener once there is no way back any more: what was moved, or what stood after it, has been sent. */
  whenGone(listener: () => void): () => void
}
