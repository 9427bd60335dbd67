import { z } from 'zod'
import { uuidSchema } from '../../../shared/api/job.ts'
import type { JsonBounds } from '../../../shared/json/read-bounded-json.ts'

/** A listing is no answer about one job: it may show thousands, and nothing of it is kept (decisions/0015). */
export const listingBounds: JsonBounds = { depth: 64, bytes: 16 * 1024 * 1024, members: 400_000 }

/** A job as a listing shows it, with the request that made it as far as the listing tells. */
export interface ListedJob {
  readonly jobId: string
  /** By the service's clock, in milliseconds since the epoch. */
  readonly createdAt: number
  /** The path that the request went to; null where the listing doesn't tell. */
  readonly path: string | null
  /** The request's body; null where the listing doesn't tell. */
  readonly body: object | null
}

/** A row that is no readable job, with what can be read of it: it could be the one that matters. */
export interface UnreadableRow {
  readonly jobId: string | null
  readonly createdAt: number | null
}

/** What a walk over the pages of a listing has read, in the order in which it was listed, each job once. */
export interface JobListing {
  readonly rows: readonly (ListedJob | UnreadableRow)[]
  /** Whether these are all; otherwise there may be more that are not shown. */
  readonly isWhole: boolean
  /** How far the service's clock was from ours at most, in milliseconds; 0 where it doesn't say. */
  readonly clockDifferenceMs: number
}

/** Where a service lists its jobs, by its description. */
export interface ListingPlace {
  readonly path: string
  /** Whether it takes parameters, so that what it returns without them may be a part. */
  readonly isPaged: boolean
  /** The names of those parameters, as far as the description tells. */
  readonly takes: readonly string[]
}

export function isReadable(row: ListedJob | UnreadableRow): row is ListedJob {
  return 'path' in row
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
const listingPath = /^\/(v\d+\/)?jobs$/
const parameterReference = '#/components/parameters/'

/** Null where a description tells of no listing that can be requested without knowing more. */
export function findJobListing(document: unknown): ListingPlace | null {
  const description = descriptionSchema.safeParse(document)
  if (!description.success) return null
  const shared = description.data.components?.parameters ?? {}
  const resolve = (parameter: z.infer<typeof parameterSchema>) => {
    const name = parameter.$ref?.startsWith(parameterReference)
      ? parameter.$ref.slice(parameterReference.length)
      : ''
    return (Object.hasOwn(shared, name) && parameterSchema.safeParse(shared[name]).data) || parameter
  }
  for (const [path, item] of Object.entries(description.data.paths)) {
    if (!item?.get || !listingPath.test(path)) continue
    const asked = [...(item.parameters ?? []), ...(item.get.parameters ?? [])].map(resolve)
    if (asked.some(({ required }) => required)) continue
    return { path, isPaged: asked.length > 0, takes: asked.flatMap(({ name }) => name ?? []) }
  }
  return null
}

const requestSchema = z.looseObject({ path: z.string().optional(), body: z.record(z.string(), z.unknown()) })
const valuesSchema = z.record(z.string(), z.unknown())
const rowSchema = z.record(z.string(), z.unknown())

/** One row of a listing, read as far as it can be. */
export function readRow(value: unknown): ListedJob | UnreadableRow {
  const job = rowSchema.safeParse(value).data ?? {}
  const jobId = uuidSchema.safeParse(job.job_id ?? job.id).data ?? null
  const createdAt = readTime(job.created_at)
  if (jobId === null || createdAt === null) return { jobId, createdAt }
  const request = requestSchema.safeParse(job.request).data
  const values = [job.request, job.body, job.input].map((one) => valuesSchema.safeParse(one).data)
  return {
    jobId,
    createdAt,
    path: request?.path ?? (typeof job.path === 'string' ? job.path : null),
    body: request?.body ?? values.find((one) => one !== undefined) ?? null,
  }
}

const timeSchema = z.iso.datetime({ offset: true })

function readTime(value: unknown): number | null {
  const text = timeSchema.safeParse(value).data
  return text === undefined ? null : Date.parse(text)
}
