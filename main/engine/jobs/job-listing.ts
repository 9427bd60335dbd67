import { z } from 'zod'
import { utcDateTimeSchema, uuidSchema } from '../../../shared/api/job.ts'
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

export interface JobListing {
  readonly jobs: readonly ListedJob[]
  /** Whether these are all; otherwise there may be more that are not shown. */
  readonly isWhole: boolean
}

/** Where a service lists its jobs, by its description. */
export interface ListingPlace {
  readonly path: string
  /** Whether it takes parameters, so that what it answers without them may be a part. */
  readonly isPaged: boolean
}

const parameters = z.array(z.looseObject({ required: z.boolean().optional() })).optional()
const descriptionSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.looseObject({ parameters, get: z.looseObject({ parameters }).optional() }).optional(),
  ),
})
const listingPath = /^\/(v\d+\/)?jobs$/

/** Null where a description tells of no listing that can be asked for without knowing more. */
export function findJobListing(document: unknown): ListingPlace | null {
  const description = descriptionSchema.safeParse(document)
  if (!description.success) return null
  for (const [path, item] of Object.entries(description.data.paths)) {
    if (!item?.get || !listingPath.test(path)) continue
    const asked = [...(item.parameters ?? []), ...(item.get.parameters ?? [])]
    if (!asked.some(({ required }) => required)) return { path, isPaged: asked.length > 0 }
  }
  return null
}

const requestSchema = z.looseObject({ path: z.string().optional(), body: z.record(z.string(), z.unknown()) })
const valuesSchema = z.record(z.string(), z.unknown())

const listedSchema = z
  .looseObject({ job_id: uuidSchema, created_at: utcDateTimeSchema, path: z.string().nullish() })
  .transform((job): ListedJob => {
    const request = requestSchema.safeParse(job.request).data
    const values = [job.request, job.body, job.input].map((one) => valuesSchema.safeParse(one).data)
    return {
      jobId: job.job_id,
      createdAt: Date.parse(job.created_at),
      path: request?.path ?? job.path ?? null,
      body: request?.body ?? values.find((one) => one !== undefined) ?? null,
    }
  })

const listedJobs = z.array(listedSchema)
const answerSchema = z.union([
  listedJobs.transform((jobs) => ({ jobs, more: undefined })),
  z.looseObject({ jobs: listedJobs }).transform(({ jobs, ...rest }) => ({ jobs, more: moreOf(rest) })),
  z.looseObject({ data: listedJobs }).transform(({ data, ...rest }) => ({ jobs: data, more: moreOf(rest) })),
])

const endMarks = ['has_more', 'next', 'next_cursor', 'next_page'] as const

/** Whether the answer says that there is more; undefined where it says neither. */
function moreOf(rest: Readonly<Record<string, unknown>>): boolean | undefined {
  const said = endMarks.filter((mark) => mark in rest)
  return said.length === 0 ? undefined : said.some((mark) => Boolean(rest[mark]))
}

/** Null where the answer is no listing, or a job in it can't be read: it could be the one that matters. */
export function readJobListing(body: unknown, { isPaged }: Pick<ListingPlace, 'isPaged'>): JobListing | null {
  const answer = answerSchema.safeParse(body)
  if (!answer.success) return null
  const { jobs, more } = answer.data
  return { jobs, isWhole: more === undefined ? !isPaged : !more }
}
