import type { Job } from '../../../shared/api/job.ts'
import type { ModelSummary } from '../../../shared/bridge/views.ts'
import type { Clock, Ids, Log, ReadStorageFailure } from '../ports.ts'
import type { JobService, ListedJob } from '../service/ports.ts'
import type { Submission } from '../submissions/submission.ts'

/** What may be read of the service: nothing here can send a paid request. */
export type ReadableService = Pick<JobService, 'readJob' | 'listJobs' | 'listsJobs'>

export interface AdoptionDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly storageFailureOf: ReadStorageFailure
  /** The connected account; null where there is none. */
  connection(): {
    readonly serviceId: string
    readonly service: ReadableService
    readonly hasKey: boolean
  } | null
  /** Reads the service's description where none was read yet. */
  describe(): Promise<void>
  /** No request before this time; milliseconds since the epoch. */
  quietUntil(): number
  /** Which jobs of the account may be those of its own runs whose response was lost. */
  reserved(serviceId: string): Promise<(job: ListedJob) => boolean>
  /** The run that has this job; null where none has. */
  runOf(jobId: string): Submission | null
  /** The models that the account offers. */
  models(): readonly Pick<ModelSummary, 'id' | 'label' | 'kind' | 'path'>[]
  labelOf(modelId: string): string
  /** Writes the run with its job and its files, whole or not at all; returns whether it is new. */
  take(submission: Submission & { readonly job: Job }): boolean
  /** Runs were taken: sums are out of date. */
  onTaken(): void
}
