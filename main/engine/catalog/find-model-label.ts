import { models } from '../../../shared/catalog/index.ts'
import type { SayOwn } from '../../../shared/catalog/own-texts.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import type { DescriptionStore } from './ports.ts'

/** The name of a model, even one that no description lists any more; its id where it was never known. */
export function findModelLabel(
  modelId: string,
  store: Pick<DescriptionStore, 'labels'>,
  say: SayOwn,
): string {
  const own = [...models, ...retiredModels].find(({ id }) => id === modelId)
  return (own && say(own.label)) ?? store.labels().get(modelId) ?? modelId
}
