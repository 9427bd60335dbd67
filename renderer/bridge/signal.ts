/** Notifies many listeners; `listen` returns an unsubscribe function. */
export interface Signal<Value> {
  emit(value: Value): void
  listen(listener: (value: Value) => void): () => void
}

export function createSignal<Value>(): Signal<Value> {
  const listeners = new Set<(value: Value) => void>()
  return {
    emit(value) {
      for (const listener of [...listeners]) listener(value)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
