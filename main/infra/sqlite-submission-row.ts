import { type Job, jobSchema } from '../../shared/api/job.ts'
import { mediaKinds } from '../../shared/api/media.ts'
import {
  arrivalWays,
  type SubmissionProblem,
  submissionProblemSchema,
  submissionStateSchema,
} from '../../shared/bridge/views.ts'
import { reasonOf } from '../../shared/failures/reason.ts'
import { isRecord } from '../../shared/json-schema/schema-node.ts'
import type { Estimate } from '../../shared/pricing/estimate.ts'
import { microUsd, zeroUsd } from '../../shared/pricing/money.ts'
import { estimateSchema, settledSchema } from '../../shared/pricing/price-schemas.ts'
import { notBilled, type Settled, settleWithoutResult } from '../../shared/pricing/settle.ts'
import { reasonMembers } from '../engine/reason-error.ts'
import type { Submission } from '../engine/submissions/submission.ts'
import { toIsoTime, toRowTime } from './row-time.ts'
import { readKeptJson, type UnreadableRows } from './unreadable-rows.ts'

export interface SubmissionRow {
  readonly seq: number
  readonly submission_id: string
  readonly batch_id: string
  readonly model_id: string
  readonly kind: string
  readonly service_id: string
  readonly path: string
  readonly values_json: string
  readonly body_sha256: string
  readonly estimate_json: string
  readonly charge_micro_usd: number | null
  readonly settled_json: string | null
  readonly state: string
  readonly attempts: number
  readonly problem_json: string | null
  readonly confirmed_at: number
  readonly updated_at: number
  readonly sent_at: number | null
  readonly repeats: string | null
  readonly job_id: string | null
  readonly job_json: string | null
  readonly job_status: string | null
  readonly job_milliseconds: number | null
  readonly ended_at: number | null
  /** Absent in libraries of before, which are read as they are. */
  readonly arrived_by?: string | null
  readonly arrived_at?: number | null
  /** The same. */
  readonly agent?: string | null
}

/** More attempts than any run can have: a larger count is damage, and the next one could not be written. */
const mostAttempts = 1_000_000_000

const unreadable: SubmissionProblem = {
  code: 'record_unreadable',
  ...reasonMembers(reasonOf('record_unreadable')),
  status: null,
  retryAt: null,
}

/**
 * A row as a submission (JOB34). Never throws: of an unreadable row everything readable is kept, with its
 * state, so that a run that may cost money is shown; an unknown state reads as `unknown`.
 */
export function toSubmission(row: SubmissionRow, rows: UnreadableRows): Submission {
  const values = readKeptJson(row.values_json)
  const estimate = estimateSchema.safeParse(readKeptJson(row.estimate_json))
  const price = estimate.data ?? boundOf(row)
  const state = submissionStateSchema.safeParse(row.state)
  const problem = readProblem(row.problem_json)
  const written = jobSchema.nullable().safeParse(readNullable(row.job_json))
  const job = (written.success && written.data) || jobOfColumns(row)
  const isCounted = row.attempts >= 0 && row.attempts < mostAttempts
  const isWhole =
    isRecord(values) && estimate.success && state.success && isCounted && (job !== null || !hasJob(row))
  if (!isWhole || !problem.success || !written.success) rows.note(`The run ${row.submission_id}`)
  return {
    submissionId: row.submission_id,
    batchId: row.batch_id,
    modelId: row.model_id,
    kind: mediaKinds.find((kind) => kind === row.kind) ?? 'image',
    serviceId: row.service_id,
    path: row.path,
    values: isRecord(values) ? values : {},
    bodySha256: row.body_sha256,
    estimate: price,
    settled: settledOf(row, price),
    state: state.data ?? 'unknown',
    attempts: row.attempts,
    confirmedAt: toRowTime(row.confirmed_at),
    updatedAt: toRowTime(row.updated_at),
    sentAt: row.sent_at === null ? null : toRowTime(row.sent_at),
    problem: isWhole ? (problem.data ?? null) : unreadable,
    job,
    jobMilliseconds: durationOf(row),
    repeats: row.repeats,
    ...arrivalOf(row),
    ...(typeof row.agent === 'string' && { agent: row.agent }),
    ...(isWhole ? {} : { isUnreadable: true }),
  }
}

/** What stands in the way of a run; no success where its record is damaged. */
export function readProblem(json: unknown) {
  return submissionProblemSchema.nullable().safeParse(readNullable(json))
}

/** What a run cost; a damaged record says no more than its confirmed price did. */
function settledOf(
  { settled_json, job_status, ended_at }: SubmissionRow,
  confirmed: Estimate,
): Settled | null {
  if (ended_at === null) return null
  if (job_status !== 'completed') return notBilled
  const written = settledSchema.safeParse(readNullable(settled_json))
  return written.data ?? settleWithoutResult(confirmed)
}

function durationOf({ job_milliseconds: took, ended_at }: SubmissionRow): number | null {
  return ended_at !== null && Number.isSafeInteger(took) && Number(took) >= 0 ? took : null
}

function arrivalOf({ arrived_by, arrived_at, ended_at }: SubmissionRow): Pick<Submission, 'arrival'> {
  const by = arrivalWays.find((way) => way === arrived_by)
  if (!by || ended_at === null || !Number.isSafeInteger(arrived_at)) return {}
  return { arrival: { by, at: toRowTime(Number(arrived_at)) } }
}

function readNullable(json: unknown): unknown {
  return json === null ? null : readKeptJson(json)
}

function hasJob({ state, job_json }: SubmissionRow): boolean {
  return state === 'accepted' || job_json !== null
}

/** The columns' knowledge of a job whose record can't be read; the rest is requested from the service. */
function jobOfColumns({ job_id, job_status, sent_at, confirmed_at, ended_at }: SubmissionRow): Job | null {
  if (job_id === null) return null
  const job = {
    job_id,
    status: job_status,
    created_at: toIsoTime(sent_at ?? confirmed_at),
    completed_at: ended_at === null ? null : toIsoTime(ended_at),
  }
  return jobSchema.safeParse(job).data ?? null
}

/** The possible cost of a run whose price can't be read, from the ledger's own column. */
function boundOf({ charge_micro_usd: charge }: SubmissionRow): Estimate {
  if (charge === null || !Number.isSafeInteger(charge)) return { kind: 'unlisted' }
  return { kind: 'range', minMicroUsd: zeroUsd, maxMicroUsd: microUsd(charge), fields: [] }
}
