import { useRef, useState } from 'react'
import { useAtelier, useStudio } from '../../../shell/atelier-context.tsx'

const none: readonly string[] = []

/**
 * The ids of the models that the person marked with a star, the last one first; kept in the settings. A star is
 * shown at once, and goes where it can't be kept.
 */
export function useFavorites() {
  const { studio } = useAtelier()
  const kept = useStudio(({ settings }) => settings?.favoriteModels)
  const [onItsWay, setOnItsWay] = useState<readonly string[] | null>(null)
  const favorites = onItsWay ?? kept ?? none
  // Two stars may be set before the page is rendered again.
  const latest = useRef(favorites)
  latest.current = favorites
  return {
    favorites,
    isRead: kept !== undefined,
    toggle(modelId: string): void {
      const others = latest.current.filter((id) => id !== modelId)
      const next = others.length < latest.current.length ? others : [modelId, ...others]
      latest.current = next
      setOnItsWay(next)
      void studio
        .changeSettings({ favoriteModels: [...next] })
        .then(() => setOnItsWay((now) => (now === next ? null : now)))
    },
  }
}
