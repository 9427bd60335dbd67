import { stateOfProbe } from '../shared/api/probe.ts'
import type { Handlers } from './bridge-dispatcher.ts'
import { createAgentProcedures } from './engine/agents/agent-procedures.ts'
import { respond } from './engine/bridge-result.ts'
import { createCatalogProcedures } from './engine/catalog/catalog-procedures.ts'
import { createInputProcedures } from './engine/inputs/input-procedures.ts'
import { createCollectionProcedures } from './engine/library/collection-procedures.ts'
import { createJudgementProcedures } from './engine/library/judgement-procedures.ts'
import { createLibraryProcedures } from './engine/library/library-procedures.ts'
import { createQueryChanges } from './engine/library/query-changes.ts'
import { createSmartCollectionProcedures, createTagProcedures } from './engine/library/tag-procedures.ts'
import { createTournamentProcedures } from './engine/library/tournament-procedures.ts'
import { createPromptProcedures } from './engine/prompts/prompt-procedures.ts'
import { createRecipeProcedures } from './engine/recipes/recipe-procedures.ts'
import { createRestoreProcedures } from './engine/restore/restore-procedures.ts'
import type { KeyMask } from './engine/service/key-mask.ts'
import { createAccountProcedures } from './engine/settings/account-procedures.ts'
import { createChangeSettings } from './engine/settings/change-settings.ts'
import { createReconnect } from './engine/settings/reconnect.ts'
import { createSettingsProcedures } from './engine/settings/settings-procedures.ts'
import { createSpendProcedures } from './engine/spend/spend-procedures.ts'
import { createStyleProcedures } from './engine/styles/style-procedures.ts'
import { createJobProcedures } from './engine/submissions/job-procedures.ts'
import { createModelUses } from './engine/submissions/model-uses.ts'
import { createRunConfirmation } from './engine/submissions/run-confirmation.ts'
import { createUsageProcedures } from './engine/usage/usage-procedures.ts'
import { createWebhookProcedures } from './engine/webhooks/webhook-procedures.ts'
import { storageFailureOf } from './infra/storage-failure.ts'
import type { StudioDeps } from './studio-deps.ts'
import { createDesktopProcedures } from './studio-desktop.ts'
import type { Library } from './studio-library.ts'
import type { StudioParts } from './studio-parts.ts'
import type { StudioTasks } from './studio-tasks.ts'

/** The pages that are open at this studio. */
export interface Pages {
  count(): number
  /** Aborted when the studio ends. */
  readonly closing: AbortSignal
}

