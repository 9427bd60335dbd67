import { type ExportView, mostNamedLeft } from '../../../shared/bridge/export-procedures.ts'
import type { FileCatalogue } from '../library/ports.ts'
import type { Clock, Ids, Log, ReadStorageFailure } from '../ports.ts'
import { reasonOfError } from '../reason-error.ts'
import { type ExportCount, type FolderExport, givenUp } from './export-to-folder.ts'
import { ExportFolderError } from './ports.ts'

export interface RunningExportDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly files: Pick<FileCatalogue, 'item'>
  readonly storageFailureOf: ReadStorageFailure
  onChanged(view: ExportView): void
}

/** Writes into a folder until it is done or its signal aborts; `folder`: where that turned out to be. */
type Write = (running: {
  readonly signal: AbortSignal
  onProgress(count: ExportCount): void
}) => Promise<FolderExport & { readonly folder?: string }>

interface Running {
  readonly key: string
  view: ExportView
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** How long an export may go on before the page is told how far it is, in milliseconds. */
const pace = 250

/** The one export into a folder that runs, or was the last one (EXP12). */
export function createRunningExport({
  clock,
  ids,
  log,
  files,
  storageFailureOf,
  onChanged,
}: RunningExportDeps) {
  let current: Running | null = null

  function leftOf(fileIds: readonly string[]): ExportView['left'] {
    const names = fileIds.slice(0, mostNamedLeft).map((fileId) => files.item(fileId)?.name ?? fileId)
    return { count: fileIds.length, names }
  }

  function failureOf(error: unknown): ExportView['failure'] {
    if (error instanceof ExportFolderError) return error.problem
    const kind = storageFailureOf(error)
    if (kind) return { code: 'storage', kind }
    log.warn(`An export ended early: ${String(error)}.`)
    return reasonOfError(error)
  }

  return {
    leftOf,
    view: (): ExportView | null => current?.view ?? null,
    isRunning: (): boolean => current?.view.state === 'running',
    /** Of the one that runs; null where none does. */
    key: (): string | null => (current?.view.state === 'running' ? current.key : null),
    start(key: string, folder: string, total: number, write: Write): ExportView {
      const stop = new AbortController()
      let view: ExportView = {
        exportId: ids.next(),
        state: 'running',
        folder,
        ...{ done: 0, total, written: 0, bytes: 0, sidecars: 0 },
        left: leftOf([]),
        failure: null,
      }
      let toldAt = 0
      const tell = (change: Partial<ExportView>, isLast = false) => {
        view = { ...view, ...change }
        if (current) current.view = view
        if (!isLast && clock.now() - toldAt < pace) return
        toldAt = clock.now()
        onChanged(view)
      }
      const ended = write({ signal: stop.signal, onProgress: (count) => tell(count) }).then(
        (result) => {
          const left = leftOf(result.left.map(({ fileId }) => fileId))
          const state = stop.signal.aborted ? 'cancelled' : 'done'
          tell({ state, left, folder: result.folder ?? folder }, true)
        },
        (error: unknown) => tell({ state: 'failed', failure: failureOf(error) }, true),
      )
      current = { key, view, stop, ended }
      return view
    },
    /** Gives the export up; null where another one, or none, is the current one. */
    async cancel(exportId: string): Promise<ExportView | null> {
      if (current?.view.exportId !== exportId) return null
      current.stop.abort(givenUp)
      await current.ended
      return current.view
    },
    /** Ends a running export after the file that is being written; begun again the same way, it continues. */
    async close(): Promise<void> {
      current?.stop.abort()
      await current?.ended
    },
  }
}

export type RunningExport = ReturnType<typeof createRunningExport>
