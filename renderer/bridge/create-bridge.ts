import type { Bridge, BridgeCarrier } from '../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import { type EventName, type EventPayload, isEventName } from '../../shared/bridge/events.ts'
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '../../shared/bridge/procedures.ts'

type Listener = (payload: unknown) => void

/** The page's one way to the studio, over whichever carrier; the types are the bridge's table's. */
export function createBridge(carrier: BridgeCarrier): Bridge & { close(): void } {
  const listeners = new Map<EventName, Set<Listener>>()
  const unsubscribe = carrier.subscribe(({ name, payload }) => {
    if (!isEventName(name)) return
    for (const listener of listeners.get(name) ?? []) listener(payload)
  })

  async function call<Name extends ProcedureName>(procedure: Name, input: ProcedureInput<Name>) {
    return readResult(await carrier.call(procedure, input)) as BridgeResult<ProcedureOutput<Name>>
  }

  function on<Name extends EventName>(event: Name, listener: (payload: EventPayload<Name>) => void) {
    const ofEvent = listeners.get(event) ?? new Set<Listener>()
    listeners.set(event, ofEvent)
    ofEvent.add(listener as Listener)
    return () => void ofEvent.delete(listener as Listener)
  }

  return { call, on, onConnected: (listener) => carrier.onConnected(listener), close: unsubscribe }
}

/** What came is parsed on the main side; here only its outline is checked, so that a broken host is a failure too. */
function readResult(answer: unknown): BridgeResult<unknown> {
  if (typeof answer === 'object' && answer !== null && 'ok' in answer) {
    if (answer.ok === true && 'value' in answer) return { ok: true, value: answer.value }
    if (answer.ok === false && 'error' in answer) return answer as BridgeResult<unknown>
  }
  return { ok: false, error: { code: 'internal', message: 'The answer has no known form.' } }
}
