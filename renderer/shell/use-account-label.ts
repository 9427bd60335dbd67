import { useCallback } from 'react'
import type { Settings } from '../../shared/settings/settings.ts'
import type { AccountLabel } from '../words/account-label.ts'
import { useWords } from '../words/words-context.tsx'
import { useStudio } from './atelier-context.tsx'

/** What an account is called, by its id: sentences take both, since a name says nothing about whose money it is. */
export function useAccountLabel(): (accountId: string) => AccountLabel {
  const { shell } = useWords()
  const accounts = useStudio((state) => state.settings?.accounts)
  const removedAccounts = useStudio((state) => state.settings?.removedAccounts)
  return useCallback(
    (accountId) => ({
      id: accountId,
      name: nameOfAccount(accountId, { accounts, removedAccounts }, shell.removedAccount),
    }),
    [accounts, removedAccounts, shell],
  )
}

type Known = { readonly [Name in 'accounts' | 'removedAccounts']: Settings[Name] | undefined }

/** Its name, or that which it had, said as one that was removed (ACC470); null where none is known. */
export function nameOfAccount(
  accountId: string,
  { accounts, removedAccounts }: Known,
  sayRemoved: (name: string) => string,
): string | null {
  const own = accounts?.find(({ id }) => id === accountId)
  if (own) return own.name
  const former = removedAccounts?.find(({ id }) => id === accountId)
  return former ? sayRemoved(former.name) : null
}
