/** A note, as far as it decides which are shown. */
export interface NoteSign {
  readonly id: string
  /** It has a button, such as Undo. */
  readonly offers: boolean
  readonly isUrgent: boolean
}

export interface NoteRoom {
  readonly shown: ReadonlySet<string>
  /** There are more than anybody goes back to: these end. */
  readonly over: readonly string[]
}

const mostShown = 3
const mostWaiting = 3

/**
 * Which of the notes that stand, newest first, are shown: the newest, before others those that offer something, then
 * urgent ones. The others wait for room.
 */
export function roomFor([newest, ...others]: readonly NoteSign[]): NoteRoom {
  const rank = ({ offers, isUrgent }: NoteSign) => (offers ? 0 : isUrgent ? 1 : 2)
  const ids = [...(newest ? [newest] : []), ...others.toSorted((one, other) => rank(one) - rank(other))].map(
    ({ id }) => id,
  )
  return { shown: new Set(ids.slice(0, mostShown)), over: ids.slice(mostShown + mostWaiting) }
}
