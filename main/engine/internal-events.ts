import type { Log } from './ports.ts'
import type { Submission } from './submissions/submission.ts'
import { tellSafely } from './tell-safely.ts'

/** What the studio's parts say to each other, with what each event carries. The page's own events are another hub. */
export interface InternalEvents {
  /** The library can't be read or written, as this error says. */
  readonly 'storage.failed': unknown
  readonly 'catalog.changed': null
  readonly 'connection.changed': null
  /** A service is there again, or another one is: what waits for one resumes. */
  readonly 'connection.returned': null
  /** What is written of a run, or known of its job, is another now. */
  readonly 'run.changed': Submission
  /** This accepted run's job is to be followed to its end. */
  readonly 'run.followed': Submission
  /** Polling read this run's end. */
  readonly 'run.end_read': string
  /** This run's job has ended, which is written: its place among those under way is free. */
  readonly 'run.ended': Submission
  readonly 'run.completed': Submission
  /** The queue is held, or is not any more. */
  readonly 'queue.changed': null
  /** This run's job is to be read soon; null: all of them. */
  readonly 'poll.requested': string | null
  /** How far a file of this run has come. */
  readonly 'file.progress': string
  /** A file of this id came, went or was measured. */
  readonly 'file.changed': string
  readonly 'receiver.changed': null
}

type Listener<Name extends keyof InternalEvents> = (payload: InternalEvents[Name]) => void

/** Calls every listener at once, in the order of their subscription; one that throws is logged and costs only itself. */
export interface InternalEventHub {
  emit<Name extends keyof InternalEvents>(name: Name, payload: InternalEvents[Name]): void
  on<Name extends keyof InternalEvents>(name: Name, ...listeners: readonly Listener<Name>[]): void
}

export function createInternalEventHub(log: Log): InternalEventHub {
  const known = new Map<string, ((payload: never) => void)[]>()
  return {
    emit(name, payload) {
      for (const listener of known.get(name) ?? []) tellSafely(log, () => listener(payload as never))
    },
    on(name, ...listeners) {
      known.set(name, [...(known.get(name) ?? []), ...listeners])
    },
  }
}
