import type { Bridge } from '../../shared/bridge/carrier.ts'

const everyMs = 60_000

interface Window extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

/**
 * Tells the studio that somebody looks at the page: when its window gets the focus or comes into view, and each minute
 * while it is in view. Whether the service is then tested is the studio's to decide (CONN350). Returns how to end that.
 */
export function checkWhileVisible(bridge: Bridge, page: Window = window): () => void {
  const check = () => {
    if (page.document.visibilityState === 'visible') void bridge.call('service.check', {})
  }
  const timer = setInterval(check, everyMs)
  page.addEventListener('focus', check)
  page.document.addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    page.removeEventListener('focus', check)
    page.document.removeEventListener('visibilitychange', check)
  }
}
