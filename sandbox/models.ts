import { models } from '../shared/catalog/index.ts'
import type { Model, RetiredModel } from '../shared/catalog/model.ts'
import { retiredModels } from '../shared/catalog/retired.ts'

/** Where this sandbox takes jobs for a model: `/generate/{kind}/sandbox/{id}`. */
export function generationPath(model: Pick<Model, 'kind' | 'id'>): string {
  return `/generate/${model.kind}/sandbox/${model.id}`
}

const served: ReadonlyMap<string, Model> = new Map(models.map((model) => [generationPath(model), model]))
const retired: ReadonlyMap<string, RetiredModel> = new Map(
  retiredModels.map((model) => [generationPath(model), model]),
)

/** The model that stands at this path; undefined where none does. */
export function findServedModel(path: string): Model | undefined {
  return served.get(path)
}

/** The retired model that stood at this path; undefined where none did. */
export function findRetiredModel(path: string): RetiredModel | undefined {
  return retired.get(path)
}
