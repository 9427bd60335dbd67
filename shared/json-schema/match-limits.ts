/** What matches may cost together. */
export interface WorkLimits {
  /** Steps that are counted. */
  readonly steps: number
  /** Steps of the engine's own expressions, by what they cost at worst: they can't be stopped. */
  readonly nativeSteps: number
}

/** About a tenth of a second. */
export const fullWork: WorkLimits = { steps: 2_000_000, nativeSteps: 500_000_000 }

/** A pattern or a match of it goes beyond what it may cost. */
export class TooMuchWork extends Error {}

/** What is left for the matches of one check: many of them may together take no longer than one. */
export class MatchWork {
  #steps: number
  #nativeSteps: number

  constructor({ steps, nativeSteps }: WorkLimits = fullWork) {
    this.#steps = steps
    this.#nativeSteps = nativeSteps
  }

  /** The steps that are left. */
  get steps(): number {
    return this.#steps
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
