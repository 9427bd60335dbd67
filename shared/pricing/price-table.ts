import { z } from 'zod'
import { type MicroUsd, microUsdSchema, usd } from './money.ts'

/**
 * A dimension value of a price point: the required value of the request field. A dimension called `has_x` means
 * whether the field `x` is filled; one that names no request field can't be read from a request.
 */
const dimensionValueSchema = z.union([z.string(), z.number(), z.boolean()])

export const pricePointSchema = z.object({
  /** Micro-dollars per request, or per second of result. */
  microUsd: microUsdSchema,
  dimensions: z.record(z.string(), dimensionValueSchema),
})

/** What a model costs: the rows of its price table. `second` multiplies by the result's length in seconds. */
export const priceTableSchema = z.object({
  unit: z.enum(['request', 'second']),
  points: z.array(pricePointSchema),
})

export type DimensionValue = z.infer<typeof dimensionValueSchema>
export type PricePoint = z.infer<typeof pricePointSchema>
export type PriceTable = z.infer<typeof priceTableSchema>

/** The request field that holds the result's length in seconds. */
export const durationField = 'duration'

/** A price point from dollars, for the catalogue's tables. */
export function pricePoint(dollars: number, dimensions: Record<string, DimensionValue>): PricePoint {
  const amount: MicroUsd = usd(dollars)
  return { microUsd: amount, dimensions }
}
