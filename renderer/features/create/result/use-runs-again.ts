import { useEffect, useState } from 'react'
import type { ModelDetail, SubmissionView } from '../../../../shared/bridge/views.ts'
import { migrateValues } from '../../../../shared/catalog/migrate-values.ts'
import { findProblems } from '../../../../shared/form/problems.ts'
import { createEstimator } from '../../../../shared/pricing/estimator.ts'
import { useAtelier, useCatalog } from '../../../shell/atelier-context.tsx'
import type { CatalogStore } from '../../../shell/catalog-store.ts'
import type { RunAgain } from '../runs/runs-store.ts'

const none: readonly RunAgain[] = []

/**
 * What sending the settings of these runs again would be, at today's prices; empty until that is known. A run whose
 * model no longer takes them as they are is left out: its settings are for the form.
 */
export function useRunsAgain(runs: readonly SubmissionView[]): readonly RunAgain[] {
  const { catalog } = useAtelier()
  const models = useCatalog((state) => state.models)
  const [offers, setOffers] = useState(none)
  // What a run was confirmed with never changes.
  const ids = runs.map((run) => run.submissionId).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with the catalogue, which has today's prices.
  useEffect(() => {
    let isLatest = true
    void offersOf(runs, catalog.detail).then((found) => isLatest && setOffers(found))
    return () => {
      isLatest = false
    }
  }, [ids, catalog, models])
  const wanted = new Set(runs.map((run) => run.submissionId))
  return offers.filter((offer) => wanted.has(offer.run.submissionId))
}

async function offersOf(
  runs: readonly SubmissionView[],
  detail: CatalogStore['detail'],
): Promise<readonly RunAgain[]> {
  const byModel = Map.groupBy(runs, (run) => run.modelId)
  const found = new Map<SubmissionView, RunAgain>()
  for (const [modelId, some] of byModel) {
    const result = await detail(modelId)
    const offerOf = result.ok ? createOfferer(result.value) : null
    for (const run of some) {
      const offer = offerOf?.(run)
      if (offer) found.set(run, offer)
    }
  }
  return runs.flatMap((run) => found.get(run) ?? [])
}

/** Null where the model takes nothing any more. */
function createOfferer(detail: ModelDetail): ((run: SubmissionView) => RunAgain | null) | null {
  if (detail.deprecation?.state === 'sunset' || detail.path === null) return null
  const estimate = createEstimator(detail)
  return (run) => {
    const { values } = migrateValues(detail, run.values)
    if (findProblems(detail.schema, values).length > 0) return null
    return { run, modelId: detail.id, values, estimate: estimate(values) }
  }
}
