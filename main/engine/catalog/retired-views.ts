import type { ModelDetail, ModelSummary } from '../../../shared/bridge/views.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import type { RetiredModel } from '../../../shared/catalog/model.ts'
import type { SayOwn } from '../../../shared/catalog/own-texts.ts'

/** Fields that every request of a retired model accepted (decision 3). */
const retiredSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { prompt: { type: 'string' } },
  required: ['prompt'],
  additionalProperties: false,
}

/** The cause is in the listing's own words. */
export function summarizeRetired(
  { id, kind, label, sunsetDate, cause, replacement }: RetiredModel,
  say: SayOwn,
): ModelSummary {
  return {
    id,
    kind,
    label: say(label),
    description: null,
    fieldNames: ['prompt'],
    resolutions: [],
    makesAudio: kind === 'audio',
    path: null,
    priceFrom: null,
    deprecation: {
      state: 'sunset',
      sunsetDate,
      cause,
      replacement: replacement && { ...replacement, label: say(replacement.label), modelId: null },
      link: null,
    },
  }
}

export function detailOfRetired(model: RetiredModel, say: SayOwn): ModelDetail {
  return {
    ...summarizeRetired(model, say),
    schema: retiredSchema,
    aliases: [],
    renamedValues: [],
    notes: [],
    pricing: null,
  }
}
