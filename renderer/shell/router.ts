import { createStore, type StoreApi } from 'zustand/vanilla'

/** The screens, in the order of the rail and of their keys. */
export const screens = ['create', 'library', 'spend', 'usage', 'styles', 'settings'] as const
export type Screen = (typeof screens)[number]

export interface Route {
  readonly screen: Screen
  /** The open entry of the screen, such as a file of the library. */
  readonly item: string | null
}

export interface Router {
  readonly store: StoreApi<Route>
  go(screen: Screen, item?: string | null): void
  /** Changes the open entry without a step in the history. */
  replace(screen: Screen, item: string | null): void
  /** Undoes the last step where it led away from there; else it is as `replace`. */
  returnTo(route: Route): void
  close(): void
}

/** The part of the browser's window that a router needs. */
export interface AddressBar {
  readHash(): string
  pushHash(hash: string): void
  replaceHash(hash: string): void
  back(): void
  onChange(listener: () => void): () => void
}

/** Keeps the screen in the address's fragment, so that reload and the back button work. */
export function createRouter(address: AddressBar): Router {
  const store = createStore<Route>(() => readRoute(address.readHash()))
  let left: Route | null = null
  const undo = address.onChange(() => {
    left = null
    store.setState(readRoute(address.readHash()))
  })
  const replace = (screen: Screen, item: string | null) => {
    address.replaceHash(writeRoute({ screen, item }))
    store.setState({ screen, item })
  }
  return {
    store,
    replace,
    go(screen, item = null) {
      const { screen: current, item: open } = store.getState()
      if (current === screen && open === item) return
      left = { screen: current, item: open }
      address.pushHash(writeRoute({ screen, item }))
      store.setState({ screen, item })
    },
    returnTo({ screen, item }) {
      const isStep = left?.screen === screen && left.item === item
      // The address follows later: asked twice, it is one step.
      left = null
      if (isStep) address.back()
      else replace(screen, item)
    },
    close: undo,
  }
}

function readRoute(hash: string): Route {
  const [name, item] = hash.replace(/^#\/?/, '').split('/')
  const screen = screens.find((candidate) => candidate === name) ?? 'create'
  return { screen, item: item ? decodeURIComponent(item) : null }
}

function writeRoute({ screen, item }: Route): string {
  return item === null ? `#/${screen}` : `#/${screen}/${encodeURIComponent(item)}`
}

export function windowAddress(page: Window): AddressBar {
  return {
    readHash: () => page.location.hash,
    pushHash: (hash) => page.history.pushState(null, '', hash),
    replaceHash: (hash) => page.history.replaceState(null, '', hash),
    back: () => page.history.back(),
    onChange(listener) {
      const events = ['popstate', 'hashchange'] as const
      for (const name of events) page.addEventListener(name, listener)
      return () => {
        for (const name of events) page.removeEventListener(name, listener)
      }
    },
  }
}
