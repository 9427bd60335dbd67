import type { z } from 'zod'
import { type MicroUsd, usd } from './money.ts'
import type { dimensionValueSchema, pricePointSchema, priceTableSchema } from './price-schemas.ts'

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
