import type { DeprecationSign, DeprecationStore } from '../engine/catalog/ports.ts'

/** Keeps signs for as long as the test lasts; while `isFull` it refuses to write. */
export function createFakeDeprecationStore(): DeprecationStore & { isFull: boolean } {
  const kept = new Map<string, DeprecationSign>()
  const keyOf = (serviceId: string, path: string) => JSON.stringify([serviceId, path])
  const store = {
    isFull: false,
    signs: (serviceId: string) => [...kept.values()].filter((sign) => sign.serviceId === serviceId),
    keep(sign: DeprecationSign) {
      if (store.isFull) throw new Error('disk full')
      kept.set(keyOf(sign.serviceId, sign.path), sign)
    },
    forget(serviceId: string, path: string) {
      kept.delete(keyOf(serviceId, path))
    },
  }
  return store
}
