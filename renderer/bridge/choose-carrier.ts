import { type BridgeCarrier, type PreloadApi, preloadGlobal } from '../../shared/bridge/carrier.ts'
import { createElectronCarrier } from './electron-carrier.ts'
import { createHttpCarrier } from './http-carrier.ts'
import { openPostedEvents } from './posted-events.ts'
import { takeToken } from './take-token.ts'

/** The carrier this page has: the preload's where there is one, else HTTP to the page's own origin. */
export function chooseCarrier(page: Window): BridgeCarrier {
  const preload: unknown = Reflect.get(page, preloadGlobal)
  if (isPreloadApi(preload)) return createElectronCarrier(preload)
  return createHttpCarrier({
    fetch: (path, init) => page.fetch(path, init),
    openEvents: (path) => openPostedEvents(path, (...request) => page.fetch(...request)),
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
