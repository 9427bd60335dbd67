import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useAtelier, useCatalog } from '../../../shell/atelier-context.tsx'
import { useActiveAccount } from '../../../shell/use-active-account.ts'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { offersFor, type RetryOffer, type RetryStore } from './retry-store.ts'

/**
 * The requests of retrying these runs, at today's prices; without those for which that is unknown or
 * impossible.
 */
export function useOffers(retries: RetryStore, runs: readonly SubmissionView[]): readonly RetryOffer[] {
  const models = useCatalog((state) => state.models)
  const account = useActiveAccount()
  const known = useStore(retries.store)
  // A run's confirmed settings never change.
  const ids = runs.map((run) => run.submissionId).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with the catalogue, which has today's prices, and for another account.
  useEffect(() => void retries.price(runs), [ids, retries, models, account])
  return offersFor(runs, known, account)
}

/** Whether it is known that such a run can't be sent as it was: it has no price of today. */
export function useIsRefused(retries: RetryStore, { submissionId }: SubmissionView): boolean {
  return useStore(retries.store, (known) => known.get(submissionId) === null)
}

/** Failures that need no further message: there was no response, or the run was retried elsewhere. */
const saysAll: ReadonlySet<BridgeFailure['code']> = new Set(['disconnected', 'not_possible_now'])

/** Sends the settings of runs again, all at once, and reports why where that was refused. */
export function useRetry(retries: RetryStore): (offers: readonly RetryOffer[]) => Promise<void> {
  const { failures } = useWords()
  const { recipes, catalog } = useAtelier()
  const notify = useNotify()

  /** For one run its form shows the fault or the new price; for several, the button itself does. */
  function showPresent([first, ...others]: readonly RetryOffer[]) {
    if (first && others.length === 0) recipes.offer({ modelId: first.run.modelId, values: first.run.values })
    else void catalog.refresh()
  }

  return async (offers) => {
    const outcome = await retries.retry(offers)
    if (outcome.kind !== 'failed') return
    notify(failures.sentence(outcome.failure), 'danger')
    if (!saysAll.has(outcome.failure.code)) showPresent(offers)
  }
}
