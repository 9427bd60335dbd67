import { createAdoptionProcedures } from './engine/adoption/adoption-procedures.ts'
import { createCarriedFiles } from './engine/export/carried-files.ts'
import { createExportProcedures } from './engine/export/export-procedures.ts'
import { createPackedExports } from './engine/export/packed-exports.ts'
import { createPackedDownloads } from './engine/library/packed-downloads.ts'
import { createImportProcedures } from './engine/restore/import-procedures.ts'
import type { KeyMask } from './engine/service/key-mask.ts'
import { createStylePreviews } from './engine/styles/style-previews.ts'
import { createUsageFiles } from './engine/usage/usage-files.ts'
import { createUsagePulls } from './engine/usage/usage-pulls.ts'
import { createC2paCredentials } from './infra/c2pa-credentials.ts'
import { createDiskExportTargets } from './infra/disk-export-targets.ts'
import { createDiskFreeSpace } from './infra/disk-free-space.ts'
import { createDiskImportSources } from './infra/disk-import-sources.ts'
import { createDiskUnfinishedExports } from './infra/disk-unfinished-exports.ts'
import { createHttpPreviewFetcher } from './infra/http-preview-fetcher.ts'
import { createHttpUsageService } from './infra/http-usage-service.ts'
import { createSaxXmlReader } from './infra/sax-xml.ts'
import { storageFailureOf } from './infra/storage-failure.ts'
import { writeUsageParquet } from './infra/usage-parquet.ts'
import { createZipArchives } from './infra/zip-archives.ts'
import type { StudioDeps } from './studio-deps.ts'
import type { Library } from './studio-library.ts'
import type { StudioParts } from './studio-parts.ts'

/** What only a person or an agent begins: exports, imports, adoption, usage reports, previews of styles. */
export function assembleTasks(deps: StudioDeps, library: Library, parts: StudioParts, keyMask: KeyMask) {
  const { folder, settings, log, ids } = deps
  const { journal, files, labelOf } = library
  const { hub, clock, connection, announcer, catalogue, pipeline, storedFiles, fileStore, remover } = parts

  const usagePulls = createUsagePulls({
    clock,
    log,
    service: createHttpUsageService(keyMask),
    store: library.usage,
    workspaces: parts.usageWorkspaces,
    storageFailureOf,
    onChanged: (pull) => hub.emit('usage.changed', pull),
  })
  const usageFiles = createUsageFiles({
    store: library.usage,
    toParquet: writeUsageParquet,
    mask: keyMask.value,
  })
  const stylePreviews = createStylePreviews({
    clock,
    styles: library.styles,
    fetcher: createHttpPreviewFetcher({ keyMask, log }),
    reachOf: (account) => connection.accounts.of(account),
  })

  const archives = createZipArchives()
  const xml = createSaxXmlReader()
  const credentials = createC2paCredentials({ trustList: folder.resolve('trusted-signers.pem') })
  const targets = createDiskExportTargets()
  const exporting = {
    clock,
    files,
    carriedOf: createCarriedFiles({
      files,
      journal,
      tags: library.tags,
      tournaments: library.tournaments,
    }),
    storedFiles,
    xml,
    version: deps.version,
    targets,
    unfinished: createDiskUnfinishedExports(folder),
    exported: library.exported,
  }
  const packedExports = createPackedExports({ ...exporting, ids, archives })
  const packed = createPackedDownloads({ clock, ids, files, storedFiles, archives, exports: packedExports })
  const exports = createExportProcedures({
    ...exporting,
    packed: packedExports,
    remains: targets,
    tags: library.tags,
    reader: fileStore,
    remover,
    language: () => settings.read().language ?? 'en',
    ids,
    log,
    storageFailureOf,
    filesOfBatch(batchId) {
      const runs = journal.batch(batchId).map(({ submissionId }) => submissionId)
      const found = [...files.filesOf(runs).values()].flat()
      return found.filter(({ state }) => state === 'saved').map(({ fileId }) => fileId)
    },
    collectionName: (collectionId) =>
      library.collections.list().find((one) => one.collectionId === collectionId)?.name ?? null,
    choices: {
      read: () => settings.read().exports,
      write: (choices) => settings.write({ ...settings.read(), exports: choices }),
    },
    chooseFolder: deps.chooseFolder ?? null,
    onChanged: (view) => hub.emit('export.changed', view),
  })
  const imports = createImportProcedures({
    clock,
    ids,
    log,
    storageFailureOf,
    sources: createDiskImportSources(folder),
    freeSpace: createDiskFreeSpace(folder.path),
    rows: library.importedRows,
    xml,
    onAdded: (fileId) => announcer.file(fileId),
    onChanged: (view) => hub.emit('import.changed', view),
  })

  const adoption = createAdoptionProcedures({
    clock,
    ids,
    log,
    storageFailureOf,
    connection() {
      const present = connection.current()
      return (
        present && {
          serviceId: present.serviceId,
          service: present.client,
          hasKey: present.key !== null,
        }
      )
    },
    describe: pipeline.describeUnread,
    quietUntil: pipeline.quietUntil,
    reserved: pipeline.reserved,
    runOf: journal.findByJob,
    models: () => catalogue.list(),
    labelOf,
    take: parts.intake.adoptForeign,
    onTaken() {
      announcer.status()
      hub.emit('styles.changed', {})
    },
    onChanged: (view) => hub.emit('adoption.changed', view),
  })

  return {
    usagePulls,
    usageFiles,
    stylePreviews,
    xml,
    credentials,
    packed,
    exports,
    imports,
    adoption,
    /** Ends what is under way. */
    async close() {
      await exports.close()
      await imports.close()
      await adoption.close()
      await usagePulls.close()
    },
  }
}

export type StudioTasks = ReturnType<typeof assembleTasks>
