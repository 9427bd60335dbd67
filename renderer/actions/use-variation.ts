import { useEffect, useState } from 'react'
import { useAtelier, useCatalog, useStudio } from '../shell/atelier-context.tsx'
import type { CatalogStore } from '../shell/catalog-store.ts'
import type { Subject, Variation } from './action.ts'
import { createRepricer } from './price-again.ts'

/**
 * One more run like this result, at today’s price. Null until that is read, where the model no longer takes the
 * settings unchanged, where the result is another account’s than the active one, and while nothing can be sent.
 */
export function useVariation(subject: Subject | null): Variation | null {
  const { catalog } = useAtelier()
  const models = useCatalog((state) => state.models)
  const account = useStudio(({ status }) => status?.spentThisMonth.account ?? null)
  const isOpen = useStudio(({ status }) => status?.service.failure == null)
  const [read, setRead] = useState<{ readonly id: string; readonly variation: Variation | null } | null>(null)
  const id = subject?.id ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: its id says which result it is; the models have today's prices.
  useEffect(() => {
    if (!subject?.file) return
    let isOver = false
    void readVariation(subject, catalog).then((variation) => {
      if (!isOver) setRead({ id, variation })
    })
    return () => {
      isOver = true
    }
  }, [id, catalog, models])
  return isOpen && read?.id === id && read.variation?.account === account ? read.variation : null
}

async function readVariation(
  { readOrigin }: Subject,
  catalog: Pick<CatalogStore, 'detail'>,
): Promise<Variation | null> {
  const origin = await readOrigin?.()
  if (!origin?.ok) return null
  const detail = await catalog.detail(origin.value.modelId)
  const reprice = detail.ok ? createRepricer(detail.value) : null
  const again = reprice?.(origin.value.values)
  return again ? { ...again, account: origin.value.account } : null
}
