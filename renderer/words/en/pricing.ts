import type { Estimate } from '../../../shared/pricing/estimate.ts'
import { fields } from './fields.ts'
import { format } from './format.ts'

type Of<Kind extends Estimate['kind']> = Extract<Estimate, { kind: Kind }>

function fieldList(names: readonly string[]): string {
  const labels = names.map((name) => fields.label(name, null).toLowerCase())
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(labels)
}

function exactWorking(estimate: Of<'exact'>, runs: number): string | null {
  const { working } = estimate
  const one = working
    ? `${format.number(working.seconds)} s × ${format.price(working.microUsdPerSecond)}`
    : null
  if (runs === 1) return one
  return one ? `${runs} × ${one}` : `${runs} × ${format.price(estimate.microUsd)}`
}

function rateWorking(estimate: Of<'rate'>): string {
  if (!estimate.open) return 'per second of result; the length is the model’s to choose'
  const narrowed =
    estimate.open.fields.length > 0 ? `; ${fieldList(estimate.open.fields)} would settle it` : ''
  return `per second of result, at least ${format.price(estimate.open.minMicroUsdPerSecond)}${narrowed}`
}

export const pricing = {
  /** The price of some runs, large. */
  amount(estimate: Estimate, runs: number): string {
    switch (estimate.kind) {
      case 'exact':
        return format.price(estimate.microUsd * runs)
      case 'range':
        return `${format.price(estimate.minMicroUsd * runs)} – ${format.price(estimate.maxMicroUsd * runs)}`
      case 'rate':
        return `${format.price(estimate.microUsdPerSecond * runs)}/s`
      case 'unlisted':
        return 'Price not listed'
    }
  },
  /** How the price comes about, in a line; null where there is nothing to add. */
  working(estimate: Estimate, runs: number): string | null {
    switch (estimate.kind) {
      case 'exact':
        return exactWorking(estimate, runs)
      case 'range':
        return estimate.fields.length > 0
          ? `Set ${fieldList(estimate.fields)} to narrow it`
          : 'Depends on something the listing has no field for'
      case 'rate':
        return rateWorking(estimate)
      case 'unlisted':
        return 'Set by the service; charged when the run completes'
    }
  },
  /** The price of one run in a few characters. */
  short(estimate: Estimate): string | null {
    switch (estimate.kind) {
      case 'exact':
        return format.price(estimate.microUsd)
      case 'range':
        return `≤ ${format.price(estimate.maxMicroUsd)}`
      case 'rate':
        return `${format.price(estimate.microUsdPerSecond)}/s`
      case 'unlisted':
        return null
    }
  },
}
