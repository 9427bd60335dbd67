import { useStore } from 'zustand'
import { useAtelier } from '../shell/atelier-context.tsx'
import { useKeys } from '../shell/keys.ts'
import { useFormUndo, useNotify } from '../ui/toaster.tsx'
import { useWords } from '../words/words-context.tsx'
import { undoLatest } from './mark.ts'

/** Ctrl+Z undoes the last change: that of the note that stands, or a later one of files' marks. */
export function useUndoKey(): void {
  const { bridge } = useAtelier()
  const words = useWords()
  const notify = useNotify()
  const standing = useStore(useFormUndo().store)
  useKeys([
    {
      key: 'z',
      mod: true,
      shift: false,
      outsideText: true,
      run: () => void undoLatest(standing, { bridge, notify, words }),
    },
  ])
}
