import { type Account, unlistedAccount } from '../../shared/settings/account.ts'
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

/** Settings with one account, which is the active one. */
export function withAccount(
  baseUrl: string,
  given: Partial<Account> = {},
): Pick<Settings, 'accounts' | 'activeAccount'> {
  const account = { ...unlistedAccount(baseUrl), ...given }
  return { accounts: [account], activeAccount: account.id }
}

/** Settings with the sandbox alone. */
export const withoutAccounts: Pick<Settings, 'accounts' | 'activeAccount'> = {
  accounts: [],
  activeAccount: null,
}
