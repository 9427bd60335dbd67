import type { CodedReason } from '../failures/reason.ts'
import type { BridgeFailure, BridgeResult } from './error-codes.ts'
import type { ProcedureInput, ProcedureName, ProcedureOutput } from './procedures.ts'

/** The studio as seen by its callers over the bridge: the page, the command line, chaos trials and tests. */
export interface BridgeClient {
  /** Returns failures as values; rejects only where the carrier does. */
  call<Name extends ProcedureName>(
    name: Name,
    input: ProcedureInput<Name>,
  ): Promise<BridgeResult<ProcedureOutput<Name>>>
  /** The same where only success is expected: rejects with a `BridgeCallError` otherwise. */
  want<Name extends ProcedureName>(name: Name, input: ProcedureInput<Name>): Promise<ProcedureOutput<Name>>
}

/** A call that failed, with its code and its reason as one text, for logs. */
export class BridgeCallError extends Error {
  override readonly name = 'BridgeCallError'
  readonly failure: BridgeFailure

  constructor(procedure: ProcedureName, failure: BridgeFailure) {
    const reason = failure.cause ?? failure.message
    super(
      [
        `${procedure}: ${failure.code}`,
        ...(reason === undefined ? [] : [typeof reason === 'string' ? reason : JSON.stringify(reason)]),
      ].join(', '),
    )
    this.failure = failure
  }
}

/**
 * Types the calls over any carrier. The main side has parsed each output; here only the result's outline is
 * checked, so that a broken carrier is a failure (`internal`) too.
 */
export function createBridgeClient(
  carry: (procedure: string, input: unknown) => Promise<unknown>,
): BridgeClient {
  async function call<Name extends ProcedureName>(
    name: Name,
    input: ProcedureInput<Name>,
  ): Promise<BridgeResult<ProcedureOutput<Name>>> {
    const response = await carry(name, input)
    return isResult<ProcedureOutput<Name>>(response) ? response : unreadable
  }

  return {
    call,
    async want(name, input) {
      const result = await call(name, input)
      if (!result.ok) throw new BridgeCallError(name, result.error)
      return result.value
    },
  }
}

// Its maker, `reasonOf`, stands beside schemas, and the page's first script holds none.
const unreadableReason: CodedReason = { code: 'output_unreadable' }

const unreadable = {
  ok: false,
  error: { code: 'internal', cause: unreadableReason },
} as const

function isResult<Value>(response: unknown): response is BridgeResult<Value> {
  if (typeof response !== 'object' || response === null || !('ok' in response)) return false
  return (response.ok === true && 'value' in response) || (response.ok === false && 'error' in response)
}
