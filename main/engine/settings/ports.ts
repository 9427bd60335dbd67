import type { Settings } from '../../../shared/settings/settings.ts'

/** The person's settings. Reading never fails: an unreadable value is moved aside and logged. */
export interface SettingsStore {
  read(): Settings
  write(settings: Settings): void
}
