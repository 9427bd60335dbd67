import { z } from 'zod'
import { descriptionFaults } from '../api/description-fault.ts'
import { mediaKinds } from '../api/media.ts'
import { serviceDateSchema } from '../api/service-date-schema.ts'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { codedReasonSchema, reasonSchema } from '../failures/reason.ts'
import { estimateSchema, microUsdSchema, priceTableSchema, settledSchema } from '../pricing/price-schemas.ts'
import { budgetStatusSchema } from './budget.ts'
import { judgementSchema } from './judgement-schemas.ts'
import { modelExampleBounds, modelExampleSchema } from './model-example.ts'
import { sheetSchema } from './sheet.ts'
import { pendingSumSchema } from './spend-views.ts'
import { receiverStatusSchema } from './webhook-views.ts'

const dateTime = z.iso.datetime()
const mediaKind = z.enum(mediaKinds)

/**
 * `deprecated`: it ends on its sunset date; `sunset`: it has ended, by the studio's clock or by its endpoint's
 * 410.
 */
export const modelDeprecationSchema = z.object({
  state: z.enum(['deprecated', 'sunset']),
  sunsetDate: serviceDateSchema.nullable(),
  /** In the service's words, or the listing's. */
  cause: z.string().nullable(),
  /** `path`: the replacement's path, where the listing gives one; null for a known model. */
  replacement: z
    .object({ label: z.string(), modelId: z.string().nullable(), path: z.string().nullable() })
    .nullable(),
  /** An http or https address. */
  link: z.string().nullable(),
})

/** A model as the picker shows it. */
export const modelSummarySchema = z.object({
  id: z.string(),
  kind: mediaKind,
  /** Nothing tells what it makes: the person is asked. */
  isKindGuessed: z.literal(true).optional(),
  /** The person entered it by hand (CAT155). */
  isOwn: z.literal(true).optional(),
  /** The description has no request for its path: its form is the built-in one (CAT171). */
  isFormAssumed: z.literal(true).optional(),
  /** What the service files it under, where that says more than its kind. */
  group: z.string().optional(),
  /** Its headline: code and name, such as “V1 Flagship”, or the name that a service's description gives it. */
  label: z.string(),
  /** What it is, in a sentence; null where the headline says all that is known. */
  description: z.string().nullable(),
  /** Its request fields, by wire name: from these the picker shows what the model accepts. */
  fieldNames: z.array(z.string()),
  /** The resolutions that it offers, as listed. */
  resolutions: z.array(z.string()),
  /** Whether its results have audio. */
  makesAudio: z.boolean(),
  /** Null while neither the service's description nor the settings give the model's path. */
  path: z.string().nullable(),
  /**
   * The lowest listed price; null where none is listed. `example`: what one result costs at least, by which models are
   * compared, with its length where the price depends on one; null where it is no amount. `lowered`: what it would cost
   * with a medium in this field, where that is less; `microUsd` and `example` need none.
   */
  priceFrom: z
    .object({
      unit: z.enum(['request', 'second']),
      microUsd: microUsdSchema,
      example: z.object({ microUsd: microUsdSchema, seconds: z.number().nullable() }).nullable(),
      lowered: z.object({ field: z.string(), microUsd: microUsdSchema }).nullable(),
    })
    .nullable(),
  deprecation: modelDeprecationSchema.nullable(),
})

/**
 * `until`: when it ends; null where the description gives no valid date. `reason`: the service's words, and `link`: an
 * https address; each absent where the description gives none.
 */
export const fieldAliasSchema = z.object({
  from: z.string(),
  to: z.string(),
  until: serviceDateSchema.nullable(),
  reason: z.string().optional(),
  link: z.string().optional(),
})

/** A whole model, with the schema of its form. */
export const modelDetailSchema = modelSummarySchema.extend({
  schema: z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null),
  aliases: z.array(fieldAliasSchema),
  renamedValues: z.array(fieldAliasSchema.extend({ field: z.string(), until: serviceDateSchema })),
  notes: z.array(z.string()),
  /** The notes are the paragraphs of one Markdown text, in the service's words; absent where they are ours, as plain text. */
  notesFormat: z.literal('markdown').optional(),
  pricing: priceTableSchema.nullable(),
  /** Requests that the description shows; absent where there are none. */
  examples: z.array(modelExampleSchema).max(modelExampleBounds.shown).optional(),
})

