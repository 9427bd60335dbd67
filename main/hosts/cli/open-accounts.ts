import { resolve } from 'node:path'
import {
  type Account,
  activeAccount,
  findAccount,
  sandboxAccountId,
} from '../../../shared/settings/account.ts'
import { withoutPassword } from '../../../shared/settings/base-url.ts'
import type { AccountSettings } from '../../engine/service/ports.ts'
import { type AccountOverride, accountAt, startAccount } from '../../engine/service/start-account.ts'
import { createConfSettingsStore } from '../../infra/conf-settings-store.ts'
import { defaultDataFolder } from '../../infra/default-data-folder.ts'
import { SetUpError } from '../setup-error.ts'
import { logOn, type Terminal } from './terminal.ts'

/** An account as `accounts` prints it. */
export interface ListedAccount {
  readonly name: string
  readonly baseUrl: string | null
  readonly kind: 'sandbox' | 'service'
  readonly isActive: boolean
}

interface AccountChoice {
  /** An account's name or id; `sandbox` for the sandbox. */
  readonly account: string | undefined
  /** A service's address. */
  readonly service: string | null
}

/** The account that a command line names; null: the active one. Throws `SetUpError` for one that isn't listed. */
export function chooseAccount({
  account,
  service,
}: AccountChoice): (settings: AccountSettings) => AccountOverride {
  if (account !== undefined && service !== null) throw new SetUpError(({ cli }) => cli.accountOrService)
  return (settings) => {
    if (service !== null) return accountAt(settings, service)
    if (account === undefined) return null
    if (account.trim().toLowerCase() === sandboxAccountId) return sandboxAccountId
    const { accounts } = settings.read()
    const found = findAccount(accounts, account)
    if (found) return found
    const known = [sandboxAccountId, ...accounts.map(({ name }) => name)]
    throw new SetUpError(({ cli }) => cli.accountUnknown(account, known))
  }
}

interface FolderOptions {
  readonly dataFolder: string | undefined
  readonly terminal: Terminal
}

/** The settings of the data folder, without the lock of a studio. */
export function openAccountSettings({ dataFolder, terminal }: FolderOptions): AccountSettings {
  return createConfSettingsStore({ folder: resolve(dataFolder ?? defaultDataFolder()), log: logOn(terminal) })
}

/** The account that a command works with; null for the sandbox. */
export function openAccount(
  options: FolderOptions & { chooseAccount(settings: AccountSettings): AccountOverride },
): Account | null {
  const settings = openAccountSettings(options)
  return startAccount(settings, options.chooseAccount(settings))
}

/** The sandbox, then the person's accounts. */
export function listAccounts(options: FolderOptions): ListedAccount[] {
  const known = openAccountSettings(options).read()
  const active = activeAccount(known)
  return [
    { name: sandboxAccountId, baseUrl: null, kind: 'sandbox', isActive: active === null },
    ...known.accounts.map(
      (account): ListedAccount => ({
        name: account.name,
        baseUrl: withoutPassword(account.baseUrl),
        kind: 'service',
        isActive: account === active,
      }),
    ),
  ]
}
