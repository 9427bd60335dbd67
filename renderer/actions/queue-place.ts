/** Where a waiting run, or the first of its batch, stands in the queue, from 1; null where that is not known. */
export interface QueuePlace {
  readonly place: number | null
  readonly total: number
}
