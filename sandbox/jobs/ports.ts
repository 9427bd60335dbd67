import type { JobRow, ResultFile } from '../store/job-store.ts'

/** Makes a job's media. The same job brings the same bytes; rejects where it can't be made. */
export interface Renderer {
  render(job: JobRow): Promise<ResultFile[]>
  close(): Promise<void>
}

/** Lets a time pass; answers the undo. */
export type Alarm = (milliseconds: number, ring: () => void) => () => void
