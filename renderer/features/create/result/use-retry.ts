import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useAtelier, useCatalog } from '../../../shell/atelier-context.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { offersFor, type RetryOffer, type RetryStore } from './retry-store.ts'

/** What retrying these runs would send, at today's prices; without those of which that is not known or possible. */
export function useOffers(retries: RetryStore, runs: readonly SubmissionView[]): readonly RetryOffer[] {
  const models = useCatalog((state) => state.models)
  const known = useStore(retries.store)
  // What a run was confirmed with never changes.
  const ids = runs.map((run) => run.submissionId).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with the catalogue, which has today's prices.
  useEffect(() => void retries.price(runs), [ids, retries, models])
  return offersFor(runs, known)
}

/** Failures after which nothing else is to be shown: nobody answered, or the run was retried from elsewhere. */
const saysAll: ReadonlySet<BridgeFailure['code']> = new Set(['disconnected', 'not_possible_now'])

/** Sends the settings of runs again, all in one act, and says why where that was refused. */
export function useRetry(retries: RetryStore): (offers: readonly RetryOffer[]) => Promise<void> {
  const { failures } = useWords()
  const { recipes, catalog } = useAtelier()
  const notify = useNotify()

  /** One run's form shows what is wrong now, and the price as it is now; of several, the button itself does. */
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
