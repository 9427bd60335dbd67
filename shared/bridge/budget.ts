import { z } from 'zod'
import { modelChangesSchema } from '../changes/change-schemas.ts'
import { estimateSchema, microUsdSchema } from '../pricing/price-schemas.ts'

/**
 * The questions that the person may have to confirm before runs are. `changed`: what a model costs, or what it takes that
 * prices read, is another than when they last looked (CAT64).
 */
export const budgetQuestions = ['changed', 'price', 'day', 'month', 'session'] as const

/** Those about a limit of the person's own. */
const limitQuestions = ['price', 'day', 'month', 'session'] as const

/**
 * A budget that a confirmation exceeds: the price above which the person is asked, or a period's budget; with `changed`
 * the bounds are 0.
 */
export const budgetObjectionSchema = z.object({
  question: z.enum(budgetQuestions),
  limit: microUsdSchema,
  /** With a period: what was spent and what is under way already, at upper estimates. */
  committed: microUsdSchema,
  open: microUsdSchema.optional(),
  /** The price of all runs of the confirmation, at upper estimates. */
  requested: microUsdSchema,
  /** Whether `requested` may become less: a price in it is a range or a rate. */
  isUpTo: z.literal(true).optional(),
  /** With `changed`: what changed of these models, what each run cost before, and the digest that a yes to it names. */
  changed: z
    .object({ models: z.array(modelChangesSchema), before: z.array(estimateSchema), digest: z.string() })
    .optional(),
})

/**
 * What is left of a budget; below zero where the person agreed to more. Completed jobs and runs under way
 * count.
 */
const periodSchema = z
  .object({
    limit: microUsdSchema,
    committed: microUsdSchema,
    /** The part of `committed` that may become less: runs that have not ended, prices that stay open. Absent for none. */
    open: microUsdSchema.optional(),
  })
  .nullable()

/** One account's. Null where the person set none. Days and months are UTC, a session began with the studio. */
export const budgetStatusSchema = z.object({
  day: periodSchema,
  month: periodSchema,
  session: periodSchema,
  /** When the studio was started, ISO 8601 UTC. */
  sessionSince: z.iso.datetime(),
  /** Runs that one confirmation sends for more than this need another. */
  askAbove: microUsdSchema.nullable(),
})

/** Those about a period's budget. */
export const periodQuestions = ['day', 'month', 'session'] as const

export type PeriodQuestion = (typeof periodQuestions)[number]
export type BudgetQuestion = (typeof budgetQuestions)[number]
export type BudgetObjection = z.infer<typeof budgetObjectionSchema>
/** One that exceeds a limit. */
export type LimitObjection = BudgetObjection & { readonly question: (typeof limitQuestions)[number] }
export type BudgetStatus = z.infer<typeof budgetStatusSchema>
