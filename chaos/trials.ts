import type { Trial } from './trial.ts'
import { faultsTrial } from './trials/faults.ts'

/** Every trial, in the order of the promises. */
export const trials: readonly Trial[] = [faultsTrial]
