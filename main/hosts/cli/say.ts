import { topUpUsd } from '../../../shared/api/top-up.ts'
import type { ModelDeprecation, ModelDetail } from '../../../shared/bridge/views.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import type { MainWords } from '../../words/choose-words.ts'
import type { LibraryRow } from './list-library.ts'
import type { AccountSpend } from './list-spend.ts'
import type { ListedAccount } from './open-accounts.ts'

export function sayEstimate(estimate: Estimate, { cli }: MainWords): string {
  switch (estimate.kind) {
    case 'exact':
      return cli.usd(estimate.microUsd)
    case 'range':
      return cli.priceRange(estimate.minMicroUsd, estimate.maxMicroUsd, estimate.fields)
    case 'rate':
      return cli.priceRate(estimate.microUsdPerSecond, estimate.open !== undefined)
    case 'unlisted':
      return cli.priceUnlisted
  }
}

/** An account in one line of a table. */
export function sayAccount({ name, baseUrl, isActive }: ListedAccount, { cli }: MainWords): string {
  return cli.accountLine(name, baseUrl, isActive)
}

/** A model in one line of a table. */
export function sayModel(
  { id, kind, label, description, priceFrom, deprecation }: ModelDetail,
  { cli }: MainWords,
): string {
  const price = priceFrom ? cli.priceFrom(priceFrom) : cli.priceNotListed
  const end = deprecation ? `  ${sayState(deprecation, cli)}` : ''
  const said = description === null ? label : `${label.padEnd(24)}${description}`
  return `${id.padEnd(20)}${cli.kind(kind).padEnd(8)}${said}  (${price})${end}`
}

function sayState({ state, sunsetDate }: ModelDeprecation, cli: MainWords['cli']): string {
  return state === 'sunset' ? cli.ended(sunsetDate) : cli.deprecated(sunsetDate)
}

/** The service's report of a model's end, in a paragraph; null where there is none. */
export function sayEnd(
  { id, deprecation }: Pick<ModelDetail, 'id' | 'deprecation'>,
  { cli: { end } }: MainWords,
): string | null {
  if (!deprecation) return null
  const { state, sunsetDate, cause, replacement, link } = deprecation
  return [
    state === 'sunset' ? end.ended(id, sunsetDate) : end.deprecated(id, sunsetDate),
    ...(cause === null ? [] : [/[.!?…]$/.test(cause) ? cause : `${cause}.`]),
    ...(replacement === null
      ? []
      : [end.instead(replacement.label, replacement.modelId ?? replacement.path)]),
    ...(link === null ? [] : [end.link(link)]),
  ].join(' ')
}

/** What one account's jobs cost, in one line. */
export function sayAccountSpend(
  { account, name, settledMicroUsd, upToMicroUsd, unlistedJobs, jobs }: AccountSpend,
  { cli }: MainWords,
): string {
  const parts = [
    cli.jobCount(jobs),
    cli.spent(settledMicroUsd),
    ...(upToMicroUsd > 0 ? [cli.spentAtMost(upToMicroUsd)] : []),
    ...(unlistedJobs > 0 ? [cli.spentUnlisted(unlistedJobs)] : []),
  ]
  return `${name ?? account}  ${parts.join(', ')}`
}

/** What a person can do about an empty balance. */
export function sayEmptyBalance({ cli }: MainWords): string {
  return cli.emptyBalance(topUpUsd.presets, topUpUsd.minimum, topUpUsd.maximum)
}

/** A file of the library, in one line. */
export function sayFile({ fileId, kind, modelId, rating, flag, prompt }: LibraryRow): string {
  const mark = flag === 'none' ? '' : flag
  return `${fileId}  ${kind.padEnd(5)}  ${modelId.padEnd(8)}  ${'★'.repeat(rating).padEnd(5)}  ${mark.padEnd(6)}  ${prompt.replace(/\s+/g, ' ').slice(0, 80)}`.trimEnd()
}
