import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../../shared/bridge/procedures.ts'
import type { KeptRecipe } from '../../../../shared/bridge/recipe-procedures.ts'
import type { Recipe } from '../../../../shared/recipes/recipe-file.ts'
import { createPager } from '../../../bridge/pager.ts'
import type { Recipe as OfferedRecipe } from '../../../shell/recipe-handoff.ts'
import type { LastDeletion } from './deletion-notes.ts'
import { type Restoration, type RestoreDeps, restoreSettings, type Unusable } from './restore-settings.ts'

export interface RecipesState {
  readonly open: boolean
  /** What it was opened for: to find a recipe, or to save the form's settings as one. */
  readonly purpose: 'find' | 'save'
  /** Pinned ones first, then by last touch; null until first read. */
  readonly recipes: readonly KeptRecipe[] | null
  readonly nextCursor: string | null
  readonly search: string
  readonly failure: BridgeFailure | null
  /** The outcome of the last restored settings; null once it was dismissed. */
  readonly outcome: Restoration | Unusable | null
  /** The model whose recipes are to be moved to another; null where none are. */
  readonly movingFrom: string | null
}

export interface SavedRecipe {
  readonly saved: KeptRecipe
  /** What had the name until then; null where nothing had. */
  readonly before: KeptRecipe | null
}

/** The list of recipes, and the outcome of the one that was used. */
export interface RecipesStore {
  readonly store: StoreApi<RecipesState>
  show(purpose?: RecipesState['purpose']): void
  hide(): void
  search(text: string): void
  loadMore(): Promise<void>
  /** Repeats the last read, after a failure. */
  refresh(): Promise<void>
  /** As one more recipe. */
  save(recipe: Recipe): Promise<BridgeResult<KeptRecipe>>
  /** In place of the recipe that has this name, whose pin stays; `before` is that one. */
  saveAs(recipe: Recipe): Promise<BridgeResult<SavedRecipe>>
  rename(recipeId: string, name: string): Promise<BridgeResult<KeptRecipe>>
  pin(recipeId: string, isPinned: boolean): Promise<BridgeResult<KeptRecipe>>
  noteUse(recipeId: string): void
  /** Returns the removed ones, for `bringBack`. */
  remove(recipeId: string): Promise<BridgeResult<KeptRecipe>>
  bringBack(recipe: KeptRecipe): Promise<BridgeResult<KeptRecipe>>
  importText(text: string): Promise<BridgeResult<ProcedureOutput<'recipes.import'>>>
  /** Removes what an import added, except recipes that were renamed or pinned since. */
  undoImport(added: readonly KeptRecipe[]): Promise<BridgeResult<ProcedureOutput<'recipes.undoImport'>>>
  /** All by default. */
  exportText(recipeIds?: readonly string[]): Promise<BridgeResult<ProcedureOutput<'recipes.export'>>>
  /** Loads settings into the form; `restoreSettings` returns the outcome. */
  restore(deps: Omit<RestoreDeps, 'bridge'>, recipe: OfferedRecipe): Promise<Restoration | Unusable | null>
  say(outcome: Restoration | Unusable | null): void
  /** Asks for the way from this model to another; null: it was shown. */
  moveOn(modelId: string | null): void
  /** The note of the last deleted recipes. */
  readonly lastDeletion: LastDeletion
  close(): void
}

const pageSize = 100
const largestPage = 500

export function createRecipesStore(bridge: Bridge, newId: () => string): RecipesStore {
  const store = createStore<RecipesState>(() => ({
    open: false,
    purpose: 'find',
    recipes: null,
    nextCursor: null,
    search: '',
    failure: null,
    outcome: null,
    movingFrom: null,
  }))
  const pager = createPager<KeptRecipe, ProcedureOutput<'recipes.list'>>({
    pageSize,
    largestPage,
    request(page) {
      const { search } = store.getState()
      return bridge.call('recipes.list', { ...page, ...(search === '' ? {} : { search }) })
    },
    itemsOf: ({ recipes }) => recipes,
    onRead({ items, page: { nextCursor }, isStart }) {
      const known = isStart ? [] : (store.getState().recipes ?? [])
      store.setState({ recipes: [...known, ...items], nextCursor, failure: null })
    },
    onFailure: (failure) => store.setState({ failure }),
  })

  /** As far as it was read; the current list stays until that is here. */
  const refresh = () => pager.start(Math.max(pageSize, store.getState().recipes?.length ?? 0))

  const undo = [
    bridge.on('recipes.changed', () => store.getState().open && void refresh()),
    bridge.onConnected((connected) => connected && store.getState().open && void refresh()),
  ]

  return {
    store,
    refresh,
    loadMore: pager.more,
    show(purpose = 'find') {
      store.setState({ open: true, purpose, search: '', recipes: null, nextCursor: null, failure: null })
      void pager.start()
    },
    hide: () => store.setState({ open: false }),
    search(search) {
      store.setState({ search })
      void pager.start()
    },
    save: (recipe) => bridge.call('recipes.save', { recipeId: newId(), ...recipe }),
    async saveAs(recipe) {
      const found = await bridge.call('recipes.list', { limit: pageSize, search: recipe.name })
      const before =
        (found.ok && found.value.recipes.find(({ name }) => isSameName(name, recipe.name))) || null
      const { recipeId = newId(), isPinned = recipe.isPinned } = before ?? {}
      const result = await bridge.call('recipes.save', { ...recipe, recipeId, isPinned })
      return result.ok ? { ok: true, value: { saved: result.value, before } } : result
    },
    rename: (recipeId, name) => bridge.call('recipes.change', { recipeId, name }),
    pin: (recipeId, isPinned) => bridge.call('recipes.change', { recipeId, isPinned }),
    noteUse: (recipeId) => void bridge.call('recipes.use', { recipeId }),
    remove: (recipeId) => bridge.call('recipes.remove', { recipeId }),
    bringBack: ({ recipeId, name, modelId, values, isPinned }) =>
      bridge.call('recipes.save', { recipeId, name, modelId, values, isPinned }),
    importText: (text) => bridge.call('recipes.import', { text }),
    undoImport: (added) =>
      bridge.call('recipes.undoImport', {
        added: added.map(({ recipeId, name, isPinned }) => ({ recipeId, name, isPinned })),
      }),
    exportText: (recipeIds) => bridge.call('recipes.export', recipeIds ? { recipeIds: [...recipeIds] } : {}),
    restore: (deps, recipe) => restoreSettings({ bridge, ...deps }, recipe),
    lastDeletion: { current: null },
    moveOn: (movingFrom) => store.setState({ movingFrom }),
    say: (outcome) => store.setState({ outcome }),
    close() {
      for (const end of undo) end()
    },
  }
}

/** Whether two recipes have the same name for a person. */
export function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
