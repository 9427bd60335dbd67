import type { JsonSchema } from '../../shared/catalog/json-schema.ts'
import { requestSchema } from '../../shared/catalog/json-schema.ts'
import type { Model } from '../../shared/catalog/model.ts'
import { estimate } from '../../shared/pricing/estimate.ts'
import { type MicroUsd, multiply, zeroUsd } from '../../shared/pricing/money.ts'
import { durationField, type PriceTable } from '../../shared/pricing/price-table.ts'
import { usualResolution, videoSeconds } from '../media/render-order.ts'

/**
 * What a job costs once it has completed, in micro-dollars, by the listed tables. A model or a row that is not
 * listed costs nothing here: the sandbox doesn't invent prices.
 */
export function priceOfJob(model: Model, request: Readonly<Record<string, unknown>>): MicroUsd {
  const schema = requestSchema(model)
  const seconds = videoSeconds({ modelId: model.id, request })
  const values = settle(model, schema, { request, seconds })
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

function settle({ pricing }: Model, schema: JsonSchema, { request, seconds }: Made) {
  const properties = schema.properties ?? {}
  const resolution = usualResolution(properties.resolution)
  return {
    ...(resolution !== undefined && { resolution }),
    ...('generate_audio' in properties && { generate_audio: false }),
    ...request,
    ...(durationField in properties && { [durationField]: billedSeconds(pricing, seconds) }),
  }
}

interface Made {
  readonly request: Readonly<Record<string, unknown>>
  readonly seconds: number
}

/**
 * The billed length. A price per second uses the result's length; where whole lengths are listed, one between
 * them costs the next longer one's price (decisions/0022).
 */
function billedSeconds(pricing: PriceTable | null, seconds: number): number {
  if (pricing?.unit !== 'request') return seconds
  const listed = pricing.points.map(({ dimensions }) => Number(dimensions[durationField]))
  const longer = listed.filter((length) => length >= seconds)
  return longer.length > 0 ? Math.min(...longer) : seconds
}
