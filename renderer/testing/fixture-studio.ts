import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { EventName, EventPayload } from '../../shared/bridge/events.ts'
import type {
  ParsedInput,
  ProcedureInput,
  ProcedureName,
  ProcedureOutput,
} from '../../shared/bridge/procedures.ts'
import { createBridge } from '../bridge/create-bridge.ts'
import { createMemoryPair } from './memory-carrier.ts'

type Handlers = {
  [Name in ProcedureName]?: (
    input: ParsedInput<Name>,
  ) => BridgeResult<ProcedureOutput<Name>> | Promise<BridgeResult<ProcedureOutput<Name>>>
}

/** A studio in memory that responds as a test says, and records its calls. */
export interface FixtureStudio {
  readonly bridge: Bridge
  readonly calls: { readonly procedure: string; readonly input: unknown }[]
  /** The inputs of one procedure's calls, in order. */
  inputs<Name extends ProcedureName>(name: Name): readonly ProcedureInput<Name>[]
  respond(handlers: Handlers): void
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void
  setConnected(connected: boolean): void
}

export function createFixtureStudio(handlers: Handlers = {}): FixtureStudio {
  const { carrier, studio } = createMemoryPair()
  const table: Record<string, unknown> = { ...handlers }
  const calls: { procedure: string; input: unknown }[] = []
  studio.handle = (procedure, input) => {
    calls.push({ procedure, input })
    const handler = table[procedure]
    return typeof handler === 'function'
      ? handler(input)
      : failed({ code: 'not_supported_here', message: procedure })
  }
  return {
    bridge: createBridge(carrier),
    calls,
    inputs: <Name extends ProcedureName>(name: Name) =>
      calls.flatMap(({ procedure, input }) => (procedure === name ? [input as ProcedureInput<Name>] : [])),
    respond: (more) => Object.assign(table, more),
    emit: (name, payload) => studio.emit({ name, payload }),
    setConnected: studio.setConnected,
  }
}

export function done<Value>(value: Value): BridgeResult<Value> {
  return { ok: true, value }
}

export function failed(error: BridgeFailure): BridgeResult<never> {
  return { ok: false, error }
}

/** Lets every response under way arrive. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}
