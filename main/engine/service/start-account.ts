import {
  type Account,
  activeAccount,
  sandboxAccountId,
  unlistedAccount,
} from '../../../shared/settings/account.ts'
import { isSameBaseUrl } from '../../../shared/settings/base-url.ts'
import type { AccountSettings } from './ports.ts'

/** An account for one start, before the person chooses another; null: the active one of the settings. */
export type AccountOverride = Account | typeof sandboxAccountId | null

/** The account with which Atelier is started; null for the sandbox. */
export function startAccount(settings: AccountSettings, override: AccountOverride): Account | null {
  if (override === sandboxAccountId) return null
  return override ?? activeAccount(settings.read())
}

/** The account that is meant by the address of a service: the active one before others, else one that isn't listed. */
export function accountAt(settings: AccountSettings, baseUrl: string): Account {
  const known = settings.read()
  const active = activeAccount(known)
  const candidates = active ? [active, ...known.accounts] : known.accounts
  return candidates.find((account) => isSameBaseUrl(account.baseUrl, baseUrl)) ?? unlistedAccount(baseUrl)
}
