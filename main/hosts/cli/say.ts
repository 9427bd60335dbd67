import type { ModelDetail } from '../../../shared/bridge/views.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'

/** Dollars with as many digits as the amount has, at least two. */
export function sayUsd(microUsd: number): string {
  const dollars = (microUsd / 1_000_000).toFixed(6).replace(/0{1,4}$/, '')
  return `$${dollars}`
}

export function sayEstimate(estimate: Estimate): string {
  switch (estimate.kind) {
    case 'exact':
      return sayUsd(estimate.microUsd)
    case 'range': {
      const narrows = estimate.fields.length > 0 ? `; ${estimate.fields.join(', ')} would narrow it` : ''
      return `${sayUsd(estimate.minMicroUsd)} to ${sayUsd(estimate.maxMicroUsd)}${narrows}`
    }
    case 'rate':
      return `${sayUsd(estimate.microUsdPerSecond)} a second${estimate.open ? ' at most' : ''}`
    case 'unlisted':
      return 'The price is not listed.'
  }
}

export function sayModel({ id, kind, label, priceFrom, deprecation }: ModelDetail): string {
  const price = priceFrom ? `from ${sayUsd(priceFrom.microUsd)} a ${priceFrom.unit}` : 'price not listed'
  const end = deprecation
    ? `  ${deprecation.state}${deprecation.sunsetDate ? ` ${deprecation.sunsetDate}` : ''}`
    : ''
  return `${id.padEnd(20)}${kind.padEnd(8)}${label}  (${price})${end}`
}
