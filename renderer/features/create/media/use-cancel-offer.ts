import { useIntake } from '../../../forms/intake-context.tsx'
import { useAtelier } from '../../../shell/atelier-context.tsx'

/** Closes the choice of a field or a model, and returns to where the person was: to the same file, and to what they pressed. */
export function useCancelOffer(): () => void {
  const intake = useIntake()
  const { router, shownResult } = useAtelier()
  return () => {
    const { from, wish } = intake.store.getState()
    intake.closeOffer()
    if (!from || from.screen === 'create') return
    // After the press of Escape, which would leave what is shown again as well.
    setTimeout(() => {
      shownResult.setState({ cameBack: { fileId: from.fileId, wish } })
      router.returnTo(from)
    })
  }
}
