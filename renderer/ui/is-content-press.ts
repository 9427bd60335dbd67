interface Press {
  readonly button: number
  readonly offsetX: number
  readonly offsetY: number
  readonly target: EventTarget | null
}

/** Whether a press is one of the main button and on an element itself: not on its scrollbars, nor for a menu. */
export function isContentPress({ button, offsetX, offsetY, target }: Press): boolean {
  if (button !== 0) return false
  const { clientWidth = 0, clientHeight = 0 } = (target ?? {}) as Partial<Element>
  // Within a line of text an element has no room of its own, and no scrollbars.
  const hasRoom = clientWidth > 0 && clientHeight > 0
  return !hasRoom || (offsetX < clientWidth && offsetY < clientHeight)
}
