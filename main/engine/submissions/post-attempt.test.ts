import { expect, it } from 'vitest'
import { sampleSubmission } from '../../testing/sample-submission.ts'
import { responded } from '../../testing/spy-job-service.ts'
import type { JobService } from '../service/ports.ts'

import { postAttempt, readSafely } from './post-attempt.ts'

const context = { now: 0, pauseMs: 1 }

function attempt(post: JobService['post'], webhookUrl: () => string | null = () => null) {
  const signal = new AbortController().signal
  const submission = sampleSubmission()
  return postAttempt({ submission, body: new Uint8Array(), service: { post }, signal, webhookUrl })
}

it('a webhook address is sent with the request where there is one', async () => {
  const urls: unknown[] = []
  const post: JobService['post'] = async (_path, _body, _signal, url) => {
    urls.push(url)
    return responded(200, {})
  }
  await attempt(post, () => 'https://here.example/hooks/1')
  await attempt(post)
  expect(urls).toEqual(['https://here.example/hooks/1', undefined])
})

it('[JOB35] a throw before the call to the service proves that nothing was sent; after it the response is lost', async () => {
  const posts: string[] = []
  const post: JobService['post'] = async (path) => {
    posts.push(path)
    throw new Error('Boom.')
  }
  const before = attempt(post, () => {
    throw new Error('No address.')
  })
  expect(await before).toEqual({ type: 'not_sent', cause: 'No address.' })
  expect(posts).toEqual([])
  expect(await attempt(post)).toEqual({ type: 'lost', cause: 'Boom.' })
})

it('[JOB35] a response that can’t be read because reading it throws is unknown', () => {
  const broken = { ...responded(402, { message: 'Empty.' }), header: () => null }
  Object.defineProperty(broken, 'body', {
    get() {
      throw new RangeError('Too deep.')
    },
  })
  expect(readSafely(broken, context).event).toMatchObject({
    type: 'answer_lost',
    problem: { code: 'answer_unreadable', status: 402 },
  })
})
