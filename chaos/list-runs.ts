import type { SubmissionState, SubmissionView } from '../shared/bridge/views.ts'
import type { StudioProcess } from './studio-process.ts'

/** Every run in the studio, in these states or in all. */
export async function listRuns(
  studio: StudioProcess,
  states?: readonly SubmissionState[],
): Promise<SubmissionView[]> {
  const found: SubmissionView[] = []
  let cursor: string | null = null
  do {
    const page: { submissions: SubmissionView[]; nextCursor: string | null } = await studio.want(
      'jobs.list',
      {
        limit: 500,
        ...(states ? { states: [...states] } : {}),
        ...(cursor === null ? {} : { cursor }),
      },
    )
    found.push(...page.submissions)
    cursor = page.nextCursor
  } while (cursor !== null)
  return found
}

/** The run's own name at the service. */
export function runOf({ values }: Pick<SubmissionView, 'values'>): string {
  return String(values.prompt).split(' ', 1)[0] ?? ''
}

/** Whether its job has ended and every file is in the library. */
export function isHome({ state, job, files }: SubmissionView): boolean {
  const hasAll = files.length > 0 && files.every((file) => file.state === 'saved')
  return state === 'accepted' && job?.status === 'completed' && hasAll
}
