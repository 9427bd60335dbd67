/** The code of a key that an input method uses; Safari reports the key that ends a composition with it alone. */
const inputMethodKey = 229

/** Whether a key press belongs to an input method, which composes a character from several. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === inputMethodKey
}
