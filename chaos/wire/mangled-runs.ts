import { randomUUID } from 'node:crypto'
import type { SubmissionState, SubmissionView } from '../../shared/bridge/views.ts'
import { pick } from '../random.ts'
import { modelPath } from './job-service.ts'
import {
  anyJson,
  type Honest,
  jobManglings,
  type MangledResponse,
  type Mangling,
  mangle,
  manglings,
} from './mangled-responses.ts'
import { jsonResponse, type RawResponse, type Requested } from './mangled-service.ts'

/** A run with every response that the service will send for it. */
export interface MangledRun {
  readonly submissionId: string
  readonly prompt: string
  readonly jobId: string
  readonly post: RawResponse
  /** The response to its paid request, named for a breach. */
  readonly met: string
  /** The only true states after that. */
  readonly leadsTo: readonly SubmissionState[]
  /** The results of reading its job before its end. */
  readonly readings: RawResponse[]
  posts: number
  webhookUrl: string | null
}

const readingsBeforeEnd = 2
const statuses = ['queued', 'processing', 'sampling', 'backlogged', 'intermediate-complete', 'scheduled']

/** Possible headers of an endpoint that ends. */
const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  {},
  { Deprecation: 'true', Sunset: 'Fri, 31 Dec 99999 23:59:59 GMT', Link: '<<<>; rel="deprecation"' },
  { Deprecation: 'true', Sunset: 'x'.repeat(5_000), Link: `<${'x'.repeat(5_000)}>; rel=deprecation` },
  { Deprecation: 'true', Sunset: '0', 'Retry-After': '99999999999999999999' },
]

/** Makes runs that cover every way of mangling before any repeats. */
export function createMangledRuns(random: () => number) {
  const runs: MangledRun[] = []
  const next = {
    post: cycle([...jobManglings, ...manglings]),
    reading: cycle([...manglings, ...jobManglings]),
    refusal: cycle(manglings),
  }

  function plan(): MangledRun {
    const jobId = randomUUID()
    const isRefusal = runs.length % 4 === 3
    const status = pick(random, isRefusal ? [400, 404, 422, 500] : [200, 201, 202])
    const honest = isRefusal ? { error: 'prompt: too dull' } : record(jobId, 'queued')
    const response = mangle(isRefusal ? next.refusal() : next.post(), honest, random)
    const headers = isRefusal ? response.headers : { ...response.headers, ...pick(random, oddHeaders) }
    const run: MangledRun = {
      submissionId: randomUUID(),
      prompt: `run-${runs.length} a quiet sea`,
      jobId,
      post: { ...response, headers, status },
      met: `${status}: ${response.name}`,
      leadsTo: statesAfter(status, response),
      readings: Array.from({ length: readingsBeforeEnd }, () => reading(jobId)),
      posts: 0,
      webhookUrl: null,
    }
    runs.push(run)
    return run
  }

  /** Statuses in any order; now and then of an unknown job, or no job at all. */
  function reading(jobId: string): RawResponse {
    const share = random()
    if (share < 0.05) return jsonResponse(200, record(randomUUID(), 'completed'))
    if (share < 0.1) return jsonResponse(pick(random, [500, 502, 404, 410]), anyJson(random, 4))
    return { ...mangle(next.reading(), record(jobId, pick(random, statuses)), random), status: 200 }
  }

  return {
    runs,
    plan: (count: number) => Array.from({ length: count }, plan),
    /** Null where it is not about these runs. */
    response({ method, path, body, webhookUrl }: Requested): RawResponse | null {
      if (method === 'POST' && path === modelPath) {
        const { prompt } = JSON.parse(body) as { prompt: string }
        const run = runs.find((one) => one.prompt === prompt)
        if (!run) return null
        run.posts += 1
        run.webhookUrl = webhookUrl
        return run.post
      }
      const run = runs.find(({ jobId }) => path === `/jobs/${jobId}`)
      return run ? (run.readings.shift() ?? jsonResponse(200, ended(run.jobId))) : null
    },
  }
}

export function record(jobId: string, status: string): Honest {
  return {
    job_id: jobId,
    status,
    created_at: '2026-11-20T12:00:00Z',
    completed_at: null,
    result: null,
    progress: 0.5,
  }
}

export function ended(jobId: string): Honest {
  return {
    ...record(jobId, 'completed'),
    completed_at: '2026-11-20T12:00:09Z',
    result: { urls: [] },
    progress: 1,
  }
}

/** By the life of a submission: an unreadable response says nothing of a charge. */
function statesAfter(status: number, { keeps }: MangledResponse): SubmissionState[] {
  if (status >= 500) return ['unknown']
  const readable: SubmissionState = status < 300 ? 'accepted' : 'rejected'
  if (keeps === null) return [readable, 'unknown']
  return [keeps ? readable : 'unknown']
}

/** What is wrong with these runs in the studio's view. */
export function judgeMangledRuns(
  runs: readonly MangledRun[],
  views: readonly Pick<SubmissionView, 'submissionId' | 'state' | 'job'>[],
): string[] {
  const byId = new Map(views.map((view) => [view.submissionId, view]))
  return runs.flatMap(({ submissionId, met, leadsTo, posts, jobId }) => {
    const view = byId.get(submissionId)
    if (!view) return [`The run that met “${met}” is lost.`]
    const said = `The run that met “${met}”`
    const isEnded = view.job?.jobId === jobId && view.job.status === 'completed'
    return [
      ...(leadsTo.includes(view.state) ? [] : [`${said} is ${view.state}.`]),
      ...(posts === 1 ? [] : [`${said} was posted ${posts} times.`]),
      ...(view.state === 'accepted' && !isEnded ? [`${said} ended as ${view.job?.status}.`] : []),
    ]
  })
}

function cycle(all: readonly Mangling[]): () => Mangling {
  let place = 0
  return () => {
    place += 1
    return all[(place - 1) % all.length] as Mangling
  }
}
