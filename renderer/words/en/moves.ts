import type { QueuePlace } from '../../actions/queue-place.ts'
import { format } from './format.ts'
import { ordinal } from './ordinal.ts'

/** What was moved in the queue: a run, or with a count a sheet. */
interface Moved {
  readonly prompt: string
  readonly count: number | null
}

function theMoved({ prompt, count }: Moved): string {
  if (count !== null)
    return `The sheet${prompt === '' ? '' : ` “${prompt}”`} with ${format.number(count)} waiting runs`
  return prompt === '' ? 'It' : `“${prompt}”`
}

/** Where a run, or the first of a sheet, stands after it was moved. */
function inQueue(moved: Moved, { place, total }: QueuePlace): string {
  if (place === null) return `${theMoved(moved)} was moved in the queue.`
  const stands = moved.count === null ? 'is now' : 'now begins'
  return `${theMoved(moved)} ${stands} ${ordinal(place)} of ${format.number(total)} in the queue.`
}

export const moves = {
  moved: {
    first: (moved: Moved) => `${theMoved(moved)} will be sent next, before all others that wait.`,
    earlier: inQueue,
    later: inQueue,
    last: (moved: Moved) => `${theMoved(moved)} is sent after all others that wait.`,
  },
  /** Undoes a move in the queue; with a count it was a sheet’s. */
  moveBack: (count: number | null) =>
    count === null ? 'Move it back' : `Move the sheet back (${format.number(count)} runs)`,
  movedBack: (moved: Moved) => `${theMoved(moved)} is back where it waited.`,
}
