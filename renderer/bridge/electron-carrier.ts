import type { BridgeCarrier, PreloadApi } from '../../shared/bridge/carrier.ts'

/** The carrier over Electron's ipc, as the preload exposes it. Its other end lives as long as the window. */
export function createElectronCarrier(api: PreloadApi): BridgeCarrier {
  return {
    async call(procedure, input) {
      try {
        return await api.call(procedure, input)
      } catch (cause) {
        return { ok: false, error: { code: 'disconnected', message: String(cause) } }
      }
    },
    subscribe: (listener) => api.subscribe(listener),
    onConnected(listener) {
      let listening = true
      queueMicrotask(() => {
        if (listening) listener(true)
      })
      return () => {
        listening = false
      }
    },
  }
}
