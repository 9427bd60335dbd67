import { z } from 'zod'
import { codedReasonSchema } from '../failures/reason.ts'
import { problemSchema } from '../json-schema/problem.ts'
import { budgetObjectionSchema } from './budget.ts'

/**
 * Every way a call over the bridge can fail; the screen chooses its words by the code. `disconnected` and
 * `no_session` (the host doesn't know this page) come from a carrier, the others from the studio. `not_shown`:
 * it was done, or may have been, but its result can't be shown.
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
  'name_taken',
  'too_many',
  'not_possible_now',
  'input_missing',
  'input_too_large',
  'upload_failed',
  'upload_cancelled',
  'no_key',
  'http_not_allowed',
  'service_unreachable',
  'service_refused',
  'share_refused',
  'share_unknown',
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
  /** The reason, where it has a code. */
  cause: codedReasonSchema.optional(),
  /** Why, in somebody else’s words: the service’s or the system’s. Never a sentence of Atelier’s. */
  message: z.string().optional(),
  field: z.string().optional(),
  retryAt: z.iso.datetime().optional(),
  /** With `invalid_values`: everything that is wrong, by field. */
  problems: z.array(problemSchema).optional(),
  /** With `asks_first`: what the person has to confirm. */
  objection: budgetObjectionSchema.optional(),
  /** Of several runs to be confirmed: the index of the one concerned, from 0. */
  run: z.int().optional(),
})

export type BridgeFailure = z.infer<typeof bridgeFailureSchema>

export type BridgeResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: BridgeFailure }
