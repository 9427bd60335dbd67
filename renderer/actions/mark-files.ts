import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { JudgementChange } from '../../shared/bridge/judgement-schemas.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import type { Judgement, Label } from '../../shared/library/judgement.ts'
import { judged } from '../bridge/apply-judged.ts'
import { markWordsIn } from '../words/mark-words.ts'
import type { ActionDeps, FoundFiles, ReadSubject } from './action.ts'
import type { MarkId } from './action-id.ts'
import { judgingOf, type MovedFiles, type Undo } from './judging.ts'
import { noteUndoable, type UndoableDeps } from './note-undoable.ts'

export type UndoLastDeps = Pick<ActionDeps, 'bridge' | 'notify' | 'words'>

type Marks = Omit<JudgementChange, 'fileIds'>

/** What each action sets. Again on files that all have a heart or a label, it is removed. */
const changes: Record<MarkId, (files: readonly FileView[]) => Marks> = {
  rate0: () => ({ rating: 0 }),
  rate1: () => ({ rating: 1 }),
  rate2: () => ({ rating: 2 }),
  rate3: () => ({ rating: 3 }),
  rate4: () => ({ rating: 4 }),
  rate5: () => ({ rating: 5 }),
  pick: () => ({ flag: 'pick' }),
  reject: () => ({ flag: 'reject' }),
  unflag: () => ({ flag: 'none' }),
  favorite: (files) => ({ isFavorite: !files.every(({ judgement }) => judgement.isFavorite) }),
  label6: labeled(6),
  label7: labeled(7),
  label8: labeled(8),
  label9: labeled(9),
}

function labeled(label: Label) {
  return (files: readonly FileView[]): Marks => {
    return { label: files.every(({ judgement }) => judgement.label === label) ? 0 : label }
  }
}

/** `order`: the place of its key among all changes. `back`: called once it is undone. */
export async function markFiles(
  id: MarkId,
  subject: ReadSubject,
  deps: ActionDeps,
  order: number,
  back?: () => void,
): Promise<void> {
  const found = subject.readFound?.() ?? null
  if (found) return markFound(id, found, deps, order)
  const files = subject.readFiles ? await subject.readFiles() : subject.files
  let isOff = false
  // Of what a mark or an undo before it made of them, which may not be shown yet.
  const decide = (newest: ReadonlyMap<string, Judgement>) => {
    const change = changes[id](files.map((file) => judged(file, newest)))
    isOff = change.isFavorite === false || change.label === 0
    return change
  }
  const text = () => markWordsIn(deps.words).marked(id, files.length, isOff)
  await noted(judgingOf(deps.bridge).judge(idsOf(files), decide, order), text, deps, back)
}

/** The same with all that a list finds. */
async function markFound(id: MarkId, found: FoundFiles, deps: ActionDeps, order: number): Promise<void> {
  const change = { ...changes[id]([]) }
  const other = otherThan[id]
  if (other !== undefined) {
    // A heart or a label is removed where all have it, so one without it is looked for.
    const { isTrash, filter = '' } = found
    const others = await deps.bridge.call('library.list', {
      filter: `${other} ${filter}`.trim(),
      limit: 1,
      ...(isTrash && { isTrash }),
    })
    if (!others.ok) return void deps.notify(deps.words.failures.sentence(others.error), 'danger')
    Object.assign(change, changes[id](others.value.items))
  }
  const isOff = change.isFavorite === false || change.label === 0
  const text = (count: number) => markWordsIn(deps.words).marked(id, count, isOff)
  await notedMove(judgingOf(deps.bridge).changeFound(found, { type: 'judge', ...change }, order), text, deps)
}

/** What finds a file that hasn’t the heart or the label yet. */
const otherThan: Partial<Record<MarkId, string>> = {
  favorite: '-is:favorite',
  label6: '-label:6',
  label7: '-label:7',
  label8: '-label:8',
  label9: '-label:9',
}

