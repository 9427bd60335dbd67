import type { z } from 'zod'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { type Estimate, type EstimateInput, estimate, openDimensions, upperEnd } from './estimate.ts'
import { zeroUsd } from './money.ts'
import type { settledSchema } from './price-schemas.ts'
import { type DimensionValue, durationField, type PriceTable } from './price-table.ts'
import { resolutionOf } from './resolution-of.ts'

export type Settled = z.infer<typeof settledSchema>

/** What a result's file tells of the request: pixels, seconds, and whether a video has sound; null while unknown. */
export interface ResultMeasures {
  readonly width: number | null
  readonly height: number | null
  readonly durationSeconds: number | null
  readonly hasSound: boolean | null
}

export interface SettleInput {
  /** The price that the person confirmed: the settled one is never outside it. */
  readonly confirmed: Estimate
  /** The model's table and schema; null where the model is not known any more. */
  readonly model: { readonly pricing: PriceTable | null; readonly schema: JsonSchema } | null
  readonly values: Readonly<Record<string, unknown>>
  /** The measures of the run's files that are here. */
  readonly results: readonly ResultMeasures[]
}

/** What failed and canceled jobs cost. */
export const notBilled: Settled = { kind: 'exact', microUsd: zeroUsd }

/** What a run costs: its settled price once there is one, else its estimate. */
export function priceOf({
  estimate: confirmed,
  settled,
}: {
  readonly estimate: Estimate
  readonly settled: Settled | null
}): Estimate {
  if (settled === null) return confirmed
  if (settled.kind !== 'up_to') return settled
  const { microUsd, fields } = settled
  const least =
    confirmed.kind === 'range' && confirmed.minMicroUsd < microUsd ? confirmed.minMicroUsd : zeroUsd
  return { kind: 'range', minMicroUsd: least, maxMicroUsd: microUsd, fields }
}

/** The final price of a completed run. Never guesses: what even the result doesn't tell stays `up_to`. */
export function settle(input: SettleInput): Settled {
  const { confirmed } = input
  const isOpen = confirmed.kind === 'range' || confirmed.kind === 'rate'
  return (isOpen ? settleOpen(input) : null) ?? settleWithoutResult(confirmed)
}

/** The same before its files are here: an open price at the most that it can be. */
export function settleWithoutResult(confirmed: Estimate): Settled {
  if (confirmed.kind === 'exact' || confirmed.kind === 'unlisted') return confirmed
  const microUsd = upperEnd(confirmed)
  if (microUsd === null) return { kind: 'unlisted' }
  return { kind: 'up_to', microUsd, fields: confirmed.kind === 'range' ? confirmed.fields : [durationField] }
}

/** Null where the result says nothing that the confirmed price allows. */
function settleOpen({ confirmed, model, values, results }: SettleInput): Settled | null {
  const measures = agreedMeasures(results)
  if (!model || !measures) return null
  const found = readOpen({ ...model, values }, measures)
  const priced = estimate({ ...model, values, found })
  if (priced.kind === 'exact') return isWithin(priced, confirmed) ? { ...priced, read: found } : null
  if (priced.kind !== 'range') return null
  const most = upperEnd(confirmed)
  const bound =
    most !== null && confirmed.kind === 'range' && most < priced.maxMicroUsd ? most : priced.maxMicroUsd
  return { kind: 'up_to', microUsd: bound, fields: priced.fields }
}

/** Whether a price lies in the confirmed range; a table that changed since may give another. */
function isWithin(priced: Extract<Estimate, { kind: 'exact' }>, confirmed: Estimate): boolean {
  if (confirmed.kind === 'range')
    return priced.microUsd >= confirmed.minMicroUsd && priced.microUsd <= confirmed.maxMicroUsd
  if (confirmed.kind !== 'rate') return false
  const { microUsdPerSecond: highest, open } = confirmed
  const rate = priced.working?.microUsdPerSecond ?? -1
  return rate >= (open?.minMicroUsdPerSecond ?? highest) && rate <= highest
}

/** Where files differ in a measure, it is unknown. */
function agreedMeasures(results: readonly ResultMeasures[]): ResultMeasures | null {
  const [first, ...others] = results
  if (!first) return null
  const agreed = <Name extends keyof ResultMeasures>(name: Name) =>
    others.every((other) => other[name] === first[name]) ? first[name] : null
  return {
    width: agreed('width'),
    height: agreed('height'),
    durationSeconds: agreed('durationSeconds'),
    hasSound: agreed('hasSound'),
  }
}

/** What the result shows of the price's dimensions that the request leaves open. */
function readOpen(request: EstimateInput, measures: ResultMeasures): Record<string, DimensionValue> {
  const { width, height, durationSeconds, hasSound } = measures
  const found: Record<string, DimensionValue> = {}
  const isLengthOpen = typeof request.values[durationField] !== 'number'
  if (request.pricing?.unit === 'second' && isLengthOpen && durationSeconds !== null)
    found[durationField] = durationSeconds
  for (const [name, options] of openDimensions(request)) {
    const value =
      name === durationField && durationSeconds !== null
        ? options.find((option) => Math.abs(Number(option) - durationSeconds) <= toleranceSeconds)
        : name === 'resolution' && width !== null && height !== null
          ? resolutionOf(options, { width, height })
          : name === 'generate_audio'
            ? hasSound
            : null
    if (value !== null && value !== undefined) found[name] = value
  }
  return found
}

/** How far a file's length may be from a listed one, in seconds: videos end with a whole frame. */
const toleranceSeconds = 0.25
