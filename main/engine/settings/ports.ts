import type { Settings } from '../../../shared/settings/settings.ts'

/** What the person chose. Reading never fails: what can't be read is set aside and said. */
export interface SettingsStore {
  read(): Settings
  write(settings: Settings): void
}
