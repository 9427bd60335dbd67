import { isComposing } from './is-composing.ts'

/** Opening takes this long on a very busy machine; the dialog’s focus, or Escape, ends the wait. */
const longestWaitMs = 5000
/** How long a focused dialog may take to pass the focus to its first field. */
const settleMs = 100
const dialog = '[role="dialog"]'
const textField = 'textarea, input:not([type]), input:is([type="text"], [type="search"], [type="url"])'

/** Text typed for a dialog that doesn't have the focus yet. */
export interface HeldTyping {
  /**
   * The dialog opens: the held text, and text typed until then, is inserted into its first focused text field.
   */
  release(): void
  /** It does not open: the held text is dropped. */
  drop(): void
}

/**
 * Intercepts plain typing until a dialog has loaded and taken the focus, because it is meant for the dialog. Enter is
 * dropped: it would confirm something that nobody has seen. Keys with a modifier pass; `onEscape` is called in
 * place of the dialog's own Escape, which passes where there is none.
 */
export function holdTyping(page: Window, onEscape?: () => void): HeldTyping {
  /** What had the focus before doesn't open now, unless it was closing. */
  const before = page.document.activeElement?.closest(`${dialog}:not([data-closed])`) ?? null
  let text = ''
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }

  function take(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
    if (event.key === 'Escape') {
      over.abort()
      if (!onEscape) return
      onEscape()
    } else if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  function giveTo(target: EventTarget | null): void {
    const opened = target instanceof HTMLElement ? target.closest(dialog) : null
    if (!(target instanceof HTMLElement) || !opened || opened === before) return
    // A focused dialog may still move the focus to its first field; any other control keeps it and gets the keys.
    if (target.matches(dialog)) {
      page.setTimeout(() => over.abort(), settleMs)
      return
    }
    over.abort()
    if (!target.matches(textField)) return
    // The only way to enter text as a person does, so that the field's listeners are notified.
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
