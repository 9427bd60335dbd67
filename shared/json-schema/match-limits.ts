/** What one match may cost, in steps; about a tenth of a second at worst. */
export const mostWork = 2_000_000

/** A pattern or a match of it goes beyond what it may cost. */
export class TooMuchWork extends Error {}

/** What `\b` and `\B` take for a part of a word. */
export function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character)
}
