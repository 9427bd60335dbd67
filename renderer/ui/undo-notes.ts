import { createStore, type StoreApi } from 'zustand/vanilla'

/** A note of a change that was made for the person, and how to undo that. */
export interface UndoNote {
  readonly text: string
  /** What its button says. */
  readonly label: string
  /** It restores everything as it was, so it works from every place. */
  readonly isWhole?: true
  /** It changed no form: sending one leaves its undo as useful as before. */
  readonly outlastsSending?: true
  readonly run: () => void | Promise<void>
}

interface Standing {
  readonly note: UndoNote
  readonly place: unknown
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
  /**
   * Takes the place of the note that stands, which is shown again once this is undone. Returns what is to be called
   * once the change has been undone in another way.
   */
  add(note: UndoNote): () => void
  /** Closes the note that stands, and with it what it took the place of. */
  withdraw(): void
  /** The same where its undo is of no use any more: what it changed was sent, or its place was left. */
  settle(cause: 'sent' | 'left'): void
}

export interface UndoNotesDeps {
  /** Displays a note until its undo is used, and returns how to close it. */
  show(note: UndoNote, shown: Shown): () => void
  /** Where changes are made now, such as the model that is in the form: an undo is for the place of its change. */
  place(): unknown
  /** Called instead of an undo whose place is not the present one. */
  refuse(): void
}

export function createUndoNotes({ show, place, refuse }: UndoNotesDeps): UndoNotes {
  const store = createStore<{ readonly undo: (() => void) | null }>(() => ({ undo: null }))
  const withdrawn = new WeakSet<Standing>()
  let standing: Standing | null = null
  let close = () => {}

  function leave() {
    standing = null
    store.setState({ undo: null })
  }

  function stand(one: Standing) {
    const closeOlder = close
    standing = one
    closeOlder()
    const onUndo = () => void use(one)
    close = show(one.note, { onUndo, onGone: () => standing === one && leave() })
    store.setState({ undo: onUndo })
  }

  /** Whether its undo can be used where changes are made now. */
  function isHere(one: Standing): boolean {
    return one.note.isWhole === true || one.place === place()
  }

  /** Shows again what this took the place of, where that can still be undone. */
  function uncover({ under }: Standing) {
    if (!under || standing) return
    if (withdrawn.has(under) || !isHere(under)) uncover(under)
    else stand(under)
  }

  async function use(one: Standing): Promise<void> {
    if (standing !== one) return
    leave()
    close()
    if (!isHere(one)) return refuse()
    await one.note.run()
    uncover(one)
  }

  function withdraw() {
    leave()
    close()
  }

  return {
    store,
    add(note) {
      const one = { note, place: place(), under: standing }
      stand(one)
      return () => {
        withdrawn.add(one)
        if (standing !== one) return
        leave()
        close()
        uncover(one)
      }
    },
    withdraw,
    settle(cause) {
      if (!standing) return
      const isOver = cause === 'sent' ? !standing.note.outlastsSending : !isHere(standing)
      if (isOver) withdraw()
    },
  }
}
