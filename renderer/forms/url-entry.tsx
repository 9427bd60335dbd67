import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useWords } from '../words/words-context.tsx'
import { type IntakeReason, urlProblem } from './intake-reason.ts'
import styles from './media-drop.module.css'

interface UrlEntryProps {
  readonly label: string
  readonly onUse: (url: string) => void
  readonly onClose: () => void
}

/** An input for a URL; Enter uses it, Escape closes it. */
export function UrlEntry({ label, onUse, onClose }: UrlEntryProps) {
  const { inputs } = useWords()
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState<IntakeReason | null>(null)

  function use() {
    const wanted = url.trim()
    const found = urlProblem(wanted)
    setProblem(found)
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
          }}
          onPaste={(event) => event.stopPropagation()}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey) return
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            if (event.key === 'Enter') use()
            else onClose()
          }}
        />
        <Button disabled={url.trim() === ''} onClick={use}>
          {inputs.useUrl}
        </Button>
      </div>
      {problem && (
        <p role="alert" className={styles.problem}>
          {inputs.reason(problem)}
        </p>
      )}
    </div>
  )
}
