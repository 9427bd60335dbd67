import { z } from 'zod'
import { microUsdSchema } from '../pricing/price-schemas.ts'

/** What the person may be asked before runs are confirmed. */
export const budgetQuestions = ['price', 'day', 'month'] as const

/** What stands against a confirmation: a run's price above the person's own, or a period's budget. */
export const budgetObjectionSchema = z.object({
  question: z.enum(budgetQuestions),
  limit: microUsdSchema,
  /** With a period: what was spent and what is on its way already, at upper ends. */
  committed: microUsdSchema,
  /** What is requested: the dearest run, or with a period all of them, at upper ends. */
  asked: microUsdSchema,
})

/** What is left of a budget; below zero where more was agreed to. Completed jobs and what is on its way count. */
const periodSchema = z.object({ limit: microUsdSchema, committed: microUsdSchema }).nullable()

/** Null where the person set none. Days and months are UTC. */
export const budgetStatusSchema = z.object({
  day: periodSchema,
  month: periodSchema,
  /** A run above this asks first. */
  askAbove: microUsdSchema.nullable(),
})

export type BudgetQuestion = (typeof budgetQuestions)[number]
export type BudgetObjection = z.infer<typeof budgetObjectionSchema>
export type BudgetStatus = z.infer<typeof budgetStatusSchema>
