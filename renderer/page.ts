import type { ChosenCarrier } from './bridge/choose-carrier.ts'
import { createBridge } from './bridge/create-bridge.ts'
import { createDraftStorage } from './features/create/form/draft-storage.ts'
import { createFormModel, type FormModel } from './features/create/form/form-store.ts'
import { createListStorage } from './features/create/list/list-storage.ts'
import { createListModel, type ListModel } from './features/create/list/list-store.ts'
import { createRecipesModel, type RecipesModel } from './features/create/recipes/recipes-store.ts'
import { createRunsModel, type RunsModel } from './features/create/runs/runs-store.ts'
import { createLibraryModel, type LibraryModel } from './features/library/library-store.ts'
import { type ConnectionModel, createConnectionModel } from './features/settings/connection-store.ts'
import { createWebhookModel, type WebhookModel } from './features/settings/webhook-store.ts'
import { createSpendModel, type SpendModel } from './features/spend/spend-store.ts'
import { createIntake, type Intake } from './forms/intake-store.ts'
import { createIntakePorts } from './media/intake-ports.ts'
import { keepPoster, makePoster } from './media/make-poster.ts'
import { createPosterQueue } from './media/poster-queue.ts'
import type { Atelier } from './shell/atelier-context.tsx'
import { createCatalogModel } from './shell/catalog-store.ts'
import { createIdMaker } from './shell/new-id.ts'
import { createRecipeTable } from './shell/recipe.ts'
import { createRouter, windowAddress } from './shell/router.ts'
import { createStudioModel } from './shell/studio-store.ts'

/** Everything that lives as long as the page. */
export interface Page {
  readonly atelier: Atelier
  readonly form: FormModel
  readonly intake: Intake
  readonly list: ListModel
  readonly runs: RunsModel
  readonly recipes: RecipesModel
  readonly library: LibraryModel
  readonly spend: SpendModel
  readonly connection: ConnectionModel
  readonly webhooks: WebhookModel
}

/** Puts the page's parts together over a carrier; each reads what it shows once the carrier says it is connected. */
export function createPage({ carrier, sessionHeaders }: ChosenCarrier, page: Window): Page {
  const bridge = createBridge(carrier)
  const posters = createPosterQueue({
    make: makePoster,
    keep: (fileId, poster) => keepPoster(fileId, poster, sessionHeaders()),
    whenIdle: whenIdle(page),
    report: (fileId, cause) => console.warn('No thumbnail could be made of', fileId, cause),
  })
  const newId = createIdMaker(Date.now, (bytes) => crypto.getRandomValues(bytes))
  const catalog = createCatalogModel(bridge)
  const onFiles = posters.offer
  const studio = createStudioModel(bridge)
  return {
    atelier: {
      bridge,
      catalog,
      posters,
      studio,
      router: createRouter(windowAddress(page)),
      recipes: createRecipeTable(),
    },
    form: createFormModel({
      bridge,
      detail: catalog.detail,
      refreshCatalog: catalog.refresh,
      budget: () => studio.store.getState().status?.budget ?? null,
      storage: createDraftStorage(page.localStorage, (cause) =>
        console.warn('The form could not be kept for the next visit.', cause),
      ),
      newId,
      random: Math.random,
    }),
    intake: createIntake(createIntakePorts(bridge, sessionHeaders)),
    list: createListModel({
      bridge,
      storage: createListStorage(page.sessionStorage, (cause) =>
        console.warn('The list could not be kept for a reload.', cause),
      ),
      newId,
    }),
    runs: createRunsModel({ bridge, newId, onFiles }),
    recipes: createRecipesModel(bridge, newId),
    library: createLibraryModel({ bridge, onFiles }),
    spend: createSpendModel({ bridge, now: Date.now }),
    connection: createConnectionModel(bridge),
    webhooks: createWebhookModel(bridge),
  }
}

const idlePatienceMs = 2000

function whenIdle(page: Window) {
  return (task: () => void) => {
    const handle = page.requestIdleCallback(task, { timeout: idlePatienceMs })
    return () => page.cancelIdleCallback(handle)
  }
}
