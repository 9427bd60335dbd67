import { useCallback, useEffect, useRef } from 'react'
import { useIntake, useIntakeState } from '../../../forms/intake-context.tsx'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { usePlacingWords } from '../../../words/placing-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import styles from './made-here-note.module.css'
import type { MediaStore } from './media-store.ts'

interface MadeHereNoteProps {
  readonly media: MediaStore
  readonly onUsed: () => void
}

/** In a dialog, for a file made by Atelier: offers the settings that made it. */
export function MadeHereNote({ media, onUsed }: MadeHereNoteProps) {
  const { actions } = useWords()
  const placing = usePlacingWords()
  const intake = useIntake()
  const takeSettings = useTakeSettings(media)
  const input = useIntakeState((state) => state.madeHere)
  if (!input?.madeHere) return null
  const { submissionId } = input.madeHere
  return (
    <div role="status" className={styles.note}>
      <p className={styles.text}>{placing.madeHere.say(input.name)}</p>
      <div className={styles.actions}>
        <Button onClick={() => void takeSettings(submissionId, onUsed)}>{actions.names.remix}</Button>
        <Button look="quiet" onClick={intake.dismissMadeHere}>
          {placing.madeHere.dismiss}
        </Button>
      </div>
    </div>
  )
}

/** The same over the page, which moves nothing of the form; a dialog that is open has its own. */
export function MadeHereOffer({ media }: Pick<MadeHereNoteProps, 'media'>) {
  const { actions } = useWords()
  const placing = usePlacingWords()
  const intake = useIntake()
  const notify = useNotify()
  const takeSettings = useTakeSettings(media)
  const input = useIntakeState(({ madeHere, offer }) => (offer === null ? madeHere : null))
  const note = useRef<ReturnType<typeof notify>>(null)
  useEffect(() => {
    if (!input?.madeHere) return
    const { submissionId } = input.madeHere
    intake.dismissMadeHere()
    const label = actions.names.remix
    note.current?.close()
    note.current = notify(placing.madeHere.say(input.name), 'calm', {
      label,
      run: () => void takeSettings(submissionId),
    })
  }, [input, intake, actions, placing, notify, takeSettings])
  return null
}

/** Loads a run's settings into the form. */
function useTakeSettings(media: MediaStore) {
  const placing = usePlacingWords()
  const intake = useIntake()
  const { recipes } = useAtelier()
  const notify = useNotify()
  return useCallback(
    async (submissionId: string, onUsed?: () => void) => {
      const settings = await media.settingsOf(submissionId)
      intake.dismissMadeHere()
      if (!settings) {
        notify(placing.madeHere.gone, 'danger')
        return
      }
      onUsed?.()
      recipes.offer(settings)
    },
    [media, placing, intake, recipes, notify],
  )
}
