import type { Bridge, BridgeCarrier } from '../../shared/bridge/carrier.ts'
import { createBridgeClient } from '../../shared/bridge/client.ts'
import type { EventName, EventPayload } from '../../shared/bridge/events.ts'

type Listener = (payload: unknown) => void

/** The page's only access to the studio, over any carrier; typed by the bridge's table. */
export function createBridge(carrier: BridgeCarrier): Bridge & { close(): void } {
  const listeners = new Map<EventName, Set<Listener>>()
  const unsubscribe = carrier.subscribe(({ name, payload }) => {
    // There are no listeners for unknown event names.
    for (const listener of listeners.get(name as EventName) ?? []) listener(payload)
  })

  const { call } = createBridgeClient((procedure, input) => carrier.call(procedure, input))

  function on<Name extends EventName>(event: Name, listener: (payload: EventPayload<Name>) => void) {
    const ofEvent = listeners.get(event) ?? new Set<Listener>()
    listeners.set(event, ofEvent)
    ofEvent.add(listener as Listener)
    return () => void ofEvent.delete(listener as Listener)
  }

  return { call, on, onConnected: (listener) => carrier.onConnected(listener), close: unsubscribe }
}