/** The procedures that a page may call, over the studio's parts. */
export function createHandlers(
  deps: StudioDeps,
  library: Library,
  parts: StudioParts,
  tasks: StudioTasks,
  keyMask: KeyMask,
  pages: Pages,
): Handlers {
  const { folder, settings, secrets, usageSecrets, reveal, dragOut, ids, log, random } = deps
  const { journal, files, inputs, sheets } = library
  const { events, hub, clock, connection, announcer, pipeline, spend, status, webhooks, views } = parts
  const { queue } = pipeline
  const onCollected = (collectionId: string | null) => {
    parts.wordIndexing.look()
    hub.emit('collections.changed', { collectionId })
  }
  const onTagged = () => {
    parts.wordIndexing.look()
    hub.emit('tags.changed', {})
  }
  const confirmation = createRunConfirmation({
    clock,
    log,
    storageFailureOf,
    journal,
    queue,
    views,
    catalogue: parts.catalogue,
    changes: parts.changes,
    connection,
    bodies: parts.bodies,
    budget: parts.budget,
    agentBudget: parts.agentBudget,
    sheets,
    onChanged: (submission) => events.emit('run.changed', submission),
  })
  const change = createChangeSettings({
    settings,
    onChanged(changed) {
      library.ownWords.choose(changed.language)
      announcer.settings(changed)
      announcer.status()
      webhooks.configure().catch((error: unknown) => events.emit('storage.failed', error))
    },
  })

  const reconnect = createReconnect({
    connection,
    status,
    onReconnected: () => events.emit('connection.returned', null),
  })

  const styles = createStyleProcedures({
    clock,
    log,
    styles: library.styles,
    files,
    connection,
    nameOf: async (account) => (await connection.accounts.of(account)).name,
    account: parts.account,
    onChanged: () => hub.emit('styles.changed', {}),
  })
  const account = () => connection.current()?.serviceId ?? status().service.accountId
  return {
    'studio.status': () => respond(status()),
    ...createCatalogProcedures({
      catalogue: parts.catalogue,
      changes: parts.changes,
      dates: parts.dates,
      account,
      labelOf: library.labelOf,
    }),
    ...createDesktopProcedures({ desktop: deps.desktop ?? null, journal, views, recipes: library.recipes }),
    ...parts.ownModels.procedures,
    ...createModelUses({
      journal,
      views,
      files,
      modelIds: () => parts.catalogue.list().map(({ id }) => id),
      account,
    }),
    ...createJobProcedures({
      ids,
      journal,
      queue,
      views,
      connection,
      confirmation,
      budget: parts.budget,
      status,
      onPollRequested: () => events.emit('poll.requested', null),
      onMoved: () => events.emit('queue.changed', null),
    }),
    ...createLibraryProcedures({
      files,
      reader: library.reader,
      wordIndexing: parts.wordIndexing,
      index: library.index,
      values: library.values,
      unseen: library.unseen,
      journal,
      views,
      downloads: parts.downloads,
      storedFiles: parts.storedFiles,
      lineage: library.lineage,
      credentials: tasks.credentials,
      xml: tasks.xml,
      checkPlace: parts.checkPlace,
      reveal: reveal && ((path) => reveal(folder.resolve(path))),
      dragOut: dragOut
        ? (paths, thumbnail) =>
            dragOut(
              paths.map((path) => folder.resolve(path)),
              thumbnail && folder.resolve(thumbnail),
            )
        : null,
    }),
    ...tasks.packed.procedures,
    ...tasks.exports.procedures,
    ...tasks.imports.procedures,
    ...tasks.adoption.procedures,
    ...parts.trash.procedures,
    ...createJudgementProcedures({
      clock,
      judgements: library.judgements,
      onJudged: (judged) => hub.emit('library.judged', { judged: [...judged] }),
    }),
    ...createTournamentProcedures({ clock, ids, random, tournaments: library.tournaments }),
    ...createCollectionProcedures({ clock, ids, collections: library.collections, onChanged: onCollected }),
    ...createSmartCollectionProcedures({
      clock,
      ids,
      smartCollections: library.smartCollections,
      onChanged: () => hub.emit('smartCollections.changed', {}),
    }),
    ...createTagProcedures({ clock, tags: library.tags, onChanged: onTagged }),
    ...createQueryChanges({
      reader: library.reader,
      files,
      clock,
      ids,
      changes: {
        judge(changes) {
          const { before, after } = library.judgements.judge(changes, clock.now())
          if (after.length > 0) hub.emit('library.judged', { judged: [...after] })
          return before
        },
        tag(changes) {
          const back = library.tags.change(changes)
          if (back.length > 0) onTagged()
          return back
        },
        collect(collectionId, fileIds) {
          const added = library.collections.add(collectionId, fileIds, clock.now())
          if (added.ok) onCollected(collectionId)
          return added
        },
        uncollect(collectionId, fileIds) {
          const removed = library.collections.remove(collectionId, fileIds, clock.now())
          if (removed.ok) onCollected(collectionId)
          return removed
        },
        putBack(collectionId, members) {
          const put = library.collections.put(collectionId, members, clock.now())
          if (put.ok) onCollected(collectionId)
          return put
        },
        trash: parts.trash.put,
        restore: parts.trash.restore,
      },
    }),
    ...createInputProcedures({ inputs, files, storedFiles: parts.storedFiles, uploads: parts.uploads }),
    ...createRestoreProcedures({ inputs, reader: parts.fileStore, xml: tasks.xml }),
    ...createRecipeProcedures({
      clock,
      ids,
      recipes: library.recipes,
      onChanged: () => hub.emit('recipes.changed', {}),
      onKept: styles.noteRecipes,
    }),
    ...styles.procedures,
    ...createPromptProcedures({ prompts: library.prompts, files }),
    ...createWebhookProcedures({ deliveryLog: library.webhooks, webhooks }),
    ...createAgentProcedures({
      clock,
      ids,
      journal,
      queue,
      views,
      catalogue: parts.catalogue,
      connection,
      confirmation,
      agentBudget: parts.agentBudget,
      budget: parts.budget,
      files,
      events: {
        requestsChanged: (requests) => hub.emit('agents.changed', { requests }),
        subscribe: hub.subscribe,
      },
      closing: pages.closing,
      pathOf: folder.resolve,
      hasPage: () => pages.count() > 0,
    }),
    ...createSpendProcedures({ spend, connectedAccount: () => status().service.accountId }),
    ...createUsageProcedures({
      workspaces: parts.usageWorkspaces,
      pulls: tasks.usagePulls,
      store: library.usage,
      findRun(jobId) {
        const submission = journal.findByJob(jobId)
        if (!submission) return null
        const { submissionId, modelId, values, settled, files: saved } = views.one(submission)
        const shown = saved.find(({ state }) => state === 'saved') ?? saved[0]
        const prompt = typeof values.prompt === 'string' ? values.prompt : ''
        const file = { fileId: shown?.fileId ?? null, hasPoster: shown?.hasPoster ?? false }
        return { submissionId, modelId, prompt, settled, ...file }
      },
      firstUnknown(accountId) {
        const sent = journal.inState('unknown').filter(({ serviceId }) => serviceId === accountId)
        if (sent.length === 0) return null
        return Math.min(...sent.map(({ sentAt, confirmedAt }) => sentAt ?? confirmedAt))
      },
      mask: keyMask.value,
    }),
    ...createSettingsProcedures({ settings, change, reconnect }),
    'service.check'() {
      pipeline.testIdle()
      return respond(null)
    },
    ...createAccountProcedures({
      settings,
      change,
      secrets,
      usageSecrets,
      connection,
      ids,
      status,
      reconnect,
      forgetUsage: tasks.usagePulls.forget,
      onTested: (verdict) => pipeline.noteTest(stateOfProbe(verdict)),
      onOthersChanged: () => events.emit('accounts.changed', null),
    }),
  }
}
