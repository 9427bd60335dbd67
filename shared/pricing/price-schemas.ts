import { z } from 'zod'
import type { MicroUsd } from './money.ts'

// Apart from what computes prices, because the page computes them and checks nothing with zod when it opens.

export const microUsdSchema = z.int().transform((value) => value as MicroUsd)

/**
 * A dimension value of a price point: what the request field must hold. A dimension called `has_x` asks whether
 * the field `x` is filled; one that names no request field can't be read from a request.
 */
export const dimensionValueSchema = z.union([z.string(), z.number(), z.boolean()])

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

/**
 * What one run would cost (decision 7). All amounts are integer micro-dollars. `fields` name the request
 * fields that would narrow a range, in the form's order; it is empty where the price hangs on something that
 * the listing gives no field for. `working` is how an exact price of a timed result comes about.
 */
export const estimateSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('exact'),
    microUsd: microUsdSchema,
    working: z.object({ seconds: z.number(), microUsdPerSecond: microUsdSchema }).optional(),
  }),
  z.object({
    kind: z.literal('range'),
    minMicroUsd: microUsdSchema,
    maxMicroUsd: microUsdSchema,
    fields: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('rate'),
    /** The price per second; the highest where the request leaves it open. */
    microUsdPerSecond: microUsdSchema,
    /** Only where the request leaves the rate open: the lowest it can be, and what would settle it. */
    open: z.object({ minMicroUsdPerSecond: microUsdSchema, fields: z.array(z.string()) }).optional(),
  }),
  z.object({ kind: z.literal('unlisted') }),
])
