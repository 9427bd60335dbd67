import type { LibraryItem, StudioStatus, SubmissionView } from '../../shared/bridge/views.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import type { EventHub } from './event-hub.ts'
import { notifySafely } from './notify-safely.ts'
import type { Clock, Log } from './ports.ts'
import { isOverBeforeAdoption, type Submission } from './submissions/submission.ts'

const statusPauseMs = 40
const progressPauseMs = 250

export interface AnnouncerDeps {
  readonly clock: Clock
  readonly log: Log
  readonly hub: Pick<EventHub, 'emit'>
  viewOf(submission: Submission): SubmissionView
  submissionOf(submissionId: string): Submission | null
  itemOf(fileId: string): LibraryItem | null
  status(): StudioStatus
}

/**
 * Notifies the page of changes: of runs at once, of progress and the studio's status at most a few times a
 * second. Never throws: what was written stays written even if it can't be shown (JOB35).
 */
export interface Announcer {
  run(submission: Submission): void
  progress(submissionId: string): void
  file(fileId: string): void
  status(): void
  settings(settings: Settings): void
  /** Stops all notifications. */
  close(): void
}

export function createAnnouncer({
  clock,
  log,
  hub,
  viewOf,
  submissionOf,
  itemOf,
  status,
}: AnnouncerDeps): Announcer {
  const waiting = new Map<string, () => void>()
  const shown = new Set<string>()

  /** Runs the work once after the pause, however often it is requested meanwhile. */
  function soon(key: string, milliseconds: number, work: () => void): void {
    if (waiting.has(key)) return
    const cancel = clock.setTimer(milliseconds, () => {
      waiting.delete(key)
      notifySafely(log, work)
    })
    waiting.set(key, cancel)
  }

  /** One that was adopted after its end never ran here: only a file that could not be fetched is news of it (ADOPT22). */
  function isShown(submission: Submission, { submissionId, files }: SubmissionView): boolean {
    if (!isOverBeforeAdoption(submission)) return true
    if (files.some(({ state }) => state === 'failed')) shown.add(submissionId)
    return shown.has(submissionId)
  }

  const announcer: Announcer = {
    run(submission) {
      notifySafely(log, () => {
        const view = viewOf(submission)
        if (isShown(submission, view)) hub.emit('submission.changed', view)
      })
      announcer.status()
    },
    progress(submissionId) {
      soon(submissionId, progressPauseMs, () => {
        const submission = submissionOf(submissionId)
        if (submission) announcer.run(submission)
      })
    },
    file: (fileId) =>
      notifySafely(log, () => {
        const item = itemOf(fileId)
        if (!item) return
        hub.emit('library.changed', item)
        const submission = submissionOf(item.submissionId)
        // A run of no account came with its file: it never ran here (RST34).
        if (submission && submission.serviceId !== '') announcer.run(submission)
      }),
    status: () => soon('status', statusPauseMs, () => hub.emit('studio.changed', status())),
    settings: (settings) => notifySafely(log, () => hub.emit('settings.changed', settings)),
    close() {
      for (const cancel of waiting.values()) cancel()
      waiting.clear()
    },
  }
  return announcer
}
