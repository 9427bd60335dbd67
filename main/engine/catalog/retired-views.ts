import type { ModelDetail, ModelSummary } from '../../../shared/bridge/views.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import type { RetiredModel } from '../../../shared/catalog/model.ts'

/** Fields that every request of a retired model accepted (decision 3). */
const retiredSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { prompt: { type: 'string' } },
  required: ['prompt'],
  additionalProperties: false,
}

export function summarizeRetired({
  id,
  kind,
  label,
  sunsetDate,
  cause,
  replacement,
}: RetiredModel): ModelSummary {
  return {
    id,
    kind,
    label,
    fieldNames: ['prompt'],
    path: null,
    priceFrom: null,
    deprecation: {
      state: 'sunset',
      sunsetDate,
      cause,
      replacement: replacement && { ...replacement, modelId: null },
      link: null,
    },
  }
}

export function detailOfRetired(model: RetiredModel): ModelDetail {
  return {
    ...summarizeRetired(model),
    schema: retiredSchema,
    aliases: [],
    renamedValues: [],
    notes: [],
    pricing: null,
  }
}
