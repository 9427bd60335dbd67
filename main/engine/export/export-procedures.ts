import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import { type ExportView, mostLookedInto, mostNamedLeft } from '../../../shared/bridge/export-procedures.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { ExportChoices } from '../../../shared/library/export-choices.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { FileCatalogue } from '../library/ports.ts'
import type { Ids, Log, ReadStorageFailure } from '../ports.ts'
import { reasonOfError } from '../reason-error.ts'
import { createCaptions } from './captions.ts'
import { exportToFolder, type FolderExport, type FolderExportDeps, givenUp } from './export-to-folder.ts'
import type { PackedExports } from './packed-exports.ts'
import { planExport, type Wanted } from './plan-export.ts'
import { ExportFolderError } from './ports.ts'
import { prepareCopy } from './prepare-copy.ts'

export interface ExportProceduresDeps extends FolderExportDeps {
  readonly ids: Ids
  readonly log: Log
  readonly files: Pick<FileCatalogue, 'stored' | 'item'>
  readonly packed: PackedExports
  readonly storageFailureOf: ReadStorageFailure
  /** The files of a batch that are in the library, in their order. */
  filesOfBatch(batchId: string): readonly string[]
  /** Null for an unknown one. */
  collectionName(collectionId: string): string | null
  readonly choices: { read(): ExportChoices; write(choices: ExportChoices): void }
  /** The system’s dialog for a folder; null where the host has none. */
  readonly chooseFolder: (() => Promise<string | null>) | null
  onChanged(view: ExportView): void
}

type Input = ParsedInput<'export.look'>

/** How long an export may go on before the page is told how far it is, in milliseconds. */
const pace = 250

/** The procedures for exports; one export into a folder at a time (EXP11–EXP14). */
export function createExportProcedures(deps: ExportProceduresDeps) {
  const { clock, files, choices: remembered } = deps
  let current: { view: ExportView; readonly stop: AbortController; readonly ended: Promise<void> } | null =
    null

  const captions = createCaptions(deps)

  function idsOf(which: Input['which']): readonly string[] {
    return 'fileIds' in which ? [...new Set(which.fileIds)] : deps.filesOfBatch(which.batchId)
  }

  function toWanted({ which, collectionId, choices }: Input): Wanted {
    const fileIds = idsOf(which)
    const collection = collectionId === undefined ? null : deps.collectionName(collectionId)
    return { fileIds, choices, collection: collection ?? '' }
  }

  function leftOf(fileIds: readonly string[]): ExportView['left'] {
    const names = fileIds.slice(0, mostNamedLeft).map((fileId) => files.item(fileId)?.name ?? fileId)
    return { count: fileIds.length, names }
  }

  async function look(wanted: Wanted) {
    const plan = planExport(wanted, [], clock.now(), deps)
    const sum = { bytes: 0, lookedInto: 0, provenance: 0, sidecars: 0 }
    const absent = new Set(wanted.fileIds)
    for (const { fileId } of plan.files) {
      const stored = files.stored(fileId)
      sum.bytes += stored?.bytes ?? 0
      if (sum.lookedInto >= mostLookedInto) {
        absent.delete(fileId)
        continue
      }
      const carried = deps.carriedOf(fileId)
      const copy = carried && (await prepareCopy(fileId, carried, wanted.choices, deps).catch(() => null))
      sum.lookedInto += 1
      if (!copy) continue
      absent.delete(fileId)
      if (copy.hasProvenance) sum.provenance += 1
      if (copy.sidecar) sum.sidecars += 1
      await copy.close()
    }
    const example = plan.files[0]?.name ?? ''
    return { files: wanted.fileIds.length - absent.size, ...sum, example, left: leftOf([...absent]) }
  }

  function start(wanted: Wanted): ExportView {
    const stop = new AbortController()
    const total = wanted.fileIds.length
    let view: ExportView = {
      exportId: deps.ids.next(),
      state: 'running',
      folder: wanted.choices.folder,
      ...{ done: 0, total, bytes: 0, sidecars: 0 },
      left: leftOf([]),
      failure: null,
    }
    let toldAt = 0
    const tell = (change: Partial<ExportView>, isLast = false) => {
      view = { ...view, ...change }
      if (current) current.view = view
      if (!isLast && clock.now() - toldAt < pace) return
      toldAt = clock.now()
      deps.onChanged(view)
    }
    const ended = exportToFolder(wanted, deps, {
      signal: stop.signal,
      onProgress: (count) => tell(count),
    }).then(
      (result) => tell(endOf(result, stop.signal.aborted), true),
      (error: unknown) => tell({ state: 'failed', failure: failureOf(error) }, true),
    )
    current = { view, stop, ended }
    return view
  }

  function endOf({ left }: FolderExport, wasStopped: boolean): Partial<ExportView> {
    const names = left.map(({ fileId }) => fileId)
    return { state: wasStopped ? 'cancelled' : 'done', left: leftOf(names) }
  }

  function failureOf(error: unknown): ExportView['failure'] {
    if (error instanceof ExportFolderError) return error.problem
    const kind = deps.storageFailureOf(error)
    if (kind) return { code: 'storage', kind }
    deps.log.warn(`An export ended early: ${String(error)}.`)
    return reasonOfError(error)
  }

  return {
    /** Ends a running export after the file that is being written; begun again the same way, it continues. */
    async close(): Promise<void> {
      current?.stop.abort()
      await current?.ended
    },
    procedures: {
      'export.choices': (): BridgeResult<ProcedureOutput<'export.choices'>> =>
        respond({ choices: remembered.read(), hasDialog: deps.chooseFolder !== null }),
      'export.look': async (input: Input): Promise<BridgeResult<ProcedureOutput<'export.look'>>> =>
        respond(await look(toWanted(input))),
      async 'export.chooseFolder'(): Promise<BridgeResult<ProcedureOutput<'export.chooseFolder'>>> {
        if (!deps.chooseFolder) return refuse('not_supported_here', null)
        return respond({ folder: await deps.chooseFolder() })
      },
      'export.start'(input: Input): BridgeResult<ExportView> {
        if (current?.view.state === 'running') return refuse('not_possible_now', null)
        remembered.write(input.choices)
        return respond(start(toWanted(input)))
      },
      async 'export.cancel'({ exportId }: ParsedInput<'export.cancel'>): Promise<BridgeResult<ExportView>> {
        if (current?.view.exportId !== exportId) return refuse('not_found', null)
        current.stop.abort(givenUp)
        await current.ended
        return respond(current.view)
      },
      'export.captions': ({
        which,
        from,
      }: ParsedInput<'export.captions'>): BridgeResult<ProcedureOutput<'export.captions'>> =>
        respond(captions(idsOf(which), from)),
      'export.current': (): BridgeResult<ExportView | null> => respond(current?.view ?? null),
      'export.pack'(input: Input): BridgeResult<ProcedureOutput<'export.pack'>> {
        remembered.write(input.choices)
        const { ticket, files: packed, left } = deps.packed.pack(toWanted(input))
        return respond({ ticket, files: packed, left: leftOf(left) })
      },
    },
  }
}
