import { displayHost } from '../../../shared/settings/display-host.ts'
import type { AccountLabel } from '../account-label.ts'

/** An account’s name, or its host where it has none; null for the sandbox, which each sentence calls its own way. */
export function accountName({ id, name }: AccountLabel): string | null {
  return id === 'sandbox' ? null : (name ?? displayHost(id))
}

/** Where money was spent, within a sentence. */
export function spentWhere(account: AccountLabel): string {
  const name = accountName(account)
  return name === null ? 'in the sandbox' : `at ${name}`
}

/** That money isn’t real, or nothing, to follow such words. */
export function whetherReal({ id }: AccountLabel): string {
  return id === 'sandbox' ? ', not real money' : ''
}
