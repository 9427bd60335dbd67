import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import { insertItem, removeItem, replaceItem } from '../../../forms/reorder.ts'
import { lengthOf } from '../../../sheets/place-in-sheet.ts'
import { axisWords } from '../../../sheets/sheet-words.ts'
import { useFormUndo } from '../../../ui/toaster.tsx'
import { useCompareWords } from '../../../words/compare-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'

/** How many axes a sheet has at most. */
export const mostAxes = 2

export interface CompareEdits {
  /** Changes or adds an axis; reports the person's own values that this replaced. */
  begin(at: number, axis: SheetAxis): void
  /** Changes the values of an axis. */
  change(at: number, axis: SheetAxis, writtenField?: string): void
  remove(at: number): void
  /** Ends the comparison. */
  stop(): void
}

/** Edits to the comparison. Each that loses values can be undone by the note that reports it. */
export function useCompareEdits(form: FormStore): CompareEdits {
  const words = useWords()
  const compare = useCompareWords()
  const undoNotes = useFormUndo()
  const { sheet } = words.create
  /** Initial values that the person has not changed. */
  const untouched = useRef(new WeakSet<SheetAxis>())
  const axesNow = () => form.store.getState().axes ?? []

  /** The note disappears with its change, also when the key undid that. */
  function report(text: string, before: readonly SheetAxis[], run: () => void) {
    const close = undoNotes.add({
      text,
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

  /** Restored beside the current axes where there is room; else in place of one. */
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
      report(compare.removed(axisWords(old, words)), before, () => form.compare(before))
    },
    remove(at) {
      const before = axesNow()
      const old = before[at]
      if (!old) return
      form.compare(removeItem(before, at))
      if (lengthOf(old) > 0)
        report(compare.removed(axisWords(old, words)), before, () => bringBack(at, old, before))
    },
    stop() {
      const before = axesNow()
      form.compare(null)
      if (before.some((axis) => lengthOf(axis) > 0))
        report(compare.stopped, before, () => form.compare(before))
    },
  }
}

function comparesSame(left: SheetAxis, right: SheetAxis): boolean {
  if (left.kind === 'model') return right.kind === 'model'
  return right.kind === 'field' && left.field === right.field
}

/** Undoes the last change of the comparison on Ctrl+Z (⌘Z); a text field has its own undo. */
export function undoByKey(form: FormStore, event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
  const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  if (isUndo && !isText && form.undoCompare()) event.preventDefault()
}

/** Keeps the focus near its old position when its element disappears with a change of the comparison. */
export function useKeptFocus(form: FormStore, place: RefObject<HTMLElement | null>): void {
  const axes = useStore(form.store, (state) => state.axes)
  const last = useRef(axes)
  useEffect(() => {
    const isLost = last.current !== axes && document.activeElement === document.body
    last.current = axes
    if (isLost) place.current?.focus()
  }, [axes, place])
}
