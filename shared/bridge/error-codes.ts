import { z } from 'zod'
import { codedReasonSchema } from '../failures/reason.ts'
import { problemSchema } from '../form/problems.ts'
import { budgetObjectionSchema } from './budget.ts'

/**
 * Every way a call over the bridge can fail. The screen finds its words by the code. `disconnected` and
 * `no_session` (the host doesn't know this page) are a carrier's to say, the others the studio's. `not_shown`: it was done, or may have been, and only what came of it can't be shown.
 */
export const bridgeErrorCodes = [
  'invalid_input',
  'not_recipes',
  'newer_recipes',
  'invalid_values',
  'unknown_model',
  'model_sunset',
  'model_without_path',
  'price_changed',
  'asks_first',
  'not_found',
  'not_possible_now',
  'input_missing',
  'input_too_large',
  'upload_failed',
  'upload_cancelled',
  'no_key',
  'http_not_allowed',
  'service_unreachable',
  'service_refused',
  'storage_failed',
  'not_shown',
  'library_damaged',
  'not_supported_here',
  'disconnected',
  'no_session',
  'internal',
] as const

export type BridgeErrorCode = (typeof bridgeErrorCodes)[number]

/** A failure as it crosses the bridge, in codes; the page and the command line say it in a language’s words. */
export const bridgeFailureSchema = z.object({
  code: z.enum(bridgeErrorCodes),
  /** Why, where that is known by a code. */
  cause: codedReasonSchema.optional(),
  /** Why, in somebody else’s words: the service’s or the system’s. Never a sentence of Atelier’s. */
  message: z.string().optional(),
  field: z.string().optional(),
  retryAt: z.iso.datetime().optional(),
  /** With `invalid_values`: everything that is wrong, by field. */
  problems: z.array(problemSchema).optional(),
  /** With `asks_first`: what the person has to say yes to. */
  objection: budgetObjectionSchema.optional(),
  /** Where several runs were to be confirmed: the one it is about, from 0. */
  run: z.int().optional(),
})

export type BridgeFailure = z.infer<typeof bridgeFailureSchema>

export type BridgeResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: BridgeFailure }
