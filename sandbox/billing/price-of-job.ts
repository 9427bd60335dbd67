import type { JsonSchema } from '../../shared/catalog/json-schema.ts'
import { requestSchema } from '../../shared/catalog/json-schema.ts'
import type { Model } from '../../shared/catalog/model.ts'
import { estimate } from '../../shared/pricing/estimate.ts'
import { type MicroUsd, multiply, zeroUsd } from '../../shared/pricing/money.ts'
import { durationField } from '../../shared/pricing/price-table.ts'
import { filmSeconds } from '../media/render-order.ts'

/** What the sandbox settles where a request leaves the price open: the first of these that the model takes. */
const usualResolutions = ['720p', '768p', '1k']

/**
 * What a job costs once it has completed, in micro-dollars, by the listed tables. A model or a row that is not
 * listed costs nothing here: the sandbox doesn't invent prices.
 */
export function priceOfJob(model: Model, request: Readonly<Record<string, unknown>>): MicroUsd {
  const schema = requestSchema(model)
  const seconds = filmSeconds({ modelId: model.id, request })
  const values = settle(schema, request, seconds)
  const price = estimate({ pricing: model.pricing, schema, values })
  switch (price.kind) {
    case 'exact':
      return price.microUsd
    case 'range':
      return price.minMicroUsd
    case 'rate':
      return multiply(price.microUsdPerSecond, seconds)
    case 'unlisted':
      return zeroUsd
  }
}

function settle(schema: JsonSchema, request: Readonly<Record<string, unknown>>, seconds: number) {
  const properties = schema.properties ?? {}
  const resolution = usualResolutions.find((value) => properties.resolution?.enum?.includes(value))
  return {
    ...(resolution !== undefined && { resolution }),
    ...(durationField in properties && { [durationField]: seconds }),
    ...('generate_audio' in properties && { generate_audio: false }),
    ...request,
  }
}
