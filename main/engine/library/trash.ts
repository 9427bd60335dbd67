import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { type Moved, mostNamedKept } from '../../../shared/bridge/trash-procedures.ts'
import { respond } from '../bridge-result.ts'
import type { Clock, Log } from '../ports.ts'
import type { SubmissionJournal } from '../submissions/ports.ts'
import type { FileCatalogue, FileRemover, Trash } from './ports.ts'

export interface TrashDeps {
  readonly clock: Clock
  readonly log: Log
  readonly trash: Trash
  readonly files: Pick<FileCatalogue, 'stored'>
  readonly journal: Pick<SubmissionJournal, 'inState'>
  readonly remover: FileRemover
  onMoved(moved: Moved): void
}

/** How many files are deleted before their rows say so. */
const atOnce = 200
const digest = /[0-9a-f]{64}/g

/**
 * The trash of the library (TRASH1–TRASH9). Rows are marked before the first file is deleted from the disk, so that what a
 * crash interrupts is continued by `finish`.
 */
export function createTrash({ clock, log, trash, files, journal, remover, onMoved }: TrashDeps) {
  let last: Promise<unknown> = Promise.resolve()

  function announce(fileIds: readonly string[], state: Moved['state']): void {
    if (fileIds.length > 0) onMoved({ fileIds: [...fileIds], state })
  }

  /** The inputs of runs that have not been sent, by their SHA-256. */
  function heldInputs(): ReadonlySet<string> {
    const waiting = (['confirmed', 'unsent', 'sending'] as const).flatMap((state) => journal.inState(state))
    return new Set(waiting.flatMap(({ values }) => JSON.stringify(values).match(digest) ?? []))
  }

  /** Deletes all marked files from the disk; returns those that could not be deleted now. */
  async function deleteMarked(): Promise<ReadonlySet<string>> {
    const left = new Set<string>()
    for (;;) {
      const marked = trash.marked(atOnce + left.size).filter(({ fileId }) => !left.has(fileId))
      if (marked.length === 0) return left
      const removed = await remover.remove(
        marked.map(({ fileId, path, posterPath }) => ({
          id: fileId,
          paths: [path, posterPath].filter((one) => one !== null),
        })),
      )
      const gone = marked.map(({ fileId }) => fileId).filter((fileId) => removed.has(fileId))
      trash.setDeleted(gone)
      for (const { fileId } of marked) if (!removed.has(fileId)) left.add(fileId)
    }
  }

  /** One after the other: two would delete the same files. */
  function inTurn(): Promise<ReadonlySet<string>> {
    const turn = last.then(deleteMarked)
    last = turn.catch(() => undefined)
    return turn
  }

  /** Moves them there, and returns those that were moved. */
  function put(fileIds: readonly string[]): readonly string[] {
    const moved = trash.put(fileIds, clock.now())
    announce(moved, 'trashed')
    return moved
  }

  function restore(fileIds: readonly string[]): readonly string[] {
    const moved = trash.restore(fileIds)
    const isHere = (fileId: string) => files.stored(fileId) !== null
    announce(moved.filter(isHere), 'saved')
    announce(
      moved.filter((fileId) => !isHere(fileId)),
      'failed',
    )
    return moved
  }

  return {
    put,
    restore,
    /** Deletes what an earlier process had marked; never rejects. */
    async finish(): Promise<void> {
      try {
        const { size } = await inTurn()
        if (size > 0) log.warn(`Files of the trash that could not be deleted from the disk: ${size}.`)
      } catch (error) {
        log.warn(`Files of the trash could not be deleted: ${(error as Error).message}.`)
      }
    },
    procedures: {
      'library.trash'({
        fileIds,
      }: ParsedInput<'library.trash'>): BridgeResult<ProcedureOutput<'library.trash'>> {
        return respond({ fileIds: [...put(fileIds)] })
      },
      'library.restore'({
        fileIds,
      }: ParsedInput<'library.restore'>): BridgeResult<ProcedureOutput<'library.restore'>> {
        return respond({ fileIds: [...restore(fileIds)] })
      },
      'library.trashSum'({
        fileIds,
      }: ParsedInput<'library.trashSum'>): BridgeResult<ProcedureOutput<'library.trashSum'>> {
        const { lastAt, ...sum } = trash.sum(fileIds ?? null)
        return respond({ ...sum, until: lastAt === null ? null : new Date(lastAt).toISOString() })
      },
      async 'library.purge'(
        which: ParsedInput<'library.purge'>,
      ): Promise<BridgeResult<ProcedureOutput<'library.purge'>>> {
        const target = 'until' in which ? { until: Date.parse(which.until) } : which
        const { fileIds, bytes, kept } = trash.mark(target, heldInputs())
        announce(fileIds, 'deleted')
        const refused = await inTurn()
        const left = fileIds.filter((fileId) => refused.has(fileId)).length
        return respond({
          files: fileIds.length - left,
          bytes,
          left,
          kept: { count: kept.length, names: kept.slice(0, mostNamedKept) },
        })
      },
    },
  }
}
