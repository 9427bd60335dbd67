import type { BridgeEvent, EventName, EventPayload } from '../../shared/bridge/events.ts'

/** Tells every listener of every event; a carrier listens once for its page. */
export interface EventHub {
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void
  /** Answers its undo. */
  subscribe(listener: (event: BridgeEvent) => void): () => void
}

export function createEventHub(): EventHub {
  const listeners = new Set<(event: BridgeEvent) => void>()
  return {
    emit(name, payload) {
      for (const listener of listeners) listener({ name, payload } as BridgeEvent)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
