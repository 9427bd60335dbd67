import type { Bridge } from '../../shared/bridge/carrier.ts'

/**
 * Calls the listener when the language changes: the studio's texts about models, such as a run's label, are in
 * the language in which they were read. The first settings count as a change, because the earlier language is
 * unknown. Returns an unsubscribe function.
 */
export function onLanguageChange(bridge: Pick<Bridge, 'on'>, listener: () => void): () => void {
  let known: string | null = null
  return bridge.on('settings.changed', ({ language }) => {
    if (language === known) return
    known = language
    listener()
  })
}
