import type { JobRow, ResultFile } from '../store/job-store.ts'

/** Makes a job's media. The same job gives the same bytes; rejects where it can't be made. */
export interface Renderer {
  /** Under this name, or an unguessable one. */
  render(job: JobRow, name?: string): Promise<ResultFile[]>
  close(): Promise<void>
}

/** Calls back after a time; returns a cancel function. */
export type Alarm = (milliseconds: number, ring: () => void) => () => void
