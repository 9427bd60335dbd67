import { useIntake } from '../../../forms/intake-context.tsx'
import { useComeBack } from '../../../shell/use-come-back.ts'

/** Closes the choice of a field or a model, and returns to where the person was: to the same file, and to what they pressed. */
export function useCancelOffer(): () => void {
  const intake = useIntake()
  const comeBack = useComeBack()
  return () => {
    const { from, wish } = intake.store.getState()
    intake.closeOffer()
    if (from) comeBack(from, { fileId: from.fileId, wish })
  }
}
