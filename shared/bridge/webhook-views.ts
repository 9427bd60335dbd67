import { z } from 'zod'
import { reasonSchema } from '../failures/reason.ts'

/** Why a delivery was refused. */
export const deliveryRefusals = [
  'unknown_path',
  'wrong_method',
  'too_large',
  'body_cut',
  'header_missing',
  'header_repeated',
  'header_malformed',
  'signature_malformed',
  'stale',
  'keys_unreachable',
  'unknown_key',
  'key_unsettled',
  'bad_signature',
  'unreadable_body',
  'other_job',
  'other_service',
  'storage_failed',
] as const

export type DeliveryRefusal = (typeof deliveryRefusals)[number]

/** The outcome of a delivery: new, repeated, the person's own test, or refused. */
export const deliveryOutcomeSchema = z.enum(['taken', 'repeated', 'test', ...deliveryRefusals])

export type DeliveryOutcome = z.infer<typeof deliveryOutcomeSchema>

/** One request that reached the receiver. */
export const deliveryEntrySchema = z.object({
  at: z.iso.datetime(),
  outcome: deliveryOutcomeSchema,
  /** The HTTP status of its response. */
  status: z.int(),
  /** The header at fault, where one is. */
  detail: z.string().nullable(),
  /** As given by the delivery; null where it gave no readable one. */
  requestId: z.string().nullable(),
  /** The run named by its path; null where it named none. */
  submissionId: z.string().nullable(),
})

export type DeliveryEntry = z.infer<typeof deliveryEntrySchema>

/** A written log entry; a later one has a greater id. */
export const loggedDeliverySchema = deliveryEntrySchema.extend({ id: z.int() })

export type LoggedDelivery = z.infer<typeof loggedDeliverySchema>

/**
 * The outcome of a test delivery. `arrived`: all the way and verified; `refused`: it arrived, but was changed
 * in transit; `not_reached`: the public URL could not be reached; `elsewhere`: something else responded there;
 * `no_address`: there is no public URL; `not_listening`: the receiver is off or has no port.
 */
export const webhookTestSchema = z.object({
  finding: z.enum(['arrived', 'refused', 'not_reached', 'elsewhere', 'no_address', 'not_listening']),
  /** The address without its one-time part; null where nothing was sent. */
  url: z.string().nullable(),
  /** The status of the response; null where there was none. */
  status: z.int().nullable(),
  /** With `refused`: why. */
  reason: z.enum(deliveryRefusals).nullable(),
  /** With `not_reached`: the network's message. */
  cause: reasonSchema.nullable(),
  milliseconds: z.int().nullable(),
})

export type WebhookTest = z.infer<typeof webhookTestSchema>

/** The state of the receiver. */
export const receiverStatusSchema = z.object({
  state: z.enum(['off', 'listening', 'port_in_use', 'port_refused']),
  /** The port it listens on; null while it doesn't. */
  port: z.int().nullable(),
  /** The address given to the service, without the part that names a run; null where there is none. */
  address: z.string().nullable(),
  /** When polling found an end that no delivery reported; null while deliveries arrive. */
  missedAt: z.iso.datetime().nullable(),
  /** When the last request reached the receiver, in this process. */
  lastEntryAt: z.iso.datetime().nullable(),
})

export type ReceiverStatus = z.infer<typeof receiverStatusSchema>
