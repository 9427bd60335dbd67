import { useCallback } from 'react'
import type { AccountLabel } from '../words/account-label.ts'
import { useStudio } from './atelier-context.tsx'

/** What an account is called, by its id: sentences take both, since a name says nothing about whose money it is. */
export function useAccountLabel(): (accountId: string) => AccountLabel {
  const accounts = useStudio((state) => state.settings?.accounts)
  return useCallback(
    (accountId) => ({ id: accountId, name: accounts?.find(({ id }) => id === accountId)?.name ?? null }),
    [accounts],
  )
}
