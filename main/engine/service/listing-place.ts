import { z } from 'zod'

/** Where a service lists something, according to its description. */
export interface ListingPlace {
  readonly path: string
  /** Whether it takes parameters, so that its response without them may be incomplete. */
  readonly isPaged: boolean
  /** The names of those parameters, as far as described. */
  readonly takes: readonly string[]
}

const parameterSchema = z.looseObject({
  name: z.string().optional(),
  required: z.boolean().optional(),
  $ref: z.string().optional(),
})
const parameters = z.array(parameterSchema).optional()
const descriptionSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.looseObject({ parameters, get: z.looseObject({ parameters }).optional() }).optional(),
  ),
  components: z
    .looseObject({ parameters: z.record(z.string(), z.unknown()).optional() })
    .nullish()
    .catch(null),
})
const parameterReference = '#/components/parameters/'

/** The first GET at such a path; null where a description has none that can be requested without further knowledge. */
export function findListing(document: unknown, path: RegExp): ListingPlace | null {
  const description = descriptionSchema.safeParse(document)
  if (!description.success) return null
  const shared = description.data.components?.parameters ?? {}
  const resolve = (parameter: z.infer<typeof parameterSchema>) => {
    const name = parameter.$ref?.startsWith(parameterReference)
      ? parameter.$ref.slice(parameterReference.length)
      : ''
    return (Object.hasOwn(shared, name) && parameterSchema.safeParse(shared[name]).data) || parameter
  }
  for (const [place, item] of Object.entries(description.data.paths)) {
    if (!item?.get || !path.test(place)) continue
    const requested = [...(item.parameters ?? []), ...(item.get.parameters ?? [])].map(resolve)
    if (requested.some(({ required }) => required)) continue
    return {
      path: place,
      isPaged: requested.length > 0,
      takes: requested.flatMap(({ name }) => name ?? []),
    }
  }
  return null
}
