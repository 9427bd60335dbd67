import { type BridgeCarrier, type PreloadApi, preloadGlobal } from '../../shared/bridge/carrier.ts'
import { createElectronCarrier } from './electron-carrier.ts'
import { createHttpCarrier, type EventStream } from './http-carrier.ts'
import { takeToken } from './take-token.ts'

/** The carrier this page has: the preload's where there is one, else HTTP to the page's own origin. */
export function chooseCarrier(page: Window): BridgeCarrier {
  const preload: unknown = Reflect.get(page, preloadGlobal)
  if (isPreloadApi(preload)) return createElectronCarrier(preload)
  return createHttpCarrier({
    fetch: (path, init) => page.fetch(path, init),
    openEvents: (path) => new EventSource(path) as EventStream,
    later(task, milliseconds) {
      const timer = page.setTimeout(task, milliseconds)
      return () => page.clearTimeout(timer)
    },
    token: takeToken(page.location, page.history),
  })
}

function isPreloadApi(value: unknown): value is PreloadApi {
  return typeof value === 'object' && value !== null && 'call' in value && 'subscribe' in value
}
