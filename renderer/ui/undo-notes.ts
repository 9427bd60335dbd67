import { createStore, type StoreApi } from 'zustand/vanilla'

/** A note of a change that was made for the person, and how to undo that. */
export interface UndoNote {
  readonly text: string
  /** What its button says. */
  readonly label: string
  readonly run: () => void | Promise<void>
}

interface Standing {
  readonly note: UndoNote
  /** What it took the place of. */
  readonly under: Standing | null
}

interface Shown {
  readonly onUndo: () => void
  /** To be called once the note is closed or has run out. */
  readonly onGone: () => void
}

/** Undo notes of one thing: each undo restores what it changed, so only the latest stands. */
export interface UndoNotes {
  /** Uses the undo of the note that stands; null where there is none. */
  readonly store: StoreApi<{ readonly undo: (() => void) | null }>
  /** Takes the place of the note that stands, which is shown again once this is undone. Returns how to close it. */
  add(note: UndoNote): () => void
  /** Closes the note that stands, and with it what it took the place of. */
  withdraw(): void
}

/** `show` displays a note until its undo is used, and returns how to close it. */
export function createUndoNotes(show: (note: UndoNote, shown: Shown) => () => void): UndoNotes {
  const store = createStore<{ readonly undo: (() => void) | null }>(() => ({ undo: null }))
  let standing: Standing | null = null
  let close = () => {}

  function leave() {
    standing = null
    store.setState({ undo: null })
  }

  function stand(one: Standing): () => void {
    const closeOlder = close
    standing = one
    closeOlder()
    const onUndo = () => void use(one)
    const closeThis = show(one.note, { onUndo, onGone: () => standing === one && leave() })
    close = closeThis
    store.setState({ undo: onUndo })
    return closeThis
  }

  async function use(one: Standing): Promise<void> {
    if (standing !== one) return
    leave()
    close()
    await one.note.run()
    if (one.under && standing === null) stand(one.under)
  }

  return {
    store,
    add: (note) => stand({ note, under: standing }),
    withdraw() {
      leave()
      close()
    },
  }
}
