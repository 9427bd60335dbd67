import { useEffect, useState } from 'react'
import { useAtelier, useCatalog } from './atelier-context.tsx'

/** A model's headline, also of one that is not offered here; its id until that is read, and where nothing is known of it. */
export function useKnownLabel(modelId: string): string {
  const { catalog } = useAtelier()
  const models = useCatalog((state) => state.models)
  const listed = models?.find(({ id }) => id === modelId)?.label
  const [known, setKnown] = useState<{ readonly id: string; readonly label: string } | null>(null)
  const isUnlisted = models !== null && listed === undefined
  useEffect(() => {
    if (!isUnlisted) return
    let isCurrent = true
    void catalog.detail(modelId).then((result) => {
      const cause = result.ok ? null : result.error.cause
      if (isCurrent && cause?.code === 'model_unknown') setKnown({ id: modelId, label: cause.model })
    })
    return () => {
      isCurrent = false
    }
  }, [catalog, modelId, isUnlisted])
  return listed ?? (known?.id === modelId ? known.label : modelId)
}
