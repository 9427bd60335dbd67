import { z } from 'zod'

/** The generic error body (interface: Error bodies). */
export const errorBodySchema = z.looseObject({ error: z.string() })

/** The body of a 402: the API balance is empty; running jobs finish. */
export const insufficientBalanceBodySchema = z.looseObject({ message: z.string() })

/** The body of a 410: the model is past its sunset date. Terminal; `error` is stable and safe to switch on. */
export const sunsetBodySchema = z.looseObject({
  error: z.string(),
  reason: z.string(),
  message: z.string(),
  /** A calendar date, YYYY-MM-DD. */
  sunset_date: z.iso.date(),
  replacement: z.string().optional(),
  migration_url: z.string().optional(),
})

export type SunsetBody = z.infer<typeof sunsetBodySchema>
