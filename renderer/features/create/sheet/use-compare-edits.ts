import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import { insertItem, removeItem, replaceItem } from '../../../forms/reorder.ts'
import { lengthOf } from '../../../sheets/place-in-sheet.ts'
import { axisWords } from '../../../sheets/sheet-words.ts'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'

/** How many things a sheet compares at most. */
export const mostAxes = 2

export interface CompareEdits {
  /** Compares by something else in a place, or adds it; values of the person's own that stood there are told of. */
  begin(at: number, axis: SheetAxis): void
  /** Other values of what is compared in a place. */
  change(at: number, axis: SheetAxis, writtenField?: string): void
  remove(at: number): void
  /** Compares nothing. */
  stop(): void
}

/** The changes of what is compared. Each that loses values can be undone by the note that tells of it. */
export function useCompareEdits(form: FormStore): CompareEdits {
  const words = useWords()
  const notify = useNotify()
  const { sheet } = words.create
  /** What began by itself and was not changed since. */
  const untouched = useRef(new WeakSet<SheetAxis>())
  const axesNow = () => form.store.getState().axes ?? []

  /** The note goes with what it tells of, also where the key undid that. */
  function tell(text: string, before: readonly SheetAxis[], run: () => void) {
    const close = notify(text, 'calm', {
      label: sheet.undo,
      run() {
        end()
        run()
      },
    })
    const end = form.store.subscribe(({ axes }, { axes: last }) => {
      if (axes === last) return
      end()
      if (axes === before) close()
    })
  }

  /** Back beside what is compared now, where there is room for it; else in place of it. */
  function bringBack(at: number, axis: SheetAxis, before: readonly SheetAxis[]) {
    const now = axesNow()
    const hasRoom = now.length < mostAxes && !now.some((other) => comparesSame(other, axis))
    form.compare(hasRoom ? insertItem(now, at, axis) : before)
  }

  return {
    change: (at, axis, writtenField) => form.compare(replaceItem(axesNow(), at, axis), writtenField),
    begin(at, axis) {
      const before = axesNow()
      const old = before[at]
      form.compare(old ? replaceItem(before, at, axis) : [...before, axis])
      untouched.current.add(axis)
      if (!old || comparesSame(old, axis) || lengthOf(old) === 0 || untouched.current.has(old)) return
      tell(sheet.removed(axisWords(old, words)), before, () => form.compare(before))
    },
    remove(at) {
      const before = axesNow()
      const old = before[at]
      if (!old) return
      form.compare(removeItem(before, at))
      if (lengthOf(old) > 0)
        tell(sheet.removed(axisWords(old, words)), before, () => bringBack(at, old, before))
    },
    stop() {
      const before = axesNow()
      form.compare(null)
      if (before.some((axis) => lengthOf(axis) > 0)) tell(sheet.stopped, before, () => form.compare(before))
    },
  }
}

function comparesSame(left: SheetAxis, right: SheetAxis): boolean {
  if (left.kind === 'model') return right.kind === 'model'
  return right.kind === 'field' && left.field === right.field
}

/** Takes the last change of what is compared back on Ctrl+Z (⌘Z); a text has a way back of its own. */
export function undoByKey(form: FormStore, event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
  const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  if (isUndo && !isText && form.undoCompare()) event.preventDefault()
}

/** Keeps the focus near where it was when what had it goes with a change of what is compared. */
export function useKeptFocus(form: FormStore, place: RefObject<HTMLElement | null>): void {
  const axes = useStore(form.store, (state) => state.axes)
  const last = useRef(axes)
  useEffect(() => {
    const isLost = last.current !== axes && document.activeElement === document.body
    last.current = axes
    if (isLost) place.current?.focus()
  }, [axes, place])
}
