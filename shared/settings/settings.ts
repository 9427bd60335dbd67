import { z } from 'zod'
import { webhookSettingsSchema } from './webhook-profile.ts'

/** What the person chose; one schema for every host (decision 12). No secret is ever in here. */
export const settingsSchema = z.object({
  theme: z.enum(['dark', 'light', 'system']).default('dark'),
  /** Null: the sandbox that comes with Atelier. */
  service: z
    .object({
      /** Where the service is, without a trailing slash. */
      baseUrl: z.url({ protocol: /^https?$/ }),
    })
    .nullable()
    .default(null),
  /** Model id to `/generate/{kind}/{vendor}/{model}`, where the service's description doesn't say. */
  modelPaths: z.record(z.string(), z.string().regex(/^\/generate\/[^/]+\/[^/]+\/[^/]+$/)).default({}),
  /** How many jobs may be under way at the service at once. */
  jobsInFlight: z.int().min(1).max(100).default(8),
  /** The person paused the queue: nothing is sent until they resume. */
  isQueuePaused: z.boolean().default(false),
  /** Off: results arrive by asking alone. */
  webhooks: webhookSettingsSchema.prefault({}),
})

export type Settings = z.infer<typeof settingsSchema>

/** A change of some settings; what is absent stays. Without defaults, so that absence means absence. */
export const settingsPatchSchema = z
  .object({
    theme: settingsSchema.shape.theme.unwrap(),
    modelPaths: settingsSchema.shape.modelPaths.unwrap(),
    jobsInFlight: settingsSchema.shape.jobsInFlight.unwrap(),
    webhooks: webhookSettingsSchema,
  })
  .partial()

export type SettingsPatch = z.infer<typeof settingsPatchSchema>
