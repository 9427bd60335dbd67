import { z } from 'zod'
import { probeVerdicts, usageProbeVerdicts } from '../api/probe.ts'
import { accountNameSchema, accountSchema, descriptionUrlSchema } from '../settings/account.ts'
import { baseUrlSchema } from '../settings/base-url.ts'
import { descriptionTextMaxLength } from './description-bounds.ts'
import { keySources, studioStatusSchema } from './views.ts'

const accountId = accountSchema.shape.id
const key = z.string().trim().min(1).max(4000)
/** `generating` sends runs; `usage` is the workspace's service key (interface: Authentication 4). */
const keyPurpose = z.enum(['generating', 'usage'])

export type KeyPurpose = z.infer<typeof keyPurpose>

const keyStateSchema = z.object({
  source: keySources,
  /** The last four characters; null where there is no key, or it is too short to show any of it. */
  ending: z.string().nullable(),
  /** Why a key that is kept can't be read; absent where it can, or there is none. */
  trouble: z.enum(['locked', 'other_keychain', 'undecryptable', 'unreadable']).optional(),
})

export type KeyState = z.infer<typeof keyStateSchema>

/** An account, as far as a page may know it: no key is part of it. */
export const accountViewSchema = z.object({
  accountId,
  kind: z.enum(['sandbox', 'service']),
  /** As the person named it; null for the sandbox. */
  name: z.string().nullable(),
  /** Without a password; null for the sandbox. */
  baseUrl: z.string().nullable(),
  /** Whether the person allowed plain http for its address. */
  allowsHttp: z.boolean(),
  /** Whether new runs belong to it. */
  isActive: z.boolean(),
  /** False: it is of this start only, from a command line. */
  isListed: z.boolean(),
  key: keyStateSchema,
  usageKey: keyStateSchema,
})

export type AccountView = z.infer<typeof accountViewSchema>

const accountsSchema = z.object({
  /** The sandbox first, then the person's own in their order. */
  accounts: z.array(accountViewSchema),
  /** Where a key is kept here; in a file only with the person's consent, and `none`: only for this session. */
  keyPlace: z.enum(['keychain', 'file', 'none']),
  /** The account that ATELIER_API_KEY was given for, null for the sandbox; null where it wasn't given. */
  environmentKey: z.object({ accountId: accountId.nullable() }).nullable(),
  /** The same for ATELIER_USAGE_KEY. */
  environmentUsageKey: z.object({ accountId: accountId.nullable() }).nullable(),
})

export type AccountList = z.infer<typeof accountsSchema>

const consent = {
  /** The person allows a file for the keys where there is no keychain. */
  consent: z.boolean().default(false),
  /** The keys are kept until Atelier ends, and written nowhere. */
  onlySession: z.boolean().optional(),
  /** Where nothing responds, or the service can't say now, a key is kept all the same; a refused one never is. */
  keepUntested: z.boolean().default(false),
}

/** The procedures for the person's accounts. */
export const accountProcedures = {
  'accounts.list': { input: z.strictObject({}), output: accountsSchema },
  /**
   * Adds the account at an address, or changes the one that is there (`separate`: adds another there), and makes it the
   * active one. `allowHttp` is the person's permission for plain http to another machine. Address and keys are tested
   * first, without cost: what the test finds wrong is the failure's cause (`probe_…`), and nothing is changed then.
   * Without a key, the kept one is used.
   */
  'accounts.connect': {
    input: z.strictObject({
      baseUrl: baseUrlSchema,
      separate: z.boolean().default(false),
      name: accountNameSchema.optional(),
      key: key.optional(),
      usageKey: key.optional(),
      allowHttp: z.boolean().default(false),
      ...consent,
    }),
    output: studioStatusSchema,
  },
  /** Renames an account or replaces its keys, tested as above. Where it is the active one, it is connected again. */
  'accounts.change': {
    input: z.strictObject({
      accountId,
      name: accountNameSchema.optional(),
      key: key.optional(),
      usageKey: key.optional(),
      allowHttp: z.boolean().default(false),
      ...consent,
    }),
    output: studioStatusSchema,
  },
  /**
   * Reads the description of the active account elsewhere from now on, at its base URL again, or once from a text, which is
   * kept until the service says otherwise. What was wrong with it is in the status.
   */
  'accounts.describe': {
    input: z.strictObject({
      source: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('service') }),
        z.strictObject({ type: z.literal('url'), url: descriptionUrlSchema }),
        z.strictObject({ type: z.literal('text'), text: z.string().max(descriptionTextMaxLength) }),
      ]),
    }),
    output: studioStatusSchema,
  },
  /** The tests of `connect` and `change` that are under way lead to nothing; what was stored already stays. */
  'accounts.cancel': { input: z.strictObject({}), output: z.null() },
  /** Makes an account the active one; `sandbox` for the sandbox. */
  'accounts.use': { input: z.strictObject({ accountId }), output: studioStatusSchema },
  /**
   * Forgets an account's keys and the account. Its runs, results and spend stay. Where it was the active one, the sandbox
   * is connected.
   */
  'accounts.remove': { input: z.strictObject({ accountId }), output: studioStatusSchema },
  'accounts.forgetKey': {
    input: z.strictObject({ accountId, purpose: keyPurpose }),
    output: studioStatusSchema,
  },
  /** Tests the active account's address and keys, without cost. Where its key is accepted, runs held for it resume. */
  'accounts.test': {
    input: z.strictObject({}),
    output: z.object({
      verdict: z.enum(probeVerdicts),
      described: z.boolean(),
      /** The service's clock minus this machine's, in milliseconds; null where it didn't say. */
      clockDifferenceMs: z.number().nullable(),
      /** Null where there is no key for usage. */
      usage: z.enum(usageProbeVerdicts).nullable(),
    }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
