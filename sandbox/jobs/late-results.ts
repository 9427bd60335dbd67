import { resultFormats } from '../media/result-formats.ts'
import type { JobRow, JobStore, ResultFile } from '../store/job-store.ts'
import type { Renderer } from './ports.ts'

export interface LateResultPorts {
  readonly jobs: Pick<JobStore, 'find' | 'files' | 'addFiles'>
  readonly renderer: Pick<Renderer, 'render'>
}

export interface LateResults {
  /** The file of a name from `lateResultName`, rendered now where it doesn't exist yet; null for other names. */
  find(name: string): Promise<ResultFile | null>
}

/** The future name of a completed job's file: as hard to guess as the job's id. */
export function lateResultName({ id, kind }: Pick<JobRow, 'id' | 'kind'>): string {
  return `${id}.${resultFormats[kind].ending}`
}

/** Files of jobs that were seeded as completed: each is rendered once, when it is first requested. */
export function createLateResults({ jobs, renderer }: LateResultPorts): LateResults {
  const rendering = new Map<string, Promise<ResultFile | null>>()

  async function render(job: JobRow, name: string): Promise<ResultFile | null> {
    try {
      jobs.addFiles(job.id, await renderer.render(job, name))
      return jobs.files(job.id)[0] ?? null
    } finally {
      rendering.delete(name)
    }
  }

  return {
    async find(name) {
      const job = jobs.find(name.split('.')[0] ?? '')
      if (job?.endStatus !== 'completed' || name !== lateResultName(job)) return null
      if (jobs.files(job.id).length > 0) return null
      const requested = rendering.get(name) ?? render(job, name)
      rendering.set(name, requested)
      return requested
    },
  }
}