/** The state of a submission (the life of a submission); `withdrawn` and `closed` are set by the person. */
export const submissionStates = [
  'confirmed',
  'sending',
  'accepted',
  'rejected',
  'unsent',
  'unknown',
  'withdrawn',
  'closed',
] as const

export const submissionStateSchema = z.enum(submissionStates)

/**
 * Why a submission is in its state; `message` holds the service's own words where it gave some, or a sentence that an
 * earlier version kept. `job_missing`:
 * it was accepted, but the service no longer knows its job. `job_unreadable`: the service's record of its job
 * can't be read. `price_changed`: it would cost something else than it was confirmed for. `record_unreadable`: our own record of the run can't. `sent_again`: it was closed for a
 * repeat. `not_allowed`: the key is known but may not generate. For the last two the job has turned up since the person closed the run, or had it sent again.
 */
export const submissionProblemSchema = z.object({
  code: z.enum([
    'insufficient_balance',
    'rate_limited',
    'service_unavailable',
    'refused',
    'model_sunset',
    'price_changed',
    'unauthorized',
    'not_allowed',
    'not_connected',
    'answer_lost',
    'answer_unreadable',
    'interrupted',
    'input_missing',
    'job_missing',
    'job_unreadable',
    'record_unreadable',
    'sent_again',
    'reported_after_close',
    'reported_after_repeat',
  ]),
  message: z.string().optional(),
  /** The reason, where it has a code. */
  cause: codedReasonSchema.optional(),
  /** The HTTP status, where one was read. */
  status: z.number().nullable(),
  /** When it will be retried automatically, if so. */
  retryAt: dateTime.nullable(),
  /**
   * What the service's own listing of jobs shows of a lost run, and when it was read: that no job there can be
   * its own; that one may be, without certainty; or that it could not be read back far enough. `searching`: it is
   * still being read, and at that time it shows whether the run is there.
   */
  listing: z
    .object({ outcome: z.enum(['searching', 'absent', 'unclear', 'partial']), at: dateTime })
    .optional(),
})

/** `trashed`: in the trash, and still here; `deleted`: from the trash, for good. */
export const fileStateSchema = z.enum(['waiting', 'downloading', 'saved', 'failed', 'trashed', 'deleted'])

/** One file of a job, here or awaited. */
export const fileViewSchema = z.object({
  fileId: z.string(),
  submissionId: z.string(),
  state: fileStateSchema,
  kind: mediaKind,
  mediaType: z.string().nullable(),
  /** Bytes that are here, and the total where known. */
  bytes: z.int(),
  totalBytes: z.int().nullable(),
  /** Its name when it is saved to disk. */
  name: z.string(),
  /** Pixels and seconds, once a page has measured it. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  durationSeconds: z.number().nullable(),
  hasPoster: z.boolean(),
  /** The average color of its thumbnail, in 24 bits; null while unknown, and for audio. */
  color: z.int().min(0).max(0xff_ffff).nullable(),
  /** Why the last attempt to download it failed; also for one that waits, which is retried automatically. */
  failure: reasonSchema.nullable(),
  /** Whether it failed because its address leads inward: that address is never requested, whatever is tried. */
  isRefused: z.boolean(),
  /** No service has it: it was taken in from a folder, or its run is not known any more. */
  isOnlyHere: z.literal(true).optional(),
  /** How many bytes of disk space it needs; null where it does not wait for space. */
  missingBytes: z.int().positive().nullable(),
  /** When a download that failed is retried automatically; null where none is. */
  retryAt: dateTime.nullable(),
  /** Whether it is downloading at less than 64 KiB a second, so that other files go first. */
  isSlow: z.boolean(),
  judgement: judgementSchema,
})

/** How a job's end was learnt of. */
export const arrivalWays = ['webhook', 'polling'] as const

