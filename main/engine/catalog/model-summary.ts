import type { ModelDeprecation, ModelSummary } from '../../../shared/bridge/views.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { requestFields } from '../../../shared/form/request-fields.ts'
import { comparedSeconds, filledBy } from '../../../shared/pricing/estimate.ts'
import type { MicroUsd } from '../../../shared/pricing/money.ts'
import { durationField, type PricePoint, type PriceTable } from '../../../shared/pricing/price-table.ts'
import type { KnownModel } from './described-model.ts'

/** A model as the picker shows it, with its end as of now. */
export function summaryOf(
  {
    id,
    kind,
    isKindGuessed,
    isOwn,
    isFormAssumed,
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
    ...(isFormAssumed && { isFormAssumed }),
    ...(group !== undefined && { group }),
    label,
    description,
    fieldNames: Object.keys(fields),
    resolutions: optionsOf(fields.resolution),
    makesAudio: kind === 'audio' || makesAudio === true || asksForAudio(fields),
    path,
    priceFrom: lowestPrice(pricing, schema),
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

type LowestPrice = ModelSummary['priceFrom']

/**
 * The lowest price of a table, and what that comes to for one result, so that models can be compared. A price that only a
 * medium of the person's leads to is kept apart.
 */
export function lowestPrice(pricing: PriceTable | null, schema: JsonSchema): LowestPrice {
  if (!pricing || pricing.points.length === 0) return null
  const mediumOf = ({ dimensions }: PricePoint) =>
    Object.entries(dimensions).flatMap(([name, value]) =>
      value === true ? (filledBy(name, schema) ?? []) : [],
    )[0] ?? null
  const plain = pricing.points.filter((point) => mediumOf(point) === null)
  const points = plain.length > 0 ? plain : pricing.points
  const own = exampleOf({ ...pricing, points }, schema)
  const media = pricing.points.flatMap((point) => {
    const field = mediumOf(point)
    const example = field !== null && exampleOf({ ...pricing, points: [point] }, schema)
    return example ? [{ field, microUsd: example.microUsd, seconds: example.seconds }] : []
  })
  const [lower] = media
    .filter(({ microUsd, seconds }) => own && seconds === own.seconds && microUsd < own.microUsd)
    .toSorted((left, right) => left.microUsd - right.microUsd)
  return {
    unit: pricing.unit,
    microUsd: lowest(points.map((point) => point.microUsd)),
    example: own,
    lowered: lower ? { field: lower.field, microUsd: lower.microUsd } : null,
  }
}

/** What one result costs at least: of the compared length, else of the next longer one, else of the longest. */
function exampleOf({ unit, points }: PriceTable, schema: JsonSchema): NonNullable<LowestPrice>['example'] {
  const field = requestFields(schema)[durationField]
  if (unit === 'second') {
    const seconds = nearestLength(field ? lengthsOf(field) : [comparedSeconds]) ?? comparedSeconds
    const microUsd = Math.round(lowest(points.map((point) => point.microUsd)) * seconds)
    return Number.isSafeInteger(microUsd) ? { microUsd: microUsd as MicroUsd, seconds } : null
  }
  const lengthOf = ({ dimensions: { [durationField]: length } }: PricePoint) =>
    typeof length === 'number' && length > 0 ? length : null
  const seconds = nearestLength(points.flatMap((point) => lengthOf(point) ?? []))
  const its = points.filter((point) => lengthOf(point) === seconds || lengthOf(point) === null)
  return { microUsd: lowest(its.map((point) => point.microUsd)), seconds }
}

function nearestLength(lengths: readonly number[]): number | null {
  const enough = lengths.filter((length) => length >= comparedSeconds)
  if (enough.length > 0) return Math.min(...enough)
  return lengths.length > 0 ? Math.max(...lengths) : null
}

/** The compared length where the bounds of the field allow it, else the nearer bound; its options. */
function lengthsOf({ minimum, maximum, enum: options }: JsonSchema): number[] {
  if (options) return options.filter((option) => typeof option === 'number' && option > 0) as number[]
  const length = Math.min(Math.max(comparedSeconds, minimum ?? 0), maximum ?? Number.POSITIVE_INFINITY)
  return length > 0 && Number.isFinite(length) ? [length] : []
}

function lowest(amounts: readonly number[]): MicroUsd {
  return Math.min(...amounts) as MicroUsd
}
