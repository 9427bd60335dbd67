import type { CodedReason } from '../../../shared/failures/reason.ts'
import type { Failure } from '../../../shared/result.ts'
import { isSameBaseUrl, readBaseUrl, withoutPassword } from '../../../shared/settings/base-url.ts'
import { reasonMembers } from '../reason-error.ts'

/**
 * Why a service at this address is not connected; null where it may be. Plain http to another machine is
 * refused unless the person allowed this exact address.
 */
export function refuseAddress(
  address: string,
  insistedOn: readonly (string | null)[],
): Failure<'not_possible_now'> | null {
  const read = readBaseUrl(address)
  if (!read.ok)
    return refusal({
      code: 'address_invalid',
      address: withoutPassword(address).slice(0, 2_100),
      problem: read.problem,
    })
  if (!read.isInClear || insistedOn.some((one) => isSameBaseUrl(one, read.baseUrl))) return null
  return refusal({ code: 'address_not_encrypted', address: read.baseUrl })
}

function refusal(reason: CodedReason): Failure<'not_possible_now'> {
  return { code: 'not_possible_now', ...reasonMembers(reason) }
}
