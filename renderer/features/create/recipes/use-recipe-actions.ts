import { useMemo } from 'react'
import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { KeptRecipe } from '../../../../shared/bridge/recipe-procedures.ts'
import { looksLikeReply } from '../../../../shared/library/proof-bounds.ts'
import { findSettings } from '../../../forms/find-settings.ts'
import { useIntake } from '../../../forms/intake-context.tsx'
import { saveText } from '../../../media/save-file.ts'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useRecipesDialogWords } from '../../../words/recipes-dialog-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { createDeletionNotes } from './deletion-notes.ts'
import { mostRecipeBytes, nameRecipeFile } from './recipe-files.ts'
import type { RecipesStore } from './recipes-store.ts'

/** The actions on recipes; each reports its result. */
export interface RecipeActions {
  use(recipe: KeptRecipe): void
  rename(recipe: KeptRecipe, name: string): void
  pin(recipe: KeptRecipe): void
  remove(recipe: KeptRecipe): void
  /** Shows what becomes of everything that its model is used by with another one. */
  moveOn(recipe: KeptRecipe): void
  /** All by default. */
  exportThese(recipes: readonly KeptRecipe[] | null): void
  importFiles(files: readonly File[]): void
}

export function useRecipeActions(recipesStore: RecipesStore): RecipeActions {
  const { recipes: table, router, bridge, collecting, studio } = useAtelier()
  const intake = useIntake()
  const { failures } = useWords()
  const words = useRecipesDialogWords()
  const notify = useNotify()
  return useMemo(() => {
    async function reported<Value>(requested: Promise<BridgeResult<Value>>): Promise<Value | null> {
      const result = await requested
      if (result.ok) return result.value
      notify(failures.sentence(result.error), 'danger')
      return null
    }

    const deletions = createDeletionNotes(recipesStore.lastDeletion, {
      show: (deleted, run) =>
        notify(words.removed(deleted.map(({ name }) => name)), 'calm', { label: words.undo, run }),
      bringBack: (recipe) => reported(recipesStore.bringBack(recipe)),
    })

    async function remove(recipe: KeptRecipe) {
      const removed = await reported(recipesStore.remove(recipe.recipeId))
      if (removed) deletions.add(removed)
    }

    async function exportThese(recipes: readonly KeptRecipe[] | null) {
      const file = await reported(recipesStore.exportText(recipes?.map(({ recipeId }) => recipeId)))
      if (!file) return
      const isDesktop = studio.store.getState().status?.host === 'desktop'
      saveText(nameRecipeFile(recipes ?? [], new Date(), isDesktop), file.text, 'application/json')
    }

    async function undoImport(added: readonly KeptRecipe[]) {
      const undone = await reported(recipesStore.undoImport(added))
      if (undone) notify(words.importUndone(undone.removed, undone.kept))
    }

    async function importFile(file: File) {
      if (file.size > mostRecipeBytes) return notify(words.tooLarge(file.name), 'danger')
      const text = await file.text().catch(() => null)
      if (text === null) return notify(words.unreadable(file.name), 'danger')
      if (looksLikeReply(text)) return collecting.setState({ reply: text })
      const result = await recipesStore.importText(text)
      if (!result.ok) {
        const { code } = result.error
        // Such as a sidecar of another program.
        const found =
          code === 'not_recipes' ? await findSettings([{ type: 'file', file }], { bridge, intake }) : null
        if (found && found !== 'made_here') {
          recipesStore.hide()
          router.go('create')
          return intake.showCarried(found)
        }
        const isOfFile = code === 'not_recipes' || code === 'newer_recipes'
        return notify(isOfFile ? words.refused[code](file.name) : failures.sentence(result.error), 'danger')
      }
      const { added, known } = result.value
      const show = () => {
        router.go('create')
        recipesStore.show()
      }
      const undo = { label: words.undo, run: () => void undoImport(added) }
      notify(
        words.imported(added.length, known),
        'calm',
        ...(recipesStore.store.getState().open ? [] : [{ label: words.show, run: show }]),
        ...(added.length > 0 ? [undo] : []),
      )
    }

    return {
      use({ recipeId, name, modelId, values }) {
        recipesStore.noteUse(recipeId)
        recipesStore.hide()
        table.offer({ modelId, values, kept: { recipeId, name } })
      },
      rename: ({ recipeId }, name) => void reported(recipesStore.rename(recipeId, name)),
      pin: ({ recipeId, isPinned }) => void reported(recipesStore.pin(recipeId, !isPinned)),
      remove: (recipe) => void remove(recipe),
      moveOn({ modelId }) {
        recipesStore.hide()
        recipesStore.moveOn(modelId)
      },
      exportThese: (recipes) => void exportThese(recipes),
      importFiles(files) {
        for (const file of files) void importFile(file)
      },
    }
  }, [recipesStore, table, router, bridge, collecting, studio, intake, words, failures, notify])
}
