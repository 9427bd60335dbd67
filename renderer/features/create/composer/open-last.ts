import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { ModelDetail, ModelSummary } from '../../../../shared/bridge/views.ts'
import type { Restored, Values } from './draft.ts'
import type { FormStore } from './form-store.ts'

interface FirstForm {
  readonly form: FormStore
  readonly models: readonly ModelSummary[]
  readonly prompt: string
  /** Called with the last visit's model where it is gone: its settings are kept, and carried as far as they fit. */
  readonly onGone?: (modelId: string, values: Values) => void
}

/**
 * Opens the last visit's model, else the first; returns the outcome for the draft. An unlisted model is still
 * requested, as the list may be outdated; where that can't be done yet, it may still be described, and nothing
 * is opened.
 */
export async function openLast(
  { form, models, prompt, onGone }: FirstForm,
  detail: ((modelId: string) => Promise<BridgeResult<ModelDetail>>) | null,
): Promise<Restored | null> {
  const { modelId } = form.store.getState()
  if (modelId === null) return openFirst({ form, models, prompt })
  const isListed = models.some((model) => model.id === modelId)
  const isKnown = isListed || (await detail?.(modelId))?.ok
  // The person may have chosen another one meanwhile.
  if (form.store.getState().modelId !== modelId) return null
  if (isKnown) return form.choose(modelId)
  if (!detail) return null
  const first = chooseFirstModel(models)
  const draft = form.draftOf(modelId)
  if (!first || !draft) return openFirst({ form, models, prompt })
  await form.choose(first.id)
  onGone?.(modelId, draft)
  return null
}

async function openFirst({ form, models, prompt }: FirstForm): Promise<null> {
  const first = chooseFirstModel(models)
  if (first) await form.restore(first.id, { prompt })
  return null
}

/** The default for new users: fast, and needs only a prompt. */
const firstChoices: readonly string[] = ['i3']

/** The model to start with: the default where it can be used, else the first image model that can, else any. */
export function chooseFirstModel(models: readonly ModelSummary[]): ModelSummary | null {
  const usable = models.filter((model) => model.deprecation?.state !== 'sunset')
  const reachable = usable.filter((model) => model.path !== null)
  const pool = reachable.length > 0 ? reachable : usable
  return (
    pool.find((model) => firstChoices.includes(model.id)) ??
    pool.find((model) => model.kind === 'image') ??
    pool[0] ??
    null
  )
}
