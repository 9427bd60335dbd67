import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { partOnDemand } from '../ui/on-demand.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useWords } from '../words/words-context.tsx'
import { type IntakeReason, urlProblem } from './intake-reason.ts'
import styles from './media-drop.module.css'

const ReasonSentence = partOnDemand(async () => (await import('./reason-sentence.tsx')).ReasonSentence)

interface UrlEntryProps {
  readonly label: string
  /** The longest URL that is accepted, in characters; null where none is stated. */
  readonly maximum: number | null
  readonly onUse: (url: string) => void
  readonly onClose: () => void
  /** What was typed is left unused, or no longer is. */
  readonly onLeave: (isUnused: boolean) => void
}

/** An input for a URL; Enter uses it, and so does leaving it (FORM45); Escape closes it. */
export function UrlEntry({ label, maximum, onUse, onClose, onLeave }: UrlEntryProps) {
  const { inputs } = useWords()
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState<IntakeReason | null>(null)
  useEffect(() => () => onLeave(false), [onLeave])

  function use() {
    const wanted = url.trim()
    if (wanted === '') return
    const found = urlProblem(wanted, maximum)
    setProblem(found)
    onLeave(found !== null)
    if (!found) onUse(wanted)
  }

  return (
    <div>
      <div className={styles.url}>
        <TextInput
          autoFocus
          aria-label={label}
          value={url}
          inputMode="url"
          placeholder={inputs.url}
          invalid={problem !== null}
          onChange={(text) => {
            setUrl(text)
            setProblem(null)
            onLeave(false)
          }}
          onPaste={(event) => event.stopPropagation()}
          onBlur={use}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey) return
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            if (event.key === 'Enter') use()
            else onClose()
          }}
        />
        <IconButton
          look="plain"
          label={inputs.useUrl}
          shortcut="↵"
          icon={<Check />}
          disabled={url.trim() === ''}
          onClick={use}
        />
      </div>
      {problem && (
        <p role="alert" className={styles.problem}>
          <ReasonSentence why={problem} />
        </p>
      )}
    </div>
  )
}
