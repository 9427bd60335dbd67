/** Fills the screen with an element, or ends that; a browser that refuses changes nothing. */
export function toggleFullScreen(element: HTMLElement | null): void {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : element?.requestFullscreen().then(() => holdFocus(element))
  void done?.catch(() => undefined)
}

/**
 * The focus is on what fills the screen, not on the button that was pressed for it: the space bar would press that
 * again. It returns at the end, unless it has gone on.
 */
function holdFocus(element: HTMLElement): void {
  const before = document.activeElement
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  function end() {
    if (document.fullscreenElement === element) return
    document.removeEventListener('fullscreenchange', end)
    const { activeElement } = document
    const isHeld = activeElement === element || activeElement === document.body
    if (isHeld && before instanceof HTMLElement) before.focus({ preventScroll: true })
    element.removeAttribute('tabindex')
  }
  document.addEventListener('fullscreenchange', end)
}

/** The element that fills the screen: nothing outside it is seen. */
export function fullScreenElement(): HTMLElement | null {
  return document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : null
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
}
