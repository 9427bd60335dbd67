import { z } from 'zod'
import { boundText } from '../json/bound-text.ts'

/** The statuses a job can have (interface: States and transitions), in the order a job can pass them. */
export const jobStatuses = [
  'backlogged',
  'queued',
  'scheduled',
  'processing',
  'sampling',
  'intermediate-complete',
  'completed',
  'failed',
  'cancelled',
] as const

export type JobStatus = (typeof jobStatuses)[number]

const terminalStatuses: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled'])

/** Whether a job has ended. An unknown status is pending (decision 2). */
export function isTerminal(status: string): boolean {
  return terminalStatuses.has(status)
}

/**
 * How far along a status is; a job never moves to a smaller rank. The end states share one rank because none
 * follows another; an unknown status has the lowest rank so that it never blocks a known one.
 */
export function statusRank(status: string): number {
  if (isTerminal(status)) return jobStatuses.indexOf('completed')
  return Math.max(0, jobStatuses.indexOf(status as JobStatus))
}

/** UUID as the interface defines it: version 1-8, variant 8-b; the nil and the all-f UUID count too. */
export const uuidSchema = z
  .string()
  .regex(
    /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/,
    'not a UUID',
  )

/** An ISO 8601 UTC date-time that ends in Z, with or without fractional seconds. */
export const utcDateTimeSchema = z.iso
  .datetime()
  .max(64)
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a time')

/** The most characters of a service's own words that are kept and shown. */
export const longestWords = 2_000
const longestName = 200
const longestUrl = 16_384
const mostUrls = 1_000

export const jobErrorSchema = z.looseObject({
  code: z.string().transform((text) => boundText(text, longestName)),
  message: z.string().transform((text) => boundText(text, longestWords)),
})

/**
 * A job's result, read tolerantly: members that the interface does not list are kept. Where the listing doesn't
 * specify a pending job's result, an absent one reads as null.
 */
export const jobResultSchema = z.looseObject({
  urls: z.array(z.string().max(longestUrl)).max(mostUrls).default([]),
})

/** A job record as the service returns it (interface: Job record), read tolerantly (decision 2). */
export const jobSchema = z.looseObject({
  job_id: uuidSchema,
  status: z.string().min(1).max(longestName),
  created_at: utcDateTimeSchema,
  completed_at: utcDateTimeSchema.nullish(),
  result: jobResultSchema.nullish(),
  error: jobErrorSchema.nullish(),
  progress: z.number().min(0).max(1).nullish(),
})

export type Job = z.infer<typeof jobSchema>
