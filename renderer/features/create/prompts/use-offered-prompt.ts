import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { useTakePrompt } from './use-take-prompt.ts'

/** Puts a prompt that the palette offers into the form once that is read, which can be undone. */
export function useOfferedPrompt(form: FormStore): void {
  const { commands } = useAtelier()
  const { recipes: words } = useWords()
  const notify = useNotify()
  const take = useTakePrompt(form)
  const offered = useStore(commands.store, ({ prompt }) => prompt)
  const detail = useStore(form.store, (state) => state.detail)
  useEffect(() => {
    if (offered === null || !detail || commands.consumePrompt() !== offered) return
    if (!detail.fieldNames.includes('prompt')) return void notify(words.history.noPrompt(detail.label))
    take(offered)
  }, [offered, detail, commands, notify, take, words])
}
