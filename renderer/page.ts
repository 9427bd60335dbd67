import { createStore } from 'zustand/vanilla'
import { createCollecting } from './actions/collecting.ts'
import { createShownResult } from './actions/shown-result.ts'
import type { ChosenCarrier } from './bridge/choose-carrier.ts'
import { createBridge } from './bridge/create-bridge.ts'
import { watchUnfinished } from './exports/watch-unfinished.ts'
import { createDraftStorage } from './features/create/composer/draft-storage.ts'
import { createFormStore, type FormStore } from './features/create/composer/form-store.ts'
import { rememberForm } from './features/create/composer/remember-values.ts'
import { createRunConfirmation } from './features/create/composer/run-confirmation.ts'
import { makeOne, takePrompt } from './features/create/composer/take-prompt.ts'
import { createListStorage } from './features/create/list/list-storage.ts'
import { createListStore, type ListStore } from './features/create/list/list-store.ts'
import { createMediaStore, type MediaStore } from './features/create/media/media-store.ts'
import { createModelUsesStore, type ModelUsesStore } from './features/create/models/model-uses-store.ts'
import { createPromptsStore, type PromptsStore } from './features/create/prompts/prompts-store.ts'
import { createRecipesStore, type RecipesStore } from './features/create/recipes/recipes-store.ts'
import { createRetryStore, type RetryStore } from './features/create/result/retry-store.ts'
import { createClearing } from './features/create/runs/clearing.ts'
import { createRunsStore, type RunsStore } from './features/create/runs/runs-store.ts'
import { createIntake, type Intake, unfinishedInput } from './forms/intake-store.ts'
import { createIntakePorts } from './media/intake-ports.ts'
import type { PosterQueue } from './media/poster-queue.ts'
import { createSound } from './media/sound.ts'
import type { Atelier } from './shell/atelier-context.tsx'
import { createCatalogStore } from './shell/catalog-store.ts'
import { createIdMaker } from './shell/new-id.ts'
import { createCommandHandoff } from './shell/page-commands.ts'
import { createRecipeHandoff } from './shell/recipe-handoff.ts'
import { createRouter, windowAddress } from './shell/router.ts'
import { createStudioStore } from './shell/studio-store.ts'
import { whenIdle } from './ui/when-idle.ts'
import { hasFailureWords, loadFailureWords } from './words/languages.ts'

/** Everything that lives as long as the page. */
export interface Page {
  readonly atelier: Atelier
  readonly form: FormStore
  readonly intake: Intake
  readonly list: ListStore
  readonly runs: RunsStore
  readonly retries: RetryStore
  readonly recipes: RecipesStore
  readonly media: MediaStore
  readonly prompts: PromptsStore
  readonly modelUses: ModelUsesStore
}

/** Composes the page over a carrier; each store reads its data once the carrier is connected. */
export function createPage({ carrier, sessionHeaders }: ChosenCarrier, page: Window): Page {
  const bridge = createBridge(carrier, { areHere: hasFailureWords, load: loadFailureWords })
  let queue: Promise<PosterQueue> | null = null
  const unreadable: Atelier['unreadable'] = createStore(() => ({ ids: new Set() }))
  /** Comes with the first files. */
  function posterQueue(): Promise<PosterQueue> {
    queue ??= import('./media/poster-queue.ts').then(({ createPosterQueue }) =>
      createPosterQueue({
        make: async (file) => (await posterCode()).makePoster(file),
        keep: async (fileId, poster) => (await posterCode()).keepPoster(fileId, poster, sessionHeaders()),
        whenIdle: (task) => whenIdle(page, task, idlePatienceMs),
        report(fileId, cause, isUnreadable) {
          console.warn('No thumbnail could be made of', fileId, cause)
          if (isUnreadable) unreadable.setState(({ ids }) => ({ ids: new Set(ids).add(fileId) }))
        },
        isHere: async (fileId) => (await posterCode()).isHere(fileId),
      }),
    )
    return queue
  }
  /** Where its code can't be loaded now, the next files try again. */
  async function makePosters(tell: (posters: PosterQueue) => void): Promise<void> {
    try {
      tell(await posterQueue())
    } catch (cause) {
      queue = null
      console.warn('No thumbnails can be made now', cause)
    }
  }
  bridge.onConnected((connected) => {
    if (connected && queue) void makePosters((made) => made.reconnect())
  })
  const posters: Atelier['posters'] = {
    offer: (files) => void makePosters((made) => made.offer(files)),
    see: (files) => void makePosters((made) => made.see(files)),
  }
  const collecting = createCollecting()
  watchUnfinished(bridge, (unfinished) => collecting.setState({ unfinished }))
  const newId = createIdMaker(Date.now, (bytes) => crypto.getRandomValues(bytes))
  const catalog = createCatalogStore(bridge)
  const onFiles = posters.offer
  const studio = createStudioStore(bridge)
  const { onLanguageChange } = studio
  const budget = () => studio.store.getState().status?.budget ?? null
  const account = () => studio.store.getState().status?.service.accountId ?? null
  const runs = createRunsStore({
    bridge,
    newId,
    now: Date.now,
    onFiles,
    onLanguageChange,
    clearing: createClearing(studio),
  })
  const isShown = (id: string) =>
    runs.store.getState().runs?.some(({ submissionId }) => submissionId === id) ?? false
  const confirmationOfItsOwn = () => createRunConfirmation({ bridge, newId, account, budget, isShown })
  const form = createFormStore({
    confirmation: confirmationOfItsOwn(),
    canSend: () => account() !== null,
    hasAllInputs: () => unfinishedInput(intake.store.getState()) === null,
    detail: catalog.detail,
    refreshCatalog: catalog.refresh,
    storage: createDraftStorage(page.localStorage, (cause) =>
      console.warn('The form could not be kept for the next visit.', cause),
    ),
    random: Math.random,
  })
  const intake = createIntake(
    createIntakePorts(bridge, sessionHeaders, {
      remember: (openedId) => rememberForm(form, openedId),
      takePrompt: (prompt) => takePrompt(form, prompt),
      makeOne: () => makeOne(form),
    }),
  )
  return {
    atelier: {
      catalog,
      posters,
      unreadable,
      studio,
      router: createRouter(windowAddress(page)),
      recipes: createRecipeHandoff(),
      shownResult: createShownResult(),
      collecting,
      changes: createStore(() => ({ isShown: false })),
      bridge,
      commands: createCommandHandoff(),
      sound: createSound(),
      sessionHeaders,
    },
    form,
    intake,
    list: createListStore({
      bridge,
      storage: createListStorage(page.sessionStorage, (cause) =>
        console.warn('The list could not be kept for a reload.', cause),
      ),
      newId,
    }),
    runs,
    retries: createRetryStore({
      confirmation: confirmationOfItsOwn(),
      newId,
      account,
      detail: catalog.detail,
      onConfirmed: runs.add,
    }),
    recipes: createRecipesStore(bridge, newId),
    media: createMediaStore(bridge),
    prompts: createPromptsStore(bridge),
    modelUses: createModelUsesStore(bridge),
  }
}

/** Needed once there is a file without a thumbnail. */
function posterCode() {
  return import('./media/make-poster.ts')
}

const idlePatienceMs = 2000
