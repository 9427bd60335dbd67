import { useWords } from '../words/words-context.tsx'
import { useStudio } from './atelier-context.tsx'
import { useAccountLabel } from './use-account-label.ts'

/** What a run's account is called where another one is active: its price is other money. Null where it is the active one. */
export function useOtherAccount(account: string): string | null {
  const { shell } = useWords()
  const active = useStudio(({ status }) => status?.service.accountId ?? account)
  const labelOf = useAccountLabel()
  return account === active ? null : shell.account(labelOf(account))
}
