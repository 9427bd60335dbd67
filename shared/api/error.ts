import { z } from 'zod'
import { boundText } from '../json/bound-text.ts'
import { longestWords } from './job.ts'

/** A service's error message, cut to the length that is kept. */
const words = z.string().transform((text) => boundText(text, longestWords))

/** The generic error body (interface: Error bodies). */
export const errorBodySchema = z.looseObject({ error: words })

/** The body of a 402: the API balance is empty; running jobs finish. */
export const insufficientBalanceBodySchema = z.looseObject({ message: words })

/** The body of a 410: the model is past its sunset date. Terminal; `error` is stable and safe to switch on. */
export const sunsetBodySchema = z.looseObject({
  error: words,
  reason: words,
  message: words,
  /** A calendar date, YYYY-MM-DD. */
  sunset_date: z.iso.date(),
  replacement: words.optional(),
  migration_url: words.optional(),
})

export type SunsetBody = z.infer<typeof sunsetBodySchema>
