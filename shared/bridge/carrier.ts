import type { BridgeClient } from './client.ts'
import type { BridgeFailure } from './error-codes.ts'
import type { EventName, EventPayload } from './events.ts'

/**
 * Transports calls and events between the page and the studio, without knowing about jobs; there is one over
 * Electron's ipc, one over HTTP and one in memory.
 */
export interface BridgeCarrier {
  /**
   * Returns `{ ok, value | error }`; a carrier that lost its other end returns `disconnected`, it never throws.
   */
  call(procedure: string, input: unknown): Promise<unknown>
  /** Listens to every event; returns an unsubscribe function. */
  subscribe(listener: (event: { name: string; payload: unknown }) => void): () => void
  /**
   * Called each time the other end is there (again): events missed meanwhile must be read again. With a failure
   * where it is there but refuses this page. Returns an unsubscribe function.
   */
  onConnected(listener: (connected: boolean, failure?: BridgeFailure) => void): () => void
}

/** The one object through which a page reaches the studio. */
export interface Bridge extends Pick<BridgeClient, 'call'> {
  on<Name extends EventName>(event: Name, listener: (payload: EventPayload<Name>) => void): () => void
  onConnected(listener: (connected: boolean, failure?: BridgeFailure) => void): () => void
}

/** The channel names of Electron's carrier and the preload's global. */
export const ipcChannels = { call: 'atelier:call', event: 'atelier:event' } as const
export const preloadGlobal = 'atelier'

/** The two functions that the preload exposes for a carrier. */
export interface PreloadApi {
  call(procedure: string, input: unknown): Promise<unknown>
  subscribe(listener: (event: { name: string; payload: unknown }) => void): () => void
}
