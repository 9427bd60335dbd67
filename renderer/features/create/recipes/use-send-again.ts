import { seedField } from '../../../forms/roll-seed.ts'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import type { Route } from '../../../shell/router.ts'
import { useComeBack } from '../../../shell/use-come-back.ts'
import { useNotify } from '../../../ui/toaster.tsx'
import { useRestoredWords } from '../../../words/restored-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { Confirmed, VariedRun } from '../composer/run-confirmation.ts'

/** Sends one more run. */
export type Vary = (run: VariedRun) => Promise<Confirmed | null>

/** Sends the settings of a result again beside the form, and says that they were sent, or why they weren’t; who declines returns to where they were. */
export function useSendAgain(vary: Vary): (run: VariedRun, from?: Route) => Promise<void> {
  const { create, failures } = useWords()
  const words = useRestoredWords()
  const { catalog } = useAtelier()
  const notify = useNotify()
  const comeBack = useComeBack()

  return async (run, from) => {
    const outcome = await vary(run)
    if (outcome?.kind === 'declined' && from)
      comeBack(from, { fileId: run.likeFile, wish: null, act: 'vary' })
    if (outcome === null) return void notify(words.outcome.varying)
    if (outcome.kind === 'confirmed')
      notify(outcome.wasShown ? create.sentBefore : words.outcome.varied(run.values[seedField] !== undefined))
    if (outcome.kind !== 'failed') return
    const isLost = outcome.failure.code === 'disconnected'
    notify(isLost ? words.outcome.varyLost : failures.sentence(outcome.failure), 'danger')
    // The button then shows the price of today.
    if (outcome.failure.code === 'price_changed') void catalog.refresh()
  }
}
