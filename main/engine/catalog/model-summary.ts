import type { ModelDeprecation, ModelSummary } from '../../../shared/bridge/views.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { requestFields } from '../../../shared/form/request-fields.ts'
import type { MicroUsd } from '../../../shared/pricing/money.ts'
import { durationField, type PriceTable } from '../../../shared/pricing/price-table.ts'
import type { KnownModel } from './described-model.ts'

/** A model as the picker shows it, with its end as of now. */
export function summaryOf(
  {
    id,
    kind,
    isKindGuessed,
    isOwn,
    group,
    label,
    description,
    makesAudio,
    path,
    schema,
    pricing,
  }: KnownModel,
  deprecation: ModelDeprecation | null,
): ModelSummary {
  const fields = requestFields(schema)
  return {
    id,
    kind,
    ...(isKindGuessed && { isKindGuessed }),
    ...(isOwn && { isOwn }),
    ...(group !== undefined && { group }),
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
  const { unit } = pricing
  const points = pricing.points.map(({ microUsd, dimensions: { [durationField]: length } }) => {
    const seconds = unit === 'request' && typeof length === 'number' && length > 0 ? length : null
    const perSecond = unit === 'second' ? microUsd : seconds && Math.round(microUsd / seconds)
    return { microUsd, seconds, perSecond }
  })
  const microUsd = lowest(points.map((point) => point.microUsd))
  const perSecond = points.flatMap((point) => point.perSecond ?? [])
  const lengths = points.flatMap((point) => (point.microUsd === microUsd ? (point.seconds ?? []) : []))
  return {
    unit,
    microUsd,
    seconds: lengths.length > 0 ? Math.max(...lengths) : null,
    perSecond: perSecond.length > 0 ? lowest(perSecond) : null,
  }
}

function lowest(amounts: readonly number[]): MicroUsd {
  return Math.min(...amounts) as MicroUsd
}
