import { useEffect, useState } from 'react'
import { useAtelier, useCatalog, useStudio } from '../shell/atelier-context.tsx'
import type { CatalogStore } from '../shell/catalog-store.ts'
import { useElsewhere } from '../shell/use-elsewhere.ts'
import type { ReadSubject, Subject, Variation } from './action.ts'
import { createRepricer } from './price-again.ts'

/** One more run like a result, or the account that it would have to be for. */
export interface VariationHere extends Pick<ReadSubject, 'variation' | 'elsewhere'> {
  /** False while that is being read. */
  readonly isRead: boolean
}

interface Read {
  readonly id: string
  /** The account of the result; null where its record can't be read. */
  readonly account: string | null
  readonly variation: Variation | null
}

/**
 * One more run like this result, at today’s price. Null until that is read, where the model no longer takes the
 * settings unchanged, where the result is another account’s than the active one, and while nothing can be sent.
 */
export function useVariation(subject: Subject | null): VariationHere {
  const { catalog } = useAtelier()
  const models = useCatalog((state) => state.models)
  const isOpen = useStudio(({ status }) => status?.service.failure == null)
  const elsewhereOf = useElsewhere()
  const [read, setRead] = useState<Read | null>(null)
  const id = subject?.id ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: its id says which result it is; the models have today's prices.
  useEffect(() => {
    if (!subject?.file) return
    let isOver = false
    void readVariation(subject, catalog).then((known) => {
      if (!isOver) setRead({ id, ...known })
    })
    return () => {
      isOver = true
    }
  }, [id, catalog, models])
  if (read?.id !== id) return { variation: null, elsewhere: null, isRead: false }
  const elsewhere = elsewhereOf(read.account)
  return { variation: isOpen && elsewhere === null ? read.variation : null, elsewhere, isRead: true }
}

async function readVariation(
  { readOrigin }: Subject,
  catalog: Pick<CatalogStore, 'detail'>,
): Promise<Omit<Read, 'id'>> {
  const origin = await readOrigin?.()
  if (!origin?.ok) return { account: null, variation: null }
  const { account } = origin.value
  const detail = await catalog.detail(origin.value.modelId)
  const reprice = detail.ok ? createRepricer(detail.value) : null
  const again = reprice?.(origin.value.values)
  return { account, variation: again ? { ...again, account } : null }
}