/** The service's record of the job, as last read. */
export const jobViewSchema = z.object({
  jobId: z.string(),
  /** The service's own name for it; an unknown one is treated as pending. */
  status: z.string(),
  progress: z.number().nullable(),
  createdAt: dateTime,
  completedAt: dateTime.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})

/** One run, from the person's confirmation to its files. */
export const submissionViewSchema = z.object({
  submissionId: z.string(),
  /** Runs that were confirmed together. */
  batchId: z.string(),
  modelId: z.string(),
  modelLabel: z.string(),
  kind: mediaKind,
  state: submissionStateSchema,
  /** The confirmed request, by wire name; the person's own media are input references. */
  values: z.record(z.string(), z.unknown()),
  estimate: estimateSchema,
  /** What it cost; null until its job has ended. */
  settled: settledSchema.nullable(),
  confirmedAt: dateTime,
  updatedAt: dateTime,
  /** When the request was first sent; null while it was not. */
  sentAt: dateTime.nullable(),
  problem: submissionProblemSchema.nullable(),
  job: jobViewSchema.nullable(),
  files: z.array(fileViewSchema),
  /** The account that it belongs to: `sandbox`, or an account's id. */
  account: z.string(),
  /** The same where that account would be needed and another one is connected; else null. */
  absentAccount: z.string().nullable(),
  /** How long its job took, in seconds; null until its end, and where that isn't known (JOB60). */
  tookSeconds: z.number().nullable(),
  /** How long such a job usually takes, in seconds, from this library's past; null while unknown. */
  expectedSeconds: z.number().nullable(),
  /** The values by which its batch's runs are compared; null where it is no contact sheet. */
  sheet: sheetSchema.nullable(),
  /** The prompt with the wildcards that its batch's prompts come from; null where there are none. */
  writtenPrompt: z.string().nullable(),
  /** The submission that this one repeats, as chosen by the person. */
  repeats: z.string().nullable(),
  /** How its job's end was learnt of, and when; absent until then, and where that isn't known. */
  arrival: z.object({ by: z.enum(arrivalWays), at: dateTime }).optional(),
  /** The agent that it belongs to, by the name that its client gives; absent for the person's own. */
  agent: z.string().optional(),
  /** Its job was started elsewhere by the same key, and adopted (ADOPT20). */
  isFromElsewhere: z.literal(true).optional(),
})

/** What this library knows of the models that were used. */
export const modelUsesSchema = z.object({
  /** The models of the newest runs, the last one first. */
  recent: z.array(z.string()),
  models: z.array(
    z.object({
      modelId: z.string(),
      /** How long a job of it usually takes; null while unknown (JOB60). */
      usualSeconds: z.number().nullable(),
      /** Its last result that is here; null where there is none. */
      sample: fileViewSchema.nullable(),
    }),
  ),
})

/** One entry of the library: a saved file with the run it came from. */
export const libraryItemSchema = fileViewSchema.extend({
  /** Its number in the library’s layout. */
  key: z.int(),
  modelId: z.string(),
  modelLabel: z.string(),
  prompt: z.string(),
  savedAt: dateTime,
  /** When it was moved to the trash, or was before it was deleted; null for what is in the library. */
  trashedAt: dateTime.nullable(),
  /**
   * The contact sheet that this file represents, with how many of its files are here; null where it is listed
   * alone.
   */
  sheet: z.object({ batchId: z.string(), files: z.int(), first: z.array(fileViewSchema) }).nullable(),
})

/** Why nothing is being sent although runs are waiting. */
export const queueHoldSchema = z.object({
  reason: z.enum([
    'insufficient_balance',
    'rate_limited',
    'service_unavailable',
    'unreachable',
    'unauthorized',
    'no_key',
    'storage_failed',
    'library_damaged',
    'paused',
  ]),
  /** In the service’s own words, where it gave some. */
  message: z.string().optional(),
  /** As a code, where it is one. */
  cause: codedReasonSchema.optional(),
  /** When it lifts automatically; null where the person lifts it. */
  until: dateTime.nullable(),
  /** The person resumed after an empty balance: one run is being sent to see whether it still is (JOB63). */
  isTrying: z.literal(true).optional(),
  /** The runs of this account that wait for it, at upper estimates. */
  waiting: pendingSumSchema.optional(),
})

