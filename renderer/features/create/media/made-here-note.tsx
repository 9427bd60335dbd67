import { useIntake, useIntakeState } from '../../../forms/intake-context.tsx'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import styles from './made-here-note.module.css'
import type { MediaStore } from './media-store.ts'

interface MadeHereNoteProps {
  readonly media: MediaStore
  readonly onUsed?: () => void
}

/** For a file made by Atelier: offers the settings that made it. */
export function MadeHereNote({ media, onUsed }: MadeHereNoteProps) {
  const { actions, inputs } = useWords()
  const intake = useIntake()
  const { recipes } = useAtelier()
  const notify = useNotify()
  const input = useIntakeState((state) => state.madeHere)
  if (!input?.madeHere) return null
  const { submissionId } = input.madeHere

  async function takeSettings() {
    const settings = await media.settingsOf(submissionId)
    intake.dismissMadeHere()
    if (!settings) {
      notify(inputs.madeHere.gone, 'danger')
      return
    }
    onUsed?.()
    recipes.offer(settings)
  }

  return (
    <div role="status" className={styles.note}>
      <p className={styles.text}>{inputs.madeHere.say(input.name)}</p>
      <div className={styles.actions}>
        <Button onClick={() => void takeSettings()}>{actions.names.remix}</Button>
        <Button look="quiet" onClick={intake.dismissMadeHere}>
          {inputs.madeHere.dismiss}
        </Button>
      </div>
    </div>
  )
}