export async function uncollect(subject: ReadSubject, deps: ActionDeps, order: number): Promise<void> {
  const { collectionId } = subject
  if (collectionId === null) return
  const found = subject.readFound?.() ?? null
  if (found) {
    const change = { type: 'uncollect', collectionId } as const
    const said = (count: number) => markWordsIn(deps.words).uncollected(count)
    return notedMove(judgingOf(deps.bridge).changeFound(found, change, order), said, deps)
  }
  const files = subject.readFiles ? await subject.readFiles() : subject.files
  const text = () => markWordsIn(deps.words).uncollected(files.length)
  await noted(judgingOf(deps.bridge).uncollect(collectionId, idsOf(files), order), text, deps)
}

/** Whether no mark or the like that can be undone is later than a change with this place. */
export function isAfterMarks(order: number, { bridge }: Pick<ActionDeps, 'bridge'>): boolean {
  return order >= judgingOf(bridge).lastOrder()
}

export async function trashFiles(
  subject: Pick<ReadSubject, 'files' | 'readFiles' | 'readFound' | 'batchId'>,
  deps: UndoableDeps,
  order?: number,
): Promise<void> {
  const { batchId } = subject
  const text = (count: number) => markWordsIn(deps.words).trashed(count)
  const found = subject.readFound?.() ?? null
  if (found) return notedMove(judgingOf(deps.bridge).changeFound(found, { type: 'trash' }, order), text, deps)
  const files = subject.readFiles ? await subject.readFiles() : subject.files
  const all = files.length === 0 && batchId !== null ? await filesOfBatch(batchId, deps) : files
  if (all.length === 0) return
  await notedMove(judgingOf(deps.bridge).moveFiles('library.trash', idsOf(all), order), text, deps)
}

export async function restoreFiles(
  subject: Pick<ReadSubject, 'files' | 'readFiles' | 'readFound'>,
  deps: UndoableDeps,
  order?: number,
): Promise<void> {
  const text = (count: number) => markWordsIn(deps.words).restored(count)
  const found = subject.readFound?.() ?? null
  if (found)
    return notedMove(judgingOf(deps.bridge).changeFound(found, { type: 'restore' }, order), text, deps)
  const files = subject.readFiles ? await subject.readFiles() : subject.files
  await notedMove(judgingOf(deps.bridge).moveFiles('library.restore', idsOf(files), order), text, deps)
}

async function filesOfBatch(batchId: string, deps: UndoableDeps): Promise<readonly FileView[]> {
  const runs = await deps.bridge.call('jobs.batch', { batchId })
  if (runs.ok) return runs.value.flatMap(({ files }) => files)
  deps.notify(deps.words.failures.sentence(runs.error), 'danger')
  return []
}

/** Says how many files were moved, where any were. */
async function notedMove(
  done: Promise<BridgeResult<MovedFiles>>,
  text: (count: number) => string,
  deps: UndoableDeps,
): Promise<void> {
  const result = await done
  if (!result.ok) return void deps.notify(deps.words.failures.sentence(result.error), 'danger')
  const { count, undo, rest } = result.value
  if (count > 0) noteUndoable(deps, text(count), undo)
  if (rest) deps.notify(deps.words.failures.sentence(rest), 'danger')
}

/** Undoes the last mark or the like; a failure is shown. */
export async function undoLast({ bridge, notify, words }: UndoLastDeps): Promise<void> {
  const result = await judgingOf(bridge).undoLast()
  if (result?.ok === false) notify(words.failures.sentence(result.error), 'danger')
}

function idsOf(files: readonly FileView[]): string[] {
  return files.map(({ fileId }) => fileId)
}

/** Says what was done, with its undo; a failure is shown. */
async function noted(
  done: Promise<BridgeResult<Undo>>,
  text: () => string,
  deps: ActionDeps,
  back?: () => void,
): Promise<void> {
  const result = await done
  if (result.ok) noteUndoable(deps, text(), result.value, back)
  else deps.notify(deps.words.failures.sentence(result.error), 'danger')
}
