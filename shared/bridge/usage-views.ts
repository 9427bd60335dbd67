import { z } from 'zod'
import { codedReasonSchema } from '../failures/reason.ts'
import { settledSchema } from '../pricing/price-schemas.ts'
import { accountSchema } from '../settings/account.ts'
import { longestUsageDays, longestUsageSearch } from './usage-bounds.ts'

const moment = z.iso.datetime()
const units = z.number()
const count = z.int().nonnegative()
/** An account's id; that of the workspace whose usage its key reads. */
const accountId = accountSchema.shape.id

/** A window of time in UTC, both ends inclusive. */
export const usageWindowSchema = z.object({ start: moment, end: moment })

/** Why a report could not be had; the page and the command line say what to do by it. */
const usageFailureKinds = [
  'no_key',
  'window_refused',
  'key_refused',
  'not_allowed',
  'workspace_unknown',
  'query_refused',
  'unavailable',
  'refused',
  'unreachable',
  'unreadable',
  'not_stored',
] as const

export const usageFailureSchema = z.object({
  kind: z.enum(usageFailureKinds),
  /** The HTTP status; null where there was no response. */
  status: z.int().nullable(),
  /** The service’s own words. */
  words: z.string().nullable(),
  /** What happened on the way, where that is the reason. */
  cause: codedReasonSchema.optional(),
})

/** An hour that the service refuses as too large or outside its coverage (decision 13). */
export const usageGapSchema = usageWindowSchema.extend({ words: z.string().nullable() })

/** The reading of one workspace’s report. */
export const usagePullSchema = z.object({
  accountId,
  /** `waiting`: the service is unavailable, and the same request is sent again at `retryAt`. */
  phase: z.enum(['idle', 'pulling', 'waiting', 'failed']),
  /** The window of the request under way, or of the one to be sent again. */
  window: usageWindowSchema.nullable(),
  /** How many jobs and responses this pull has brought so far. */
  jobs: count,
  responses: count,
  /** Rows that could not be read, among all rows. */
  unreadableRows: count,
  retryAt: moment.nullable(),
  /** Of the last pull; with `waiting`, why it waits. */
  failure: usageFailureSchema.nullable(),
  gaps: z.array(usageGapSchema),
})

export const usageWorkspaceSchema = z.object({
  accountId,
  name: z.string(),
  hasKey: z.boolean(),
  /** Its account is the one that new runs belong to. */
  isConnected: z.boolean(),
  pull: usagePullSchema,
})

/** What is known of one workspace in the chosen window. */
export const usageCoverageSchema = z.object({
  accountId,
  /** The window that the service’s reports covered of the chosen one; null where none was read yet. */
  effective: usageWindowSchema.nullable(),
  /** The service’s coverage begins after the chosen start. */
  isStartClamped: z.boolean(),
  /** The chosen end lies after the time of the last report. */
  isEndClamped: z.boolean(),
  /** Whether every part of the chosen window up to its effective end was read. */
  isWhole: z.boolean(),
  readAt: moment.nullable(),
})

/** A member or a type of jobs, with its share. Null: the report names none. */
export const usageSeriesSchema = z.object({
  key: z.string().nullable(),
  label: z.string().nullable(),
  units,
  jobs: count,
})

export const usageDaySchema = z.object({
  date: z.iso.date(),
  jobs: count,
  units,
  /** In the order of the series; the last one is of the others, where there are others. */
  parts: z.array(units),
})

export const usageSummarySchema = z.object({
  jobs: count,
  units,
  members: count,
  /** Jobs of which the report names no member. */
  jobsWithoutMember: count,
  /** The largest first, at most `mostUsageSeries`; the others are summed in `others`. */
  series: z.array(usageSeriesSchema),
  others: z.object({ series: count, units, jobs: count }).nullable(),
  /** Every day of the window. */
  days: z.array(usageDaySchema),
  coverage: z.array(usageCoverageSchema),
})

/** The members and types by which jobs can be filtered, the largest first. */
export const usageFacetsSchema = z.object({
  members: z.array(usageSeriesSchema),
  types: z.array(usageSeriesSchema),
})

/** The run of this studio that a reported job belongs to. Its dollars are never added to units. */
export const usageRunSchema = z.object({
  submissionId: z.string(),
  modelId: z.string(),
  prompt: z.string(),
  settled: settledSchema.nullable(),
  /** Its first file that is here, else the first that is awaited. */
  fileId: z.string().nullable(),
  /** Whether that file has a thumbnail. */
  hasPoster: z.boolean(),
})

