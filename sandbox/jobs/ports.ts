import type { JobRow, ResultFile } from '../store/job-store.ts'

/** Makes a job's media. The same job brings the same bytes; rejects where it can't be made. */
export interface Renderer {
  /** Under this name, or one that can't be guessed. */
  render(job: JobRow, name?: string): Promise<ResultFile[]>
  close(): Promise<void>
}

/** Lets a time pass; returns the undo. */
export type Alarm = (milliseconds: number, ring: () => void) => () => void
