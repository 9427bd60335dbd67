import type { Member } from '../../../shared/bridge/collection-procedures.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { Judged } from '../../../shared/bridge/judgement-schemas.ts'
import type { QueryChange, QueryChanged } from '../../../shared/bridge/library-list-procedures.ts'
import type { ParsedInput } from '../../../shared/bridge/procedures.ts'
import type { TagChange } from '../../../shared/bridge/tag-procedures.ts'
import { readFilter } from '../../../shared/library/filter/library-filter.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Clock, Ids } from '../ports.ts'
import type { CollectionResult, Collections, FileCatalogue, Judgements, LibraryReader } from './ports.ts'

/** The changes of files by their ids, as the procedures for some files make them: each announces itself. */
export interface FileChanges {
  judge(changes: Parameters<Judgements['judge']>[0]): readonly Judged[]
  tag(changes: readonly TagChange[]): readonly TagChange[]
  collect(collectionId: string, fileIds: readonly string[]): ReturnType<Collections['add']>
  uncollect(collectionId: string, fileIds: readonly string[]): ReturnType<Collections['remove']>
  /** Members as `uncollect` returned them, at their places. */
  putBack(collectionId: string, members: readonly Member[]): CollectionResult<unknown>
  trash(fileIds: readonly string[]): readonly string[]
  restore(fileIds: readonly string[]): readonly string[]
}

export interface QueryChangesDeps {
  readonly reader: Pick<LibraryReader, 'seqs'>
  readonly files: Pick<FileCatalogue, 'fileIdsOf'>
  readonly changes: FileChanges
  readonly clock: Clock
  readonly ids: Ids
}

/** How many files one transaction changes. */
const atOnce = 1_000
/** How many changes can be undone: what was before is kept for that. */
const mostUndos = 50

/** A step undone; returns how many files that changed. */
type Undo = () => number

interface Step {
  readonly files: number
  readonly undo: Undo
}

/** Changes of all that a filter finds, however many files, without a page that has read them. */
export function createQueryChanges({ reader, files, changes, clock, ids }: QueryChangesDeps) {
  const undos = new Map<string, readonly Undo[]>()

  function keep(steps: readonly Undo[]): string | null {
    if (steps.length === 0) return null
    const id = ids.next()
    undos.set(id, steps)
    for (const old of [...undos.keys()].slice(0, -mostUndos)) undos.delete(old)
    return id
  }

  /** Everything else comes between two transactions. */
  const pause = () => new Promise<void>((resolve) => void clock.setTimer(0, resolve))

  function changeSome(change: QueryChange, fileIds: readonly string[]): BridgeResult<Step> {
    switch (change.type) {
      case 'judge': {
        const { type: _, ...marks } = change
        const before = changes.judge([{ ...marks, fileIds: [...fileIds] }])
        const undo = () =>
          before.length === 0
            ? 0
            : countOf(
                changes.judge(
                  before.map(({ fileIds: some, judgement }) => ({ fileIds: some, ...judgement })),
                ),
              )
        return respond({ files: countOf(before), undo })
      }
      case 'tag': {
        const back = changes.tag([{ name: change.name, isOn: change.isOn, fileIds: [...fileIds] }])
        return respond({ files: countOf(back), undo: () => countOf(changes.tag(back)) })
      }
      case 'collect': {
        const { collectionId } = change
        const added = changes.collect(collectionId, fileIds)
        if (!added.ok) return refuse(added.error, null)
        const undo = () => {
          const removed = changes.uncollect(collectionId, added.value)
          return removed.ok ? removed.value.length : 0
        }
        return respond({ files: added.value.length, undo })
      }
      case 'uncollect': {
        const { collectionId } = change
        const removed = changes.uncollect(collectionId, fileIds)
        if (!removed.ok) return refuse(removed.error, null)
        const undo = () => {
          const back = changes.putBack(collectionId, removed.value)
          return back.ok ? removed.value.length : 0
        }
        return respond({ files: removed.value.length, undo })
      }
      case 'trash': {
        const moved = changes.trash(fileIds)
        return respond({ files: moved.length, undo: () => changes.restore(moved).length })
      }
      case 'restore': {
        const moved = changes.restore(fileIds)
        return respond({ files: moved.length, undo: () => changes.trash(moved).length })
      }
    }
  }

  return {
    async 'library.change'({
      filter,
      isTrash,
      savedUntil,
      change,
    }: ParsedInput<'library.change'>): Promise<BridgeResult<QueryChanged>> {
      const seqs = await reader.seqs({
        filter: readFilter(filter ?? ''),
        isTrash,
        ...(savedUntil !== undefined && { savedUntil: Date.parse(savedUntil) }),
      })
      const done: Undo[] = []
      let count = 0
      for (let from = 0; from < seqs.length; from += atOnce) {
        const step = changeSome(change, files.fileIdsOf(seqs.slice(from, from + atOnce)))
        if (!step.ok) {
          if (count === 0) return step
          return respond({ files: count, undo: keep(done), failure: step.error })
        }
        if (step.value.files > 0) done.push(step.value.undo)
        count += step.value.files
        await pause()
      }
      return respond({ files: count, undo: keep(done), failure: null })
    },
    async 'library.undoChange'({
      undo,
    }: ParsedInput<'library.undoChange'>): Promise<BridgeResult<QueryChanged>> {
      const steps = undos.get(undo)
      if (!steps) return refuse('not_found', null)
      undos.delete(undo)
      let count = 0
      for (const step of steps.toReversed()) {
        count += step()
        await pause()
      }
      return respond({ files: count, undo: null, failure: null })
    },
  }
}

function countOf(groups: readonly { readonly fileIds: readonly string[] }[]): number {
  return groups.reduce((sum, { fileIds }) => sum + fileIds.length, 0)
}
