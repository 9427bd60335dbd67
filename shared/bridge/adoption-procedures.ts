import { z } from 'zod'
import { mediaKinds } from '../api/media.ts'
import { mostJobIds } from '../api/read-job-ids.ts'
import { reasonSchema } from '../failures/reason.ts'

const count = z.int().nonnegative()

/** How far back a service's listing is read, in days; null: to its end. */
export const adoptionReaches = [7, 30, null] as const
/** How many found jobs one look keeps at most, the newest. */
export const mostFoundJobs = 20_000
/** How many models of them are named. */
export const mostNamedModels = 4
/** How many of them one response carries. */
export const mostFoundOnPage = 200

/**
 * What is known of a job that was started elsewhere. `ready`: it can be taken, as far as the service says; `running`: so can
 * it, and is polled from then on; `taken`: it was, in this go; `here`: a run has it already; `reserved`: it may be that of a
 * run of ours whose response was lost, which comes first; `failed`, `cancelled`: it ended without files; `empty`: it
 * completed without any; `unknown`: the service doesn't know it, or not for this key; `refused`, `unreadable`,
 * `unreachable`: it could not be read.
 */
export const foreignJobStates = [
  'ready',
  'running',
  'taken',
  'here',
  'reserved',
  'failed',
  'cancelled',
  'empty',
  'unknown',
  'refused',
  'unreadable',
  'unreachable',
] as const

export const foreignJobSchema = z.object({
  jobId: z.string(),
  state: z.enum(foreignJobStates),
  /** Null while nothing tells; the label is then null as well. */
  modelId: z.string().nullable(),
  modelLabel: z.string().nullable(),
  kind: z.enum(mediaKinds).nullable(),
  /** Its beginning; empty where the service doesn't tell it. */
  prompt: z.string(),
  createdAt: z.iso.datetime().nullable(),
  /** Null where the service doesn't tell. */
  files: count.nullable(),
  /** The run that has it. */
  submissionId: z.string().nullable(),
  /** The service's words, or why it could not be read. */
  reason: reasonSchema.nullable(),
})

/**
 * Why reading or taking ended early. `no_listing`: the service lists no jobs; `undescribed`: it isn't known whether it does;
 * `key_refused`, `not_allowed`: a 401 or 403; `busy`: it asked to wait for too long; `unreachable`: no response, or none
 * that can be read; `account_changed`: another account is connected; `storage`: the library can't be written.
 */
export const adoptionFailures = [
  'no_listing',
  'undescribed',
  'key_refused',
  'not_allowed',
  'busy',
  'unreachable',
  'account_changed',
  'storage',
] as const

/** One look at jobs that were started elsewhere, and what is taken of them, as far as it is. */
export const adoptionViewSchema = z.object({
  adoptionId: z.string(),
  source: z.enum(['ids', 'listing']),
  /** `ready`: the person may choose. `done`: what they chose was taken, or cancelled. */
  state: z.enum(['reading', 'ready', 'taking', 'done']),
  /** Jobs that were read so far; of ids, out of `total`. */
  read: count,
  total: count.nullable(),
  /** When it goes on, where the service asked for a pause. */
  pausedUntil: z.iso.datetime().nullable(),
  /** Jobs that can be looked at one by one; those of them that can be taken. */
  found: count,
  takeable: count,
  /** The models of those, the most used first; null for those of which nothing tells it. Empty while jobs are read or taken. */
  models: z.array(z.object({ label: z.string().nullable(), jobs: count })).max(mostNamedModels),
  /** Of a listing, and not among those found: they are here; may be of a lost run; ended without files; are no readable job. */
  here: count,
  reserved: count,
  ended: count,
  unreadable: count,
  /** Whether a listing was read as far back as was wanted. */
  isWhole: z.boolean(),
  /** More are new than one look keeps. */
  isCut: z.boolean(),
  /** Of what the person chose: how many there are, were dealt with, and were taken. */
  chosen: count,
  done: count,
  taken: count,
  failure: z.enum(adoptionFailures).nullable(),
})

export const adoptionProcedures = {
  /**
   * Begins to look at jobs by their ids, or at the service's listing of the last days; `adoption.changed` says how far it
   * is. One at a time. Nothing is written, and nothing costs anything.
   */
  'adoption.look': {
    input: z.union([
      z.strictObject({ jobIds: z.array(z.string().max(100)).min(1).max(mostJobIds) }),
      z.strictObject({ days: z.literal(adoptionReaches) }),
    ]),
    output: adoptionViewSchema,
  },
  /** What was found, the newest first. */
  'adoption.jobs': {
    input: z.strictObject({
      adoptionId: z.string(),
      offset: z.int().min(0).max(mostFoundJobs),
      limit: z.int().min(1).max(mostFoundOnPage).default(mostFoundOnPage),
    }),
    output: z.object({ jobs: z.array(foreignJobSchema).max(mostFoundOnPage), total: count }),
  },
  /** Takes all that can be taken but these, or only these. Files are fetched from then on. */
  'adoption.take': {
    input: z.strictObject({
      adoptionId: z.string(),
      which: z.enum(['allBut', 'only']),
      jobIds: z.array(z.string().max(100)).max(mostFoundJobs),
    }),
    output: adoptionViewSchema,
  },
  /** Stops reading, so that what was found can be taken, or stops taking; what was taken stays. */
  'adoption.cancel': { input: z.strictObject({ adoptionId: z.string() }), output: adoptionViewSchema },
  /** The last look of this start of the studio, null where there was none; and whether the service lists jobs, as far as known. */
  'adoption.current': {
    input: z.strictObject({}),
    output: z.object({ look: adoptionViewSchema.nullable(), listsJobs: z.boolean() }),
  },
} as const

export type AdoptionView = z.infer<typeof adoptionViewSchema>
export type AdoptionFailure = (typeof adoptionFailures)[number]
export type ForeignJob = z.infer<typeof foreignJobSchema>
export type ForeignJobState = (typeof foreignJobStates)[number]
