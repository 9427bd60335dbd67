import type { Handlers } from './bridge-dispatcher.ts'
import { answer } from './engine/bridge-result.ts'
import { createCatalogProcedures } from './engine/catalog/catalog-procedures.ts'
import { createInputProcedures } from './engine/inputs/input-procedures.ts'
import { createLibraryProcedures } from './engine/library/library-procedures.ts'
import { createPromptProcedures } from './engine/prompts/prompt-procedures.ts'
import { createRecipeProcedures } from './engine/recipes/recipe-procedures.ts'
import { createSettingsProcedures } from './engine/settings/settings-procedures.ts'
import { createJobProcedures } from './engine/submissions/job-procedures.ts'
import { createRunConfirmation } from './engine/submissions/run-confirmation.ts'
import { createWebhookProcedures } from './engine/webhooks/webhook-procedures.ts'
import { systemClock } from './infra/system-clock.ts'
import { createUuid7Ids } from './infra/uuid7-ids.ts'
import type { StudioDeps } from './studio-deps.ts'
import type { Library } from './studio-library.ts'
import type { StudioParts } from './studio-parts.ts'

/** What a page may call, over the studio's parts. */
export function createHandlers(deps: StudioDeps, library: Library, parts: StudioParts): Handlers {
  const { folder, settings, secrets, reveal } = deps
  const { connection, announcer, pipeline, spend, status, webhooks, hub } = parts
  return {
    'studio.status': () => answer(status()),
    ...createCatalogProcedures(parts),
    ...createJobProcedures({
      ...library,
      ...parts,
      clock: systemClock,
      ids: createUuid7Ids(systemClock),
      queue: pipeline.queue,
      confirmation: createRunConfirmation({
        ...library,
        ...parts,
        clock: systemClock,
        log: deps.log,
        queue: pipeline.queue,
        onChanged: announcer.run,
      }),
    }),
    ...createLibraryProcedures({
      ...library,
      ...parts,
      reveal: reveal && ((path) => reveal(folder.resolve(path))),
    }),
    ...createInputProcedures({ ...library, ...parts }),
    ...createRecipeProcedures({
      ...library,
      clock: systemClock,
      ids: createUuid7Ids(systemClock),
      onChanged: () => hub.emit('recipes.changed', {}),
    }),
    ...createPromptProcedures(library),
    ...createWebhookProcedures({ ...library, ...parts }),
    'spend.summary': (range) => answer(spend.summary(range)),
    ...createSettingsProcedures({
      settings,
      secrets,
      connection,
      status,
      onChanged(changed) {
        announcer.settings(changed)
        announcer.status()
        void webhooks.configure()
      },
      onReconnected: parts.resume,
    }),
  }
}
