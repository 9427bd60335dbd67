import type { Job } from '../../shared/api/job.ts'
import { notifySafely } from './notify-safely.ts'
import type { Log } from './ports.ts'
import type { Submission } from './submissions/submission.ts'

/** The events between the studio's parts, with what each carries. The page's events have a hub of their own. */
export interface InternalEvents {
  /** The library can't be read or written, with the error. */
  readonly 'storage.failed': unknown
  readonly 'catalog.changed': null
  readonly 'connection.changed': null
  /** The connected service's description was read. */
  readonly 'service.described': null
  /** A service can be reached again, or another was connected: whatever waits for one resumes. */
  readonly 'connection.returned': null
  /** Which other accounts can be asked, or their keys, changed. */
  readonly 'accounts.changed': null
  /** A run's record or its job's known state changed. */
  readonly 'run.changed': Submission
  /** This accepted run's job must be polled until it ends. */
  readonly 'run.followed': Submission & { readonly job: Job }
  /** Polling read this run's end. */
  readonly 'run.end_read': string
  /** This run's job has ended and that is written: its slot among the running jobs is free. */
  readonly 'run.ended': Submission
  readonly 'run.completed': Submission
  /** The queue was held, or is not held any more. */
  readonly 'queue.changed': null
  /** This run's job should be polled soon; null: all jobs. */
  readonly 'poll.requested': string | null
  /** The download progress of a file of this run. */
  readonly 'file.progress': string
  /** Other files wait for disk space than before. */
  readonly 'space.changed': null
  /** A file with this id was added, removed or measured. */
  readonly 'file.changed': string
  readonly 'receiver.changed': null
  /** A file could not be uploaded to the connected service. */
  readonly 'upload.failed': null
}

type Listener<Name extends keyof InternalEvents> = (payload: InternalEvents[Name]) => void

/** Calls every listener at once, in the order of subscription; one that throws is logged and affects no other. */
export interface InternalEventHub {
  emit<Name extends keyof InternalEvents>(name: Name, payload: InternalEvents[Name]): void
  on<Name extends keyof InternalEvents>(name: Name, ...listeners: readonly Listener<Name>[]): void
}

export function createInternalEventHub(log: Log): InternalEventHub {
  const known = new Map<string, ((payload: never) => void)[]>()
  return {
    emit(name, payload) {
      for (const listener of known.get(name) ?? []) notifySafely(log, () => listener(payload as never))
    },
    on(name, ...listeners) {
      known.set(name, [...(known.get(name) ?? []), ...listeners])
    },
  }
}
