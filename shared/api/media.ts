import { z } from 'zod'

export const mediaKinds = ['image', 'video', 'audio'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** The longest URL that a media field accepts, in characters (interface: Limits). */
export const mediaUrlMaxLength = 1024

/** The response of POST /assets, where the service's description lists it (decision 6). */
export const assetSchema = z.looseObject({ id: z.string().min(1), image_url: z.url() })

export type Asset = z.infer<typeof assetSchema>
