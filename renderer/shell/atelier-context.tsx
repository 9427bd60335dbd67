import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { Collecting } from '../actions/collecting.ts'
import type { ShownResult } from '../actions/shown-result.ts'
import type { PosterQueue } from '../media/poster-queue.ts'
import type { Sound } from '../media/sound.ts'
import type { CatalogState, CatalogStore } from './catalog-store.ts'
import type { CommandHandoff } from './page-commands.ts'
import type { RecipeHandoff } from './recipe-handoff.ts'
import type { Route, Router } from './router.ts'
import type { StudioState, StudioStore } from './studio-store.ts'

/** The stores shared by all screens. */
export interface Atelier {
  readonly studio: StudioStore
  readonly catalog: CatalogStore
  readonly router: Router
  readonly recipes: RecipeHandoff
  readonly shownResult: ShownResult
  readonly collecting: Collecting
  /** Whether what a service changed is shown. */
  readonly changes: StoreApi<{ readonly isShown: boolean }>
  /** For stores of parts that are loaded on demand. */
  readonly bridge: Bridge
  readonly commands: CommandHandoff
  readonly posters: Pick<PosterQueue, 'offer' | 'see'>
  /** Files that are here, but whose thumbnails this browser could not make. */
  readonly unreadable: StoreApi<{ readonly ids: ReadonlySet<string> }>
  readonly sound: Sound
  /** What the studio knows this page by, for what the page sends it beside the bridge. */
  sessionHeaders(): Readonly<Record<string, string>>
}

const AtelierContext = createContext<Atelier | null>(null)

export const AtelierProvider = AtelierContext.Provider

export function useAtelier(): Atelier {
  const atelier = useContext(AtelierContext)
  if (!atelier) throw new Error('A screen stands outside the shell.')
  return atelier
}

export function useStudio<Selected>(select: (state: StudioState) => Selected): Selected {
  return useStore(useAtelier().studio.store, select)
}

export function useCatalog<Selected>(select: (state: CatalogState) => Selected): Selected {
  return useStore(useAtelier().catalog.store, select)
}

export function useRoute(): Route {
  return useStore(useAtelier().router.store)
}
