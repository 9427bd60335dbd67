const longestWaitMs = 1500
/** How long a dialog that has the focus may take to pass it to its first field. */
const settleMs = 100
const dialog = '[role="dialog"]'
const textField = 'textarea, input:not([type]), input:is([type="text"], [type="search"], [type="url"])'

/** What was typed for a dialog that is on its way. */
export interface HeldTyping {
  /** The dialog opens: what was typed, and is typed until then, goes into the first text field of it that has the focus. */
  release(): void
  /** It does not open: what was typed belongs nowhere. */
  drop(): void
}

/**
 * Keeps plain typing from whatever has the focus while a dialog's code is loaded, because it is meant for the dialog.
 * Enter is not kept for it: it would confirm what nobody has seen. Keys with a modifier pass; `onEscape` is called in
 * place of the dialog's own Escape.
 */
export function holdTyping(page: Window, onEscape: () => void): HeldTyping {
  let text = ''
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }

  function take(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Escape') {
      over.abort()
      onEscape()
    } else if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  function giveTo(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || !target.closest(dialog)) return
    if (!target.matches(textField)) {
      page.setTimeout(() => over.abort(), settleMs)
      return
    }
    over.abort()
    // The one way to write into a field as a person does, so that whoever listens to it hears of it.
    if (text !== '') target.ownerDocument.execCommand('insertText', false, text)
  }

  page.addEventListener('keydown', take, options)
  return {
    release() {
      if (over.signal.aborted) return
      page.addEventListener('focusin', ({ target }) => giveTo(target), options)
      page.setTimeout(() => over.abort(), longestWaitMs)
      giveTo(page.document.activeElement)
    },
    drop: () => over.abort(),
  }
}