export const usageRowSchema = z.object({
  accountId,
  jobId: z.string(),
  userId: z.string().nullable(),
  userEmail: z.string().nullable(),
  type: z.string().nullable(),
  /** As the service sent it: ISO 8601 UTC. */
  completedAt: z.string(),
  units,
  run: usageRunSchema.nullable(),
  /** Whether it may be a run of this account whose outcome is unknown; only where it is known as no run. */
  maybeUnknownRun: z.boolean(),
})

export type UsageFailure = z.infer<typeof usageFailureSchema>
export type UsageGap = z.infer<typeof usageGapSchema>
export type UsagePull = z.infer<typeof usagePullSchema>
export type UsageWorkspaceView = z.infer<typeof usageWorkspaceSchema>
export type UsageCoverage = z.infer<typeof usageCoverageSchema>
export type UsageSeries = z.infer<typeof usageSeriesSchema>
export type UsageDay = z.infer<typeof usageDaySchema>
export type UsageSummary = z.infer<typeof usageSummarySchema>
export type UsageNamed = z.infer<typeof namedSchema>
export type UsageFacets = z.infer<typeof usageFacetsSchema>
export type UsageRow = z.infer<typeof usageRowSchema>

const date = z.iso.date()

/** UTC calendar dates, both inclusive. */
const range = { from: date, to: date }
const accountIds = z.array(accountId).min(1).max(100)
/** A member’s or a type’s key; null: the jobs without one. */
const filterKey = z.string().max(400).nullable().optional()

/**
 * What a word of the search stands in of the names that the page shows: types by the service's names for them without
 * what joins their words, and the names for what a report leaves out.
 */
const namedSchema = z.strictObject({
  word: z.string().min(1).max(longestUsageSearch),
  types: z.array(z.string().max(100)).max(50),
  noType: z.boolean(),
  noMember: z.boolean(),
})

const filter = {
  member: filterKey,
  type: filterKey,
  text: z.string().max(longestUsageSearch).optional(),
  named: z.array(namedSchema).max(longestUsageSearch).optional(),
}

function isRange({ from, to }: { readonly from: string; readonly to: string }): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return days >= 0 && days < longestUsageDays
}

export const usageSortColumns = ['time', 'member', 'type', 'units'] as const
export type UsageSortColumn = (typeof usageSortColumns)[number]

/** What an export holds; a file's name and its route carry it. */
export const usageExportQuerySchema = z
  .strictObject({ ...range, accountIds, ...filter })
  .refine(isRange, { path: ['to'] })

/** The procedures for the usage reports of the person's workspaces. */
export const usageProcedures = {
  /** In the person's order. */
  'usage.workspaces': { input: z.strictObject({}), output: z.array(usageWorkspaceSchema) },
  /**
   * Begins to read what is missing of a window, each workspace by itself; `usage.changed` says how it goes. A waiting
   * pull of the same window sends its request at once. `again`: also what is there already.
   */
  'usage.pull': {
    input: z
      .strictObject({ ...range, accountIds, again: z.boolean().default(false) })
      .refine(isRange, { path: ['to'] }),
    output: z.array(usagePullSchema),
  },
  /** What was stored stays. */
  'usage.cancel': { input: z.strictObject({ accountIds }), output: z.array(usagePullSchema) },
  'usage.summary': {
    input: z
      .strictObject({ ...range, accountIds, by: z.enum(['member', 'type']) })
      .refine(isRange, { path: ['to'] }),
    output: usageSummarySchema,
  },
  'usage.facets': {
    input: z.strictObject({ ...range, accountIds }).refine(isRange, { path: ['to'] }),
    output: usageFacetsSchema,
  },
  /** Pages by key: a cursor is of one order and one filter. */
  'usage.list': {
    input: z
      .strictObject({
        ...range,
        accountIds,
        ...filter,
        sort: z.enum(usageSortColumns).default('time'),
        isDescending: z.boolean().default(true),
        cursor: z.string().max(4_000).optional(),
        limit: z.int().min(1).max(2_000).default(200),
      })
      .refine(isRange, { path: ['to'] }),
    output: z.object({
      rows: z.array(usageRowSchema),
      nextCursor: z.string().nullable(),
      /** Of all pages; null with a cursor, because the first page said it. */
      total: count.nullable(),
      units: units.nullable(),
    }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
