import { z } from 'zod'
import { nonEmptyPrompt } from '../../shared/catalog/fields.ts'
import { models } from '../../shared/catalog/index.ts'
import type { Model } from '../../shared/catalog/model.ts'
import { retiredModels } from '../../shared/catalog/retired.ts'
import { ownFields } from './own-fields.ts'

/** This sandbox's path of a model: `/generate/{kind}/sandbox/{id}`. */
export function generationPath(model: Pick<Model, 'kind' | 'id'>): string {
  return `/generate/${model.kind}/sandbox/${model.id}`
}

/** The catalogue's models, with this sandbox's names for rules that the listing leaves unnamed. */
export const servedModels: readonly Model[] = models.map((model) => {
  const fields = ownFields[model.id]
  return fields ? { ...model, request: model.request.extend(fields) } : model
})

/**
 * The models that were retired before Atelier existed, as they were until their date: only their prompt is
 * known.
 */
export const endedModels: readonly Model[] = retiredModels.map(({ id, kind, label }) => ({
  id,
  kind,
  name: label,
  description: label,
  request: z.strictObject({ prompt: nonEmptyPrompt }),
  aliases: [],
  renamedValues: [],
  notes: [],
  pricing: null,
}))

const allModels = [...servedModels, ...endedModels]
const servedByPath: ReadonlyMap<string, Model> = new Map(
  allModels.map((model) => [generationPath(model), model]),
)
const servedById: ReadonlyMap<string, Model> = new Map(allModels.map((model) => [model.id, model]))

/** The model at this path, ended or not; undefined where there never was one. */
export function findServedModel(path: string): Model | undefined {
  return servedByPath.get(path)
}

/** The model with this id, ended or not; undefined where there is none. */
export function findModelById(id: string): Model | undefined {
  return servedById.get(id)
}
