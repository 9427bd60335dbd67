import type { CameBack } from '../actions/shown-result.ts'
import { useAtelier } from './atelier-context.tsx'
import type { Route } from './router.ts'

/**
 * Returns to what shows a file, with the focus on what was pressed there; after the press of Escape, which would leave that
 * as well. Whoever came from Create is there still.
 */
export function useComeBack(): (from: Route, cameBack: CameBack) => void {
  const { router, shownResult } = useAtelier()
  return (from, cameBack) => {
    if (from.screen === 'create') return
    setTimeout(() => {
      shownResult.setState({ cameBack })
      router.returnTo(from)
    })
  }
}
