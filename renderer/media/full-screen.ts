/** Fills the screen with an element, or ends that; a browser that refuses changes nothing. */
export function toggleFullScreen(element: HTMLElement | null): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : element?.requestFullscreen()
  void done?.catch(() => undefined)
}

/** The element that fills the screen: nothing outside it is seen. */
export function fullScreenElement(): HTMLElement | null {
  return document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : null
}

export function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
}
