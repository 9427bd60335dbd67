import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import { type ImportView, mostNamedRefused } from '../../../shared/bridge/import-procedures.ts'
import type { ParsedInput } from '../../../shared/bridge/procedures.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Log, ReadStorageFailure } from '../ports.ts'
import { reasonOfError } from '../reason-error.ts'
import { type ImportFolderDeps, importFolder } from './import-folder.ts'
import { ImportFolderError } from './ports.ts'

export interface ImportProceduresDeps extends ImportFolderDeps {
  readonly log: Log
  readonly storageFailureOf: ReadStorageFailure
  onChanged(view: ImportView): void
}

/** How long an import may go on before the page is told how far it is, in milliseconds. */
const pace = 250

/** The procedures for folders that are taken into the library, one at a time (RST35). */
export function createImportProcedures(deps: ImportProceduresDeps) {
  const { clock } = deps
  let current: { view: ImportView; readonly stop: AbortController; readonly ended: Promise<void> } | null =
    null

  function start(folder: string): ImportView {
    const stop = new AbortController()
    let view: ImportView = {
      importId: deps.ids.next(),
      state: 'running',
      folder,
      ...{ total: 0, done: 0, added: 0, known: 0 },
      refused: { count: 0, files: [] },
      failure: null,
    }
    let toldAt = 0
    const tell = (change: Partial<ImportView>, isLast = false) => {
      view = { ...view, ...change }
      if (current) current.view = view
      if (!isLast && clock.now() - toldAt < pace) return
      toldAt = clock.now()
      deps.onChanged(view)
    }
    const ended = importFolder(folder, deps, {
      signal: stop.signal,
      onProgress: (count) => tell(count),
      onRefused(name, why) {
        const { count, files } = view.refused
        const named = files.length < mostNamedRefused ? [...files, { name, why }] : files
        tell({ refused: { count: count + 1, files: named } })
      },
    }).then(
      () => tell({ state: stop.signal.aborted ? 'cancelled' : 'done' }, true),
      (error: unknown) => tell({ state: 'failed', failure: failureOf(error) }, true),
    )
    current = { view, stop, ended }
    return view
  }

  function failureOf(error: unknown): ImportView['failure'] {
    if (error instanceof ImportFolderError) return error.problem
    const kind = deps.storageFailureOf(error)
    if (kind) return { code: 'storage', kind }
    deps.log.warn(`An import ended early: ${String(error)}.`)
    return reasonOfError(error)
  }

  return {
    /** Ends a running import after the file that is being copied; begun again, it continues. */
    async close(): Promise<void> {
      current?.stop.abort()
      await current?.ended
    },
    procedures: {
      'import.start'({ folder }: ParsedInput<'import.start'>): BridgeResult<ImportView> {
        if (current?.view.state === 'running') return refuse('not_possible_now', null)
        return respond(start(folder))
      },
      async 'import.cancel'({ importId }: ParsedInput<'import.cancel'>): Promise<BridgeResult<ImportView>> {
        if (current?.view.importId !== importId) return refuse('not_found', null)
        current.stop.abort()
        await current.ended
        return respond(current.view)
      },
      'import.current': (): BridgeResult<ImportView | null> => respond(current?.view ?? null),
    },
  }
}
