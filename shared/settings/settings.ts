import { z } from 'zod'
import { mediaKinds } from '../api/media.ts'
import { serviceDateSchema } from '../api/service-date-schema.ts'
import { exportChoicesSchema } from '../library/export-choices.ts'
import { type MicroUsd, microUsd } from '../pricing/money.ts'
import { microUsdSchema } from '../pricing/price-schemas.ts'
import { accountSchema, maxAccounts, removedAccountSchema, sandboxAccountId } from './account.ts'
import { desktopPatchSchema, desktopSettingsSchema } from './desktop-settings.ts'
import { isModelPath } from './model-path.ts'
import { webhookSettingsSchema } from './webhook-profile.ts'

const limit = microUsdSchema.refine((amount) => amount > 0).nullable()

const amountSchema = microUsdSchema.refine((amount) => amount >= 0)

/** The person's own budgets of an account, in micro-dollars; null is none. Days and months are UTC. */
export const budgetSchema = z.object({
  perDay: limit.default(null),
  perMonth: limit.default(null),
  /** From each start of the studio on. */
  perSession: limit.default(null),
  /** What one confirmation sends needs another where it may cost more together. */
  askAbove: limit.default(null),
})

/** `sandbox` or the address of a service. */
const accountIdSchema = accountSchema.shape.id

const fewAccounts = 1000

const fewBatches = 1000

const mostDeferredEnds = 200

export const mostModelKinds = 1000

/**
 * Ends of models that the person was notified of: announced ones, of which they want to hear again only shortly before, and
 * those that have come, with what they touch.
 */
const deferredEndsSchema = z
  .array(
    z.object({
      account: accountSchema.shape.id,
      modelId: z.string().max(200),
      /** The date that was shown; another one is shown again. */
      sunsetDate: serviceDateSchema.nullable(),
      /** `near`: notified of in its last days (CAT60). */
      state: z.enum(['deprecated', 'near', 'sunset']).default('deprecated'),
    }),
  )
  .max(mostDeferredEnds)

/**
 * What the person cleared from the list of runs. Only ended runs are hidden; all stay in the library and in Spend.
 * Moments are those at which runs were confirmed, but for `at`.
 */
export const clearedRunsSchema = z.object({
  /** Batches confirmed until then; null for none. */
  through: z.iso.datetime().nullable().default(null),
  /** When that was cleared. */
  at: z.iso.datetime().nullable().default(null),
  /** Batches confirmed until then that are listed all the same, because they had not ended. */
  kept: z.array(z.uuid()).max(fewBatches).default([]),
  /** Batches cleared by themselves, each with its newest run: a later retry is listed. */
  batches: z
    .record(z.uuid(), z.iso.datetime())
    .refine((batches) => Object.keys(batches).length <= fewBatches)
    .default({}),
})

export type ClearedRuns = z.infer<typeof clearedRunsSchema>

/** What agents may do by themselves (decisions/0078). Amounts in micro-dollars. What can't be read allows nothing. */
export const agentSettingsSchema = z.object({
  /** What all agents together may spend of each account in a UTC day; 0: nothing that has a price. */
  perDay: amountSchema.default(microUsd(10_000_000)).catch(microUsd(0)),
  /** Runs that cost more together, or whose price isn’t listed, wait for the person’s yes. */
  askAbove: amountSchema.default(microUsd(1_000_000)).catch(microUsd(0)),
  /** Whether agents reach the studio over HTTP on this machine too. */
  isHttpOn: z.boolean().default(false).catch(false),
  /** How often the person asked for another token of that; the token itself is no setting (AGENT68). */
  httpTokens: z.int().min(0).default(0).catch(0),
})

export type AgentSettings = z.infer<typeof agentSettingsSchema>

