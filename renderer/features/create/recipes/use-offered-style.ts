import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useAtelier, useCatalog } from '../../../shell/atelier-context.tsx'
import { useFormUndo, useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import type { TakeStyleDeps } from './take-style.ts'

/** Adds a style that the Styles screen offers to the form, once the models are read. */
export function useOfferedStyle(form: FormStore, chooseModel: TakeStyleDeps['chooseModel']): void {
  const { commands } = useAtelier()
  const words = useWords()
  const notify = useNotify()
  const undoNotes = useFormUndo()
  const models = useCatalog((state) => state.models)
  const offered = useStore(commands.store, ({ style }) => style)
  const latest = useRef(chooseModel)
  latest.current = chooseModel
  useEffect(() => {
    if (offered === null || !models || commands.consumeStyle() !== offered) return
    void takeCode().then(
      ({ takeStyle }) =>
        takeStyle(
          {
            form,
            models,
            words,
            undoNotes,
            notify: (text) => void notify(text),
            chooseModel: (modelId, keepsRuns) => latest.current(modelId, keepsRuns),
          },
          offered,
        ),
      () => notify(words.shell.partFailed, 'danger'),
    )
  }, [offered, models, commands, form, words, undoNotes, notify])
}

/** Needed once a style is offered. */
function takeCode() {
  return import('./take-style.ts')
}
