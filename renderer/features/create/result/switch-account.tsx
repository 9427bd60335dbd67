import { useAtelier, useStudio } from '../../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../../shell/use-account-label.ts'
import { Button } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords } from '../../../words/words-context.tsx'

/** Makes the account active that a run belongs to; nothing where it was removed, since it has to be added again first. */
export function SwitchAccount({ accountId }: { readonly accountId: string }) {
  const words = useWords()
  const { studio } = useAtelier()
  const notify = useNotify()
  const labelOf = useAccountLabel()
  const isKnown = useStudio(
    ({ settings }) =>
      accountId === 'sandbox' || (settings?.accounts.some(({ id }) => id === accountId) ?? false),
  )
  if (!isKnown) return null
  async function change() {
    const result = await studio.chooseAccount(accountId)
    if (!result.ok) notify(words.failures.sentence(result.error), 'danger')
  }
  return <Button onClick={() => void change()}>{stageWordsOf(words).switchTo(labelOf(accountId))}</Button>
}
