import { isTerminal, type Job } from '../../shared/api/job.ts'
import type { QueueHold } from '../../shared/bridge/views.ts'
import type { Downloads } from './library/downloads.ts'
import { fileName } from './library/file-name.ts'
import type { FileCatalogue } from './library/ports.ts'
import { cutUrl, filesPerJobAtMost, tooManyFiles } from './library/result-bounds.ts'
import { createPoller, type Poller } from './polling/poller.ts'
import type { Clock, Ids, Log, Random } from './ports.ts'
import { createJobSearch } from './recovery/job-search.ts'
import type { Connection } from './service/connection.ts'
import type { DeprecationMonitor, NewFile, RequestBodies, SubmissionJournal } from './submissions/ports.ts'
import { advance, mayBeAdopted, type Submission } from './submissions/submission.ts'
import { createSubmissionQueue, type SubmissionQueue } from './submissions/submission-queue.ts'
import { tellSafely } from './tell-safely.ts'

export interface RunPipelineDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  readonly log: Log
  readonly journal: SubmissionJournal
  readonly files: Pick<FileCatalogue, 'find' | 'setFailed'>
  readonly bodies: RequestBodies
  readonly deprecation: DeprecationMonitor
  readonly downloads: Pick<Downloads, 'add'>
  connection(): Connection | null
  jobsInFlight(): number
  isPaused(): boolean
  setPaused(isPaused: boolean): void
  /** Where the service is to tell of this run's end; null where it can't. */
  webhookUrl(submissionId: string): string | null
  /** Whether a webhook is awaited for this run. */
  isQuiet(submissionId: string): boolean
  /** Reading found this run's end. */
  onEndFound(submissionId: string): void
  onChanged(submission: Submission): void
  onCompleted(submission: Submission): void
  onHold(hold: QueueHold | null): void
}

export interface RunPipeline {
  readonly queue: SubmissionQueue
  readonly poller: Poller
  /**
   * Makes a run whose outcome is unknown, or was when the person closed it, accepted with the job that was read for
   * it; others stay as they are. Returns whether that stands; false where it could not be written.
   */
  adopt(submissionId: string, job: Job): boolean
  /** Continues with whatever belongs to the present connection. */
  resume(): void
  /** The machine woke, or its network came back. */
  wake(): void
  close(): Promise<void>
}

/** Takes every confirmed run from the queue through its job to the files it brings (JOB1–JOB14, LIB1). */
export function createRunPipeline(deps: RunPipelineDeps): RunPipeline {
  const { clock, ids, log, journal, files, downloads } = deps

  const poller = createPoller({
    clock,
    random: deps.random,
    service: () => deps.connection()?.client ?? null,
    isQuiet: deps.isQuiet,
    onJob: (submissionId, job) => tryToWrite(() => take(submissionId, job)),
    onReturn: () => queue.networkReturned(),
  })

  function connection() {
    const present = deps.connection()
    if (!present || present.key === null) return null
    return { serviceId: present.serviceId, service: present.client }
  }

  const search = createJobSearch({
    ...deps,
    connection,
    quietUntil: () => Math.max(poller.quietUntil(), Date.parse(queue.hold()?.until ?? '') || 0),
    adopt: adoptIfWritten,
    onFailed: (error) => queue.holdForStorage(error),
  })

  const queue = createSubmissionQueue({
    ...deps,
    connection,
    onChanged(submission) {
      tell(submission)
      search.noticed(submission)
    },
    jobsRunning: poller.running,
    onAccepted: watch,
  })

  function tell(submission: Submission): void {
    tellSafely(log, () => deps.onChanged(submission))
  }

  /** What the poller has read of a job. */
  function take(submissionId: string, job: Job): void {
    const submission = journal.get(submissionId)
    if (!submission) return
    if (isTerminal(job.status)) {
      end(submission, job)
      tellSafely(log, () => deps.onEndFound(submissionId))
    } else {
      tell(submission)
      // A job that the service forgot holds no place among those under way.
      if (poller.problem(submissionId)) queue.wake()
    }
  }

  /** Whether the work was written; where it could not be, the queue stands still. */
  function tryToWrite(work: () => void): boolean {
    try {
      work()
      return true
    } catch (error) {
      queue.holdForStorage(error)
      return false
    }
  }

  /** Follows an accepted run to its end, which may be here already. */
  function watch(submission: Submission): void {
    const { job, submissionId, kind } = submission
    if (!job) return
    const watched = { submissionId, kind, acceptedAt: submission.sentAt ?? submission.updatedAt, job }
    if (isTerminal(job.status) && tryToWrite(() => end(submission, job))) return
    // An end that could not be written is read once more later, when there may be room for it.
    poller.watch(watched)
  }

  function end(submission: Submission, job: Job): void {
    const ended = { ...submission, job, updatedAt: clock.now() }
    const added = job.status === 'completed' ? newFiles(ended, job) : []
    journal.saveEnd(ended, added)
    const [fetched, beyond] = [added.slice(0, filesPerJobAtMost), added[filesPerJobAtMost]]
    if (beyond) files.setFailed(beyond.fileId, tooManyFiles(job.result?.urls.length ?? 0))
    tell(ended)
    if (job.status === 'completed') tellSafely(log, () => deps.onCompleted(ended))
    downloads.add(fetched.flatMap(({ fileId }) => files.find(fileId) ?? []))
    queue.wake()
  }

  /** The files to fetch, and one more that stands for all behind them where there are too many (LIB46). */
  function newFiles(submission: Submission, job: Job): NewFile[] {
    const prompt = typeof submission.values.prompt === 'string' ? submission.values.prompt : ''
    const urls = job.result?.urls ?? []
    return urls.slice(0, filesPerJobAtMost + 1).map((url, ordinal) => {
      const fileId = ids.next()
      return {
        fileId,
        ordinal,
        url: cutUrl(url),
        name: fileName({ completedAt: clock.now(), modelId: submission.modelId, prompt, fileId }),
      }
    })
  }

  function adopt(submissionId: string, job: Job): void {
    const submission = journal.get(submissionId)
    if (!submission || !mayBeAdopted(submission) || journal.findByJob(job.job_id)) return
    const accepted = advance(submission, { type: 'accepted', job }, clock.now())
    // An end is written once, with its files, so that no crash can come between the two.
    if (isTerminal(job.status)) {
      end(accepted, job)
      return
    }
    journal.save(accepted)
    tell(accepted)
    watch(accepted)
  }

  function adoptIfWritten(submissionId: string, job: Job): boolean {
    return tryToWrite(() => adopt(submissionId, job))
  }

  return {
    queue,
    poller,
    adopt: adoptIfWritten,
    resume() {
      const serviceId = deps.connection()?.serviceId
      const ours = journal.running().filter((submission) => submission.serviceId === serviceId)
      poller.retain(new Set(ours.map(({ submissionId }) => submissionId)))
      for (const submission of ours) if (!poller.current(submission.submissionId)) watch(submission)
      poller.pollAllNow()
      search.resume()
      queue.wake()
    },
    wake: poller.wake,
    async close() {
      await Promise.all([queue.close(), poller.close(), search.close()])
    },
  }
}
