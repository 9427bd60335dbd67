/** What matches may cost together. */
export interface WorkLimits {
  /** Steps that are counted. */
  readonly steps: number
  /** Steps of the engine's own expressions, by what they cost at worst: they can't be stopped. */
  readonly nativeSteps: number
}

/** About a tenth of a second for the steps that are counted. */
export const fullWork: WorkLimits = { steps: 2_000_000, nativeSteps: 500_000_000 }
/** A few milliseconds, for what is asked at every key press. */
export const quickWork: WorkLimits = { steps: 50_000, nativeSteps: 3_000_000 }

/** A pattern or a match of it goes beyond what it may cost. */
export class TooMuchWork extends Error {}

/** What is left for the matches of one check: many of them may together take no longer than one. */
export class MatchWork {
  #steps: number
  #nativeSteps: number
  #split: { readonly text: string; readonly characters: readonly string[] } | null = null

  constructor({ steps, nativeSteps }: WorkLimits = fullWork) {
    this.#steps = steps
    this.#nativeSteps = nativeSteps
  }

  get isSpent(): boolean {
    return this.#steps <= 0
  }

  /** A text's characters, as far as they can be reached: each costs a step. Patterns that follow on the same text share them. */
  charactersOf(text: string): readonly string[] {
    if (this.#split?.text !== text) this.#split = { text, characters: [...text.slice(0, 2 * this.#steps)] }
    return this.#split.characters
  }

  /** Throws `TooMuchWork` where nothing is left. */
  count(steps: number): void {
    this.#steps -= steps
    if (this.#steps <= 0) throw new TooMuchWork()
  }

  /** Whether there is room for an expression of the engine's own; it is taken. */
  takeNative(steps: number): boolean {
    if (steps > this.#nativeSteps) return false
    this.#nativeSteps -= steps
    return true
  }
}
