import { type BridgeCarrier, type PreloadApi, preloadGlobal } from '../../shared/bridge/carrier.ts'
import { sessionTokenFragment } from '../../shared/bridge/page-session.ts'
import { createElectronCarrier } from './electron-carrier.ts'
import { createHttpCarrier } from './http-carrier.ts'
import { openPostedEvents } from './posted-events.ts'
import { createSessionSecret } from './session-secret.ts'

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

/**
 * Removes the token from the page's address, so that it stays neither in the address bar nor in the history;
 * null where there is none. The rest of the fragment, a route, stays.
 */
export function takeToken(
  location: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
): string | null {
  const parts = location.hash.replace(/^#/, '').split('&')
  const token = parts.find((part) => part.startsWith(sessionTokenFragment))
  if (token === undefined) return null
  const rest = parts.filter((part) => part !== token && part !== '').join('&')
  history.replaceState(null, '', `${location.pathname}${location.search}${rest === '' ? '' : `#${rest}`}`)
  return decode(token.slice(sessionTokenFragment.length))
}

/** Anybody can write a fragment. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
