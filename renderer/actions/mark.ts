import type { ActionRow, ReadSubject } from './action.ts'
import type { MarkId } from './action-id.ts'

type MarkFiles = typeof import('./mark-files.ts')

let loading: Promise<MarkFiles> | null = null

/** One loading for all: a second one could be done before the first, and keys have to take effect in their order. */
function loadMarkFiles(): Promise<MarkFiles> {
  loading ??= import('./mark-files.ts').catch((error) => {
    loading = null
    throw error
  })
  return loading
}

/** Marks the files. The next one is shown at once, so that the next key is for that. */
export function mark(id: MarkId): ActionRow['run'] {
  return async (subject, deps, goesOn = false) => {
    const { files, advance } = subject
    if (files.length === 0) return
    if (goesOn && files.length === 1) advance?.()
    await (await loadMarkFiles()).markFiles(id, subject, deps)
  }
}

export async function uncollect(subject: ReadSubject, deps: Parameters<ActionRow['run']>[1]) {
  await (await loadMarkFiles()).uncollect(subject, deps)
}
