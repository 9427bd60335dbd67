import type { KeptRecipe } from '../../../../shared/bridge/recipe-procedures.ts'

interface DeletionNotesDeps {
  /** Shows what was deleted, with an undo. */
  show(
    deleted: readonly KeptRecipe[],
    undo: () => void,
  ): { readonly close: () => void; readonly isOpen: () => boolean }
  bringBack(recipe: KeptRecipe): Promise<unknown>
}

interface Standing {
  readonly deleted: readonly KeptRecipe[]
  readonly note: ReturnType<DeletionNotesDeps['show']>
}

/** The note that was shown last; it outlives the list that it was made in. */
export interface LastDeletion {
  current: Standing | null
}

/** Notes of deleted recipes, one at a time: a recipe deleted while one stands joins it, and its undo. */
export function createDeletionNotes(last: LastDeletion, { show, bringBack }: DeletionNotesDeps) {
  async function undo(deleted: readonly KeptRecipe[]): Promise<void> {
    // In the order in which they were deleted, so that the last one is the one touched last, as before.
    for (const recipe of deleted) await bringBack(recipe)
  }

  return {
    add(recipe: KeptRecipe): void {
      const before = last.current?.note.isOpen() ? last.current : null
      const deleted = [...(before?.deleted ?? []), recipe]
      before?.note.close()
      last.current = { deleted, note: show(deleted, () => void undo(deleted)) }
    },
  }
}
