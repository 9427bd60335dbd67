import { z } from 'zod'
import { models } from '../shared/catalog/index.ts'
import type { JsonSchema } from '../shared/catalog/json-schema.ts'
import type { Model } from '../shared/catalog/model.ts'
import type { ServiceUnderTest } from './service-under-test.ts'

const parameterSchema = z.looseObject({
  name: z.string().optional(),
  in: z.string().optional(),
  description: z.string().optional(),
  schema: z.looseObject({ enum: z.array(z.unknown()).optional() }).optional(),
})

const operationSchema = z.looseObject({
  deprecated: z.boolean().optional(),
  description: z.string().optional(),
  summary: z.string().optional(),
  parameters: z.array(parameterSchema).optional(),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown().optional() })) })
    .optional(),
})

const descriptionSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ version: z.string() }),
  paths: z.record(
    z.string(),
    z.looseObject({ get: z.unknown().optional(), post: operationSchema.optional() }),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()).optional() }).optional(),
})

/** The service's machine-readable description, as far as the rules read it. */
export type Description = z.infer<typeof descriptionSchema>

/** A model of the listing, and its path at this service. */
export interface ServedModel {
  readonly model: Model
  readonly path: string
  /** The request as the service describes it; null where it is not described. */
  readonly schema: JsonSchema | null
}

const generationPath = /^\/generate\/(?<kind>image|video|audio)\/[^/{}]+\/(?<id>[^/{}]+)$/

/** The operation at its path; null where there is none. */
export async function readDescription(service: ServiceUnderTest): Promise<Description | null> {
  const { status, body } = await service.send('/openapi.json', { key: null })
  const parsed = descriptionSchema.safeParse(body)
  return status === 200 && parsed.success ? parsed.data : null
}

/**
 * The paths of the listing's models at this service: as given by the caller, else by kind and last path segment
 * among the described operations. A model that is not found is omitted.
 */
export function findServedModels(
  description: Description | null,
  paths: Readonly<Record<string, string>>,
): ServedModel[] {
  return models.flatMap((model) => {
    const path = paths[model.id] ?? findPath(description, model)
    return path === undefined ? [] : [{ model, path, schema: describedRequest(description, path) }]
  })
}

function findPath(description: Description | null, { kind, id }: Model): string | undefined {
  return generationPaths(description).find((path) => {
    const named = generationPath.exec(path)?.groups
    return named?.kind === kind && named.id?.toLowerCase() === id
  })
}

export function generationPaths(description: Description | null): string[] {
  return Object.entries(description?.paths ?? {}).flatMap(([path, { post }]) =>
    post && generationPath.test(path) ? [path] : [],
  )
}

/** The described JSON body of a POST, with a reference at its top followed; null where there is none. */
export function describedRequest(description: Description | null, path: string): JsonSchema | null {
  const content = description?.paths[path]?.post?.requestBody?.content ?? {}
  const schema = content['application/json']?.schema
  if (typeof schema !== 'object' || schema === null) return null
  const reference = (schema as JsonSchema).$ref
  if (typeof reference !== 'string') return schema as JsonSchema
  const name = reference.replace('#/components/schemas/', '')
  return (description?.components?.schemas?.[name] as JsonSchema | undefined) ?? null
}

/** The described operations that are marked as deprecated, by path. */
export function deprecatedOperations(description: Description) {
  return Object.entries(description.paths).flatMap(([path, { post }]) =>
    post?.deprecated === true ? [{ path, text: post.description ?? '' }] : [],
  )
}

/** A described request header, and a value to send in it. */
export interface DescribedHeader {
  readonly name: string
  readonly value: string
}

/** The header of a POST whose name or text matches; null where none is described. */
export function findHeader(
  description: Description | null,
  path: string,
  wanted: RegExp,
): DescribedHeader | null {
  const parameters = description?.paths[path]?.post?.parameters ?? []
  const found = parameters.find(
    ({ name = '', in: place, description: text = '' }) =>
      place === 'header' && wanted.test(`${name} ${text}`),
  )
  if (found?.name === undefined) return null
  return { name: found.name, value: String(found.schema?.enum?.[0] ?? 'true') }
}
