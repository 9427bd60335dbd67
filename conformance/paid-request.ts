import { requestSchema } from '../shared/catalog/json-schema.ts'
import { estimate } from '../shared/pricing/estimate.ts'
import type { ServedModel } from './description.ts'

/**
 * A generation request that the service must accept, and so bill. One object is sent once, however many rules
 * use it.
 */
export interface PaidRequest {
  readonly served: ServedModel
  readonly body: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The maximum cost of a request by the listed prices, in micro-dollars; null where the listing doesn't limit
 * it.
 */
export function highestPrice({ served: { model }, body }: PaidRequest): number | null {
  const price = estimate({ pricing: model.pricing, schema: requestSchema(model), values: body })
  if (price.kind === 'exact') return price.microUsd
  return price.kind === 'range' ? price.maxMicroUsd : null
}
