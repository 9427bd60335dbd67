/** What matches may cost together, in steps that are counted; about a tenth of a second. */
export const mostWork = 2_000_000
/** The same for the engine's own expressions, by what they cost at worst: they can't be stopped. */
export const mostNativeWork = 500_000_000

/** A pattern or a match of it goes beyond what it may cost. */
export class TooMuchWork extends Error {}

/** What is left for the matches of one check: many of them may together take no longer than one. */
export class MatchWork {
  #left = mostWork
  #nativeLeft = mostNativeWork

  get isSpent(): boolean {
    return this.#left <= 0
  }

  /** Throws `TooMuchWork` where nothing is left. */
  count(steps: number): void {
    this.#left -= steps
    if (this.#left <= 0) throw new TooMuchWork()
  }

  /** Whether there is room for an expression of the engine's own; it is taken. */
  takeNative(steps: number): boolean {
    if (steps > this.#nativeLeft) return false
    this.#nativeLeft -= steps
    return true
  }
}

/** What `\b` and `\B` take for a part of a word. */
export function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character)
}
