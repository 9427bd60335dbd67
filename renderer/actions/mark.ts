import type { ActionRow, ReadSubject } from './action.ts'
import type { MarkId } from './action-id.ts'
import type { UndoLastDeps } from './mark-files.ts'

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

/** Marks and removals, from their key until they are noted, but for those that a key has undone since. */
const underWay = new Set<symbol>()

async function tracked(work: () => Promise<void>): Promise<void> {
  const own = Symbol()
  underWay.add(own)
  await work().finally(() => underWay.delete(own))
}

/** Undoes what was done last: a mark that is under way is later than the note that stands. */
export async function undoLatest(undoOfNote: (() => void) | null, deps: UndoLastDeps): Promise<void> {
  const latest = [...underWay].at(-1)
  if (!latest && undoOfNote) return undoOfNote()
  if (latest) underWay.delete(latest)
  await (await loadMarkFiles()).undoLast(deps)
}

/** Marks the files. The next one is shown at once, so that the next key is for that. */
export function mark(id: MarkId): ActionRow['run'] {
  return async (subject, deps, goesOn = false) => {
    const { files, advance } = subject
    if (files.length === 0) return
    if (goesOn && files.length === 1) advance?.()
    await tracked(async () => (await loadMarkFiles()).markFiles(id, subject, deps))
  }
}

export async function uncollect(subject: ReadSubject, deps: Parameters<ActionRow['run']>[1]) {
  await tracked(async () => (await loadMarkFiles()).uncollect(subject, deps))
}
