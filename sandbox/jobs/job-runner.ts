import type { Clock } from '../clock.ts'
import { RenderRefusal } from '../media/render-refusal.ts'
import type { JobEnd, JobRow, JobStore } from '../store/job-store.ts'
import type { Alarm, Renderer } from './ports.ts'

/** The error codes of failed jobs: the interface lists none, these are the sandbox's own. */
export const renderFailure = {
  code: 'render_failed',
  message: 'The sandbox could not render this job. It was not billed.',
} as const

export interface JobFailure {
  readonly code: string
  readonly message: string
}

/** An end without result and cost. */
export type InjectedFault =
  | { readonly status: 'cancelled' }
  | { readonly status: 'failed'; readonly error: JobFailure }

export interface JobRunnerPorts {
  readonly clock: Clock
  readonly store: JobStore
  readonly renderer: Renderer
  readonly alarm: Alarm
  /** How many jobs run at once; the rest wait as `backlogged`. */
  readonly runningLimit: number
  /** How a job ends instead of completing; null lets it complete. */
  readonly takeFault: () => InjectedFault | null
  /** Called with each end, after it is durable. */
  readonly onEnd: (job: JobRow) => void
  /** Called with the reason why a job could not be rendered; the caller of the service gets less detail. */
  readonly onRenderFailure: (job: JobRow, reason: unknown) => void
}

export interface JobRunner {
  /** Takes over a job of the store. */
  add(job: JobRow): void
  /** Checks every job again: call it when the clock has jumped. */
  advance(): void
  close(): void
}

interface RunningJob {
  readonly job: JobRow
  readonly endsAt: number
  rendered: boolean
}

/**
 * Runs jobs from acceptance to their end. A job ends when its time has passed and its media are there. All its
 * state comes from the store, so that it continues after any end of the process; open jobs start at once.
 */
export function createJobRunner({
  clock,
  store,
  renderer,
  alarm,
  runningLimit,
  takeFault,
  onEnd,
  onRenderFailure,
}: JobRunnerPorts): JobRunner {
  const waiting: JobRow[] = []
  const running = new Map<string, RunningJob>()
  let cancelAlarm = () => {}
  let closed = false

  function run(job: JobRow): void {
    const startedAt = job.startedAt ?? clock.now()
    if (job.startedAt === null) store.start(job.id, startedAt)
    const entry: RunningJob = { job, endsAt: startedAt + job.runMs, rendered: false }
    running.set(job.id, entry)
    if (store.files(job.id).length > 0) entry.rendered = true
    else void render(entry)
  }

  async function render(entry: RunningJob): Promise<void> {
    try {
      const files = await renderer.render(entry.job)
      if (closed) return
      store.addFiles(entry.job.id, files)
      entry.rendered = true
    } catch (error) {
      if (closed) return
      end(entry, { status: 'failed', error: describeFailure(entry.job, error) })
    }
    advance()
  }

  function describeFailure(job: JobRow, reason: unknown): JobFailure {
    if (reason instanceof RenderRefusal) return { code: reason.code, message: reason.message }
    onRenderFailure(job, reason)
    return renderFailure
  }

  function end({ job }: RunningJob, injectedFault: InjectedFault | null): void {
    running.delete(job.id)
    const how: JobEnd = { ...(injectedFault ?? { status: 'completed' }), completedAt: clock.now() }
    if (!store.end(job.id, how)) return
    const ended = store.find(job.id)
    if (ended) onEnd(ended)
  }

  function advance(): void {
    if (closed) return
    for (const entry of [...running.values()]) {
      if (entry.rendered && clock.now() >= entry.endsAt) end(entry, takeFault())
    }
    while (running.size < runningLimit) {
      const job = waiting.shift()
      if (!job) break
      run(job)
    }
    setAlarm()
  }

  function setAlarm(): void {
    cancelAlarm()
    const ends = [...running.values()].filter((entry) => entry.rendered).map((entry) => entry.endsAt)
    cancelAlarm = ends.length > 0 ? alarm(Math.max(0, Math.min(...ends) - clock.now()), advance) : () => {}
  }

  waiting.push(...store.listOpen().sort(startedFirst))
  advance()
  return {
    add(job) {
      waiting.push(job)
      advance()
    },
    advance,
    close() {
      closed = true
      cancelAlarm()
    },
  }
}

function startedFirst(left: JobRow, right: JobRow): number {
  return Number(left.startedAt === null) - Number(right.startedAt === null)
}
