import type { BridgeErrorCode, BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { Reason } from '../../shared/failures/reason.ts'
import { reasonMembers } from './reason-error.ts'

export function respond<Value>(value: Value): BridgeResult<Value> {
  return { ok: true, value }
}

/** A refusal with its reason; null: the code says it all. `more` holds the field, the problems or when to retry. */
export function refuse(
  code: BridgeErrorCode,
  reason: Reason | null,
  more: Omit<BridgeFailure, 'code' | 'message' | 'cause'> = {},
): Extract<BridgeResult<never>, { ok: false }> {
  return { ok: false, error: { code, ...(reason === null ? {} : reasonMembers(reason)), ...more } }
}
