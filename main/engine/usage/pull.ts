import type { UsageFailure, UsageGap } from '../../../shared/bridge/usage-views.ts'
import { type CodedReason, codedReasonSchema, reasonOf } from '../../../shared/failures/reason.ts'
import type { Clock, ReadStorageFailure } from '../ports.ts'
import { growingPause } from '../service/retry-after.ts'
import type { UsageAccess, UsageReply, UsageService, UsageStore } from './ports.ts'
import { halve, hourMs, ingestionMs, isStartClamped, missingParts, toQuery, type Window } from './windows.ts'

export interface PullDeps {
  readonly clock: Clock
  readonly service: UsageService
  readonly store: Pick<UsageStore, 'store' | 'windows'>
  readonly storageFailureOf: ReadStorageFailure
}

export interface PullOptions {
  readonly accountId: string
  readonly access: UsageAccess
  readonly asked: Window
  /** Also what is there already. */
  readonly again: boolean
  readonly signal: AbortSignal
  onProgress(progress: PullProgress): void
  /** Resolves when the wait is over, or earlier where the person says so. */
  wait(milliseconds: number): Promise<void>
}

export interface PullProgress {
  readonly window: Window
  readonly jobs: number
  readonly responses: number
  readonly unreadableRows: number
  readonly gaps: readonly UsageGap[]
  /** Set while the pull waits to send the same request again. */
  readonly waiting: { readonly until: number; readonly failure: UsageFailure } | null
}

export type PullOutcome =
  | { readonly type: 'done' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly failure: UsageFailure }

const retriesAtMost = 5
const firstPauseMs = 5_000
const longestPauseMs = 5 * 60_000
const gapsAtMost = 3

/** Reads what is missing of one workspace's window into the store. */
export async function pullUsage(deps: PullDeps, options: PullOptions): Promise<PullOutcome> {
  const { clock, service, store } = deps
  const { accountId, access, asked, again, signal, onProgress } = options
  let progress: PullProgress = {
    window: asked,
    jobs: 0,
    responses: 0,
    unreadableRows: 0,
    gaps: [],
    waiting: null,
  }

  function note(change: Partial<PullProgress>): void {
    progress = { ...progress, ...change }
    onProgress(progress)
  }

  /** The parts still to read, the latest last. */
  let waiting: Window[] = []

  /** One window, sent again while the service is unavailable. */
  async function request(window: Window): Promise<UsageReply | null> {
    for (let tries = 1; ; tries += 1) {
      note({ window, waiting: null })
      const reply = await service.request(access, toQuery(window), signal)
      if (signal.aborted) return null
      if (reply.type !== 'refused' || !isTemporary(reply.status) || tries > retriesAtMost) return reply
      const pause = reply.retryAfterMs ?? growingPause(tries, firstPauseMs, longestPauseMs)
      note({ waiting: { until: clock.now() + pause, failure: failureOf(reply) } })
      await options.wait(pause)
      if (signal.aborted) return null
    }
  }

  /** The parts that are asked for instead; an empty list where this is the last of them. */
  async function read(window: Window): Promise<readonly Window[] | UsageFailure | 'cancelled'> {
    const reply = await request(window)
    if (reply === null) return 'cancelled'
    if (reply.type === 'report') {
      const servedAt = Math.min(reply.serviceTime ?? clock.now(), clock.now())
      const stored = await store.store({
        accountId,
        body: reply.body,
        key: access.key,
        asked: window,
        servedAt,
        ingestionMs,
      })
      if (stored.type === 'unreadable') return unreadable(stored.cause)
      if (stored.type === 'too_many') return split(window, null, 'answer_too_large')
      note({
        jobs: progress.jobs + stored.jobs,
        responses: progress.responses + 1,
        unreadableRows: progress.unreadableRows + stored.unreadableRows,
      })
      // The service would refuse a part that ends before its coverage begins.
      if (isStartClamped(window, stored.effective)) waiting = waiting.filter(({ end }) => end > window.start)
      return []
    }
    if (reply.type === 'too_large') return split(window, null, 'answer_too_large')
    if (reply.type === 'refused' && reply.status === 400) {
      const past = withoutFuture(window, reply.serviceTime ?? clock.now())
      return split(past, reply.words)
    }
    return failureOf(reply)
  }

  function split(
    window: Window,
    words: string | null,
    cause?: 'answer_too_large',
  ): readonly Window[] | UsageFailure {
    const halves = halve(window)
    if (halves) return halves
    const gap = { start: toIso(window.start), end: toIso(window.end), words }
    note({ gaps: [...progress.gaps, gap] })
    if (progress.gaps.length < gapsAtMost) return []
    if (cause) return unreadable(reasonOf(cause))
    return { kind: 'window_refused', status: 400, words }
  }

  waiting = again ? [asked] : missingParts(asked, await store.windows(accountId))
  for (let window = waiting.pop(); window !== undefined; window = waiting.pop()) {
    const next = await read(window).catch((error: unknown) => storageFailure(deps, error))
    if (next === 'cancelled' || signal.aborted) return { type: 'cancelled' }
    if ('kind' in next) return { type: 'failed', failure: next }
    // The later half is read first: the newest jobs are shown first.
    waiting.push(...next.toReversed())
  }
  return { type: 'done' }
}

/** A service refuses a part that lies wholly in the future; what is after its clock holds no job. */
function withoutFuture(window: Window, now: number): Window {
  const end = Math.min(window.end, now)
  return end - window.start >= hourMs ? { start: window.start, end } : window
}

function isTemporary(status: number): boolean {
  return status === 429 || status >= 500
}

function toIso(time: number): string {
  return new Date(time).toISOString()
}

const kinds: Readonly<Record<number, UsageFailure['kind']>> = {
  400: 'window_refused',
  401: 'key_refused',
  403: 'not_allowed',
  404: 'workspace_unknown',
  422: 'query_refused',
}

function failureOf(reply: Exclude<UsageReply, { type: 'report' | 'too_large' }>): UsageFailure {
  if (reply.type === 'unreachable') {
    return { kind: 'unreachable', status: null, words: reply.words, cause: reply.cause }
  }
  const { status, words } = reply
  const kind = isTemporary(status) ? 'unavailable' : Object.hasOwn(kinds, status) ? kinds[status] : undefined
  return { kind: kind ?? 'refused', status, words }
}

function unreadable(cause: CodedReason): UsageFailure {
  return { kind: 'unreadable', status: 200, words: null, cause }
}

function storageFailure({ storageFailureOf }: PullDeps, error: unknown): UsageFailure {
  const kind = storageFailureOf(error)
  if (kind === null) throw error
  return {
    kind: 'not_stored',
    status: null,
    words: null,
    cause: codedReasonSchema.parse({ code: 'storage', kind }),
  }
}
