import { useEffect, useRef } from 'react'
import { useIntake, useIntakeState } from '../../../forms/intake-context.tsx'
import { useAtelier, useCatalog } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { usePlacingWords } from '../../../words/placing-words.ts'
import type { FormStore } from '../composer/form-store.ts'
import { recipeOf } from './carried-settings.ts'
import styles from './made-here-note.module.css'

interface CarriedNoteProps {
  readonly form: FormStore
  readonly onUsed: () => void
}

/** In a dialog, for a file that carries settings: offers them beside the fields that take the file. */
export function CarriedNote({ form, onUsed }: CarriedNoteProps) {
  const { carried: words } = usePlacingWords()
  const carried = useIntakeState((state) => state.carried)
  const { use, look } = useCarried(form)
  if (!carried?.restored || carried.isWanted) return null
  const { name } = carried
  return (
    <div role="status" className={styles.note}>
      <p className={styles.text}>{words.has(name)}</p>
      <div className={styles.actions}>
        <Button
          onClick={() => {
            onUsed()
            use()
          }}
        >
          {words.takeAll}
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            onUsed()
            look()
          }}
        >
          {words.look}
        </Button>
      </div>
    </div>
  )
}

/** The same over the page; a dialog that is open has its own. Also says where a file has nothing. */
export function CarriedOffer({ form }: Pick<CarriedNoteProps, 'form'>) {
  const { carried: words } = usePlacingWords()
  const intake = useIntake()
  const notify = useNotify()
  const carried = useIntakeState(({ carried: found, offer }) => (offer === null ? found : null))
  const { use, look } = useCarried(form)
  const note = useRef<ReturnType<typeof notify>>(null)
  const isOffered = useRef(false)
  const actions = useRef({ use, look })
  actions.current = { use, look }
  useEffect(() => {
    // Where it has nothing, it is forgotten at once, and its note stays.
    if (carried || isOffered.current) note.current?.close()
    isOffered.current = false
    if (!carried || (carried.isWanted && carried.restored)) return
    if (carried.restored) {
      isOffered.current = true
      note.current = notify(
        words.has(carried.name),
        'calm',
        { label: words.takeAll, run: () => actions.current.use() },
        { label: words.look, run: () => actions.current.look() },
      )
      return
    }
    intake.showCarried(null)
    note.current = notify(words.none(carried.name), 'danger')
  }, [carried, intake, notify, words])
  return null
}

/** All of the settings into the form; where their model is not offered, they are shown instead. */
function useCarried(form: FormStore) {
  const intake = useIntake()
  const { recipes } = useAtelier()
  const models = useCatalog((state) => state.models)
  const carried = useIntakeState((state) => state.carried)
  function look() {
    if (carried) intake.showCarried({ ...carried, isWanted: true })
  }
  function use() {
    if (!carried?.restored) return
    const { modelId } = carried.restored
    if (modelId !== null && !models?.some(({ id }) => id === modelId)) return look()
    const choice = { restored: carried.restored, takesModel: true, left: new Set<string>() }
    const recipe = recipeOf(choice, form.store.getState())
    intake.showCarried(null)
    if (recipe) recipes.offer({ ...recipe, fileName: carried.name })
  }
  return { use, look }
}
