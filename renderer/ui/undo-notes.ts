import { createStore, type StoreApi } from 'zustand/vanilla'
import { nextChange } from './change-order.ts'

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
  /** Whether the change still stands, as after an undo that could not be sent. Without it every undo has undone. */
  readonly stands?: () => boolean
  /** The place of its change by `nextChange`; without it, when the note was added. */
  readonly order?: number
}

/** What undoes the change of the note that stands, and the place of that change; null and 0 where there is none. */
export interface StandingUndo {
  readonly undo: (() => void) | null
  readonly order: number
}

interface Standing {
  readonly note: UndoNote
  readonly place: unknown
  readonly order: number
  /** What it took the place of. */
  under: Standing | null
}

interface Shown {
  /** It stands again, because the change that took its place was undone. */
  readonly isAgain: boolean
  readonly onUndo: () => void
  /** To be called once the note is closed or has run out. */
  readonly onGone: () => void
}

/** Undo notes of one thing: each undo restores what it changed, so only the latest stands. */
export interface UndoNotes {
  /** Uses the undo of the note that stands; null where there is none. */
  readonly store: StoreApi<StandingUndo>
  /**
   * Takes the place of the note that stands, which is shown again once this is undone. Returns what is to be called
   * once the change has been undone in another way.
   */
  add(note: UndoNote): () => void
  /** Closes the note that stands, and with it what it took the place of. */
  withdraw(): void
  /**
   * To be called when the form begins to be sent. Returns what is to be called once it was: it closes the notes of
   * what was sent, also those that others cover, and none of a later change.
   */
  beginSending(): () => void
  /** Closes the note that stands where its place was left, and shows what it took the place of. */
  settleLeft(): void
}

export interface UndoNotesDeps {
  /** Displays a note until its undo is used, and returns how to close it. */
  show(note: UndoNote, shown: Shown): () => void
  /** Where changes are made now, such as the model that is in the form: an undo is for the place of its change. */
  place(): unknown
  /** Called instead of an undo whose place is not the present one. */
  refuse(): void
}

const none: StandingUndo = { undo: null, order: 0 }

export function createUndoNotes({ show, place, refuse }: UndoNotesDeps): UndoNotes {
  const store = createStore<StandingUndo>(() => none)
  const withdrawn = new WeakSet<Standing>()
  let standing: Standing | null = null
  /** What it took the place of is shown again afterwards. */
  let beingUndone: Standing | null = null
  let close = () => {}

  function leave() {
    standing = null
    store.setState(none)
  }

  /** Closes what is shown, once. */
  function shut() {
    const closing = close
    close = () => {}
    closing()
  }

  function stand(one: Standing, isAgain = false) {
    standing = one
    shut()
    const onUndo = () => void use(one)
    close = show(one.note, { isAgain, onUndo, onGone: () => standing === one && leave() })
    store.setState({ undo: onUndo, order: one.order })
  }

  /** Whether its undo can be used where changes are made now. */
  function isHere(one: Standing): boolean {
    return one.note.isWhole === true || one.place === place()
  }

  /** Shows again what this took the place of, where that can still be undone. */
  function uncover({ under }: Standing) {
    if (!under || standing) return
    if (withdrawn.has(under) || under.note.stands?.() === false || !isHere(under)) uncover(under)
    else stand(under, true)
  }

  async function use(one: Standing): Promise<void> {
    if (standing !== one) return
    leave()
    shut()
    if (!isHere(one)) return refuse()
    beingUndone = one
    try {
      await one.note.run()
    } finally {
      beingUndone = null
    }
    if (one.note.stands?.()) keep(one)
    else uncover(one)
  }

  /** Its undo is offered again: at once, or after those of the changes that were made since. */
  function keep(one: Standing) {
    withdrawn.delete(one)
    if (!standing) return stand(one)
    let last = standing
    while (last.under) last = last.under
    last.under = one
  }

  function withdraw() {
    leave()
    shut()
  }

  /** These are not shown again; what they cover is. */
  function end(some: readonly Standing[]) {
    for (const one of some) withdrawn.add(one)
    if (!standing || !withdrawn.has(standing)) return
    const last = standing
    withdraw()
    uncover(last)
  }

  /** What stands, and all that may be shown again. */
  function* stack() {
    for (const top of [standing, beingUndone]) for (let one = top; one; one = one.under) yield one
  }

  return {
    store,
    add(note) {
      const one = { note, place: place(), order: note.order ?? nextChange(), under: standing }
      stand(one)
      return () => end([one])
    },
    withdraw,
    beginSending() {
      const sent = [...stack()].filter(({ note }) => !note.outlastsSending)
      return () => end(sent)
    },
    settleLeft() {
      if (!standing || isHere(standing)) return
      const left = standing
      withdraw()
      uncover(left)
    },
  }
}
