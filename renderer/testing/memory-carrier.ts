import type { BridgeCarrier } from '../../shared/bridge/carrier.ts'
import { createSignal } from '../bridge/signal.ts'

/** The studio's end of a carrier in memory. */
export interface MemoryStudio {
  /** Handles a call; may throw, as a studio that is gone does. */
  handle: (procedure: string, input: unknown) => unknown | Promise<unknown>
  emit(event: { name: string; payload: unknown }): void
  setConnected(connected: boolean): void
}

/** Both ends of a carrier in memory; values are cloned in transit, as in the others. */
export function createMemoryPair(): { carrier: BridgeCarrier; studio: MemoryStudio } {
  const events = createSignal<{ name: string; payload: unknown }>()
  const connections = createSignal<boolean>()
  let connected = true
  const studio: MemoryStudio = {
    handle: () => ({ ok: false, error: { code: 'not_supported_here', message: '' } }),
    emit: (event) => events.emit(structuredClone(event)),
    setConnected(now) {
      connected = now
      connections.emit(now)
    },
  }
  const carrier: BridgeCarrier = {
    async call(procedure, input) {
      if (!connected) return { ok: false, error: { code: 'disconnected', message: 'The pair is apart.' } }
      try {
        return structuredClone(await studio.handle(procedure, structuredClone(input)))
      } catch (cause) {
        return { ok: false, error: { code: 'disconnected', message: String(cause) } }
      }
    },
    subscribe: events.listen,
    onConnected(listener) {
      queueMicrotask(() => listener(connected))
      return connections.listen(listener)
    },
  }
  return { carrier, studio }
}
