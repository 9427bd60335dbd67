import { z } from 'zod'
import { uuidSchema } from '../../../shared/api/job.ts'
import type { JsonBounds } from '../../../shared/json/read-bounded-json.ts'
import type { ListedJob, UnreadableRow } from '../service/ports.ts'

/** The bounds of a listing: it may show thousands of jobs, and none of it is stored (decisions/0015). */
export const listingBounds: JsonBounds = { depth: 64, bytes: 16 * 1024 * 1024, members: 400_000 }

/** What a walk over a listing's pages has read, in listing order, each job once. */
export interface JobListing {
  readonly rows: readonly (ListedJob | UnreadableRow)[]
  /** Whether these are all jobs; otherwise there may be more. */
  readonly isWhole: boolean
  /**
   * The largest difference seen between the service's clock and ours, in milliseconds; 0 where it doesn't say.
   */
  readonly clockDifferenceMs: number
}

/** Where a service lists its jobs, according to its description. */
export interface ListingPlace {
  readonly path: string
  /** Whether it takes parameters, so that its response without them may be incomplete. */
  readonly isPaged: boolean
  /** The names of those parameters, as far as described. */
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

/** Null where a description has no listing that can be requested without further knowledge. */
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
    const requested = [...(item.parameters ?? []), ...(item.get.parameters ?? [])].map(resolve)
    if (requested.some(({ required }) => required)) continue
    return { path, isPaged: requested.length > 0, takes: requested.flatMap(({ name }) => name ?? []) }
  }
  return null
}

const requestSchema = z.looseObject({ path: z.string().optional(), body: z.record(z.string(), z.unknown()) })
const valuesSchema = z.record(z.string(), z.unknown())
const rowSchema = z.record(z.string(), z.unknown())

/** One row of a listing, read as far as possible. */
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
