import fc from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800
const lastCodePoint = 0x10ffff

/**
 * Any code point but a surrogate, as a unit of `fc.string`: the same characters, from the same seeds and shrunk the same
 * way, as fast-check's unit `binary`. That one lists all 1,112,064 of them in a map first, in each process that uses it.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: lastCodePoint - surrogates })
  .map(characterAt, placeOf)

function characterAt(place: number): string {
  return String.fromCodePoint(place < firstSurrogate ? place : place + surrogates)
}

/** Throws for what is not one character, as fast-check expects of a value that it did not make itself. */
function placeOf(value: unknown): number {
  const point = typeof value === 'string' ? value.codePointAt(0) : undefined
  if (point === undefined || String.fromCodePoint(point) !== value || !value.isWellFormed())
    throw new TypeError('Not a character.')
  return point < firstSurrogate ? point : point - surrogates
}
