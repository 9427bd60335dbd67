import { z } from 'zod'
import { mediaKinds } from '../../../shared/api/media.ts'
import { answer, deprecationOf, failed, priceOf } from './tool-results.ts'
import { agentTools as words } from './tool-words.ts'
import { defineTool, reading } from './tools.ts'

/** How many models one answer lists: agents read all of it (AGENT66). */
const mostListed = 100
const mostDescription = 300

function shorten(text: string | null): string | null {
  if (text === null || text.length <= mostDescription) return text
  return `${text.slice(0, mostDescription - 1).toWellFormed()}…`
}

export const modelTools = [
  defineTool({
    name: 'list_models',
    ...words.listModels,
    input: z.strictObject({
      kind: z.enum(mediaKinds).optional(),
      search: z.string().max(200).optional(),
      cursor: z
        .string()
        .regex(/^[0-9]{1,6}$/)
        .optional(),
      limit: z.int().min(1).max(mostListed).default(mostListed),
    }),
    annotations: { ...reading, openWorldHint: true },
    async run({ kind, search = '', cursor = '0', limit }, { call }) {
      const listed = await call('catalog.list', {})
      if (!listed.ok) return failed(listed.error)
      const wanted = search.trim().toLowerCase()
      const models = listed.value.filter(
        (model) =>
          (kind === undefined || model.kind === kind) &&
          `${model.id} ${model.label} ${model.description ?? ''}`.toLowerCase().includes(wanted),
      )
      const from = Number(cursor)
      const next = from + limit
      return answer({
        models: models.slice(from, next).map((model) => ({
          id: model.id,
          kind: model.kind,
          label: model.label,
          description: shorten(model.description),
          price_from: model.priceFrom && {
            unit: model.priceFrom.unit,
            micro_usd: model.priceFrom.microUsd,
          },
          ...deprecationOf(model.deprecation),
        })),
        next_cursor: next < models.length ? String(next) : null,
        total: models.length,
      })
    },
  }),
  defineTool({
    name: 'get_model_schema',
    ...words.getModelSchema,
    input: z.strictObject({ model_id: z.string().max(200).describe(words.modelId) }),
    annotations: { ...reading, openWorldHint: true },
    async run({ model_id: modelId }, { call }) {
      const found = await call('catalog.model', { modelId })
      if (!found.ok) return failed(found.error)
      const { id, kind, label, description, schema, notes, pricing, deprecation } = found.value
      const prices = pricing && { ...pricing, points: pricing.points.map(priceOf) }
      const model = { id, kind, label, description, schema, notes, pricing: prices }
      return answer({ ...model, ...deprecationOf(deprecation) })
    },
  }),
]
