import { z } from 'zod'
import {
  type DeprecationNotice,
  readDeprecationHeaders,
  readSunsetBody,
  type SunsetNotice,
} from '../../../shared/api/deprecation.ts'
import { errorBodySchema, insufficientBalanceBodySchema } from '../../../shared/api/error.ts'
import { jobSchema } from '../../../shared/api/job.ts'
import { readServiceDate } from '../../../shared/api/service-date.ts'
import type { QueueHold, SubmissionProblem } from '../../../shared/bridge/views.ts'
import { type Reason, reasonOf } from '../../../shared/failures/reason.ts'
import { parseBoundedJson, readBoundedJson } from '../../../shared/json/read-bounded-json.ts'
import { reasonMembers } from '../reason-error.ts'
import type { PostOutcome } from '../service/ports.ts'
import { retryAfterMs } from '../service/retry-after.ts'

import type { SubmissionEvent } from './submission.ts'

/** What an outcome means for its submission, for the whole queue, and for the model. */
export interface Reading {
  readonly event: SubmissionEvent
  readonly hold: (Omit<QueueHold, 'until'> & { readonly forMs: number | null }) | null
  /** What its headers announce; null where they announce no end. */
  readonly deprecation: DeprecationNotice | null
  /** The content of a 410; null for any other response. */
  readonly sunset: SunsetNotice | null
}

interface ReadContext {
  readonly now: number
  /** How long to pause where the response gives no time. */
  readonly pauseMs: number
}

const messageBody = z.union([
  errorBodySchema.transform(({ error }) => error),
  insufficientBalanceBodySchema.transform(({ message }) => message),
])

/** Maps the end of a paid request to the one event that may follow it (the life of a submission). */
export function readPostResponse(outcome: PostOutcome, context: ReadContext): Reading {
  switch (outcome.type) {
    case 'not_sent':
      return notSent(outcome.cause, context)
    case 'lost':
      return only(lost('answer_lost', outcome.cause, null))
    case 'unreadable':
      return only(lost('answer_unreadable', outcome.cause, outcome.status))
    case 'responded':
      return withNotice(readResponse(outcome, context), outcome)
  }
}

type Responded = Extract<PostOutcome, { type: 'responded' }>

function readResponse(response: Responded, context: ReadContext): Reading {
  if (response.status >= 200 && response.status < 300) return readAcceptance(response)
  const body = parseBoundedJson(response.body)
  if (response.status === 410) return readSunset(response.status, body)
  const message = messageBody.safeParse(body)
  if (!message.success) return withUnavailable(response, context)
  switch (response.status) {
    case 402:
      return held('insufficient_balance', message.data, response, null, context)
    case 429:
      return held('rate_limited', message.data, response, pauseOf(response, context), context)
    case 408:
    case 409:
      return only(lost('answer_lost', message.data, response.status))
    default:
      if (response.status < 400 || response.status >= 500) return withUnavailable(response, context)
      return refused(message.data, response.status)
  }
}

/** What a 403 has to speak of to be about the key: others refuse a request for its content. */
const namesKey =
  /\b(?:(?:api|access)[ -]?)?(?:keys?|tokens?|credentials?)\b|\bapi access\b|\bpermissions?\b|\bentitle(?:d|ment)\b/i

/** A refused key is refused for everything that waits, so the queue is held until the person acts. */
function refused(message: string, status: number): Reading {
  if (status === 403 && namesKey.test(message)) return only(rejected('not_allowed', message, status))
  if (status !== 401) return only(rejected('refused', message, status))
  return {
    ...only(rejected('unauthorized', message, status)),
    hold: { reason: 'unauthorized', message, forMs: null },
  }
}

/**
 * Any response of the service may announce an end (CAT52), also a refusal; one that can't be read may be a gateway's. A 410
 * lacks in its body what its headers may say.
 */
function withNotice(reading: Reading, response: Responded): Reading {
  if (reading.event.type === 'answer_lost' && !isOfService(response)) return reading
  const notice = readDeprecationHeaders((name) => response.header(name))
  const { sunset } = reading
  if (!notice || !sunset) return { ...reading, deprecation: notice }
  const { sunsetDate, link, replacement } = sunset
  return {
    ...reading,
    sunset: {
      ...sunset,
      sunsetDate: sunsetDate ?? readServiceDate(notice.sunset),
      link: link ?? notice.link,
      replacement: replacement ?? notice.replacement,
    },
  }
}

function isOfService({ body }: Responded): boolean {
  return messageBody.safeParse(parseBoundedJson(body)).success
}

function readAcceptance(response: Responded): Reading {
  const body = readBoundedJson(response.body)
  const job = jobSchema.safeParse(body.ok ? body.value : undefined)
  if (!job.success) {
    const reason: Reason = body.ok
      ? reasonOf('answer_without_job')
      : { code: 'answer_unreadable', json: body.error.code }
    return only(lost('answer_unreadable', reason, response.status))
  }
  return only({ type: 'accepted', job: job.data })
}

/** A 410 is final whatever its body: nothing was made, and a retry doesn't help. */
function readSunset(status: number, body: unknown): Reading {
  const sunset = readSunsetBody(body)
  return { ...only(rejected('model_sunset', sunset.message, status)), sunset }
}

/** A response that proves nothing; a 503 also asks everyone to wait. */
function withUnavailable(response: Responded, context: ReadContext): Reading {
  const reading = only(
    lost('answer_lost', { code: 'answer_status', status: response.status }, response.status),
  )
  if (response.status !== 503) return reading
  const said = reasonMembers(reasonOf('service_unavailable'))
  return { ...reading, hold: { reason: 'service_unavailable', ...said, forMs: pauseOf(response, context) } }
}

function held(
  reason: 'insufficient_balance' | 'rate_limited',
  message: string,
  response: Responded,
  forMs: number | null,
  { now }: ReadContext,
): Reading {
  const retryAt = forMs === null ? null : new Date(now + forMs).toISOString()
  return {
    ...only({ type: 'held', problem: { code: reason, message, status: response.status, retryAt } }),
    hold: { reason, message, forMs },
  }
}

function notSent(cause: Reason, { now, pauseMs }: ReadContext): Reading {
  const retryAt = new Date(now + pauseMs).toISOString()
  const problem: SubmissionProblem = { code: 'not_connected', ...reasonMembers(cause), status: null, retryAt }
  return {
    ...only({ type: 'not_sent', problem }),
    hold: { reason: 'unreachable', ...reasonMembers(cause), forMs: pauseMs },
  }
}

function lost(code: SubmissionProblem['code'], reason: Reason, status: number | null): SubmissionEvent {
  return { type: 'answer_lost', problem: { code, ...reasonMembers(reason), status, retryAt: null } }
}

function rejected(code: SubmissionProblem['code'], message: string | null, status: number): SubmissionEvent {
  return { type: 'rejected', problem: { code, ...(message && { message }), status, retryAt: null } }
}

function only(event: SubmissionEvent): Reading {
  return { event, hold: null, deprecation: null, sunset: null }
}

function pauseOf(response: Responded, { now, pauseMs }: ReadContext): number {
  return retryAfterMs(response.header('retry-after'), now) ?? pauseMs
}
