import { z } from 'zod'
import { mediaKinds } from '../api/media.ts'
import { estimateSchema, microUsdSchema, settledSchema } from '../pricing/price-schemas.ts'

/** Completed jobs of one account and period: settled prices, open ones at the most they can be, and the rest counted. */
export const spendSumsSchema = z.object({
  jobs: z.int(),
  /** The sum of settled prices. */
  microUsd: microUsdSchema,
  /** The sum of those that stay open, each at the most that it can be; never added to the settled ones. */
  upToMicroUsd: microUsdSchema,
  /** Jobs without a listed price: in neither sum. */
  unlistedJobs: z.int(),
})

/** Runs that have no final price yet, together at their upper estimates; those without one are counted. */
export const pendingSumSchema = z.object({
  runs: z.int(),
  microUsd: microUsdSchema,
  unlistedRuns: z.int(),
})

/** `date` is the UTC calendar date of completion. */
export const spendDaySchema = spendSumsSchema.extend({ date: z.iso.date() })

export const spendModelSchema = spendSumsSchema.extend({
  modelId: z.string(),
  kind: z.enum(mediaKinds),
  /** What the settled jobs of `microUsd` were estimated at, at most, when they were confirmed. */
  estimatedMicroUsd: microUsdSchema,
  /** The jobs of `microUsd`. */
  settledJobs: z.int(),
  /**
   * Files that were worth their price (JUDGE): `files` of settled jobs, from so many `jobs`; `besideFiles` of jobs whose
   * price is open or not listed, which no cost per keeper counts.
   */
  keepers: z.object({ files: z.int(), jobs: z.int(), besideFiles: z.int() }),
  /** Compute units by the usage report, where it has jobs of this model; null where it has none. */
  units: z.object({ units: z.number(), jobs: z.int() }).nullable(),
  /**
   * The newest listed price in the period that is another today for the same request; null where the list has not
   * moved, or can't be compared.
   */
  moved: z.object({ thenMicroUsd: microUsdSchema, nowMicroUsd: microUsdSchema }).nullable(),
})

/** Completed jobs with files in a collection; null: those in none. One in several collections counts in each. */
export const spendCollectionSchema = spendSumsSchema.extend({
  collection: z.object({ collectionId: z.string(), name: z.string() }).nullable(),
})

/** What the account's current UTC month comes to, and where it leads at the pace of its last days (SPEND10). */
export const projectionSchema = z.object({
  /** Such as 2026-11. */
  month: z.string(),
  toDate: spendSumsSchema,
  /** UTC days left after today. */
  daysLeft: z.int(),
  /** Null where the account's first completed job is less than three days old. */
  pace: z
    .object({
      /** How many days back the pace is measured, at most seven. */
      days: z.int(),
      /** Settled in these days. */
      microUsd: microUsdSchema,
      /** What the month comes to at this pace, settled prices alone. */
      projectedMicroUsd: microUsdSchema,
    })
    .nullable(),
})

/** Where a run stands in the ledger; `open`: completed, and even the result doesn't show its price. */
export const ledgerStates = [
  'settled',
  'open',
  'unlisted',
  'running',
  'waiting',
  'unknown',
  'closed',
  'not_billed',
] as const

/** Lines of the ledger that are no completed job: they are in no sum and no count of jobs. */
export const otherLedgerStates = ['running', 'waiting', 'unknown', 'closed', 'not_billed'] as const

export const ledgerSorts = ['newest', 'oldest', 'dearest', 'cheapest'] as const

/** One run as a line of the ledger. */
export const ledgerLineSchema = z.object({
  submissionId: z.string(),
  /** When its job ended; for one that has not, when it was confirmed. ISO 8601 UTC. */
  at: z.string(),
  hasEnded: z.boolean(),
  /** `sandbox` or a base URL. */
  account: z.string(),
  modelId: z.string(),
  kind: z.enum(mediaKinds),
  /** The beginning of its prompt. */
  prompt: z.string(),
  state: z.enum(ledgerStates),
  estimate: estimateSchema,
  /** What it cost; null until its job has ended. */
  settled: settledSchema.nullable(),
  /** Its first file that is here; null where there is none. */
  fileId: z.string().nullable(),
  /** The names of the collections that hold one of its files. */
  collections: z.array(z.string()),
  /** How many of its files are keepers. */
  keepers: z.int(),
})

const account = z.string().min(1).max(2100)

export const spendProcedures = {
  /** What completed jobs of an account cost; by default the connected one. Dates are UTC days, both inclusive. */
  'spend.summary': {
    input: z.strictObject({ from: z.iso.date(), to: z.iso.date(), account: account.optional() }),
    output: z.object({
      account: z.string(),
      /** Every account that has runs, and this one. */
      accounts: z.array(z.string()),
      /** Days with completed jobs, in their order. */
      days: z.array(spendDaySchema),
      models: z.array(spendModelSchema),
      /** The most expensive first, those in none last; empty where there is no collection. */
      collections: z.array(spendCollectionSchema),
      /** The same period of each account, never added up. */
      totals: z.array(spendSumsSchema.extend({ account: z.string() })),
      /** The lines that the ledger has of the period besides the completed jobs, by state. */
      otherLines: z.record(z.enum(otherLedgerStates), z.int()),
      /** Without regard to the period. `unknown`: runs that may have been charged. */
      pending: z.object({
        running: pendingSumSchema,
        waiting: pendingSumSchema,
        unknown: pendingSumSchema,
      }),
      projection: projectionSchema,
    }),
  },
  /** The ledger's lines by key. `account` null: those of all accounts. `total` with the first page alone. */
  'spend.ledger': {
    input: z.strictObject({
      account: account.nullable(),
      from: z.iso.date(),
      to: z.iso.date(),
      states: z.array(z.enum(ledgerStates)).min(1).max(ledgerStates.length).optional(),
      modelId: z.string().max(200).optional(),
      kind: z.enum(mediaKinds).optional(),
      /** Words of the prompt, the last one as a prefix. */
      search: z.string().max(500).optional(),
      sort: z.enum(ledgerSorts).default('newest'),
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(500).default(100),
    }),
    output: z.object({
      lines: z.array(ledgerLineSchema),
      nextCursor: z.string().nullable(),
      total: z.int().nullable(),
    }),
  },
} as const

export type SpendSums = z.infer<typeof spendSumsSchema>
export type PendingSum = z.infer<typeof pendingSumSchema>
export type SpendDay = z.infer<typeof spendDaySchema>
export type SpendCollection = z.infer<typeof spendCollectionSchema>
export type SpendModel = z.infer<typeof spendModelSchema>
export type Projection = z.infer<typeof projectionSchema>
export type LedgerState = (typeof ledgerStates)[number]
export type OtherLedgerState = (typeof otherLedgerStates)[number]
export type LedgerSort = (typeof ledgerSorts)[number]
export type LedgerLine = z.infer<typeof ledgerLineSchema>
export type SpendSummary = z.infer<(typeof spendProcedures)['spend.summary']['output']>
