import { nextChange } from '../ui/change-order.ts'
import type { StandingUndo } from '../ui/undo-notes.ts'
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

/**
 * Marks and removals, from their key until they are noted, but for those that a key has undone since; each with what is
 * called then.
 */
const underWay = new Map<number, (() => void) | undefined>()

async function tracked(work: (order: number) => Promise<void>, back?: () => void): Promise<void> {
  const order = nextChange()
  underWay.set(order, back)
  await work(order).finally(() => underWay.delete(order))
}

/** Undoes what was done last: the change of the note that stands, or a later mark, which may still be under way. */
export async function undoLatest(standing: StandingUndo, deps: UndoLastDeps): Promise<void> {
  const [latest, back] = [...underWay].at(-1) ?? [0, undefined]
  const isNoteLater = standing.undo !== null && standing.order > latest
  // No mark was made.
  if (isNoteLater && !loading) return standing.undo?.()
  if (!isNoteLater && underWay.delete(latest)) back?.()
  const { isAfterMarks, undoLast } = await loadMarkFiles()
  if (isNoteLater && isAfterMarks(standing.order, deps)) return standing.undo?.()
  await undoLast(deps)
}

/** Marks the files. The next one is shown at once, so that the next key is for that. */
export function mark(id: MarkId): ActionRow['run'] {
  return async (subject, deps, goesOn = false) => {
    const { files, advance, retreat } = subject
    if (files.length === 0) return
    const isGoing = goesOn && files.length === 1
    if (isGoing) advance?.()
    const back = isGoing ? retreat : undefined
    const work = async (order: number) => (await loadMarkFiles()).markFiles(id, subject, deps, order, back)
    await tracked(work, back)
  }
}

/** Moves the files to the trash; in a sheet's tile all of it. In the viewer the next file is shown at once. */
export const trash: ActionRow['run'] = async (subject, deps) => {
  if (subject.place === 'viewer') subject.advance?.()
  await tracked(async (order) => (await loadMarkFiles()).trashFiles(subject, deps, order))
}

export const restore: ActionRow['run'] = async (subject, deps) => {
  if (subject.place === 'viewer') subject.advance?.()
  await tracked(async (order) => (await loadMarkFiles()).restoreFiles(subject, deps, order))
}

export async function uncollect(subject: ReadSubject, deps: Parameters<ActionRow['run']>[1]) {
  await tracked(async (order) => (await loadMarkFiles()).uncollect(subject, deps, order))
}
