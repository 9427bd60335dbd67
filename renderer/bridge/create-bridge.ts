import type { Bridge, BridgeCarrier } from '../../shared/bridge/carrier.ts'
import { createBridgeClient } from '../../shared/bridge/client.ts'
import type { EventName, EventPayload } from '../../shared/bridge/events.ts'
import { createWordsGate, type FailureWordsSource } from './words-gate.ts'

type Listener = (payload: unknown) => void

/** The page's only access to the studio, over any carrier; typed by the bridge's table. Failures wait for `words`. */
export function createBridge(carrier: BridgeCarrier, words?: FailureWordsSource): Bridge & { close(): void } {
  const wordsFor = createWordsGate(words)
  const listeners = new Map<EventName, Set<Listener>>()
  const unsubscribe = carrier.subscribe(({ name, payload }) => {
    const arrival = wordsFor(payload)
    if (arrival) void arrival.then(() => announce(name, payload))
    else announce(name, payload)
  })

  function announce(name: string, payload: unknown): void {
    // There are no listeners for unknown event names.
    for (const listener of listeners.get(name as EventName) ?? []) listener(payload)
  }

  const { call } = createBridgeClient(async (procedure, input) => {
    const response = await carrier.call(procedure, input)
    const arrival = wordsFor(response)
    if (arrival) await arrival
    return response
  })

  function on<Name extends EventName>(event: Name, listener: (payload: EventPayload<Name>) => void) {
    const ofEvent = listeners.get(event) ?? new Set<Listener>()
    listeners.set(event, ofEvent)
    ofEvent.add(listener as Listener)
    return () => void ofEvent.delete(listener as Listener)
  }

  return { call, on, onConnected: (listener) => carrier.onConnected(listener), close: unsubscribe }
}
