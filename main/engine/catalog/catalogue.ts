import type { DeprecationNotice } from '../../../shared/api/deprecation.ts'
import type { SunsetBody } from '../../../shared/api/error.ts'
import {
  type ModelDeprecation,
  type ModelDetail,
  type ModelSummary,
  modelSummarySchema,
} from '../../../shared/bridge/views.ts'
import { models } from '../../../shared/catalog/index.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import { requestFields } from '../../../shared/form/request-fields.ts'
import type { MicroUsd } from '../../../shared/pricing/money.ts'
import type { PriceTable } from '../../../shared/pricing/price-table.ts'
import type { DescribedEndpoint } from '../connection/ports.ts'
import { createAssignments } from './assign-endpoints.ts'
import { builtInModel, describedModel, type KnownModel, labelOf, mergeModel } from './described-model.ts'
import { keepDescription, readDescription } from './description.ts'
import type { DescriptionStore } from './ports.ts'
import { detailOfRetired, summarizeRetired } from './retired-views.ts'

export interface CatalogueWorld {
  /** Model id to path, as the person set it. */
  modelPaths(): Readonly<Record<string, string>>
  /** Absent: nothing is kept. */
  readonly store?: DescriptionStore
}

/** What is known of every model: the built-in rows, what the service describes, and what it said of their end. */
export interface Catalogue {
  list(): ModelSummary[]
  /** The model with this id in either case; null where there is none. */
  find(modelId: string): ModelDetail | null
  /**
   * What this service describes; null where it can't be read now: then what was kept of it holds. What another said
   * of its models is forgotten.
   */
  describe(endpoints: readonly DescribedEndpoint[] | null, serviceId: string): void
  noteDeprecation(modelId: string, notice: DeprecationNotice): void
  noteSunset(modelId: string, body: SunsetBody | null): void
}

const noStore: DescriptionStore = {
  read: () => undefined,
  write() {},
  labels: () => new Map(),
  writeLabels() {},
}

export function createCatalogue({ modelPaths, store = noStore }: CatalogueWorld): Catalogue {
  let endpoints: readonly DescribedEndpoint[] = []
  let describedService: string | null = null
  const noticed = new Map<string, ModelDeprecation>()
  const assignments = createAssignments(modelPaths)
  const read = new Map<string, KnownModel[]>()

  /** Models are read from their description when they are first asked for, and once; one that can't be is passed over. */
  function readOnce(key: string, make: () => KnownModel): KnownModel[] {
    const known = read.get(key) ?? tryToRead(make)
    read.set(key, known)
    return known
  }

  function knownModels(): KnownModel[] {
    const { builtIn, added } = assignments.of(endpoints)
    return [
      ...models.flatMap((model) => {
        const endpoint = builtIn.get(model.id)
        if (endpoint) return readOnce(`${model.id} ${endpoint.path}`, () => mergeModel(model, endpoint))
        const paths = modelPaths()
        return builtInModel(model, (Object.hasOwn(paths, model.id) && paths[model.id]) || null)
      }),
      ...[...added].flatMap(([id, endpoint]) =>
        readOnce(`${id} ${endpoint.path}`, () => describedModel(id, endpoint)),
      ),
    ]
  }

  function summarize(model: KnownModel): ModelSummary {
    return summaryOf(model, noticed.get(model.id) ?? null)
  }

  return {
    list: () => [...knownModels().map(summarize), ...retiredModels.map(summarizeRetired)],
    find(modelId) {
      const wanted = modelId.toLowerCase()
      const model = knownModels().find(({ id }) => id === wanted)
      if (model) return { ...summarize(model), ...detailOf(model) }
      const retired = retiredModels.find(({ id }) => id === wanted)
      return retired ? detailOfRetired(retired) : null
    },
    describe(described, serviceId) {
      endpoints = described ?? readDescription(store.read(serviceId)) ?? []
      read.clear()
      if (serviceId !== describedService) noticed.clear()
      describedService = serviceId
      if (described === null) return
      store.write(serviceId, keepDescription(described))
      store.writeLabels(new Map([...assignments.of(described).added].map(([id, one]) => [id, labelOf(one)])))
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

/** A description may hold anything: what no reading was made for costs only its own model. */
function tryToRead(make: () => KnownModel): KnownModel[] {
  try {
    const model = make()
    return modelSummarySchema.safeParse(summaryOf(model, null)).success ? [model] : []
  } catch {
    return []
  }
}

function summaryOf(
  { id, kind, label, path, schema, pricing, deprecation }: KnownModel,
  noticed: ModelDeprecation | null,
): ModelSummary {
  return {
    id,
    kind,
    label,
    fieldNames: Object.keys(requestFields(schema)),
    path,
    priceFrom: lowestPrice(pricing),
    deprecation: noticed ?? deprecation,
  }
}

function detailOf({ schema, aliases, renamedValues, notes, pricing }: KnownModel) {
  return {
    schema: schema as JsonSchema,
    aliases: [...aliases],
    renamedValues: [...renamedValues],
    notes: [...notes],
    pricing,
  }
}

function lowestPrice(pricing: PriceTable | null): ModelSummary['priceFrom'] {
  if (!pricing) return null
  const lowest = Math.min(...pricing.points.map((point) => point.microUsd)) as MicroUsd
  return { unit: pricing.unit, microUsd: lowest }
}
