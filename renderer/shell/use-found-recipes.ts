import { useEffect, useState } from 'react'
import type { KeptRecipe } from '../../shared/bridge/recipe-procedures.ts'
import { useAtelier } from './atelier-context.tsx'

const most = 6
const none: readonly KeptRecipe[] = []

/** The first recipes that fit what was written, while `active`; none until they are found. */
export function useFoundRecipes(active: boolean, query: string): readonly KeptRecipe[] {
  const { bridge } = useAtelier()
  const search = query.trim()
  const [found, setFound] = useState<{ readonly search: string; readonly recipes: readonly KeptRecipe[] }>()
  useEffect(() => {
    if (!active) return
    let isLatest = true
    void bridge.call('recipes.list', { limit: most, ...(search === '' ? {} : { search }) }).then((result) => {
      if (isLatest && result.ok) setFound({ search, recipes: result.value.recipes })
    })
    return () => {
      isLatest = false
    }
  }, [bridge, active, search])
  return found?.search === search ? found.recipes : none
}
