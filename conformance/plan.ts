import { highestPrice, type PaidRequest } from './paid-request.ts'
import type { Section } from './rule.ts'

/** The cost of a run. */
export interface Plan {
  readonly rules: number
  /** Requests that the service must accept and bill. */
  readonly paidRequests: number
  /**
   * The maximum cost of those with a listed price, in micro-dollars, even where shared requests are sent one by
   * one.
   */
  readonly highestMicroUsd: number
  /** How many of them have no listed price, or a price per second of a length that is not listed. */
  readonly unpriced: number
}

export function createPlan(sections: readonly Section[]): Plan {
  const rules = sections.flatMap((section) => section.rules)
  const fallbacks = new Map<PaidRequest, Set<PaidRequest>>()
  for (const { paid = [], fallback = [] } of rules) {
    for (const request of paid) {
      const alone = fallbacks.get(request) ?? new Set()
      for (const one of fallback) alone.add(one)
      fallbacks.set(request, alone)
    }
  }
  const requests = [...fallbacks.keys()]
  return {
    rules: rules.length,
    paidRequests: requests.length,
    highestMicroUsd: [...fallbacks].reduce(
      (sum, [request, alone]) => sum + Math.max(priceOf(request), ...[sumOf(alone)]),
      0,
    ),
    unpriced: requests.filter((request) => highestPrice(request) === null).length,
  }
}

function priceOf(request: PaidRequest): number {
  return highestPrice(request) ?? 0
}

function sumOf(requests: Iterable<PaidRequest>): number {
  return [...requests].reduce((sum, request) => sum + priceOf(request), 0)
}

/** The plan in words, for the person who pays. */
export function describePlan({ rules, paidRequests, highestMicroUsd, unpriced }: Plan): string {
  const dollars = (highestMicroUsd / 1_000_000).toFixed(2)
  return [
    `${rules} rules; ${paidRequests} paid requests: at most $${dollars} by the listed prices`,
    unpriced > 0 ? `, and ${unpriced} of them whose price is not listed` : '',
    '. Everything else is free, or refused by a service that keeps the rules.',
  ].join('')
}
