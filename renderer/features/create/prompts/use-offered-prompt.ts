import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { useFormUndo, useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { rememberValues } from '../composer/remember-values.ts'

/** Puts a prompt that the palette offers into the form once that is read, which can be undone. */
export function useOfferedPrompt(form: FormStore): void {
  const { commands } = useAtelier()
  const { recipes: words, inputs } = useWords()
  const notify = useNotify()
  const undoNotes = useFormUndo()
  const offered = useStore(commands.store, ({ prompt }) => prompt)
  const detail = useStore(form.store, (state) => state.detail)
  useEffect(() => {
    if (offered === null || !detail || commands.consumePrompt() !== offered) return
    if (!detail.fieldNames.includes('prompt')) return void notify(words.history.noPrompt(detail.label))
    if (form.store.getState().values.prompt === offered) return
    const changed = rememberValues(form, () => notify(inputs.otherModel))
    form.setValue('prompt', offered)
    undoNotes.add({ text: words.history.taken, label: words.undo, run: changed() })
  }, [offered, detail, commands, form, notify, undoNotes, words, inputs])
}
