import type { ModelSummary, SubmissionView } from '../../../../shared/bridge/views.ts'
import { seedField } from '../../../forms/roll-seed.ts'
import type { Recipe } from '../../../shell/recipe-handoff.ts'
import type { Words } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import type { RecipesStore } from './recipes-store.ts'
import { isRemarkable } from './restore-settings.ts'

interface LoadOfferedDeps {
  readonly form: FormStore
  readonly recipes: Pick<RecipesStore, 'restore' | 'say'>
  readonly models: readonly ModelSummary[]
  readonly words: Words['recipes']
  readonly notify: (
    text: string,
    tone: 'calm',
    undo: { readonly label: string; readonly run: () => void },
  ) => void
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
  const { form, recipes, models, words, notify } = deps
  const outcome = await recipes.restore({ form, models }, offered)
  if (!outcome) return
  recipes.say(outcome)
  if (outcome.kind === 'unusable' && !form.store.getState().detail) deps.onEmpty()
  if (outcome.kind !== 'restored' || isRemarkable(outcome)) return
  const undo = { label: words.undo, run: () => void outcome.undo?.() }
  const { modelId, values, sendAt: estimate, kept } = offered
  if (!estimate) return notify(words.outcome.plain(kept?.name ?? null), 'calm', undo)
  const sent = await form.send({ runs: [{ modelId, values, estimate }], sheet: null })
  if (sent.length > 0) deps.onSent(sent)
  const hasSeed = values[seedField] !== undefined
  notify(sent.length > 0 ? words.outcome.varied(hasSeed) : words.outcome.notSent, 'calm', undo)
}
