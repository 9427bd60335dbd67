import { z } from 'zod'
import { readLink } from '../../../shared/api/deprecation.ts'
import { readServiceDate } from '../../../shared/api/service-date.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import { type PriceTable, pricePoint } from '../../../shared/pricing/price-table.ts'

type Operation = Readonly<Record<string, unknown>>

/** A vendor extension by its suffix, whatever its prefix; undefined where there is none. */
function readExtension(operation: Operation, ending: string): unknown {
  const pattern = new RegExp(`^x-(.+-)?${ending}$`)
  const key = Object.keys(operation).find((name) => pattern.test(name))
  return key === undefined ? undefined : operation[key]
}

const pricingSchema = z.looseObject({
  type: z.literal('fixed'),
  currency: z.literal('USD'),
  unit: z.enum(['request', 'second']),
  price_points: z
    .array(
      z.looseObject({
        amount: z.number().min(0),
        dimensions: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
      }),
    )
    .min(1),
})

/**
 * A model's prices in its description (decision 1): undefined where there are none; null where they can't be
 * read, because no price is better than an outdated one.
 */
export function readPricing(operation: Operation): PriceTable | null | undefined {
  const extension = readExtension(operation, 'pricing')
  if (extension === undefined) return undefined
  const pricing = pricingSchema.safeParse(extension)
  if (!pricing.success) return null
  try {
    const points = pricing.data.price_points.map(({ amount, dimensions }) => pricePoint(amount, dimensions))
    return { unit: pricing.data.unit, points }
  } catch {
    // An amount finer than a micro-dollar: PRICE1.
    return null
  }
}

const mostAliases = 500
const aliasSchema = z.looseObject({ from: z.string().min(1), to: z.string().min(1) })

/** An old name given by a description; `until` is a `serviceDateSchema`, null where no valid date is given. */
export interface DescribedAlias {
  readonly from: string
  readonly to: string
  readonly until: string | null
  /** The service's words. */
  readonly reason?: string
  /** An https address. */
  readonly link?: string
}

/** The old names that a model accepts. */
export function readAliases(operation: Operation): DescribedAlias[] {
  const extension = readExtension(operation, 'deprecated-field-aliases')
  if (!Array.isArray(extension)) return []
  return extension.slice(0, mostAliases).flatMap((item) => {
    const alias = aliasSchema.safeParse(item)
    if (!alias.success) return []
    const { from, to, sunset_date, migration_url } = alias.data
    const reason = readReason(alias.data.reason)
    const link = readLink(migration_url)
    return [
      {
        from,
        to,
        until: readServiceDate(sunset_date),
        ...(reason !== null && { reason }),
        ...(link?.startsWith('https:') && { link }),
      },
    ]
  })
}

const longestReason = 500

function readReason(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.slice(0, 4 * longestReason).trim()
  if (text === '') return null
  return text.length > longestReason ? `${text.slice(0, longestReason)}…` : text
}

/** The end date of a deprecated model, where an extension gives one; else null. */
export function readSunsetDate(operation: Operation): string | null {
  const extension = readExtension(operation, 'sunset(-date)?')
  return readServiceDate(isRecord(extension) ? (extension.date ?? extension.sunset_date) : extension)
}
