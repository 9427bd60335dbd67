import { z } from 'zod'
import { jobResultSchema, utcDateTimeSchema, uuidSchema } from './job.ts'

/** The body of a completion delivery (interface: Webhook payload), read tolerantly. */
export const webhookPayloadSchema = z.looseObject({
  job_id: uuidSchema,
  status: z.string().min(1),
  created_at: utcDateTimeSchema,
  completed_at: utcDateTimeSchema.nullish(),
  result: jobResultSchema.nullish(),
})

export type WebhookPayload = z.infer<typeof webhookPayloadSchema>
