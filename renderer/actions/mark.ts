import type { ActionRow, ReadSubject } from './action.ts'
import type { MarkId } from './action-id.ts'

/** Marks the files. The next one is shown at once, so that the next key is for that. */
export function mark(id: MarkId): ActionRow['run'] {
  return async (subject, deps, goesOn = false) => {
    const { files, advance } = subject
    if (files.length === 0) return
    if (goesOn && files.length === 1) advance?.()
    await (await import('./mark-files.ts')).markFiles(id, subject, deps)
  }
}

export async function uncollect(subject: ReadSubject, deps: Parameters<ActionRow['run']>[1]) {
  await (await import('./mark-files.ts')).uncollect(subject, deps)
}
