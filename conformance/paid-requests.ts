import { setTimeout as wait } from 'node:timers/promises'
import { isTerminal, type Job, jobSchema } from '../shared/api/job.ts'
import { expectAccepted, expectOk } from './expectations.ts'
import type { PaidRequest } from './paid-request.ts'
import { Unmet } from './rule.ts'
import type { ServiceResponse, ServiceUnderTest } from './service-under-test.ts'

/** A job from its acceptance to its end, as it was read. */
export interface Run {
  readonly accepted: Job
  /** Each reading of GET /jobs/{id}, the last one ended. */
  readonly readings: readonly Job[]
  readonly ended: Job
  /** When the end was read: milliseconds, as `performance.now()` counts them. */
  readonly endedAt: number
}

export interface PaidRequests {
  response(request: PaidRequest): Promise<ServiceResponse>
  /** The request, accepted, and its job read until it has ended. */
  run(request: PaidRequest): Promise<Run>
  /** Every job that was accepted so far. */
  jobIds(): readonly string[]
}

export interface PaidRequestPorts {
  readonly service: ServiceUnderTest
  /** How long a job may take, in milliseconds. */
  readonly waitMs: number
}

/** A job is read again after this share of the time that it has taken so far. */
const pauseShare = 1 / 8
const shortestPauseMs = 25
const longestPauseMs = 2000

/** Sends each request once and remembers its outcome. */
export function createPaidRequests({ service, waitMs }: PaidRequestPorts): PaidRequests {
  const responses = new Map<PaidRequest, Promise<ServiceResponse>>()
  const runs = new Map<PaidRequest, Promise<Run>>()
  const jobIds: string[] = []

  async function send({ served, body, headers }: PaidRequest): Promise<ServiceResponse> {
    const response = await service.send(served.path, { method: 'POST', body, ...(headers && { headers }) })
    const job = jobSchema.safeParse(response.body)
    if (job.success) jobIds.push(job.data.job_id)
    return response
  }

  async function follow(request: PaidRequest): Promise<Run> {
    const accepted = expectAccepted(await remember(responses, request, send))
    const readings: Job[] = []
    for (const startedAt = Date.now(); Date.now() < startedAt + waitMs; ) {
      const response = await service.send(`/jobs/${accepted.job_id}`)
      const job = expectOk(response, jobSchema, 'the job record')
      readings.push(job)
      if (isTerminal(job.status)) return { accepted, readings, ended: job, endedAt: performance.now() }
      const pauseMs = (Date.now() - startedAt) * pauseShare
      await wait(Math.min(longestPauseMs, Math.max(shortestPauseMs, pauseMs)))
    }
    throw new Unmet(`an end within ${waitMs / 1000} s`, `status ${readings.at(-1)?.status ?? 'unread'}`)
  }

  return {
    response: (request) => remember(responses, request, send),
    run: (request) => remember(runs, request, follow),
    jobIds: () => jobIds,
  }
}

function remember<Key, Value>(known: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make(key)
  known.set(key, made)
  return made
}
