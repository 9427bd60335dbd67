import type { ModelDeprecation, ModelSummary } from '../../../shared/bridge/views.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { requestFields } from '../../../shared/form/request-fields.ts'
import type { MicroUsd } from '../../../shared/pricing/money.ts'
import { durationField, type PriceTable } from '../../../shared/pricing/price-table.ts'
import type { KnownModel } from './described-model.ts'

/** A model as the picker shows it, with its end as of now. */
export function summaryOf(
  { id, kind, label, description, makesAudio, path, schema, pricing }: KnownModel,
  deprecation: ModelDeprecation | null,
): ModelSummary {
  const fields = requestFields(schema)
  return {
    id,
    kind,
    label,
    description,
    fieldNames: Object.keys(fields),
    resolutions: optionsOf(fields.resolution),
    makesAudio: kind === 'audio' || makesAudio === true || asksForAudio(fields),
    path,
    priceFrom: lowestPrice(pricing),
    deprecation,
  }
}

/** The texts that a field offers. */
function optionsOf(field: JsonSchema | undefined): string[] {
  return (field?.enum ?? []).filter((option) => typeof option === 'string')
}

/** A switch such as `generate_audio`: with it a result has audio. */
function asksForAudio(fields: Readonly<Record<string, JsonSchema>>): boolean {
  return Object.entries(fields).some(([name, { type }]) => /(^|_)audio$/.test(name) && type === 'boolean')
}

/** The lowest price of a table, and the lowest per second of the result. */
export function lowestPrice(pricing: PriceTable | null): ModelSummary['priceFrom'] {
  if (!pricing) return null
  const amounts = pricing.points.map(({ microUsd }) => microUsd)
  const perSecond =
    pricing.unit === 'second'
      ? amounts
      : pricing.points.flatMap(({ microUsd, dimensions }) => {
          const seconds = dimensions[durationField]
          return typeof seconds === 'number' && seconds > 0 ? [Math.round(microUsd / seconds)] : []
        })
  return {
    unit: pricing.unit,
    microUsd: lowest(amounts),
    perSecond: perSecond.length > 0 ? lowest(perSecond) : null,
  }
}

function lowest(amounts: readonly number[]): MicroUsd {
  return Math.min(...amounts) as MicroUsd
}
