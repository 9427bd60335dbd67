import { topUpUsd } from '../../../shared/api/top-up.ts'
import type { ModelDeprecation, ModelDetail } from '../../../shared/bridge/views.ts'
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
  const end = deprecation ? `  ${sayState(deprecation)}` : ''
  return `${id.padEnd(20)}${kind.padEnd(8)}${label}  (${price})${end}`
}

function sayState({ state, sunsetDate }: ModelDeprecation): string {
  if (sunsetDate === null) return state === 'sunset' ? 'ended' : 'deprecated'
  return `${state === 'sunset' ? 'ended' : 'ends'} ${sunsetDate}`
}

/** The service's report of a model's end, in a paragraph; null where there is none. */
export function sayEnd({ id, deprecation }: Pick<ModelDetail, 'id' | 'deprecation'>): string | null {
  if (!deprecation) return null
  const { state, sunsetDate, cause, replacement, link } = deprecation
  const [ends, ended] = sunsetDate === null ? ['', ''] : [` and ends on ${sunsetDate}`, ` on ${sunsetDate}`]
  return [
    state === 'sunset'
      ? `${id} has ended${ended}; nothing more can be sent to it.`
      : `${id} is deprecated${ends}.`,
    ...(cause === null ? [] : [/[.!?…]$/.test(cause) ? cause : `${cause}.`]),
    ...(replacement === null ? [] : [`Use ${sayReplacement(replacement)} instead.`]),
    ...(link === null ? [] : [`See ${link}`]),
  ].join(' ')
}

function sayReplacement({ label, modelId, path }: NonNullable<ModelDeprecation['replacement']>): string {
  const place = modelId ?? path
  return place === null ? label : `${label} (${place})`
}

/** What a person can do about an empty balance. */
export function sayEmptyBalance(): string {
  const presets = topUpUsd.presets.map((amount) => `$${amount}`)
  const most = topUpUsd.maximum.toLocaleString('en-US')
  return `The API balance is empty. Running jobs finish. An owner of the workspace tops it up in the service’s app, by ${presets.slice(0, -1).join(', ')} or ${presets.at(-1)}, or by any amount from $${topUpUsd.minimum} to $${most}.`
}
