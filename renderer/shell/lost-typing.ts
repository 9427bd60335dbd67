const textField =
  'textarea, input:not([type]), input:is([type="text"], [type="search"], [type="url"], [type="number"])'

/** Keys that were meant for a text field that is gone. */
const lostKeys = new WeakSet<Event>()

/** Whether this key was meant for a text field that disappeared under the person: it is no action. */
export function isLostTyping(event: Event): boolean {
  return lostKeys.has(event)
}

/**
 * Watches where the person types. A text field that the page removes, hides or disables meanwhile leaves the focus
 * nowhere: the next key moves it to the field of the same name, where there is one, and until then no key is an action.
 * A press of the pointer, Tab, Escape, Enter in a line of text and a shortcut are the person’s own leaving. To be called
 * before any other listener for keys is added.
 */
export function guardTyping(page: Pick<Window, 'addEventListener' | 'document'>): void {
  /** The one that took the last typed key. */
  let field: HTMLElement | null = null
  const end = () => {
    field = null
  }
  page.addEventListener('pointerdown', end, true)
  page.addEventListener('focusin', ({ target }) => target !== field && end(), true)
  page.addEventListener(
    'keydown',
    (event) => {
      const { target } = event
      if (isLeaving(event)) end()
      else if (target instanceof HTMLElement && target.matches(textField)) field = target
      else if (field && isNowhere(page.document)) {
        lostKeys.add(event)
        findSuccessor(page.document, field)?.focus()
      }
    },
    true,
  )
}

function isLeaving({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key === 'Enter') return !(target instanceof HTMLElement && target.matches('textarea'))
  return key === 'Tab' || key === 'Escape' || ctrlKey || metaKey || altKey
}

function isNowhere({ activeElement, body }: Document): boolean {
  return activeElement === null || activeElement === body
}

/** What took the place of a field of the form, with the caret where it was; the key itself is then typed there. */
function findSuccessor(document: Document, field: HTMLElement): HTMLElement | null {
  const name = field.closest<HTMLElement>('[data-field]')?.dataset.field
  const frames = name === undefined ? [] : document.querySelectorAll<HTMLElement>('[data-field]')
  const frame = [...frames].find(({ dataset }) => dataset.field === name)
  const next = frame?.querySelector<HTMLElement>(textField)
  if (!next || next.matches(':disabled') || !next.checkVisibility()) return null
  if (next !== field && isText(field) && isText(next))
    next.setSelectionRange(field.selectionStart, field.selectionEnd)
  return next
}

function isText(element: HTMLElement): element is HTMLTextAreaElement {
  return element.matches('textarea')
}
