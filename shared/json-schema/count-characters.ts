/**
 * The length of a text as JSON Schema counts it (2020-12, Validation, 6.3): in code points. The form, the
 * catalogue and the sandbox all use it for every limit in characters.
 */
export function countCharacters(text: string): number {
  let count = text.length
  for (let index = 1; index < text.length; index++)
    if (isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1))) count -= 1
  return count
}

function isHigh(unit: number): boolean {
  return unit >= 0xd8_00 && unit < 0xdc_00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc_00 && unit < 0xe0_00
}
