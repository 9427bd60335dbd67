import { z } from 'zod'
import { mediaKinds } from '../../../shared/api/media.ts'
import { agentTools as words } from '../../words/en/agent-tools.ts'
import { answer, deprecationOf, failed, priceOf } from './tool-results.ts'
import { defineTool, reading } from './tools.ts'

export const modelTools = [
  defineTool({
    name: 'list_models',
    ...words.listModels,
    input: z.strictObject({
      kind: z.enum(mediaKinds).optional(),
      search: z.string().max(200).optional(),
    }),
    annotations: { ...reading, openWorldHint: true },
    async run({ kind, search = '' }, { call }) {
      const listed = await call('catalog.list', {})
      if (!listed.ok) return failed(listed.error)
      const wanted = search.trim().toLowerCase()
      const models = listed.value.filter(
        (model) =>
          (kind === undefined || model.kind === kind) &&
          `${model.id} ${model.label} ${model.description ?? ''}`.toLowerCase().includes(wanted),
      )
      return answer({
        models: models.map((model) => ({
          id: model.id,
          kind: model.kind,
          label: model.label,
          description: model.description,
          price_from: model.priceFrom && {
            unit: model.priceFrom.unit,
            micro_usd: model.priceFrom.microUsd,
          },
          ...deprecationOf(model.deprecation),
        })),
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
