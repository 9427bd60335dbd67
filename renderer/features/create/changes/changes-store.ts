import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import { createStaleGuard } from '../../../bridge/stale-guard.ts'
import type { StudioStore } from '../../../shell/studio-store.ts'
import { telling } from '../models/deferred-end.ts'
import {
  type ChangesTouch,
  type DescribedChanges,
  type FindTouchedDeps,
  findTouchedBy,
} from './touched-by-changes.ts'

interface ChangesState {
  /** Null until it has been read. */
  readonly read: DescribedChanges | null
  /** What the new changes touch; null of earlier ones, and until it has been found. */
  readonly touch: ChangesTouch | null
  /** How many readings of the description before the last; null for what is new. */
  readonly back: number | null
  readonly isFailed: boolean
}

/** What the service changed in its description, a reading at a time, and what the new changes touch. */
export interface ChangesStore {
  readonly store: StoreApi<ChangesState>
  /** Reads what is shown; what was read before is not shown meanwhile. */
  read(): Promise<void>
  /** To the reading before, or back to the last. */
  goBack(isLast: boolean): Promise<void>
  /** What is still being read is not shown, and the next reading begins with what is new. */
  end(): void
  /** What is new counts as seen, unless it changed meanwhile. */
  see(): Promise<void>
}

interface ChangesDeps extends FindTouchedDeps {
  readonly bridge: Bridge
  readonly studio: Pick<StudioStore, 'changeSettings'>
}

const unread: ChangesState = { read: null, touch: null, back: null, isFailed: false }

export function createChangesStore({ bridge, studio, ...deps }: ChangesDeps): ChangesStore {
  const store = createStore<ChangesState>(() => unread)
  const guard = createStaleGuard()

  async function read(): Promise<void> {
    const { back } = store.getState()
    store.setState({ ...unread, back })
    guard.supersede()
    const { response, accept } = await guard.read(
      bridge.call('catalog.changes', back === null ? {} : { back }),
    )
    if (!accept()) return
    if (!response.ok) return store.setState({ isFailed: true })
    const found = response.value
    // A reading that changed texts alone has nothing to show.
    if (back !== null && found.models.length === 0 && found.hasEarlier) {
      store.setState({ back: back + 1 })
      return read()
    }
    store.setState({ read: found })
    if (back !== null) return
    const touched = await guard.read(findTouchedBy({ bridge, ...deps }, found))
    if (touched.accept()) store.setState({ touch: touched.response })
  }

  return {
    store,
    read,
    goBack(isLast) {
      const { back, read: shown } = store.getState()
      const hasNew = shown !== null && shown.models.length > 0
      store.setState({ back: isLast ? null : back === null ? Number(hasNew) : back + 1 })
      return read()
    },
    end() {
      guard.supersede()
      store.setState({ back: null })
    },
    async see() {
      const { read: shown, touch, back } = store.getState()
      // Where something else changed meanwhile, that stays to be seen.
      if (back !== null || !shown) return
      const { account, digest } = shown
      const result = await bridge.call('catalog.seeChanges', { account, digest })
      if (!result.ok || !result.value) return
      // They need not be told once more of what is gone.
      for (const [modelId, { detail }] of touch?.byModel ?? [])
        if (detail === null) await studio.changeSettings(telling(account, modelId, 'sunset'))
    },
  }
}
