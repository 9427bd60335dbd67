import type { Failure } from '../../../shared/result.ts'
import {
  baseUrlProblems,
  isSameBaseUrl,
  readBaseUrl,
  withoutPassword,
} from '../../../shared/settings/base-url.ts'

/** What http means, for a person; the page has words of its own. */
export function explainHttp(baseUrl: string): string {
  return `The address ${baseUrl} is not encrypted: anyone on the way there can read your key, every prompt and every result.`
}

/**
 * Why a service at this address is not connected to; null where it is. Plain http off this machine is refused unless
 * the person insisted on this very address.
 */
export function refuseAddress(
  address: string,
  insistedOn: readonly (string | null)[],
): Failure<'not_possible_now'> | null {
  const read = readBaseUrl(address)
  if (!read.ok) {
    const message = `The address ${withoutPassword(address)} can’t be used: ${baseUrlProblems[read.problem]}. Enter it again in Settings.`
    return { code: 'not_possible_now', message }
  }
  if (!read.isInClear || insistedOn.some((one) => isSameBaseUrl(one, read.baseUrl))) return null
  const wayOut = 'Use its https:// address, or insist on this one in Settings or with --allow-http.'
  return { code: 'not_possible_now', message: `${explainHttp(read.baseUrl)} ${wayOut}` }
}
