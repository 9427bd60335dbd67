import type { ModelSummary, SubmissionView } from '../../../../shared/bridge/views.ts'
import { seedField } from '../../../forms/roll-seed.ts'
import type { Recipe } from '../../../shell/recipe-handoff.ts'
import type { UndoNotes } from '../../../ui/undo-notes.ts'
import type { Words } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import type { RecipesStore } from './recipes-store.ts'
import { isRemarkable } from './restore-settings.ts'

interface LoadOfferedDeps {
  readonly form: FormStore
  readonly recipes: Pick<RecipesStore, 'restore' | 'say'>
  readonly models: readonly ModelSummary[]
  readonly words: Words['recipes']
  readonly undoNotes: Pick<UndoNotes, 'add' | 'withdraw'>
  /** Called with the runs that were sent; not called where there are none. */
  readonly onSent: (runs: readonly SubmissionView[]) => void
  /** Called where the settings can’t be used and the form is empty. */
  readonly onEmpty: () => void
}

/**
 * Loads offered settings into the form, and sends them where that is wanted. What can’t be loaded unchanged is
 * not sent: the person sees the changes first. The outcome is shown once it is known, with an undo.
 */
export async function loadOffered(deps: LoadOfferedDeps, offered: Recipe): Promise<void> {
  const { form, recipes, models, words, undoNotes } = deps
  const outcome = await recipes.restore({ form, models }, offered)
  if (!outcome) return
  recipes.say(outcome)
  if (outcome.kind === 'unusable' && !form.store.getState().detail) deps.onEmpty()
  if (outcome.kind !== 'restored') return
  // Shown in the form, with an undo of its own.
  if (isRemarkable(outcome)) return undoNotes.withdraw()
  const run = () => outcome.undo?.()
  const say = (text: string) => void undoNotes.add({ text, label: words.undo, isWhole: true, run })
  const { modelId, values, sendAt: estimate, kept } = offered
  if (!estimate) return say(words.outcome.plain(kept?.name ?? null))
  const sent = await form.send({ runs: [{ modelId, values, estimate }], sheet: null })
  if (sent.length > 0) deps.onSent(sent)
  const hasSeed = values[seedField] !== undefined
  if (sent.length > 0) return say(words.outcome.varied(hasSeed))
  // After such a failure the run may exist: the form says what is known.
  const isUnclear = form.store.getState().refusal?.kind === 'failure'
  say(isUnclear ? words.outcome.loaded : words.outcome.notSent)
}
