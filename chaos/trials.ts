import type { Trial } from './trial.ts'

/** Every trial, in the order of the promises. */
export const trials: readonly Trial[] = []
