import type { Bridge } from '../../shared/bridge/carrier.ts'

/**
 * Calls the listener when another language is on: what the studio says of its models, such as a run's label, is said in
 * the language in which it was read. The first settings that are heard of count as a change, because nobody knows what
 * was on before. Returns its undo.
 */
export function onLanguageChange(bridge: Pick<Bridge, 'on'>, listener: () => void): () => void {
  let known: string | null = null
  return bridge.on('settings.changed', ({ language }) => {
    if (language === known) return
    known = language
    listener()
  })
}
