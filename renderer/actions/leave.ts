import type { ActionRow } from './action.ts'
import type { LeavingWay } from './collecting.ts'

/** Opens the dialog for files that leave the library in a way. */
export function leave(way: LeavingWay): ActionRow['run'] {
  return async (subject, deps) => {
    const { exportSubject } = await import('./export-subject.ts')
    const read = await exportSubject(subject, deps)
    if (read) deps.collecting.setState({ leaving: { way, subject: read } })
  }
}
