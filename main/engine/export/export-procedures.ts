import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import { type ExportView, mostLookedInto, mostUnfinished } from '../../../shared/bridge/export-procedures.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import type { ExportChoices } from '../../../shared/library/export-choices.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { FileCatalogue, FileRemover, LibraryFileStore, Tags } from '../library/ports.ts'
import { createCaptions } from './captions.ts'
import {
  continueExport,
  exportToFolder,
  type FolderExport,
  type FolderExportDeps,
} from './export-to-folder.ts'
import type { PackedExports } from './packed-exports.ts'
import { exportKey, planExport, type Wanted } from './plan-export.ts'
import type { ExportedFiles, ExportPlan, ExportRemains } from './ports.ts'
import { prepareCopy } from './prepare-copy.ts'
import { createProofProcedures } from './proof/proof-procedures.ts'
import { createRunningExport, type RunningExportDeps } from './running-export.ts'

export interface ExportProceduresDeps extends FolderExportDeps, RunningExportDeps {
  readonly files: Pick<FileCatalogue, 'stored' | 'item'>
  /** Notes are read alone. */
  readonly tags: Pick<Tags, 'note'>
  /** The data folder’s own files. */
  readonly reader: LibraryFileStore
  readonly packed: PackedExports
  readonly remover: Pick<FileRemover, 'remove'>
  /** The person’s language. */
  language(): string
  readonly exported: ExportedFiles
  readonly remains: ExportRemains
  /** The files of a batch that are in the library, in their order. */
  filesOfBatch(batchId: string): readonly string[]
  /** Null for an unknown one. */
  collectionName(collectionId: string): string | null
  readonly choices: { read(): ExportChoices; write(choices: ExportChoices): void }
  /** The system’s dialog for a folder; null where the host has none. */
  readonly chooseFolder: (() => Promise<string | null>) | null
}

type Input = ParsedInput<'export.look'>
type Run = Parameters<typeof exportToFolder>[2]

/** The procedures for exports; one export into a folder at a time (EXP11–EXP14). */
export function createExportProcedures(deps: ExportProceduresDeps) {
  const { clock, files, choices: remembered } = deps
  const running = createRunningExport(deps)
  const { leftOf } = running
  const captions = createCaptions(deps)

  function idsOf(which: Input['which']): readonly string[] {
    return 'fileIds' in which ? [...new Set(which.fileIds)] : deps.filesOfBatch(which.batchId)
  }

  function toWanted({ which, collectionId, choices }: Input): Wanted {
    const fileIds = idsOf(which)
    const collection = collectionId === undefined ? null : deps.collectionName(collectionId)
    return { fileIds, choices, collection: collection ?? '' }
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

  /** What is written, in whatever way that ends but a refusal of the folder, counts as exported. */
  async function noted(exporting: Promise<FolderExport>): Promise<FolderExport> {
    const result = await exporting
    deps.exported.mark(
      result.files.map(({ fileId }) => fileId),
      clock.now(),
    )
    return result
  }

  /** Those of the page that were stopped or killed, the newest first. */
  async function unfinished(): Promise<readonly ExportPlan[]> {
    const plans = await deps.unfinished.listOffered()
    return plans.filter(({ key }) => key !== running.key())
  }

  async function viewOf({ key, choices, files: all, startedAt }: ExportPlan) {
    const { folder } = choices
    const there = new Set((await deps.remains.look(folder)) ?? [])
    return {
      key,
      folder,
      files: all.length,
      written: all.filter(({ name }) => there.has(name)).length,
      startedAt,
    }
  }

  return {
    close: running.close,
    procedures: {
      ...createProofProcedures({ ...deps, running, idsOf }),
      'export.choices': (): BridgeResult<ProcedureOutput<'export.choices'>> =>
        respond({ choices: remembered.read(), hasDialog: deps.chooseFolder !== null }),
      'export.look': async (input: Input): Promise<BridgeResult<ProcedureOutput<'export.look'>>> =>
        respond(await look(toWanted(input))),
      async 'export.chooseFolder'(): Promise<BridgeResult<ProcedureOutput<'export.chooseFolder'>>> {
        if (!deps.chooseFolder) return refuse('not_supported_here', null)
        return respond({ folder: await deps.chooseFolder() })
      },
      'export.start'(input: Input): BridgeResult<ExportView> {
        if (running.isRunning()) return refuse('not_possible_now', null)
        remembered.write(input.choices)
        const wanted = toWanted(input)
        const { folder } = wanted.choices
        const write = (run: Run) => noted(exportToFolder(wanted, { ...deps, isOffered: true }, run))
        return respond(running.start(exportKey(wanted), folder, wanted.fileIds.length, write))
      },
      async 'export.unfinished'(): Promise<BridgeResult<ProcedureOutput<'export.unfinished'>>> {
        const plans = await unfinished()
        const exports = await Promise.all(plans.slice(0, mostUnfinished).map(viewOf))
        return respond({ count: plans.length, exports })
      },
      async 'export.continue'({ key }: ParsedInput<'export.continue'>): Promise<BridgeResult<ExportView>> {
        const plan = (await unfinished()).find((one) => one.key === key)
        // The folder of a drive that is away would be made on the system’s disk.
        const isAway = plan !== undefined && (await deps.remains.look(plan.choices.folder)) === null
        if (running.isRunning()) return refuse('not_possible_now', null)
        if (!plan) return refuse('not_found', null)
        if (isAway) return refuse('not_possible_now', reasonOf('export_folder_away'))
        const write = (run: Run) => noted(continueExport(plan, deps, run))
        return respond(running.start(key, plan.choices.folder, plan.files.length, write))
      },
      async 'export.forget'({
        key,
      }: ParsedInput<'export.forget'>): Promise<BridgeResult<ProcedureOutput<'export.forget'>>> {
        const plan = (await unfinished()).find((one) => one.key === key)
        if (!plan) return refuse('not_found', null)
        await deps.remains.tidy(plan.choices.folder, key)
        await deps.unfinished.remove(key)
        return respond({})
      },
      async 'export.cancel'({ exportId }: ParsedInput<'export.cancel'>): Promise<BridgeResult<ExportView>> {
        const view = await running.cancel(exportId)
        return view ? respond(view) : refuse('not_found', null)
      },
      'export.note'({ fileIds }: ParsedInput<'export.note'>): BridgeResult<ProcedureOutput<'export.note'>> {
        deps.exported.mark(fileIds, clock.now())
        return respond({})
      },
      'export.captions': ({
        which,
        from,
      }: ParsedInput<'export.captions'>): BridgeResult<ProcedureOutput<'export.captions'>> =>
        respond(captions(idsOf(which), from)),
      'export.current': (): BridgeResult<ExportView | null> => respond(running.view()),
      'export.pack'(input: Input): BridgeResult<ProcedureOutput<'export.pack'>> {
        remembered.write(input.choices)
        const { ticket, files: packed, left } = deps.packed.pack(toWanted(input))
        return respond({ ticket, files: packed, left: leftOf(left) })
      },
    },
  }
}
