import { models } from '../../shared/catalog/index.ts'
import type { Model, RetiredModel } from '../../shared/catalog/model.ts'
import { retiredModels } from '../../shared/catalog/retired.ts'
import { ownFields } from './own-fields.ts'

/** Where this sandbox takes jobs for a model: `/generate/{kind}/sandbox/{id}`. */
export function generationPath(model: Pick<Model, 'kind' | 'id'>): string {
  return `/generate/${model.kind}/sandbox/${model.id}`
}

/** The catalogue's models, with this sandbox's names for what the listing leaves unnamed. */
export const servedModels: readonly Model[] = models.map((model) => {
  const fields = ownFields[model.id]
  return fields ? { ...model, request: model.request.extend(fields) } : model
})

const servedByPath: ReadonlyMap<string, Model> = new Map(
  servedModels.map((model) => [generationPath(model), model]),
)
const servedById: ReadonlyMap<string, Model> = new Map(servedModels.map((model) => [model.id, model]))
const retiredByPath: ReadonlyMap<string, RetiredModel> = new Map(
  retiredModels.map((model) => [generationPath(model), model]),
)

/** The model that stands at this path; undefined where none does. */
export function findServedModel(path: string): Model | undefined {
  return servedByPath.get(path)
}

/** The model with this id; undefined where there is none. */
export function findModelById(id: string): Model | undefined {
  return servedById.get(id)
}

/** The retired model that stood at this path; undefined where none did. */
export function findRetiredModel(path: string): RetiredModel | undefined {
  return retiredByPath.get(path)
}
