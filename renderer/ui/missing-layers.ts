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
  /** Called where a layer is to be shown; returns its undo. What is shown nowhere any more is not missing. */
  want(layer: Layer): () => void
  /** Tells how a load of this layer has ended. */
  settle(layer: Layer, end: 'loaded' | 'failed'): void
  retry(): void
}

export function createMissingLayers(): MissingLayers {
  const store = createStore<Missing>(() => ({ layers: new Set(), failures: 0 }))
  /** In how many places each is to be shown. */
  const places = new Map<Layer, number>()

  function forget(layer: Layer): void {
    const { layers } = store.getState()
    if (layers.has(layer)) store.setState({ layers: new Set([...layers].filter((other) => other !== layer)) })
  }

  return {
    store,
    want(layer) {
      places.set(layer, (places.get(layer) ?? 0) + 1)
      return () => {
        const left = (places.get(layer) ?? 0) - 1
        if (left > 0) return void places.set(layer, left)
        places.delete(layer)
        forget(layer)
      }
    },
    settle(layer, end) {
      const { layers, failures } = store.getState()
      if (end === 'failed') store.setState({ layers: new Set([...layers, layer]), failures: failures + 1 })
      else forget(layer)
    },
    retry() {
      for (const layer of store.getState().layers) void layer.ensure()
    },
  }
}
