import { displayHost } from '../../../shared/settings/display-host.ts'

/** Where money was spent, within a sentence. `account`: `sandbox` or a service’s address. */
export function spentWhere(account: string): string {
  return account === 'sandbox' ? 'in the sandbox' : `at ${displayHost(account)}`
}

/** That money isn’t real, or nothing, to follow such words. */
export function whetherReal(account: string): string {
  return account === 'sandbox' ? ', not real money' : ''
}
