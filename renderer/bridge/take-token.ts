import { sessionTokenFragment } from '../../shared/bridge/page-session.ts'

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
