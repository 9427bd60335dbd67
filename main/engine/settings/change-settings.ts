import type { EventPayload } from '../../../shared/bridge/events.ts'
import { withoutPassword } from '../../../shared/settings/base-url.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { SettingsStore } from './ports.ts'

export interface ChangeSettingsDeps {
  readonly settings: SettingsStore
  onChanged(settings: EventPayload<'settings.changed'>): void
}

/** Writes what a change names, notifies everyone of the whole, and returns that as a page may see it. */
export type ChangeSettings = (patch: Partial<Settings>) => Settings

export function createChangeSettings({ settings, onChanged }: ChangeSettingsDeps): ChangeSettings {
  return (patch) => {
    const next = { ...settings.read(), ...patch }
    settings.write(next)
    const shown = forShowing(next)
    onChanged(shown)
    return shown
  }
}

/** An address kept by an older Atelier may hold a password, which no page may see. */
export function forShowing(settings: Settings): Settings {
  const accounts = settings.accounts.map((account) => ({
    ...account,
    baseUrl: withoutPassword(account.baseUrl),
  }))
  return { ...settings, accounts }
}
