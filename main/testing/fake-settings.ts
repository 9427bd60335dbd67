import { type Settings, settingsSchema } from '../../shared/settings/settings.ts'
import type { SettingsStore } from '../engine/settings/ports.ts'

/** Settings in memory. */
export function createFakeSettings(chosen: Partial<Settings> = {}): SettingsStore {
  let settings: Settings = { ...settingsSchema.parse({}), ...chosen }
  return {
    read: () => structuredClone(settings),
    write(next) {
      settings = structuredClone(next)
    },
  }
}