/** The person's settings; one schema for every host (decision 12). Never holds a secret. */
export const settingsSchema = z.object({
  theme: z.enum(['dark', 'light', 'system']).default('dark'),
  /**
   * The language of the page, as a language tag; the first language replaces one that this build doesn’t have.
   */
  language: z
    .string()
    .max(35)
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
    .default('en'),
  /** The person's accounts, in their order; the sandbox is always there besides. */
  accounts: z.array(accountSchema).max(maxAccounts).default([]),
  /** The names of those that were removed, the last one first. */
  removedAccounts: z.array(removedAccountSchema).max(maxAccounts).default([]),
  /** The id of the account that new runs belong to; null: the sandbox that comes with Atelier. */
  activeAccount: z.string().nullable().default(null),
  /** Model id to its path (`isModelPath`), where the service's description gives none. */
  modelPaths: z
    .record(
      z.string().max(200),
      z.string().refine((path) => isModelPath(path)),
    )
    .default({}),
  /** What a described model makes, by its path, where its description doesn't tell and the person said so. */
  modelKinds: z
    .record(z.string().max(500), z.enum(mediaKinds))
    .refine((kinds) => Object.keys(kinds).length <= mostModelKinds)
    .default({}),
  /** The models that the person marked with a star, the last one first. */
  favoriteModels: z.array(z.string().max(200)).max(200).default([]),
  /** The last one first. */
  deferredEnds: deferredEndsSchema.default([]),
  /** How many jobs may be under way at the service at once. */
  jobsInFlight: z.int().min(1).max(100).default(8),
  /** The person paused the queue: nothing is sent until they resume. */
  isQueuePaused: z.boolean().default(false),
  clearedRuns: clearedRunsSchema.prefault({}),
  /** Of the accounts without budgets of their own. */
  budget: budgetSchema.prefault({}),
  /** By account. */
  budgets: z
    .record(accountIdSchema, budgetSchema)
    .refine((budgets) => Object.keys(budgets).length <= fewAccounts)
    .default({}),
  /** Off: results arrive by polling only. */
  webhooks: webhookSettingsSchema.prefault({}),
  agents: agentSettingsSchema.prefault({}),
  desktop: desktopSettingsSchema.prefault({}),
  /** How files were exported last. */
  exports: exportChoicesSchema.prefault({}),
})

export type Settings = z.infer<typeof settingsSchema>
export type BudgetLimits = z.infer<typeof budgetSchema>

/** Where an account is paid and the person set no price to be asked above (RUN23, decisions/0070). */
export const paidAskAbove: MicroUsd = microUsd(5_000_000)

/**
 * An account's own budgets; where it has none, those of all such accounts. Only an account's own can have no price to be
 * asked above: in the others' nothing tells a choice of none from no choice.
 */
export function budgetOf(
  { budget, budgets }: Pick<Settings, 'budget' | 'budgets'>,
  account: string,
): BudgetLimits {
  const own = Object.hasOwn(budgets, account) ? budgets[account] : undefined
  if (own || account === sandboxAccountId) return own ?? budget
  return { ...budget, askAbove: budget.askAbove ?? paidAskAbove }
}

/** With more of them, each in the place of the one with its account and model; the oldest are forgotten. */
export function addEnds(
  known: Settings['deferredEnds'],
  added: Settings['deferredEnds'],
): Settings['deferredEnds'] {
  const isAdded = ({ account, modelId }: Settings['deferredEnds'][number]) =>
    added.some((one) => one.account === account && one.modelId === modelId)
  return [...added, ...known.filter((one) => !isAdded(one))].slice(0, mostDeferredEnds)
}

const budgetPatchSchema = z
  .strictObject({ perDay: limit, perMonth: limit, perSession: limit, askAbove: limit })
  .partial()

/**
 * A change of some settings; an absent member stays the same. Without defaults, so that absence means absence.
 */
export const settingsPatchSchema = z
  .object({
    theme: settingsSchema.shape.theme.unwrap(),
    language: settingsSchema.shape.language.unwrap(),
    modelPaths: settingsSchema.shape.modelPaths.unwrap(),
    /** Those to add; others stay. */
    modelKinds: settingsSchema.shape.modelKinds.unwrap(),
    favoriteModels: settingsSchema.shape.favoriteModels.unwrap(),
    /** Those to add, the last one first: each takes the place of the one with its account and model, and others stay. */
    deferredEnds: deferredEndsSchema,
    jobsInFlight: settingsSchema.shape.jobsInFlight.unwrap(),
    clearedRuns: clearedRunsSchema,
    /** An absent member stays the same, so that concurrent changes don't undo each other. */
    budget: budgetPatchSchema,
    /** The same of single accounts: an absent account, or member of one, stays the same. */
    budgets: z.record(accountIdSchema, budgetPatchSchema),
    webhooks: webhookSettingsSchema,
    /** As `budget`. */
    agents: z
      .strictObject({
        perDay: amountSchema,
        askAbove: amountSchema,
        isHttpOn: z.boolean(),
        httpTokens: z.int().min(0),
      })
      .partial(),
    /** As `budget`. */
    desktop: desktopPatchSchema,
  })
  .partial()

export type SettingsPatch = z.infer<typeof settingsPatchSchema>
