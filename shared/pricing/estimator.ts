import { ownMember } from '../own-member.ts'
import { type Estimate, type EstimateInput, estimate, priceFields } from './estimate.ts'

type Values = EstimateInput['values']

const mostRemembered = 2000

/**
 * Prices many requests of one model: requests with equal price fields are priced once. The result is that of
 * `estimate`.
 */
export function createEstimator(model: Omit<EstimateInput, 'values'>): (values: Values) => Estimate {
  const names = priceFields(model)
  const known = new Map<string, Estimate>()
  return (values) => {
    const key = JSON.stringify(names.map((name) => ownMember(values, name)))
    const found = known.get(key)
    if (found) return found
    const fresh = estimate({ ...model, values })
    if (known.size >= mostRemembered) known.clear()
    known.set(key, fresh)
    return fresh
  }
}
