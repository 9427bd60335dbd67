import { z } from 'zod'
import { errorBodySchema } from '../../../shared/api/error.ts'
import { type StyleShareResult, styleShareResultSchema } from '../../../shared/api/style.ts'
import { type CodedReason, innermost, type Reason, reasonOf } from '../../../shared/failures/reason.ts'
import { boundText } from '../../../shared/json/bound-text.ts'
import { parseBoundedJson } from '../../../shared/json/read-bounded-json.ts'
import type { PostOutcome } from '../service/ports.ts'
import { retryAfterMs } from '../service/retry-after.ts'

/** What the end of a share's request means (STYLE13 to STYLE15). */
export type ShareReading =
  | { readonly type: 'shared'; readonly workspace: { readonly id: string; readonly name: string } }
  /** The service did not share it. */
  | { readonly type: 'refused'; readonly cause: CodedReason; readonly retryAfterMs: number | null }
  /** It may have shared it. */
  | { readonly type: 'unknown'; readonly cause: CodedReason }
  /** Proof that nothing was sent. */
  | { readonly type: 'not_sent'; readonly cause: CodedReason }

type ShareRefusal = Extract<CodedReason, { code: 'share_refused' }>

/** Of a workspace: more than any screen shows. */
const longestWorkspace = 200
/** Other bodies in which a service may say why. */
const words = z.union([
  errorBodySchema.transform(({ error }) => error),
  z.looseObject({ message: z.string() }).transform(({ message }) => message),
])
const kinds: Readonly<Record<number, ShareRefusal['kind']>> = {
  401: 'key',
  403: 'not_allowed',
  404: 'not_found',
  429: 'too_many',
}
/** 4xx statuses after which the service may have done it all the same. */
const unclear: ReadonlySet<number> = new Set([408, 409])

export function readShareResponse(outcome: PostOutcome, styleId: string, now: number): ShareReading {
  if (outcome.type === 'not_sent')
    return { type: 'not_sent', cause: { code: 'share_not_sent', why: innermost(outcome.cause) } }
  if (outcome.type !== 'responded') return unknown(outcome.cause)
  const { status } = outcome
  const body = parseBoundedJson(outcome.body)
  if (status >= 200 && status < 300) return readResult(body, styleId, status)
  const isRefusal = status >= 400 && status < 500 && !unclear.has(status)
  if (!isRefusal) return unknown({ code: 'answer_status', status })
  const waitMs = retryAfterMs(outcome.header('retry-after'), now)
  const seconds = waitMs === null ? null : Math.ceil(waitMs / 1000)
  const kind = Object.hasOwn(kinds, status) ? kinds[status] : undefined
  return {
    type: 'refused',
    cause: { code: 'share_refused', kind: kind ?? 'other', status, words: wordsOf(body), seconds },
    retryAfterMs: waitMs,
  }
}

function readResult(body: unknown, styleId: string, status: number): ShareReading {
  const result = styleShareResultSchema.safeParse(body)
  if (!result.success) return readRefusedResult(body, status) ?? unknown(reasonOf('share_unreadable'))
  const { success, style_id, workspace } = result.data
  if (!success) return declined(body, status)
  if (style_id !== styleId)
    return unknown({ code: 'share_of_other_style', style: boundText(style_id, longestWorkspace) })
  return { type: 'shared', workspace: boundWorkspace(workspace) }
}

function boundWorkspace({ id, name }: StyleShareResult['workspace']) {
  return { id: boundText(id, longestWorkspace), name: boundText(name, longestWorkspace) }
}

/** A response that says no needs to name neither a style nor a workspace. */
function readRefusedResult(body: unknown, status: number): ShareReading | null {
  return z.looseObject({ success: z.literal(false) }).safeParse(body).success ? declined(body, status) : null
}

function declined(body: unknown, status: number): ShareReading {
  return {
    type: 'refused',
    cause: { code: 'share_refused', kind: 'declined', status, words: wordsOf(body), seconds: null },
    retryAfterMs: null,
  }
}

function wordsOf(body: unknown): string {
  return boundText(words.safeParse(body).data?.trim() ?? '', 2_000)
}

function unknown(why: Reason): ShareReading {
  return { type: 'unknown', cause: { code: 'share_unknown', why: innermost(why) } }
}
