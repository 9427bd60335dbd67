import { useCallback } from 'react'
import { useAtelier } from '../shell/atelier-context.tsx'
import { useFormUndo, useNotify } from '../ui/toaster.tsx'
import { useWords } from '../words/words-context.tsx'
import { judgingOf, type Undo } from './judging.ts'
import { noteUndoable } from './note-undoable.ts'

/** Says what was done, with an undo that is remembered for Ctrl+Z; `patience`: how long that may take, in milliseconds. */
export function useUndoable(): (text: string, undo: Undo, patience?: number) => void {
  const { bridge } = useAtelier()
  const notify = useNotify()
  const undoNotes = useFormUndo()
  const words = useWords()
  return useCallback(
    (text, undo, patience) =>
      noteUndoable({ bridge, undoNotes, notify, words }, text, judgingOf(bridge).remember(undo, patience)),
    [bridge, undoNotes, notify, words],
  )
}
