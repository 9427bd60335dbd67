import { countedSeconds, type Estimate, upperEnd } from './estimate.ts'

/** Runs of one price per second whose length is not known before their end. */
export interface RatedRuns {
  readonly runs: number
  /** The length at which each counts (PRICE17). */
  readonly seconds: number
  readonly microUsdPerSecond: number
}

/** What runs would cost together, in micro-dollars. Runs without a sum are counted, not guessed. */
export interface Total {
  readonly runs: number
  /** Of the runs whose length is known or doesn't matter; equal where all of these are exact. */
  readonly minMicroUsd: number
  readonly maxMicroUsd: number
  /** What all of them may cost at most, those with a price per second included (PRICE17, PRICE21). */
  readonly boundMicroUsd: number
  /** Runs without a listed price, or with one per second whose longest length has none: they are in no sum. */
  readonly unlisted: number
  /** Runs with a price per second of an unknown length that are in the bound. */
  readonly rated: number
  /** The same by price and length. */
  readonly rates: readonly RatedRuns[]
  /** The request fields that would narrow it, each once. */
  readonly fields: readonly string[]
}

/** Adds up estimates: exact ones at their price, ranges at both ends. */
export function totalOf(estimates: readonly Estimate[]): Total {
  const total = {
    runs: estimates.length,
    minMicroUsd: 0,
    maxMicroUsd: 0,
    boundMicroUsd: 0,
    unlisted: 0,
    rated: 0,
  }
  const fields = new Set<string>()
  for (const estimate of estimates) {
    const span = spanOf(estimate)
    total.minMicroUsd += span?.[0] ?? 0
    total.maxMicroUsd += span?.[1] ?? 0
    const most = upperEnd(estimate)
    total.boundMicroUsd += most ?? 0
    if (most === null) total.unlisted += 1
    else if (estimate.kind === 'rate') total.rated += 1
    for (const field of fieldsOf(estimate)) fields.add(field)
  }
  return { ...total, rates: ratesOf(estimates), fields: [...fields] }
}

function ratesOf(estimates: readonly Estimate[]): readonly RatedRuns[] {
  const rates = estimates.flatMap((estimate) =>
    estimate.kind === 'rate' && upperEnd(estimate) !== null
      ? [{ seconds: countedSeconds(estimate), microUsdPerSecond: estimate.microUsdPerSecond }]
      : [],
  )
  const groups = Map.groupBy(rates, ({ seconds, microUsdPerSecond }) => `${seconds}-${microUsdPerSecond}`)
  return [...groups.values()].flatMap((alike) => (alike[0] ? [{ ...alike[0], runs: alike.length }] : []))
}

function spanOf(estimate: Estimate): readonly [number, number] | null {
  if (estimate.kind === 'exact') return [estimate.microUsd, estimate.microUsd]
  return estimate.kind === 'range' ? [estimate.minMicroUsd, estimate.maxMicroUsd] : null
}

/** The request fields that would narrow an estimate, in the form's order. */
export function fieldsOf(estimate: Estimate): readonly string[] {
  if (estimate.kind === 'range') return estimate.fields
  return estimate.kind === 'rate' ? (estimate.open?.fields ?? []) : []
}
