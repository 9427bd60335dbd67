import { z } from 'zod'
import type { MicroUsd } from './money.ts'

// Separate from the price calculation, because the page calculates prices but needs no zod checks when it
// opens.

export const microUsdSchema = z.int().transform((value) => value as MicroUsd)

/**
 * A dimension value of a price point: the required value of the request field. A dimension called `has_x` means
 * whether the field `x` is filled; one that names no request field can't be read from a request.
 */
export const dimensionValueSchema = z.union([z.string(), z.number(), z.boolean()])

export const pricePointSchema = z.object({
  /** Micro-dollars per request, or per second of result. */
  microUsd: microUsdSchema,
  dimensions: z.record(z.string(), dimensionValueSchema),
})

/** A model's prices: the rows of its price table. `second` multiplies by the result's length in seconds. */
export const priceTableSchema = z.object({
  unit: z.enum(['request', 'second']),
  points: z.array(pricePointSchema),
})

/**
 * What one run would cost (decision 7). All amounts are integer micro-dollars. `fields` name the request fields
 * that would narrow a range, in the form's order; it is empty where the price depends on something without a
 * listed field. `working` shows how an exact price per second was calculated.
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
    /** Only where the request leaves the rate open: the lowest rate, and the fields that would settle it. */
    open: z.object({ minMicroUsdPerSecond: microUsdSchema, fields: z.array(z.string()) }).optional(),
    /** The longest result that the model is listed or described with, in seconds; absent while unknown. */
    longestSeconds: z.number().optional(),
  }),
  z.object({ kind: z.literal('unlisted') }),
])

/** The values of request fields that were read from a result; older libraries have stored the names alone. */
const readValuesSchema = z.union([
  z.array(z.string()).transform(namesAlone),
  z.record(z.string(), dimensionValueSchema.nullable()),
])

function namesAlone(names: readonly string[]): Record<string, z.infer<typeof dimensionValueSchema> | null> {
  return Object.fromEntries(names.map((name) => [name, null]))
}

/**
 * What one run cost, decided at its end from its request and its result. `up_to`: the result can't tell either, or
 * is not here yet. `read` has the request fields whose values were read from the result, `fields` those that stay
 * open; `working` shows how a price per second was calculated.
 */
export const settledSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('exact'),
    microUsd: microUsdSchema,
    working: z.object({ seconds: z.number(), microUsdPerSecond: microUsdSchema }).optional(),
    read: readValuesSchema.optional(),
  }),
  z.object({ kind: z.literal('up_to'), microUsd: microUsdSchema, fields: z.array(z.string()) }),
  z.object({ kind: z.literal('unlisted') }),
])
