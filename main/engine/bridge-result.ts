import type { BridgeErrorCode, BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'

export function answer<Value>(value: Value): BridgeResult<Value> {
  return { ok: true, value }
}

/** A refusal with its sentence; `more` holds the field, the problems or when to retry. */
export function refuse(
  code: BridgeErrorCode,
  message: string,
  more: Omit<BridgeFailure, 'code' | 'message'> = {},
): Extract<BridgeResult<never>, { ok: false }> {
  return { ok: false, error: { code, message, ...more } }
}
