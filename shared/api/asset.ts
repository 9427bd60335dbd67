import { z } from 'zod'

/** The response of POST /assets, where the service's description lists it (decision 6). */
export const assetSchema = z.looseObject({ id: z.string().min(1), image_url: z.url() })

export type Asset = z.infer<typeof assetSchema>
