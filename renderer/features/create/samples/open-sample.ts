import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import type { Intake } from '../../../forms/intake-store.ts'
import type { FormStore } from '../composer/form-store.ts'
import type { RecipesStore } from '../recipes/recipes-store.ts'
import { sampleImage } from './sample-files.ts'
import type { Sample } from './samples.ts'

export interface OpenSampleDeps {
  readonly form: FormStore
  readonly recipes: RecipesStore
  readonly intake: Pick<Intake, 'keep'>
  readonly models: readonly ModelSummary[]
}

/** Fills the form with a sample's settings. Returns how to undo that; null where nothing was changed. */
export async function openSample(
  { form, recipes, intake, models }: OpenSampleDeps,
  sample: Sample,
  prompt: string,
): Promise<(() => void) | null> {
  const start =
    sample.startsWith === undefined ? null : await keepImage(intake, sampleImage(sample.startsWith))
  const values = { prompt, ...sample.values, ...(start !== null && { start_image: start }) }
  const outcome = await recipes.restore({ form, models }, { modelId: sample.modelId, values })
  if (outcome?.kind !== 'restored') return null
  const { axes } = form.store.getState()
  form.compare(sample.axes ?? null)
  return () => {
    form.compare(axes)
    void outcome.undo?.()
  }
}

/** The image as a value of the form; null where it can't be read. */
async function keepImage(intake: Pick<Intake, 'keep'>, address: string): Promise<string | null> {
  const response = await fetch(address).catch(() => null)
  if (!response?.ok) return null
  const file = new File([await response.blob()], 'sample.webp', { type: 'image/webp' })
  return intake.keep({ type: 'file', file })
}
