import { useStudio } from './atelier-context.tsx'

/** The id of the active account, whose prices and budgets are shown; null until it is read. */
export function useActiveAccount(): string | null {
  return useStudio(({ status }) => status?.service.accountId ?? null)
}
