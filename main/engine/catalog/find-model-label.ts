import { models } from '../../../shared/catalog/index.ts'
import { labelOfModel } from '../../../shared/catalog/model.ts'
import type { SayOwn } from '../../../shared/catalog/own-texts.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import type { DescriptionStore } from './ports.ts'

/** The name of a model, even one that no description lists any more; its id where it was never known. */
export function findModelLabel(
  modelId: string,
  store: Pick<DescriptionStore, 'labels'>,
  say: SayOwn,
): string {
  const own = models.find(({ id }) => id === modelId)
  if (own) return labelOfModel(own, say)
  const retired = retiredModels.find(({ id }) => id === modelId)
  return (retired && say(retired.label)) ?? store.labels().get(modelId) ?? modelId
}
