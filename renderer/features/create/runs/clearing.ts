import type { ClearedRuns } from '../../../../shared/settings/settings.ts'
import type { StudioStore } from '../../../shell/studio-store.ts'
import type { Clearing } from './cleared-runs.ts'

const nothing: ClearedRuns = { through: null, at: null, kept: [], batches: {} }

/** Keeps what was cleared with the settings: over a restart, and the same in every window. */
export function createClearing({
  store,
  changeSettings,
}: Pick<StudioStore, 'store' | 'changeSettings'>): Clearing {
  return {
    current() {
      const { settings, failure } = store.getState()
      // Without settings everything is listed rather than nothing.
      return settings?.clearedRuns ?? (failure ? nothing : null)
    },
    onChange: (listener) =>
      store.subscribe((now, before) => {
        if (now.settings?.clearedRuns !== before.settings?.clearedRuns || now.failure !== before.failure)
          listener()
      }),
    save: (clearedRuns) => changeSettings({ clearedRuns }),
  }
}
