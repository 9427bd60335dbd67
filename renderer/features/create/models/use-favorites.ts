import { useAtelier, useStudio } from '../../../shell/atelier-context.tsx'

const none: readonly string[] = []

/** The models that the person marked with a star, the last one first; kept in the settings. */
export function useFavorites() {
  const { studio } = useAtelier()
  const favorites = useStudio(({ settings }) => settings?.favoriteModels ?? none)
  return {
    favorites,
    toggle(modelId: string): void {
      const others = favorites.filter((id) => id !== modelId)
      const favoriteModels = others.length < favorites.length ? others : [modelId, ...others]
      void studio.changeSettings({ favoriteModels })
    },
  }
}
