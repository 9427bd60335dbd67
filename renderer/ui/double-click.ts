import type { MouseEvent } from 'react'

/**
 * For `onClickCapture`: the second click of a double click is kept from the element. It comes when what the first one did
 * may be done, and may hit what has moved under the pointer.
 */
export function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.stopPropagation()
}
