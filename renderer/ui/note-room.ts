/** A note, as far as it decides which are shown. */
export interface NoteSign {
  readonly id: string
  readonly transitionStatus?: 'starting' | 'ending' | undefined
  readonly type?: string | undefined
  /** In milliseconds; 0 while its time stands. */
  readonly timeout?: number | undefined
  readonly data?: { readonly actions: readonly unknown[] } | undefined
}

export interface NoteRoom {
  readonly shown: ReadonlySet<string>
  /** There are more than anybody goes back to: these end. */
  readonly over: readonly string[]
  /** They offer something and wait: their time is to stand. */
  readonly held: readonly string[]
}

const mostShown = 3
const mostWaiting = 3

/**
 * Which of the notes that stand, newest first, are shown: the newest, before others those that offer something, then
 * urgent ones. The others wait for room.
 */
export function roomFor(notes: readonly NoteSign[]): NoteRoom {
  const [newest, ...others] = notes.filter(({ transitionStatus }) => transitionStatus !== 'ending')
  const ordered = [
    ...(newest ? [newest] : []),
    ...others.toSorted((one, other) => rankOf(one) - rankOf(other)),
  ]
  const ids = ordered.map(({ id }) => id)
  const waiting = ordered.slice(mostShown, mostShown + mostWaiting)
  return {
    shown: new Set(ids.slice(0, mostShown)),
    over: ids.slice(mostShown + mostWaiting),
    held: waiting.filter((note) => offers(note) && note.timeout).map(({ id }) => id),
  }
}

function offers({ data }: NoteSign): boolean {
  return (data?.actions.length ?? 0) > 0
}

function rankOf(note: NoteSign): number {
  if (offers(note)) return 0
  return note.type === 'danger' ? 1 : 2
}
