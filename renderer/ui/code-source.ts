import { createStore, type StoreApi } from 'zustand/vanilla'

export type Code<Value> =
  | { readonly kind: 'absent' | 'loading' | 'failed' }
  | { readonly kind: 'loaded'; readonly value: Value }

/** Code of the page that is loaded once, on first use or before. */
export interface CodeSource<Value> {
  /** `failed` only where someone waits for the code; after a background failure it is `absent` again. */
  readonly store: StoreApi<Code<Value>>
  /** Starts loading the code unless it is loaded, loading, or failed for someone who is to retry; never rejects. */
  preload(): Promise<void>
  /** The same for someone who waits for it; after a failure it is the retry. */
  ensure(): Promise<void>
}

/** `report` is called with each failure. */
export function createCodeSource<Value>(
  load: () => Promise<Value>,
  report: (cause: unknown) => void,
): CodeSource<Value> {
  const store = createStore<Code<Value>>(() => ({ kind: 'absent' }))
  let underWay: Promise<void> | null = null
  let isAwaited = false

  async function read(): Promise<void> {
    try {
      store.setState({ kind: 'loaded', value: await load() })
    } catch (cause) {
      report(cause)
      store.setState({ kind: isAwaited ? 'failed' : 'absent' })
    }
    isAwaited = false
    underWay = null
  }

  async function start(): Promise<void> {
    if (underWay === null) {
      store.setState({ kind: 'loading' })
      underWay = read()
    }
    await underWay
  }

  return {
    store,
    async preload() {
      const { kind } = store.getState()
      if (kind !== 'loaded' && kind !== 'failed') await start()
    },
    async ensure() {
      if (store.getState().kind === 'loaded') return
      isAwaited = true
      await start()
    },
  }
}
