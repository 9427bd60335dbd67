import { z } from 'zod'
import { reasonSchema } from '../failures/reason.ts'

/** Why a delivery was not taken. */
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

/** What became of a delivery: news, news told twice, the person's own test, or refused. */
export const deliveryOutcomeSchema = z.enum(['taken', 'repeated', 'test', ...deliveryRefusals])

export type DeliveryOutcome = z.infer<typeof deliveryOutcomeSchema>

/** One request that reached the receiver. */
export const deliveryEntrySchema = z.object({
  at: z.iso.datetime(),
  outcome: deliveryOutcomeSchema,
  /** The HTTP status it was answered. */
  status: z.int(),
  /** The header at fault, where one is. */
  detail: z.string().nullable(),
  /** As the delivery gave it; null where it gave none that can be read. */
  requestId: z.string().nullable(),
  /** The run that its path named; null where it named none. */
  submissionId: z.string().nullable(),
})

export type DeliveryEntry = z.infer<typeof deliveryEntrySchema>

/** One that was written down; a later one has a greater id. */
export const loggedDeliverySchema = deliveryEntrySchema.extend({ id: z.int() })

export type LoggedDelivery = z.infer<typeof loggedDeliverySchema>

/**
 * How a delivery to oneself went. `arrived`: all the way and verified; `refused`: it came, but changed on its way;
 * `not_reached`: the public URL could not be reached; `elsewhere`: something else answered there; `no_address`: there
 * is no public URL; `not_listening`: the receiver is off or has no port.
 */
export const webhookTestSchema = z.object({
  finding: z.enum(['arrived', 'refused', 'not_reached', 'elsewhere', 'no_address', 'not_listening']),
  /** Where it was sent to, without its one-time part; null where nothing was sent. */
  url: z.string().nullable(),
  /** What answered; null where nothing did. */
  status: z.int().nullable(),
  /** With `refused`: why. */
  reason: z.enum(deliveryRefusals).nullable(),
  /** With `not_reached`: what the network said. */
  cause: reasonSchema.nullable(),
  milliseconds: z.int().nullable(),
})

export type WebhookTest = z.infer<typeof webhookTestSchema>

/** How the receiver stands. */
export const receiverStatusSchema = z.object({
  state: z.enum(['off', 'listening', 'port_in_use', 'port_refused']),
  /** The port it listens on; null while it doesn't. */
  port: z.int().nullable(),
  /** What the service is told, without the part that names a run; null where there is no address for it. */
  address: z.string().nullable(),
  /** When asking found an end that no delivery told of; null while deliveries come. */
  missedAt: z.iso.datetime().nullable(),
  /** When the last request reached the receiver, in this process. */
  lastEntryAt: z.iso.datetime().nullable(),
})

export type ReceiverStatus = z.infer<typeof receiverStatusSchema>
