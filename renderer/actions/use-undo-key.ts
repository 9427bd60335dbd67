import { useStore } from 'zustand'
import { useAtelier } from '../shell/atelier-context.tsx'
import { useKeys } from '../shell/keys.ts'
import { useFormUndo, useNotify } from '../ui/toaster.tsx'
import { useWords } from '../words/words-context.tsx'

/** Ctrl+Z uses the undo of the note that stands; once none does, the last change of files' marks is undone. */
export function useUndoKey(): void {
  const { bridge } = useAtelier()
  const { failures } = useWords()
  const notify = useNotify()
  const undo = useStore(useFormUndo().store, (state) => state.undo)
  async function undoLast() {
    const { judgingOf } = await import('./judging.ts')
    const result = await judgingOf(bridge).undoLast()
    if (result?.ok === false) notify(failures.sentence(result.error), 'danger')
  }
  useKeys([
    {
      key: 'z',
      mod: true,
      shift: false,
      outsideText: true,
      run: () => (undo ? undo() : void undoLast()),
    },
  ])
}
