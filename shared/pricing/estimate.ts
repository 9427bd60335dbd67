import type { z } from 'zod'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { requestFields } from '../form/request-fields.ts'
import type { Problem } from '../json-schema/problem.ts'
import { ownMember } from '../own-member.ts'
import { type MicroUsd, multiply } from './money.ts'
import type { estimateSchema } from './price-schemas.ts'
import { type DimensionValue, durationField, type PricePoint, type PriceTable } from './price-table.ts'

export type Estimate = z.infer<typeof estimateSchema>

/** The length in seconds at which a price per second counts where the model has no longest one. */
export const assumedSeconds = 15

/** The length for which lowest prices of models are compared, in seconds: a result of so many, or the next longer one. */
export const comparedSeconds = 5

/** The length in seconds at which a price per second counts: the longest listed one, else `assumedSeconds`. */
export function countedSeconds({
  longestSeconds = assumedSeconds,
}: Extract<Estimate, { kind: 'rate' }>): number {
  return longestSeconds
}

/** The most that a run may cost; null where no sum is listed. A price per second counts at `countedSeconds`. */
export function upperEnd(estimate: Estimate): MicroUsd | null {
  if (estimate.kind === 'exact') return estimate.microUsd
  if (estimate.kind === 'range') return estimate.maxMicroUsd
  if (estimate.kind === 'unlisted') return null
  const { microUsdPerSecond } = estimate
  const seconds = countedSeconds(estimate)
  return isPriceable(seconds, microUsdPerSecond) ? multiply(microUsdPerSecond, seconds) : null
}

/** Whether both come to the same amounts, however they are written down. */
export function isSamePrice(left: Estimate, right: Estimate): boolean {
  return left.kind === right.kind && amountsOf(left).join() === amountsOf(right).join()
}

function amountsOf(estimate: Estimate): number[] {
  switch (estimate.kind) {
    case 'exact':
      return [estimate.microUsd]
    case 'range':
      return [estimate.minMicroUsd, estimate.maxMicroUsd]
    case 'rate':
      return [
        estimate.open?.minMicroUsdPerSecond ?? estimate.microUsdPerSecond,
        estimate.microUsdPerSecond,
        countedSeconds(estimate),
      ]
    case 'unlisted':
      return []
  }
}

export interface EstimateInput {
  readonly pricing: PriceTable | null
  /** The request's schema: which dimensions are fields, their defaults and their bounds. */
  readonly schema: JsonSchema
  /** The request as it would be sent; the service chooses an absent field. */
  readonly values: Readonly<Record<string, unknown>>
  /** What is known besides of the dimensions that the request leaves open, by their names in the table. */
  readonly found?: Readonly<Record<string, DimensionValue>>
}

/** Prices one run from the model's table. Never guesses: a request without a matching row is `unlisted`. */
export function estimate({ pricing, schema, values, found = {} }: EstimateInput): Estimate {
  if (!pricing) return { kind: 'unlisted' }
  const read = (dimension: string) => {
    const { field, value } = readDimension(dimension, schema, values)
    return { field, value: value ?? (Object.hasOwn(found, dimension) ? found[dimension] : undefined) }
  }
  const points = pricing.points.filter((point) => matches(point, read))
  if (points.length === 0) return { kind: 'unlisted' }
  const prices = points.map((point) => point.microUsd)
  const lowest = Math.min(...prices) as MicroUsd
  const highest = Math.max(...prices) as MicroUsd
  const open = lowest === highest ? [] : openFields(points, read)
  if (pricing.unit === 'request') return exactOrRange(lowest, highest, inFormOrder(open, schema))
  return estimateBySecond({
    lowest,
    highest,
    open,
    schema,
    seconds: values[durationField] ?? found[durationField],
  })
}

interface BySecond {
  readonly lowest: MicroUsd
  readonly highest: MicroUsd
  readonly open: readonly string[]
  readonly schema: JsonSchema
  /** The length, where it is given. */
  readonly seconds: unknown
}

function estimateBySecond({ lowest, highest, open, schema, seconds: given }: BySecond): Estimate {
  const field = requestFields(schema)[durationField]
  const seconds = given ?? field?.default
  if (isPriceable(seconds, highest)) {
    const priced = exactOrRange(
      multiply(lowest, seconds),
      multiply(highest, seconds),
      inFormOrder(open, schema),
    )
    return priced.kind === 'exact' ? { ...priced, working: { seconds, microUsdPerSecond: lowest } } : priced
  }
  const span = field && secondsOf(field)
  if (!span?.every((length) => isPriceable(length, highest))) {
    const longest = isPriceable(field?.maximum, highest) ? field.maximum : undefined
    return rate(lowest, highest, inFormOrder(open, schema), longest)
  }
  const fields = inFormOrder([...open, durationField], schema)
  return exactOrRange(multiply(lowest, span[0]), multiply(highest, span[1]), fields)
}

/** Whether it is a length that can be priced; a description may give a field any bounds. */
function isPriceable(seconds: unknown, perSecond: MicroUsd): seconds is number {
  return typeof seconds === 'number' && seconds >= 0 && Number.isSafeInteger(Math.round(perSecond * seconds))
}

