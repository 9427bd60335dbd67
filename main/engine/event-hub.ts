import type { BridgeEvent, EventName, EventPayload } from '../../shared/bridge/events.ts'

/**
 * Sends every event to every listener; a carrier listens once for its page. If listeners throw, the first error
 * is rethrown after all were called.
 */
export interface EventHub {
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void
  /** Returns an unsubscribe function. */
  subscribe(listener: (event: BridgeEvent) => void): () => void
}

export function createEventHub(): EventHub {
  const listeners = new Set<(event: BridgeEvent) => void>()
  return {
    emit(name, payload) {
      const failures: unknown[] = []
      for (const listener of listeners) {
        try {
          listener({ name, payload } as BridgeEvent)
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
