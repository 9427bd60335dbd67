import { isTerminal, type Job } from '../../../shared/api/job.ts'
import type { QueueHold } from '../../../shared/bridge/views.ts'
import type { Connection } from '../connection/connection.ts'
import type { Downloads } from '../library/downloads.ts'
import { fileName } from '../library/file-name.ts'
import type { FileCatalogue } from '../library/ports.ts'
import type { Clock, Ids, Random } from '../ports.ts'
import { createPoller, type Poller } from './poller.ts'
import type { DeprecationWatch, NewFile, RequestBodies, SubmissionJournal } from './ports.ts'
import { advance, type Submission } from './submission.ts'
import { createSubmissionQueue, type SubmissionQueue } from './submission-queue.ts'

export interface JobDeskWorld {
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
  readonly journal: SubmissionJournal
  readonly files: Pick<FileCatalogue, 'find'>
  readonly bodies: RequestBodies
  readonly deprecation: DeprecationWatch
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

export interface JobDesk {
  readonly queue: SubmissionQueue
  readonly poller: Poller
  /** Makes a run whose outcome is unknown accepted with the job that was read for it; others stay as they are. */
  adopt(submissionId: string, job: Job): void
  /** Goes on with whatever belongs to the present connection. */
  goOn(): void
  close(): Promise<void>
}

/** Takes every confirmed run from the queue through its job to the files it brings (JOB1–JOB14, LIB1). */
export function createJobDesk(world: JobDeskWorld): JobDesk {
  const { clock, ids, journal, files, downloads } = world

  const poller = createPoller({
    clock,
    random: world.random,
    service: () => world.connection()?.client ?? null,
    isQuiet: world.isQuiet,
    onJob(submissionId, job) {
      const submission = journal.get(submissionId)
      if (!submission) return
      if (isTerminal(job.status)) {
        end(submission, job)
        world.onEndFound(submissionId)
      } else world.onChanged(submission)
    },
  })

  const queue = createSubmissionQueue({
    ...world,
    connection() {
      const connection = world.connection()
      if (!connection || connection.key === null) return null
      return { serviceId: connection.serviceId, service: connection.client }
    },
    onAccepted: watch,
  })

  function watch(submission: Submission): void {
    const { job, submissionId, kind } = submission
    if (!job) return
    const acceptedAt = submission.sentAt ?? submission.updatedAt
    if (isTerminal(job.status)) end(submission, job)
    else poller.watch({ submissionId, kind, acceptedAt, job })
  }

  function end(submission: Submission, job: Job): void {
    const ended = { ...submission, job, updatedAt: clock.now() }
    const added = job.status === 'completed' ? newFiles(ended, job) : []
    journal.saveEnd(ended, added)
    world.onChanged(ended)
    if (job.status === 'completed') world.onCompleted(ended)
    downloads.add(added.flatMap(({ fileId }) => files.find(fileId) ?? []))
    queue.wake()
  }

  function newFiles(submission: Submission, job: Job): NewFile[] {
    const prompt = typeof submission.values.prompt === 'string' ? submission.values.prompt : ''
    return (job.result?.urls ?? []).map((url, ordinal) => {
      const fileId = ids.next()
      return {
        fileId,
        ordinal,
        url,
        name: fileName({ completedAt: clock.now(), modelId: submission.modelId, prompt, fileId }),
      }
    })
  }

  return {
    queue,
    poller,
    adopt(submissionId, job) {
      const submission = journal.get(submissionId)
      if (submission?.state !== 'unknown') return
      const accepted = advance(submission, { type: 'accepted', job }, clock.now())
      // An end is written once, with its files, so that no crash can come between the two.
      if (isTerminal(job.status)) return end(accepted, job)
      journal.save(accepted)
      world.onChanged(accepted)
      watch(accepted)
    },
    goOn() {
      const serviceId = world.connection()?.serviceId
      const ours = journal.running().filter((submission) => submission.serviceId === serviceId)
      poller.retain(new Set(ours.map(({ submissionId }) => submissionId)))
      for (const submission of ours) if (!poller.current(submission.submissionId)) watch(submission)
      poller.hurry()
      queue.wake()
    },
    async close() {
      await Promise.all([queue.close(), poller.close()])
    },
  }
}
