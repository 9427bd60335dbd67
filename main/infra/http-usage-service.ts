import { z } from 'zod'
import { errorBodySchema } from '../../shared/api/error.ts'
import { longestWords } from '../../shared/api/job.ts'
import { readMoment } from '../../shared/api/service-date.ts'
import { boundText } from '../../shared/json/bound-text.ts'
import { parseBoundedJson } from '../../shared/json/read-bounded-json.ts'
import type { KeyMask } from '../engine/service/key-mask.ts'
import { retryAfterMs } from '../engine/service/retry-after.ts'
import type { UsageReply, UsageService } from '../engine/usage/ports.ts'
import { type BytesResponse, httpGetBytes } from './http-get.ts'
import { explainNetworkError } from './http-post-once.ts'

/** 30,000 rows of a thousand bytes: four times as much as their usual length (USE10). */
export const longestReportBytes = 32 * 1024 * 1024
/** The service counts and sorts a month of jobs, and the report may come over a slow line. */
const timeoutMs = 120_000
const longestRefusal = 64 * 1024

/** GET /usage over HTTP, on a connection of its own; follows no redirect, so the key reaches no other origin. */
export function createHttpUsageService(mask: KeyMask): UsageService {
  return {
    async request({ baseUrl, key }, { startDate, endDate }, signal) {
      mask.learn(key)
      const url = new URL(`${baseUrl}/usage`)
      url.searchParams.set('start_date', startDate)
      url.searchParams.set('end_date', endDate)
      try {
        const response = await httpGetBytes(url, {
          headers: { Accept: 'application/json', Authorization: `Bearer ${key}` },
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
          maxBytes: longestReportBytes,
        })
        return toReply(response, mask)
      } catch (error) {
        const cause = explainNetworkError(error)
        if (typeof cause !== 'string' && cause.code === 'answer_too_large') return { type: 'too_large' }
        return typeof cause === 'string'
          ? { type: 'unreachable', cause: { code: 'connection_failed' }, words: mask.text(cause) }
          : { type: 'unreachable', cause: mask.value(cause), words: null }
      }
    },
  }
}

function toReply({ status, header, body }: BytesResponse, mask: KeyMask): UsageReply {
  const serviceTime = readMoment(header('date'))
  if (status >= 200 && status < 300) return { type: 'report', body, serviceTime }
  const words = body.length > longestRefusal ? null : readWords(new TextDecoder().decode(body))
  return {
    type: 'refused',
    status,
    words: words === null ? null : mask.text(words),
    retryAfterMs: retryAfterMs(header('retry-after'), Date.now()),
    serviceTime,
  }
}

const details = z.looseObject({ details: z.unknown().optional(), detail: z.unknown().optional() })

/** The service's words with its details, where it gives them apart; null where the body is none of its own. */
function readWords(body: string): string | null {
  const value = parseBoundedJson(body)
  const error = errorBodySchema.safeParse(value).data?.error
  const given = details.safeParse(value).data
  const more = given?.details ?? given?.detail
  const text = more === undefined ? undefined : typeof more === 'string' ? more : JSON.stringify(more)
  const all = [error, text].filter((part) => part !== undefined && part !== '').join(' ')
  return all === '' ? null : boundText(all, longestWords)
}
