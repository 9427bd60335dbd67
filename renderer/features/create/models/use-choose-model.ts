import { useCallback } from 'react'
import { axisWords, stepWords } from '../../../sheets/sheet-words.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { useFormUndo } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { lostAxes } from '../composer/form-comparing.ts'
import type { FormStore } from '../composer/form-store.ts'
import { openModel } from '../recipes/open-model.ts'
import type { RecipesStore } from '../recipes/recipes-store.ts'
import { isOnlyBack } from '../recipes/restore-settings.ts'

/** Opens a model; `keepsRuns` where the person picked it by itself, and not for a file. */
export type ChooseModel = (modelId: string, keepsRuns?: boolean) => Promise<void>

/**
 * Changes the model when the person chooses one; reports the effects on their draft and their comparison, with
 * an undo.
 */
export function useChooseModel(form: FormStore, recipes: RecipesStore): ChooseModel {
  const words = useWords()
  const undoNotes = useFormUndo()
  const models = useCatalog((state) => state.models)
  return useCallback(
    async (modelId, keepsRuns = true) => {
      const { sheet } = words.create
      const before = form.store.getState().axes ?? []
      const goBack = form.remember(modelId)
      await openModel({ form, recipes, models: models ?? [] }, modelId, keepsRuns)
      // Shown in the form, with an undo of its own.
      const { outcome } = recipes.store.getState()
      if (outcome && !isOnlyBack(outcome)) undoNotes.withdraw()
      const now = form.store.getState()
      const lost = now.modelId === modelId && now.detail ? lostAxes(before, now.axes ?? []) : []
      if (lost.length === 0) return
      const parts = lost.map((axis) =>
        sheet.lostPart(
          axisWords(axis, words),
          stepWords(axis, words, (id) => models?.find((one) => one.id === id)?.label ?? id),
        ),
      )
      function run() {
        recipes.say(null)
        return goBack()
      }
      undoNotes.add({ text: sheet.lost(parts), label: sheet.undo, isWhole: true, run })
    },
    [form, recipes, models, words, undoNotes],
  )
}
