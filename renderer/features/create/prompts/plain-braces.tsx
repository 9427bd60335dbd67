import { useWildcardWords } from '../../../words/wildcard-words.ts'
import type { FormStore } from '../composer/form-store.ts'
import { spellOutRanges } from './spell-out-ranges.ts'
import { useTakePrompt } from './use-take-prompt.ts'
import styles from './wildcard-note.module.css'

interface PlainBracesProps {
  readonly form: FormStore
  readonly prompt: string
}

/** Under a prompt with braces that are words: that they are, and where they hold a range, a way to make it choices. */
export function PlainBraces({ form, prompt }: PlainBracesProps) {
  const words = useWildcardWords()
  const take = useTakePrompt(form)
  const spelled = spellOutRanges(prompt)
  return (
    <div className={styles.line}>
      <p role="status" className={styles.plain}>
        {words.plain}
      </p>
      {spelled !== null && (
        <button
          type="button"
          className={styles.action}
          title={spelled.prompt}
          onClick={() => take(spelled.prompt, words.spelledOut)}
        >
          {words.spellOut(spelled.first)}
        </button>
      )}
    </div>
  )
}
