import { useStore } from 'zustand'
import { useAtelier } from '../shell/atelier-context.tsx'
import { useKeys } from '../shell/keys.ts'
import { useFormUndo, useNotify } from '../ui/toaster.tsx'
import { useWords } from '../words/words-context.tsx'
import { undoLatest } from './mark.ts'

/** Ctrl+Z undoes a mark that is under way, else by the note that stands, else the last change of files' marks. */
export function useUndoKey(): void {
  const { bridge } = useAtelier()
  const words = useWords()
  const notify = useNotify()
  const undo = useStore(useFormUndo().store, (state) => state.undo)
  useKeys([
    {
      key: 'z',
      mod: true,
      shift: false,
      outsideText: true,
      run: () => void undoLatest(undo, { bridge, notify, words }),
    },
  ])
}
