import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import type { Recipe } from '../../../shell/recipe-handoff.ts'
import type { UndoNotes } from '../../../ui/undo-notes.ts'
import type { RestoredWords } from '../../../words/restored-words.ts'
import type { FormStore } from '../composer/form-store.ts'
import type { RecipesStore } from './recipes-store.ts'
import { isRemarkable } from './restore-settings.ts'

interface LoadOfferedDeps {
  readonly form: FormStore
  readonly recipes: Pick<RecipesStore, 'restore' | 'say'>
  readonly models: readonly ModelSummary[]
  readonly words: RestoredWords
  readonly undoNotes: Pick<UndoNotes, 'add' | 'withdraw'>
  /** Called where the settings can’t be used and the form is empty. */
  readonly onEmpty: () => void
}

/**
 * Loads offered settings into the form, and returns whether they were. The outcome is shown once it is known, with an
 * undo.
 */
export async function loadOffered(deps: LoadOfferedDeps, offered: Recipe): Promise<boolean> {
  const { form, recipes, models, words, undoNotes } = deps
  const outcome = await recipes.restore({ form, models }, offered)
  if (!outcome) return false
  recipes.say(outcome)
  if (outcome.kind === 'unusable' && !form.store.getState().detail) deps.onEmpty()
  if (outcome.kind !== 'restored') return false
  // Shown in the form, with an undo of its own.
  if (isRemarkable(outcome)) {
    undoNotes.withdraw()
    return true
  }
  undoNotes.add({
    text:
      offered.fileName === undefined
        ? words.outcome.plain(offered.kept?.name ?? null)
        : words.outcome.fromFile(offered.fileName),
    label: words.undo,
    isWhole: true,
    run() {
      recipes.say(null)
      return outcome.undo?.()
    },
  })
  return true
}
