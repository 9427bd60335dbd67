import type { DeprecationNotice } from '../../../shared/api/deprecation.ts'
import type { SunsetBody } from '../../../shared/api/error.ts'
import type { ModelDeprecation, ModelDetail, ModelSummary } from '../../../shared/bridge/views.ts'
import { findModel, models } from '../../../shared/catalog/index.ts'
import { type JsonSchema, requestSchema } from '../../../shared/catalog/json-schema.ts'
import type { Model, RetiredModel } from '../../../shared/catalog/model.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import type { MicroUsd } from '../../../shared/pricing/money.ts'
import type { PriceTable } from '../../../shared/pricing/price-table.ts'
import type { DescribedEndpoint } from '../connection/ports.ts'

export interface CatalogueWorld {
  /** Model id to path, as the person set it. */
  modelPaths(): Readonly<Record<string, string>>
}

/** What is known of every model: the built-in rows, where the service has them, and what it said of their end. */
export interface Catalogue {
  list(): ModelSummary[]
  /** The model with this id in either case; null where there is none. */
  find(modelId: string): ModelDetail | null
  /** What this service describes; null where nothing. What another said of its models is forgotten. */
  describe(endpoints: readonly DescribedEndpoint[] | null, serviceId: string): void
  noteDeprecation(modelId: string, notice: DeprecationNotice): void
  noteSunset(modelId: string, body: SunsetBody | null): void
}

export function createCatalogue({ modelPaths }: CatalogueWorld): Catalogue {
  let endpoints: readonly DescribedEndpoint[] = []
  let describedService: string | null = null
  const noticed = new Map<string, ModelDeprecation>()

  /** The person's mapping first, then the description's endpoint whose last segment is the model's id. */
  function pathOf(model: Model): string | null {
    const described = endpoints.find(
      ({ kind, model: segment }) => kind === model.kind && segment === model.id,
    )
    return modelPaths()[model.id] ?? described?.path ?? null
  }

  function summarize(model: Model): ModelSummary {
    return {
      id: model.id,
      kind: model.kind,
      label: model.label,
      fieldNames: Object.keys(model.request.shape),
      path: pathOf(model),
      priceFrom: lowestPrice(model.pricing),
      deprecation: noticed.get(model.id) ?? null,
    }
  }

  return {
    list: () => [...models.map(summarize), ...retiredModels.map(summarizeRetired)],
    find(modelId) {
      const model = findModel(modelId)
      if (model) {
        const { aliases, renamedValues, notes, pricing } = model
        return {
          ...summarize(model),
          schema: requestSchema(model),
          aliases: [...aliases],
          renamedValues: [...renamedValues],
          notes: [...notes],
          pricing,
        }
      }
      const retired = retiredModels.find(({ id }) => id === modelId.toLowerCase())
      return retired ? detailOfRetired(retired) : null
    },
    describe(described, serviceId) {
      endpoints = described ?? []
      if (serviceId !== describedService) noticed.clear()
      describedService = serviceId
    },
    noteDeprecation(modelId, { sunset, link }) {
      const sunsetDate = sunset?.slice(0, 10) ?? null
      noticed.set(modelId, { state: 'deprecated', sunsetDate, cause: null, replacement: null, link })
    },
    noteSunset(modelId, body) {
      noticed.set(modelId, {
        state: 'sunset',
        sunsetDate: body?.sunset_date ?? null,
        cause: body?.message ?? null,
        replacement: body?.replacement ? { label: body.replacement, modelId: null } : null,
        link: body?.migration_url ?? null,
      })
    },
  }
}

/** What every request of a model that is gone was known to take (decision 3). */
const retiredSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { prompt: { type: 'string' } },
  required: ['prompt'],
  additionalProperties: false,
}

function summarizeRetired({ id, kind, label, sunsetDate, cause, replacement }: RetiredModel): ModelSummary {
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
      replacement: replacement && { label: replacement.label, modelId: null },
      link: null,
    },
  }
}

function detailOfRetired(model: RetiredModel): ModelDetail {
  return {
    ...summarizeRetired(model),
    schema: retiredSchema,
    aliases: [],
    renamedValues: [],
    notes: [],
    pricing: null,
  }
}

function lowestPrice(pricing: PriceTable | null): ModelSummary['priceFrom'] {
  if (!pricing) return null
  const lowest = Math.min(...pricing.points.map((point) => point.microUsd)) as MicroUsd
  return { unit: pricing.unit, microUsd: lowest }
}
