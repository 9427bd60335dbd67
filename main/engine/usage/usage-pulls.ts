import type { UsageFailure, UsagePull } from '../../../shared/bridge/usage-views.ts'
import type { Clock, Log, ReadStorageFailure } from '../ports.ts'
import type { UsageService, UsageStore, UsageWorkspaces } from './ports.ts'
import { type PullOutcome, type PullProgress, pullUsage } from './pull.ts'
import type { Window } from './windows.ts'

export interface UsagePullsDeps {
  readonly clock: Clock
  readonly log: Log
  readonly service: UsageService
  readonly store: Pick<UsageStore, 'store' | 'windows' | 'forget'>
  readonly workspaces: UsageWorkspaces
  readonly storageFailureOf: ReadStorageFailure
  /** The pull of one workspace got on, waits, stopped or ended. */
  onChanged(pull: UsagePull): void
}

/** The pulls of all workspaces, at most one each. */
export interface UsagePulls {
  of(accountId: string): UsagePull
  start(accountId: string, asked: Window, again: boolean): UsagePull
  cancel(accountId: string): UsagePull
  /** The workspace has another key, or none: ends its pull, and deletes what was read of it. */
  forget(accountId: string): Promise<void>
  close(): Promise<void>
}

interface Running {
  readonly asked: Window
  readonly stop: AbortController
  readonly ended: Promise<void>
  /** Ends a wait before its time. */
  wake(): void
}

export function createUsagePulls(deps: UsagePullsDeps): UsagePulls {
  const { clock, log, workspaces } = deps
  const pulls = new Map<string, UsagePull>()
  const running = new Map<string, Running>()

  function of(accountId: string): UsagePull {
    return pulls.get(accountId) ?? idle(accountId)
  }

  function set(pull: UsagePull): UsagePull {
    pulls.set(pull.accountId, pull)
    deps.onChanged(pull)
    return pull
  }

  function start(accountId: string, asked: Window, again: boolean): UsagePull {
    const known = running.get(accountId)
    if (known && known.asked.start === asked.start && known.asked.end === asked.end) {
      known.wake()
      return of(accountId)
    }
    known?.stop.abort()
    const stop = new AbortController()
    let wake = () => {}
    const wait = (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const cancel = clock.setTimer(milliseconds, resolve)
        wake = () => {
          cancel()
          resolve()
        }
        stop.signal.addEventListener('abort', wake, { once: true })
      })
    const isCurrent = () => running.get(accountId)?.stop === stop
    const begun = set({ ...idle(accountId), phase: 'pulling', window: toView(asked) })
    const ended = (known?.ended ?? Promise.resolve()).then(() => run()).catch(reportCrash)
    running.set(accountId, { asked, stop, ended, wake: () => wake() })
    return begun

    async function run(): Promise<void> {
      const access = await workspaces.access(accountId)
      if (stop.signal.aborted) return finish({ type: 'cancelled' })
      if (!access) return finish({ type: 'failed', failure: noKey })
      const outcome = await pullUsage(deps, {
        accountId,
        access,
        asked,
        again,
        signal: stop.signal,
        wait,
        onProgress: (progress) => isCurrent() && void set(underWay(accountId, progress)),
      })
      finish(outcome)
    }

    function finish(outcome: PullOutcome): void {
      if (!isCurrent()) return
      running.delete(accountId)
      const { jobs, responses, unreadableRows, gaps } = of(accountId)
      set({
        ...idle(accountId),
        jobs,
        responses,
        unreadableRows,
        gaps,
        ...(outcome.type === 'failed' && { phase: 'failed' as const, failure: outcome.failure }),
      })
    }

    function reportCrash(error: unknown): void {
      log.warn(`A usage report could not be read: ${error instanceof Error ? error.stack : String(error)}`)
      finish({ type: 'failed', failure: crashed })
    }
  }

  function stop(accountId: string): Running | null {
    const known = running.get(accountId)
    running.delete(accountId)
    known?.stop.abort()
    return known ?? null
  }

  return {
    of,
    start,
    cancel(accountId) {
      if (!stop(accountId)) return of(accountId)
      const { jobs, responses, unreadableRows, gaps } = of(accountId)
      return set({ ...idle(accountId), jobs, responses, unreadableRows, gaps })
    },
    async forget(accountId) {
      await stop(accountId)?.ended
      await deps.store.forget(accountId)
      if (!running.has(accountId)) set(idle(accountId))
    },
    async close() {
      const all = [...running.values()]
      running.clear()
      for (const { stop } of all) stop.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

const noKey: UsageFailure = { kind: 'no_key', status: null, words: null }
const crashed: UsageFailure = {
  kind: 'unreadable',
  status: null,
  words: null,
  cause: { code: 'log_says_why' },
}

function idle(accountId: string): UsagePull {
  return {
    accountId,
    phase: 'idle',
    window: null,
    jobs: 0,
    responses: 0,
    unreadableRows: 0,
    retryAt: null,
    failure: null,
    gaps: [],
  }
}

function underWay(accountId: string, progress: PullProgress): UsagePull {
  const { window, jobs, responses, unreadableRows, gaps, waiting } = progress
  return {
    accountId,
    phase: waiting ? 'waiting' : 'pulling',
    window: toView(window),
    jobs,
    responses,
    unreadableRows,
    retryAt: waiting ? new Date(waiting.until).toISOString() : null,
    failure: waiting?.failure ?? null,
    gaps: [...gaps],
  }
}

function toView({ start, end }: Window) {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
}
