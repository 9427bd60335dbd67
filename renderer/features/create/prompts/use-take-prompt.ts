import { useCallback } from 'react'
import { useFormUndo } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'

/** Forms in which an earlier prompt takes the place of another one: its note stays, under the new one’s. */
const taking = new WeakSet<FormStore>()

/** Puts an earlier prompt, or another made of it, into the form, with an undo until the person changes it. */
export function useTakePrompt(form: FormStore): (prompt: string, said?: string) => void {
  const { recipes: words } = useWords()
  const undoNotes = useFormUndo()
  return useCallback(
    (prompt, said = words.history.taken) => {
      const { prompt: before } = form.store.getState().values
      if (before === prompt) return
      taking.add(form)
      form.setValue('prompt', prompt)
      taking.delete(form)
      const closeNote = undoNotes.add({
        text: said,
        label: words.undo,
        run() {
          taking.add(form)
          form.setValue('prompt', before)
          taking.delete(form)
        },
      })
      const end = form.store.subscribe(({ values }) => {
        if (values.prompt === prompt || taking.has(form)) return
        end()
        closeNote()
      })
    },
    [form, undoNotes, words],
  )
}