export const keySources = z.enum(['sandbox', 'environment', 'keychain', 'file', 'session', 'none'])

export const studioStatusSchema = z.object({
  host: z.enum(['desktop', 'browser', 'cli']),
  version: z.string(),
  dataFolder: z.string(),
  service: z.object({
    kind: z.enum(['sandbox', 'service']),
    /** The active account, connected or not. */
    accountId: z.string(),
    /** As the person named it; null for the sandbox. */
    accountName: z.string().nullable(),
    baseUrl: z.string(),
    /** The last four characters; null while there is no key, or it is too short to show any of it. */
    keyEnding: z.string().nullable(),
    keySource: keySources,
    /** Whether the service's description was read: without it a model's path is a setting. */
    described: z.boolean(),
    /** What was wrong with the description at its last reading; the last good one stays. Null where nothing was. */
    descriptionFault: z.enum(descriptionFaults).nullable(),
    /** Of the description in use: with another one, earlier reads of the models are out of date. */
    descriptionDigest: z.string().nullable(),
    /**
     * Of how many models something changed in it that the person has not seen, and of how many of these it could change what
     * is paid (CAT66).
     */
    changed: z.object({ models: z.int(), ofMoney: z.int() }),
    /** Why nothing is connected; null while a connection is open or being opened. */
    failure: reasonSchema.nullable(),
    /** With `failure`: the address itself is refused, so that a retry doesn't help. */
    refusesAddress: z.boolean(),
    /** The address of the chosen service, connected or not, without a password; null for the sandbox. */
    chosenUrl: z.string().nullable(),
    /**
     * By the last poll and the last run sent; `lastSeenAt`: when the service last responded to a poll or accepted a
     * run; `since`: when polls began to show this state, null where the queue's hold does.
     */
    health: z.object({
      state: z.enum(['fine', 'waiting', 'unreachable', 'not_allowed', 'refused', 'no_key']),
      lastSeenAt: dateTime.nullable(),
      since: dateTime.nullable(),
    }),
  }),
  /**
   * What keeps agents from reaching the studio over HTTP where they were told to; absent where nothing does. `moved`: another
   * program has the port, so that address and token are new ones. `failed`: it could not be started.
   */
  agentsHttp: z.enum(['moved', 'failed']).optional(),
  delivery: z.enum(['polling', 'webhook']),
  receiver: receiverStatusSchema,
  jobsWaiting: z.int(),
  jobsRunning: z.int(),
  /**
   * Completed jobs of this calendar month of one account, `sandbox` or a base URL: settled prices, those that stay
   * open at the most they can be, and the number of those without a listed price.
   */
  spentThisMonth: z.object({
    account: z.string(),
    microUsd: microUsdSchema,
    upToMicroUsd: microUsdSchema,
    unlistedJobs: z.int(),
  }),
  budget: budgetStatusSchema,
  hold: queueHoldSchema.nullable(),
  /** How many results wait for disk space, and how many bytes the one lacks that lacks most; null where none waits. */
  waitingForSpace: z.object({ files: z.int(), missingBytes: z.int() }).nullable(),
  /** The run that tried an empty balance ended without a word of it: nothing is held, and nothing is known (JOB91). */
  isBalanceUntested: z.literal(true).optional(),
})

export type ModelDeprecation = z.infer<typeof modelDeprecationSchema>
export type ModelSummary = z.infer<typeof modelSummarySchema>
export type ModelDetail = z.infer<typeof modelDetailSchema>
export type SubmissionState = z.infer<typeof submissionStateSchema>
export type SubmissionProblem = z.infer<typeof submissionProblemSchema>
export type FileView = z.infer<typeof fileViewSchema>
export type JobView = z.infer<typeof jobViewSchema>
export type SubmissionView = z.infer<typeof submissionViewSchema>
export type ModelUses = z.infer<typeof modelUsesSchema>
export type LibraryItem = z.infer<typeof libraryItemSchema>
export type QueueHold = z.infer<typeof queueHoldSchema>
export type StudioStatus = z.infer<typeof studioStatusSchema>
