import { useEffect, useState } from 'react'
import type { ModelDetail, SubmissionView } from '../../../../shared/bridge/views.ts'
import { migrateValues } from '../../../../shared/catalog/migrate-values.ts'
import { findProblems } from '../../../../shared/form/problems.ts'
import { estimate } from '../../../../shared/pricing/estimate.ts'
import { useAtelier, useCatalog } from '../../../shell/atelier-context.tsx'
import type { RunAgain } from './runs-store.ts'

/**
 * What sending a run's settings again would be, at today's price; null until that is known, and where the model no
 * longer takes them as they are: then they are for the form.
 */
export function useRunAgain({ modelId, values }: SubmissionView, active: boolean): RunAgain | null {
  const { catalog } = useAtelier()
  const models = useCatalog((state) => state.models)
  const [offer, setOffer] = useState<RunAgain | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with the catalogue, which has today's prices.
  useEffect(() => {
    if (!active) return
    let isLatest = true
    void catalog.detail(modelId).then((result) => {
      if (isLatest) setOffer(result.ok ? offerOf(result.value, values) : null)
    })
    return () => {
      isLatest = false
    }
  }, [active, catalog, models, modelId, values])
  return active ? offer : null
}

function offerOf(detail: ModelDetail, before: SubmissionView['values']): RunAgain | null {
  const { values } = migrateValues(detail, before)
  const isUsable = detail.deprecation?.state !== 'sunset' && detail.path !== null
  if (!isUsable || findProblems(detail.schema, values).length > 0) return null
  return { modelId: detail.id, values, estimate: estimate({ ...detail, values }) }
}
