import type { AccountLabel } from '../words/account-label.ts'
import { useAccountLabel } from './use-account-label.ts'
import { useActiveAccount } from './use-active-account.ts'

/** Says which account something belongs to, where that is not the active one: no more is sent for it (JOB71). */
export function useElsewhere(): (accountId: string | null) => AccountLabel | null {
  const active = useActiveAccount()
  const labelOf = useAccountLabel()
  return (accountId) =>
    active === null || accountId === null || accountId === active ? null : labelOf(accountId)
}
