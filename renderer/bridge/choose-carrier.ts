import { type BridgeCarrier, type PreloadApi, preloadGlobal } from '../../shared/bridge/carrier.ts'
import { createElectronCarrier } from './electron-carrier.ts'
import { createHttpCarrier } from './http-carrier.ts'
import { openPostedEvents } from './posted-events.ts'
import { createSessionSecret } from './session-secret.ts'
import { takeToken } from './take-token.ts'

export interface ChosenCarrier {
  readonly carrier: BridgeCarrier
  /** Credentials of a request that changes media, besides the cookie. */
  sessionHeaders(): Readonly<Record<string, string>>
}

/** The carrier of this page: the preload's where there is one, else HTTP to the page's own origin. */
export function chooseCarrier(page: Window): ChosenCarrier {
  const preload: unknown = Reflect.get(page, preloadGlobal)
  if (isPreloadApi(preload)) return { carrier: createElectronCarrier(preload), sessionHeaders: () => ({}) }
  const secret = createSessionSecret(() => page.localStorage)
  const fetch = (path: string, init: RequestInit) =>
    page.fetch(path, { ...init, headers: { ...init.headers, ...secret.headers() } })
  const carrier = createHttpCarrier({
    fetch,
    openEvents: (path) => openPostedEvents(path, fetch),
    later(task, milliseconds) {
      const timer = page.setTimeout(task, milliseconds)
      return () => page.clearTimeout(timer)
    },
    token: takeToken(page.location, page.history),
    keepSecret: secret.keep,
  })
  page.addEventListener('hashchange', () => {
    const token = takeToken(page.location, page.history)
    if (token !== null) void carrier.takeToken(token)
  })
  return { carrier, sessionHeaders: secret.headers }
}

function isPreloadApi(value: unknown): value is PreloadApi {
  return typeof value === 'object' && value !== null && 'call' in value && 'subscribe' in value
}
