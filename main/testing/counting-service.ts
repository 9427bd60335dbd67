import type { JobService, PostOutcome } from '../engine/service/ports.ts'

import { sampleJob } from './sample-submission.ts'
import { accept, listingPage, responded } from './spy-job-service.ts'

/** The fate of a paid request: on the wire, and at the service. */
export const fates = [
  'accepted',
  'madeAndLost',
  'lost',
  'notSent',
  'empty',
  'busy',
  'refused',
  'unavailable',
  'hanging',
] as const

export type Fate = (typeof fates)[number]

/** Nothing was bought, and that is certain: the same run may be sent again. */
const certainlyNotBought: ReadonlySet<Fate> = new Set(['notSent', 'empty', 'busy'])
const made: ReadonlySet<Fate> = new Set(['accepted', 'madeAndLost', 'hanging'])

interface Purchase {
  readonly jobId: string
  readonly prompt: string
  readonly path: string
  readonly body: object
  readonly createdAt: number
}

/** A service that keeps every job it makes, counts its requests, and responds by script. */
export interface CountingService extends JobService {
  /** The fate of the next requests; after them all are accepted. */
  readonly script: Fate[]
  readonly purchases: Purchase[]
  /** How many requests with this prompt may have bought something. */
  mayHaveBought(prompt: string): number
  /** Releases pending responses. */
  release(): void
  /** From now on every job has completed. */
  finish(): void
  /** Whether the jobs are listed. */
  setListing(isOn: boolean): void
}

export function createCountingService(now: () => number): CountingService {
  const script: Fate[] = []
  const purchases: Purchase[] = []
  const bought = new Map<string, number>()
  const hanging: (() => void)[] = []
  let lists = false
  let isFinished = false

  function outcomeOf(fate: Fate, jobId: string): PostOutcome | Promise<PostOutcome> {
    const outcomes: Record<Fate, () => PostOutcome | Promise<PostOutcome>> = {
      accepted: () => accept(sampleJob({ job_id: jobId })),
      madeAndLost: () => ({ type: 'lost', cause: 'Reset.' }),
      lost: () => ({ type: 'lost', cause: 'Reset.' }),
      notSent: () => ({ type: 'not_sent', cause: 'Refused.' }),
      empty: () => responded(402, { message: 'Empty.' }),
      busy: () => responded(429, { error: 'Slow down.' }, { 'retry-after': '5' }),
      refused: () => responded(400, { error: 'No.' }),
      unavailable: () => responded(503, { error: 'Later.' }),
      hanging: () =>
        new Promise((resolve) => hanging.push(() => resolve(accept(sampleJob({ job_id: jobId }))))),
    }
    return outcomes[fate]()
  }

  return {
    script,
    purchases,
    mayHaveBought: (prompt) => bought.get(prompt) ?? 0,
    release() {
      for (const respond of hanging.splice(0)) respond()
    },
    finish() {
      isFinished = true
    },
    setListing(isOn) {
      lists = isOn
    },
    async post(path, bytes, signal) {
      if (!(bytes instanceof Uint8Array)) throw new Error('This service takes JSON.')
      const body = JSON.parse(new TextDecoder().decode(bytes)) as { prompt: string }
      const fate = script.shift() ?? 'accepted'
      const jobId = crypto.randomUUID()
      if (!certainlyNotBought.has(fate)) bought.set(body.prompt, (bought.get(body.prompt) ?? 0) + 1)
      if (made.has(fate)) purchases.push({ jobId, prompt: body.prompt, path, body, createdAt: now() })
      const hungUp = new Promise<PostOutcome>((resolve) =>
        signal.addEventListener('abort', () => resolve({ type: 'lost', cause: 'Closed.' })),
      )
      return Promise.race([outcomeOf(fate, jobId), hungUp])
    },
    async readJob(jobId) {
      const isMade = purchases.some((purchase) => purchase.jobId === jobId)
      if (!isMade) return { type: 'refused', status: 404, message: 'No such job.', retryAfterMs: null }
      const end = { status: 'completed', completed_at: '2026-11-20T12:01:00Z' }
      return { type: 'job', job: sampleJob({ job_id: jobId, ...(isFinished ? end : {}) }) }
    },
    listsJobs: () => lists,
    async listJobs() {
      return lists ? listingPage({ rows: purchases }) : { type: 'none' }
    },
  }
}