/** The minimum and maximum length, from its bounds or its options; null where it is open. */
function secondsOf(field: JsonSchema): readonly [number, number] | null {
  if (field.minimum !== undefined && field.maximum !== undefined) return [field.minimum, field.maximum]
  const listed: unknown = field.enum
  const options = Array.isArray(listed) ? listed.filter((option) => typeof option === 'number') : []
  return options.length > 0 ? [Math.min(...options), Math.max(...options)] : null
}

function exactOrRange(lowest: MicroUsd, highest: MicroUsd, fields: string[]): Estimate {
  if (lowest === highest) return { kind: 'exact', microUsd: lowest }
  return { kind: 'range', minMicroUsd: lowest, maxMicroUsd: highest, fields }
}

function rate(lowest: MicroUsd, highest: MicroUsd, fields: string[], longest?: number): Estimate {
  return {
    kind: 'rate',
    microUsdPerSecond: highest,
    ...(lowest !== highest && { open: { minMicroUsdPerSecond: lowest, fields } }),
    ...(longest !== undefined && { longestSeconds: longest }),
  }
}

/** A dimension read from a request: its field, and its value; undefined while open. */
interface Reading {
  readonly field: string | null
  readonly value: DimensionValue | undefined
}

function readDimension(
  dimension: string,
  schema: JsonSchema,
  values: Readonly<Record<string, unknown>>,
): Reading {
  const name = toSnakeCase(dimension)
  const properties = requestFields(schema)
  if (Object.hasOwn(properties, name)) {
    return {
      field: name,
      value: (ownMember(values, name) ?? properties[name]?.default) as DimensionValue | undefined,
    }
  }
  const filled = name.startsWith('has_') ? name.slice('has_'.length) : ''
  if (Object.hasOwn(properties, filled)) return { field: filled, value: isFilled(ownMember(values, filled)) }
  return { field: null, value: undefined }
}

/** The dimensions of a table that a request leaves open, each with the values that it can have. */
export function openDimensions({
  pricing,
  schema,
  values,
}: EstimateInput): ReadonlyMap<string, DimensionValue[]> {
  const read = (dimension: string) => readDimension(dimension, schema, values)
  const points = pricing?.points.filter((point) => matches(point, read)) ?? []
  const names = new Set(points.flatMap((point) => Object.keys(point.dimensions)))
  return new Map(
    [...names]
      .filter((name) => read(name).value === undefined)
      .map((name) => [
        name,
        [...new Set(points.flatMap(({ dimensions }) => ownMember(dimensions, name) ?? []))],
      ]),
  )
}

/** The field that a dimension wants filled or not, such as `reference_videos` of `has_reference_videos`; null for any other. */
export function filledBy(dimension: string, schema: JsonSchema): string | null {
  const { field } = readDimension(dimension, schema, {})
  return field !== null && field !== toSnakeCase(dimension) ? field : null
}

/** The request fields that can determine a model's price. */
export function priceFields({ pricing, schema }: Omit<EstimateInput, 'values'>): string[] {
  const dimensions = new Set(pricing?.points.flatMap((point) => Object.keys(point.dimensions)))
  const named = [...dimensions].map((dimension) => readDimension(dimension, schema, {}).field)
  const lengths = pricing?.unit === 'second' ? [durationField] : []
  return [...new Set([...named, ...lengths])].filter((name) => name !== null)
}

/**
 * The invalid request fields that can determine a model's price, in the form's order: until they are fixed
 * nothing can be sent, and no price is right. A missing one only leaves the price open.
 */
export function wrongPriceFields(
  model: Omit<EstimateInput, 'values'>,
  problems: readonly Problem[],
): string[] {
  const wrong = new Set(problems.filter(({ reason }) => reason.code !== 'missing').map(({ path }) => path[0]))
  const fields = priceFields(model).filter((name) => wrong.has(name))
  return inFormOrder(fields, model.schema)
}

function matches(point: PricePoint, read: (dimension: string) => Reading): boolean {
  return Object.entries(point.dimensions).every(([dimension, wanted]) => {
    const { value } = read(dimension)
    return value === undefined || value === wanted || String(value) === String(wanted)
  })
}

/** The open request fields whose values change the price among these points. */
function openFields(points: readonly PricePoint[], read: (dimension: string) => Reading): string[] {
  const dimensions = new Set(points.flatMap((point) => Object.keys(point.dimensions)))
  return [...dimensions].flatMap((dimension) => {
    const { field, value } = read(dimension)
    return field !== null && value === undefined && decides(dimension, points) ? [field] : []
  })
}

/** Whether settling this dimension alone can change the remaining price range. */
function decides(dimension: string, points: readonly PricePoint[]): boolean {
  const span = (some: readonly PricePoint[]) => {
    const prices = some.map((point) => point.microUsd)
    return `${Math.min(...prices)}-${Math.max(...prices)}`
  }
  const whole = span(points)
  const groups = Map.groupBy(points, (point) => ownMember(point.dimensions, dimension))
  return [...groups.values()].some((group) => span(group) !== whole)
}

function inFormOrder(fields: readonly string[], schema: JsonSchema): string[] {
  const order = Object.keys(requestFields(schema))
  return [...new Set(fields)].sort((left, right) => order.indexOf(left) - order.indexOf(right))
}

function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false
  return !Array.isArray(value) || value.length > 0
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
