import type { ActionKey } from './keys.ts'

/** A screen's key, by its place in the rail from 0. A browser may have it for its tabs. */
export function screenKey(place: number): ActionKey {
  return { key: String(place + 1), mod: true }
}

/**
 * The key that works in browsers, too: they switch tabs with a digit and Ctrl or ⌘, on Linux also with Alt alone, and
 * leave Alt with Shift to the page.
 */
export function browserScreenKey(place: number): ActionKey {
  const digit = String(place + 1)
  return { key: digit, code: `Digit${digit}`, alt: true, shift: true }
}
