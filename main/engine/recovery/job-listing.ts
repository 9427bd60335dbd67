import { z } from 'zod'
import { uuidSchema } from '../../../shared/api/job.ts'
import type { JsonBounds } from '../../../shared/json/read-bounded-json.ts'
import { findListing, type ListingPlace } from '../service/listing-place.ts'
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

export function isReadable(row: ListedJob | UnreadableRow): row is ListedJob {
  return 'path' in row
}

/** Also below a prefix. */
const listingPath = /^(\/[^{}/]+)*\/jobs$/

/** Null where a description has no listing that can be requested without further knowledge. */
export function findJobListing(document: unknown): ListingPlace | null {
  return findListing(document, listingPath)
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
    ...knownOf(job),
  }
}

const nameSchema = z.string().min(1).max(200)
const resultSchema = z.looseObject({ urls: z.array(z.unknown()) })

function knownOf(job: Readonly<Record<string, unknown>>): Pick<ListedJob, 'model' | 'status' | 'files'> {
  const model = nameSchema.safeParse(job.model).data
  const status = nameSchema.safeParse(job.status).data
  const files = resultSchema.safeParse(job.result).data?.urls.length
  return {
    ...(model !== undefined && { model }),
    ...(status !== undefined && { status }),
    ...(files !== undefined && { files }),
  }
}

const timeSchema = z.iso.datetime({ offset: true })

function readTime(value: unknown): number | null {
  const text = timeSchema.safeParse(value).data
  return text === undefined ? null : Date.parse(text)
}
