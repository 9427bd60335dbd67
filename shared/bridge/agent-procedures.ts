import { z } from 'zod'
import { estimateSchema, microUsdSchema } from '../pricing/price-schemas.ts'
import { accountSchema } from '../settings/account.ts'
import { periodQuestions } from './budget.ts'
import { requestValuesSchema } from './request-values.ts'
import { submissionViewSchema } from './views.ts'

/** How many runs an agent may confirm with one quote. */
export const mostRunsOfQuote = 20
/** How long one call may wait, so that no client's own limit ends it. */
export const longestWaitSeconds = 45

const modelId = z.string().max(200)
/** The agent's own name for a run: a repeat with the same key is the same run, also after a crash. */
const key = z.string().min(8).max(200)
const nothing = z.strictObject({})

/** Runs of an agent that wait for the person's yes. */
export const agentRequestSchema = z.object({
  requestId: z.string(),
  /** As the agent's client gives it, in one plain line (AGENT64). */
  agent: z.string(),
  modelId: z.string(),
  modelLabel: z.string(),
  /** Its beginning, in one plain line (AGENT64). */
  prompt: z.string(),
  count: z.int(),
  /** The most that all of them cost; null where the price isn't listed. */
  upToMicroUsd: microUsdSchema.nullable(),
  account: z.string(),
  /** The person's own budgets that they may pass, as far as that is known. */
  passes: z.array(z.enum(periodQuestions)),
  until: z.iso.datetime(),
})

/** `outdated`: what the person would have allowed is not so any more, such as its price. */
const heldStates = ['waiting', 'declined', 'cancelled', 'expired', 'outdated'] as const

/** A key's runs; while there are none, what became of its request to the person. */
const agentRunSchema = z.object({
  submissions: z.array(submissionViewSchema),
  held: z.enum(heldStates).nullable(),
})

export const agentProcedures = {
  /** The price of a run, or of several alike, as a quote that `agents.generate` takes until it expires. */
  'agents.estimate': {
    input: z.strictObject({
      modelId,
      values: requestValuesSchema,
      count: z.int().min(1).max(mostRunsOfQuote).default(1),
    }),
    output: z.object({
      quoteId: z.string(),
      expiresAt: z.iso.datetime(),
      account: accountSchema.shape.id,
      /** Of one run. */
      estimate: estimateSchema,
      /** The most that all of them cost; null where the price isn't listed. */
      upToMicroUsd: microUsdSchema.nullable(),
      /** What is refused now, or asked of the person, if these runs are confirmed. */
      verdict: z.enum(['free', 'asks_person', 'over_budget']),
      /** Whether a window is open in which the person can be asked. */
      isWindowOpen: z.boolean(),
      budget: z.object({
        perDay: microUsdSchema,
        committed: microUsdSchema,
        askAbove: microUsdSchema,
      }),
    }),
  },
  /** Confirms a quote's runs, once for each key: a known key returns its runs as they are. */
  'agents.generate': {
    input: z.strictObject({ agent: z.string().min(1).max(100), quoteId: z.string().max(100), key }),
    output: agentRunSchema,
  },
  /** A key's runs; empty for a key that is not known. */
  'agents.run': { input: z.strictObject({ key }), output: agentRunSchema },
  /** Resolves when all of these have ended with their files, or need a person; at the latest after the time. */
  'agents.wait': {
    input: z.strictObject({
      submissionIds: z.array(z.uuid()).max(100).default([]),
      key: key.optional(),
      milliseconds: z
        .int()
        .min(0)
        .max(longestWaitSeconds * 1000),
    }),
    output: agentRunSchema.extend({ isDone: z.boolean() }),
  },
  /** Cancels what was not sent of agents' runs; a person's own runs are refused. */
  'agents.cancel': {
    input: z.strictObject({ submissionId: z.uuid().optional(), key: key.optional() }),
    output: agentRunSchema,
  },
  /** Absolute paths of files and their thumbnails, with their media types; null where a file is not here. */
  'agents.files': {
    input: z.strictObject({ fileIds: z.array(z.uuid()).max(500) }),
    output: z.array(
      z.object({
        fileId: z.string(),
        path: z.string().nullable(),
        mediaType: z.string().nullable(),
        thumbnail: z.string().nullable().default(null),
      }),
    ),
  },
  /** For the page: what waits for the person, and their answer. */
  'agents.requests': { input: nothing, output: z.array(agentRequestSchema) },
  'agents.answer': {
    input: z.strictObject({ requestId: z.string().max(100), isAllowed: z.boolean() }),
    output: agentRunSchema,
  },
} as const

export type AgentRequest = z.infer<typeof agentRequestSchema>
export type AgentRun = z.infer<typeof agentRunSchema>
export type HeldState = (typeof heldStates)[number]
