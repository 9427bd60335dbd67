import { createDispatcher } from './bridge-dispatcher.ts'
import { createDiagnostics } from './engine/diagnostics.ts'
import type { KeyMask } from './engine/service/key-mask.ts'
import { readDiskFigures, readMachineFacts } from './infra/machine-facts.ts'
import { storageFailureOf } from './infra/storage-failure.ts'
import type { StudioDeps } from './studio-deps.ts'
import { createHandlers, type Pages } from './studio-handlers.ts'
import type { Library } from './studio-library.ts'
import type { StudioParts } from './studio-parts.ts'
import { assembleTasks } from './studio-tasks.ts'

/**
 * What answers calls and routes. Nothing of it goes on by itself, so that its code and the schemas of all procedures are
 * loaded only when they are used (decisions/0266).
 */
export function openCalls(
  deps: StudioDeps,
  library: Library,
  parts: StudioParts,
  keyMask: KeyMask,
  pages: Pages,
) {
  const tasks = assembleTasks(deps, library, parts, keyMask)
  const handlers = createHandlers(deps, library, parts, tasks, keyMask, pages)
  return {
    dispatch: createDispatcher({ log: deps.log, handlers, storageFailureOf, mask: keyMask.text }),
    usageFile: tasks.usageFiles,
    diagnostics: createDiagnostics({
      clock: parts.clock,
      status: parts.status,
      settings: deps.settings.read,
      machine: readMachineFacts,
      disk: () => readDiskFigures(deps.folder),
      figures: library.figures,
      storageFailureOf,
      mask: keyMask.value,
    }),
    archive: tasks.packed.route,
    importFile: tasks.imports.importFile,
    stylePreview: tasks.stylePreviews,
    close: tasks.close,
  }
}
