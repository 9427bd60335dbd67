import { useIntake, useIntakeState } from '../../../forms/intake-context.tsx'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import styles from './made-here-note.module.css'

/** The file that was just brought is one of Atelier's own: it offers the settings that made it. */
export function MadeHereNote({ onUsed }: { readonly onUsed?: () => void }) {
  const { inputs } = useWords()
  const intake = useIntake()
  const { bridge, recipes } = useAtelier()
  const notify = useNotify()
  const input = useIntakeState((state) => state.madeHere)
  if (!input?.madeHere) return null
  const { submissionId } = input.madeHere

  async function takeSettings() {
    const result = await bridge.call('jobs.get', { submissionId })
    intake.dismissMadeHere()
    if (!result.ok) {
      notify(inputs.madeHere.gone, 'danger')
      return
    }
    onUsed?.()
    recipes.offer({ modelId: result.value.modelId, values: result.value.values })
  }

  return (
    <div role="status" className={styles.note}>
      <p className={styles.text}>{inputs.madeHere.say(input.name)}</p>
      <div className={styles.actions}>
        <Button onClick={() => void takeSettings()}>{inputs.madeHere.action}</Button>
        <Button look="quiet" onClick={intake.dismissMadeHere}>
          {inputs.madeHere.dismiss}
        </Button>
      </div>
    </div>
  )
}
