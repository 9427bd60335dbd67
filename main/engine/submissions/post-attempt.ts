import { headersIn, requestTarget } from '../../../shared/form/request-parameters.ts'
import { reasonOfError } from '../reason-error.ts'
import type { JobService, OutgoingBody, PostOutcome } from '../service/ports.ts'
import { type Reading, readPostResponse } from './read-post-response.ts'
import type { Submission } from './submission.ts'

interface Attempt {
  readonly submission: Pick<Submission, 'path' | 'values'>
  readonly body: OutgoingBody
  readonly service: Pick<JobService, 'post'>
  readonly signal: AbortSignal
  webhookUrl(): string | null
}

/**
 * The paid request, once. Never throws: a failure before the call to the service means that nothing was sent;
 * after it, the request may have been.
 */
export async function postAttempt({
  submission,
  body,
  service,
  signal,
  webhookUrl,
}: Attempt): Promise<PostOutcome> {
  let mayHaveLeft = false
  try {
    const url = webhookUrl() ?? undefined
    const headers = headersIn(submission.values)
    const target = requestTarget(submission.path, submission.values)
    mayHaveLeft = true
    return await service.post(target, body, signal, url, headers)
  } catch (error) {
    const cause = reasonOfError(error)
    return { type: mayHaveLeft ? 'lost' : 'not_sent', cause }
  }
}

/** What a response means; one whose reading throws can't be read, and is unknown. */
export function readSafely(outcome: PostOutcome, context: Parameters<typeof readPostResponse>[1]): Reading {
  try {
    return readPostResponse(outcome, context)
  } catch {
    const status = outcome.type === 'responded' ? outcome.status : 0
    return readPostResponse({ type: 'unreadable', status, cause: { code: 'answer_unreadable' } }, context)
  }
}
