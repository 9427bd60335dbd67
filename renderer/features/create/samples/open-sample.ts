import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { createStaleGuard } from '../../../bridge/stale-guard.ts'
import type { Intake } from '../../../forms/intake-store.ts'
import type { UndoNotes } from '../../../ui/undo-notes.ts'
import type { FormStore } from '../composer/form-store.ts'
import type { RecipesStore } from '../recipes/recipes-store.ts'
import { isRemarkable } from '../recipes/restore-settings.ts'
import { sampleImage } from './sample-files.ts'
import type { Sample } from './samples.ts'

export interface OpenSampleDeps {
  readonly form: FormStore
  readonly recipes: Pick<RecipesStore, 'restore' | 'say'>
  readonly intake: Pick<Intake, 'keep'>
  readonly models: readonly ModelSummary[]
  readonly undoNotes: Pick<UndoNotes, 'withdraw'>
}

/**
 * Fills the form with a sample’s settings. Returns how to undo that; null where nothing was changed, or where
 * the outcome is shown with an undo of its own, as for a file that could not be read.
 */
export type OpenSample = (
  deps: OpenSampleDeps,
  sample: Sample,
  prompt: string,
) => Promise<(() => Promise<void>) | null>

/** Opens samples: the one that was chosen last, however long another takes. */
export function createSampleOpener(): OpenSample {
  const guard = createStaleGuard()
  return async ({ form, recipes, intake, models, undoNotes }, sample, prompt) => {
    guard.supersede()
    const { modelId } = form.store.getState()
    const { response: start, accept } = await guard.read(keepStart(intake, sample))
    // Another sample or another model was chosen meanwhile.
    if (!accept() || form.store.getState().modelId !== modelId) return null
    const values = { prompt, ...sample.values, ...(start.kind === 'kept' && { start_image: start.value }) }
    const restored = await recipes.restore({ form, models }, { modelId: sample.modelId, values })
    if (!restored) return null
    const isMissing = restored.kind === 'restored' && start.kind === 'missing'
    const outcome = isMissing ? { ...restored, missing: [...restored.missing, 'start_image'] } : restored
    recipes.say(outcome)
    if (outcome.kind !== 'restored') return null
    const { axes } = form.store.getState()
    form.fillCompare(sample.axes ?? null)
    if (isRemarkable(outcome)) {
      undoNotes.withdraw()
      return null
    }
    return async () => {
      form.fillCompare(axes)
      await outcome.undo?.()
    }
  }
}

type Start =
  | { readonly kind: 'none' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'kept'; readonly value: string }

async function keepStart(intake: Pick<Intake, 'keep'>, { startsWith }: Sample): Promise<Start> {
  if (startsWith === undefined) return { kind: 'none' }
  const value = await keepImage(intake, sampleImage(startsWith))
  return value === null ? { kind: 'missing' } : { kind: 'kept', value }
}

/** The image as a value of the form; null where it can't be read. */
async function keepImage(intake: Pick<Intake, 'keep'>, address: string): Promise<string | null> {
  const response = await fetch(address).catch(() => null)
  if (!response?.ok) return null
  const file = new File([await response.blob()], 'sample.webp', { type: 'image/webp' })
  return intake.keep({ type: 'file', file })
}
