import { z } from 'zod'
import type { DescribedEndpoint } from '../connection/ports.ts'

const descriptionSchema = z.looseObject({
  openapi: z.string().regex(/^3\.1\./),
  paths: z.record(
    z.string(),
    z.looseObject({ post: z.looseObject({ deprecated: z.boolean().optional() }).optional() }),
  ),
})

const generationPath = /^\/generate\/(image|video|audio)\/([^/{}]+)\/([^/{}]+)$/

/** The generation endpoints that an OpenAPI 3.1 description lists; null where it is none. */
export function readDescription(document: unknown): DescribedEndpoint[] | null {
  const description = descriptionSchema.safeParse(document)
  if (!description.success) return null
  return Object.entries(description.data.paths).flatMap(([path, { post }]) => {
    const [, kind, vendor, model] = generationPath.exec(path) ?? []
    if (!post || !kind || !vendor || !model) return []
    return [{ kind, vendor, model, path, isDeprecated: post.deprecated ?? false }]
  })
}
