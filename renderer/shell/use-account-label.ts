import { useCallback } from 'react'
import { useStudio } from './atelier-context.tsx'

/** What an account is called, by its id: as the person named it, else the id, which the words make readable. */
export function useAccountLabel(): (accountId: string) => string {
  const accounts = useStudio((state) => state.settings?.accounts)
  return useCallback(
    (accountId) => accounts?.find(({ id }) => id === accountId)?.name ?? accountId,
    [accounts],
  )
}
