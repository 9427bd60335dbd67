import type { BridgeFailure, BridgeResult } from '../shared/bridge/error-codes.ts'
import {
  isProcedureName,
  type ParsedInput,
  type ProcedureName,
  type ProcedureOutput,
  procedures,
} from '../shared/bridge/procedures.ts'
import { reasonOf } from '../shared/failures/reason.ts'
import type { Log } from './engine/ports.ts'
import { toldReason } from './engine/reason-error.ts'
import { type StorageTrouble, storageTroubleOf } from './engine/storage-trouble.ts'

/** One handler per procedure; each returns a value or a failure and never throws on purpose. */
export type Handlers = {
  readonly [Name in ProcedureName]: (
    input: ParsedInput<Name>,
  ) => BridgeResult<ProcedureOutput<Name>> | Promise<BridgeResult<ProcedureOutput<Name>>>
}

/** The entry point for every carrier: any name, any input, always a result. */
export type Dispatch = (procedure: string, input: unknown) => Promise<BridgeResult<unknown>>

/** Parses input and output by the contract. Throws at once where a procedure has no handler. */
export function createDispatcher({ handlers, log }: { handlers: Handlers; log: Log }): Dispatch {
  const missing = Object.keys(procedures).filter((name) => !Object.hasOwn(handlers, name))
  if (missing.length > 0) throw new Error(`Procedures without a handler: ${missing.join(', ')}`)

  return async function dispatch(procedure, input) {
    if (!isProcedureName(procedure))
      return refuse({ code: 'not_found', message: 'There is no such procedure.' })
    const parsed = procedures[procedure].input.safeParse(input ?? {})
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const field = issue?.path.join('.')
      const message = `The input of ${procedure} is wrong${field ? ` at ${field}` : ''}: ${issue?.message ?? ''}.`
      return refuse({ code: 'invalid_input', message, ...(field ? { field } : {}) })
    }
    try {
      const handle = handlers[procedure] as (input: unknown) => Promise<BridgeResult<unknown>>
      const result = await handle(parsed.data)
      return result.ok ? show(procedure, result.value) : result
    } catch (error) {
      const trouble = storageTroubleOf(error)
      if (trouble) return refuseForStorage(trouble, log, procedure)
      warn(procedure, error)
      return refuse({ code: 'internal', ...toldReason(reasonOf('log_says_why')) })
    }
  }

  /** A result that can't be shown does not undo the work. */
  function show(procedure: ProcedureName, value: unknown): BridgeResult<unknown> {
    const shown = procedures[procedure].output.safeParse(value)
    if (shown.success) return { ok: true, value: shown.data }
    warn(procedure, shown.error)
    return refuse({ code: 'not_shown', ...toldReason(reasonOf('not_shown')) })
  }

  function warn(procedure: string, error: unknown): void {
    log.warn(
      `${procedure} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  }
}

/**
 * One sentence without a stack, because the cause is not in the code. It says nothing about the run in
 * question, which may have been sent long before.
 */
function refuseForStorage(
  { kind, sentence }: StorageTrouble,
  log: Log,
  procedure: string,
): BridgeResult<never> {
  // Damage was reported when it was found; otherwise every later call would repeat it.
  if (kind !== 'damaged') log.warn(`${procedure} could not be done: ${sentence} Nothing was sent by it.`)
  return refuse({
    code: kind === 'damaged' ? 'library_damaged' : 'storage_failed',
    message: `${sentence} This could not be done, and nothing was sent by it.`,
    cause: { code: 'storage', kind },
  })
}

function refuse(error: BridgeFailure): BridgeResult<never> {
  return { ok: false, error }
}
