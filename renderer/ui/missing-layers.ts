import { createStore, type StoreApi } from 'zustand/vanilla'

/** What can be loaded again. */
interface Layer {
  ensure(): Promise<void>
}

interface Missing {
  readonly layers: ReadonlySet<Layer>
  /** How many loads have failed so far, of any layer. */
  readonly failures: number
}

/** The layers whose code could not be loaded, and one retry for all of them. */
export interface MissingLayers {
  readonly store: StoreApi<Missing>
  /** Tells how a load of this layer has ended. */
  settle(layer: Layer, end: 'loaded' | 'failed'): void
  retry(): void
}

export function createMissingLayers(): MissingLayers {
  const store = createStore<Missing>(() => ({ layers: new Set(), failures: 0 }))
  return {
    store,
    settle(layer, end) {
      const { layers, failures } = store.getState()
      if (end === 'failed') store.setState({ layers: new Set([...layers, layer]), failures: failures + 1 })
      else if (layers.has(layer))
        store.setState({ layers: new Set([...layers].filter((other) => other !== layer)) })
    },
    retry() {
      for (const layer of store.getState().layers) void layer.ensure()
    },
  }
}
