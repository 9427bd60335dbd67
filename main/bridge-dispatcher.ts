import type { BridgeFailure, BridgeResult } from '../shared/bridge/error-codes.ts'
import {
  isProcedureName,
  type ParsedInput,
  type ProcedureName,
  type ProcedureOutput,
  procedures,
} from '../shared/bridge/procedures.ts'
import { reasonOf, type StorageFailure } from '../shared/failures/reason.ts'
import type { Log, ReadStorageFailure } from './engine/ports.ts'

/** One handler per procedure; each returns a value or a failure and never throws on purpose. */
export type Handlers = {
  readonly [Name in ProcedureName]: (
    input: ParsedInput<Name>,
  ) => BridgeResult<ProcedureOutput<Name>> | Promise<BridgeResult<ProcedureOutput<Name>>>
}

/** The entry point for every carrier: any name, any input, always a result. */
export type Dispatch = (procedure: string, input: unknown) => Promise<BridgeResult<unknown>>

export interface DispatcherDeps {
  readonly handlers: Handlers
  readonly log: Log
  readonly storageFailureOf: ReadStorageFailure
  /** Removes the keys from a text: what is refused may hold one where it doesn't belong. */
  readonly mask?: (text: string) => string
}

/** Parses input and output by the contract. Throws at once where a procedure has no handler. */
export function createDispatcher({
  handlers,
  log,
  storageFailureOf,
  mask = (text) => text,
}: DispatcherDeps): Dispatch {
  const missing = Object.keys(procedures).filter((name) => !Object.hasOwn(handlers, name))
  if (missing.length > 0) throw new Error(`Procedures without a handler: ${missing.join(', ')}`)

  return async function dispatch(procedure, input) {
    if (!isProcedureName(procedure))
      return refuse({ code: 'not_found', cause: reasonOf('procedure_unknown') })
    const parsed = procedures[procedure].input.safeParse(input ?? {})
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const field = mask(issue?.path.join('.') ?? '')
      const words = mask(issue?.message ?? '')
      const cause = { code: 'call_invalid', procedure, place: field, words } as const
      return refuse({ code: 'invalid_input', cause, ...(field ? { field } : {}) })
    }
    try {
      const handle = handlers[procedure] as (input: unknown) => Promise<BridgeResult<unknown>>
      const result = await handle(parsed.data)
      return result.ok ? show(procedure, result.value) : result
    } catch (error) {
      const storage = storageFailureOf(error)
      if (storage) return refuseForStorage(storage, log, procedure)
      warn(procedure, error)
      return refuse({ code: 'internal', cause: reasonOf('log_says_why') })
    }
  }

  /** A result that can't be shown does not undo the work. */
  function show(procedure: ProcedureName, value: unknown): BridgeResult<unknown> {
    const shown = procedures[procedure].output.safeParse(value)
    if (shown.success) return { ok: true, value: shown.data }
    warn(procedure, shown.error)
    return refuse({ code: 'not_shown', cause: reasonOf('not_shown') })
  }

  function warn(procedure: string, error: unknown): void {
    log.warn(
      `${procedure} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  }
}

/**
 * One line in the log without a stack, because the cause is not in the code. It says nothing about the run in
 * question, which may have been sent long before.
 */
function refuseForStorage(kind: StorageFailure, log: Log, procedure: string): BridgeResult<never> {
  // Damage was reported when it was found; otherwise every later call would repeat it.
  if (kind !== 'damaged')
    log.warn(`${procedure} could not be done (storage: ${kind}). Nothing was sent by it.`)
  return refuse({
    code: kind === 'damaged' ? 'library_damaged' : 'storage_failed',
    cause: { code: 'storage', kind, nothingSent: true },
  })
}

function refuse(error: BridgeFailure): BridgeResult<never> {
  return { ok: false, error }
}
