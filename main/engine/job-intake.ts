import { isTerminal, type Job } from '../../shared/api/job.ts'
import { notBilled, settleWithoutResult } from '../../shared/pricing/settle.ts'
import type { InternalEventHub } from './internal-events.ts'
import type { Downloads } from './library/downloads.ts'
import { fileName } from './library/file-name.ts'
import type { FileCatalogue, FileToFetch } from './library/ports.ts'
import { cutUrl, filesPerJobAtMost, tooManyFiles } from './library/result-bounds.ts'
import type { Clock, Ids } from './ports.ts'
import type { NewFile, SubmissionJournal } from './submissions/ports.ts'
import { measureRun } from './submissions/run-duration.ts'
import { type Arrival, advance, mayBeAdopted, type Submission } from './submissions/submission.ts'

export interface JobIntakeDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly journal: Pick<SubmissionJournal, 'get' | 'findByJob' | 'save' | 'saveEnd' | 'adopt'>
  readonly files: Pick<FileCatalogue, 'find' | 'setFailed'>
  readonly downloads: Pick<Downloads, 'add'>
  readonly events: Pick<InternalEventHub, 'emit'>
}

/** More ends than are ever announced and not read yet; of more, the oldest count as found by polling. */
const mostAnnouncements = 10_000

/** Writes the known state of each run's job: its end together with its files (JOB12, LIB1, LIB46). */
export interface JobIntake {
  /**
   * Takes what polling read of a job; returns whether it is written, if anything had to be. `wasAway`: the service, or
   * this studio, was away at some time while it ran.
   */
  read(submissionId: string, job: Job, wasAway?: boolean): boolean
  /** A verified delivery said at this time that the run's job has ended; it is still to be read. */
  announced(submissionId: string, at: number): void
  /** Takes an accepted run, whose job has ended already or is polled from now on. */
  accept(submission: Submission): void
  /**
   * Makes a run whose outcome is unknown, or was when the person closed it, accepted with the job that was
   * found for it; other runs are left unchanged. Returns whether the run is accepted now; false where it could
   * not be written.
   */
  adopt(submissionId: string, job: Job): boolean
  /**
   * Takes the job of a run that was started elsewhere, whole or not at all: its files are fetched, or it is polled from now
   * on. Returns whether it is new; throws where it can't be written.
   */
  adoptForeign(submission: Submission & { readonly job: Job }): boolean
}

export function createJobIntake({ clock, ids, journal, files, downloads, events }: JobIntakeDeps): JobIntake {
  /** When deliveries announced ends that are not read yet, oldest first. */
  const announcements = new Map<string, number>()

  function announced(submissionId: string, at: number): void {
    if (announcements.has(submissionId)) return
    announcements.set(submissionId, at)
    for (const oldest of announcements.keys()) {
      if (announcements.size <= mostAnnouncements) break
      announcements.delete(oldest)
    }
  }

  /** `isRead`: the job's own record was read, and did not come with the response to the run's request. */
  function arrivalOf(submissionId: string, isRead: boolean): Arrival | null {
    const announcedAt = announcements.get(submissionId)
    if (announcedAt !== undefined) return { by: 'webhook', at: announcedAt }
    return isRead ? { by: 'polling', at: clock.now() } : null
  }

  function end(submission: Submission, job: Job, { wasAway = false, isRead = true } = {}): void {
    const settled = job.status === 'completed' ? settleWithoutResult(submission.estimate) : notBilled
    const arrival = arrivalOf(submission.submissionId, isRead)
    const seen = { ...submission, job, settled, updatedAt: clock.now(), ...(arrival && { arrival }) }
    const ended = { ...seen, jobMilliseconds: wasAway ? null : measureRun(seen) }
    const urls = job.status === 'completed' ? (job.result?.urls ?? []) : []
    const added = newFiles(ended, urls, clock.now())
    journal.saveEnd(ended, added)
    announcements.delete(submission.submissionId)
    const fetched = toFetch(added, urls.length)
    events.emit('run.changed', ended)
    if (job.status === 'completed') events.emit('run.completed', ended)
    downloads.add(fetched)
    events.emit('run.ended', ended)
  }

  /** The files to fetch, plus one entry for all the rest where there are too many (LIB46). */
  function newFiles(submission: Submission, urls: readonly string[], completedAt: number): NewFile[] {
    const prompt = typeof submission.values.prompt === 'string' ? submission.values.prompt : ''
    return urls.slice(0, filesPerJobAtMost + 1).map((url, ordinal) => {
      const fileId = ids.next()
      const name = fileName({ completedAt, modelId: submission.modelId, prompt, fileId })
      return { fileId, ordinal, url: cutUrl(url), name }
    })
  }

  /** The entry after those that are fetched stands for all the rest. */
  function toFetch(added: readonly NewFile[], total: number): FileToFetch[] {
    const beyond = added[filesPerJobAtMost]
    if (beyond) files.setFailed(beyond.fileId, tooManyFiles(total))
    return added.slice(0, filesPerJobAtMost).flatMap(({ fileId }) => files.find(fileId) ?? [])
  }

  /** Whether the write succeeded; where it failed, the queue is held. */
  function isWritten(work: () => void): boolean {
    try {
      work()
      return true
    } catch (error) {
      events.emit('storage.failed', error)
      return false
    }
  }

  function read(submissionId: string, job: Job, wasAway: boolean): void {
    const submission = journal.get(submissionId)
    if (!submission) return
    if (isTerminal(job.status)) {
      end(submission, job, { wasAway })
      events.emit('run.end_read', submissionId)
    } else events.emit('run.changed', submission)
  }

  function adopt(submissionId: string, job: Job): void {
    const submission = journal.get(submissionId)
    if (!submission || !mayBeAdopted(submission) || journal.findByJob(job.job_id)) return
    const accepted = advance(submission, { type: 'accepted', job }, clock.now())
    // An end is written in one transaction with its files, so that no crash can separate the two.
    if (isTerminal(job.status)) end(accepted, job)
    else {
      journal.save(accepted)
      events.emit('run.changed', accepted)
      accept(accepted)
    }
  }

  function adoptForeign(submission: Submission & { readonly job: Job }): boolean {
    const { job } = submission
    if (!isTerminal(job.status)) {
      if (!journal.adopt(submission, [])) return false
      events.emit('run.changed', submission)
      events.emit('run.followed', submission)
      return true
    }
    const settled = settleWithoutResult(submission.estimate)
    const ended = { ...submission, settled, jobMilliseconds: measureRun(submission) }
    const urls = job.result?.urls ?? []
    const completedAt = Date.parse(job.completed_at ?? '') || clock.now()
    const added = newFiles(ended, urls, Math.min(completedAt, clock.now()))
    if (!journal.adopt(ended, added)) return false
    downloads.add(toFetch(added, urls.length))
    return true
  }

  function accept(submission: Submission): void {
    const { job } = submission
    if (!job) return
    if (isTerminal(job.status) && isWritten(() => end(submission, job, { isRead: false }))) return
    // An end that could not be written is read again later, when there may be room for it.
    events.emit('run.followed', { ...submission, job })
  }

  return {
    read: (submissionId, job, wasAway = false) => isWritten(() => read(submissionId, job, wasAway)),
    announced,
    accept,
    adopt: (submissionId, job) => isWritten(() => adopt(submissionId, job)),
    adoptForeign,
  }
}
