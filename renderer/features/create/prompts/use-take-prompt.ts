import { useCallback } from 'react'
import { useFormUndo } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'

/** Puts an earlier prompt into the form, with an undo until the prompt is changed again. */
export function useTakePrompt(form: FormStore): (prompt: string) => void {
  const { recipes: words } = useWords()
  const undoNotes = useFormUndo()
  return useCallback(
    (prompt) => {
      const { prompt: before } = form.store.getState().values
      if (before === prompt) return
      form.setValue('prompt', prompt)
      const closeNote = undoNotes.add({
        text: words.history.taken,
        label: words.undo,
        run: () => form.setValue('prompt', before),
      })
      const end = form.store.subscribe(({ values }) => {
        if (values.prompt === prompt) return
        end()
        closeNote()
      })
    },
    [form, undoNotes, words],
  )
}
