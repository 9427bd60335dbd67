import { useUndoable } from '../../actions/use-undoable.ts'
import { useNotify } from '../../ui/toaster.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import type { LibraryStore } from './library-store.ts'

/** Moves files, by their keys, in the order of their collection, with an undo. */
export function useMoveFiles(library: LibraryStore) {
  const words = useLibraryWords()
  const { failures } = useWords()
  const notify = useNotify()
  const noteUndoable = useUndoable()

  return async (keys: readonly number[], before: number | null) => {
    const moving = library.move(keys, before)
    // The new order is shown at once, and so can be undone at once.
    noteUndoable(words.collections.moved(keys.length), async () => {
      const moved = await moving
      return moved.ok ? moved.value() : { ok: true, value: null }
    })
    const result = await moving
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
  }
}
