import { z } from 'zod'
import { mediaKinds } from '../../shared/api/media.ts'
import { media } from '../../shared/catalog/fields.ts'

/** Marks a field in the description as this sandbox's: the listing states the rule but not the name. */
function own<Schema extends z.ZodType>(schema: Schema, description: string) {
  return schema.meta({ description, 'x-sandbox': true }).optional()
}

const [image] = mediaKinds

/** Fields for rules that the listing states without a name, by model (interface: Common rules, 7). */
export const ownFields: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  v1: {
    upscale: own(z.boolean(), 'Makes the finished video larger.'),
    enhance_prompt: own(z.boolean(), 'Rewrites the prompt before generation.'),
  },
  v5: { duration: own(z.literal([6, 10]), 'How long the video is.') },
  i1: { image_weight: own(z.number().min(0).max(1), 'How closely the result follows the image.') },
  i2: { resolution: own(z.enum(['1k', '2k']), 'A larger image costs more.') },
  i4: {
    steps: own(z.int().min(1).max(100), 'More steps take longer and can show finer detail.'),
    strength: own(z.number().min(0).max(1), '0 keeps the image, 1 replaces it.'),
  },
  i6: { image_urls: own(z.array(media(image)).max(8), 'Images that the result follows.') },
  i7: {
    quality: own(z.enum(['low', 'medium', 'high', 'auto']), 'Higher takes longer and can show finer detail.'),
  },
  i8: { steps: own(z.int().min(1).max(50), 'More steps take longer and can show finer detail.') },
  a1: {
    length_ms: own(z.int().min(3000).max(600_000), 'How long the track is; unset, the model chooses.'),
  },
}

/** Fields that a model accepts and ignores until a date, by model. */
export const ignoredFields: Readonly<
  Record<string, readonly { readonly field: string; readonly until: string }[]>
> = {
  v1: [{ field: 'camera_fixed', until: '2026-10-30' }],
}

/** The header that requests zero data retention, by model; its name is this sandbox's own. */
export const zeroRetentionHeaders: Readonly<Record<string, string>> = { i6: 'X-Zero-Data-Retention' }
