import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useWords } from '../words/words-context.tsx'
import styles from './media-drop.module.css'

interface UrlEntryProps {
  readonly label: string
  readonly onUse: (url: string) => void
}

/** A line for a URL; Enter uses it. */
export function UrlEntry({ label, onUse }: UrlEntryProps) {
  const { fields } = useWords()
  const [url, setUrl] = useState('')
  return (
    <div className={styles.url}>
      <TextInput
        autoFocus
        aria-label={label}
        value={url}
        inputMode="url"
        placeholder={fields.media.url}
        onChange={setUrl}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          onUse(url)
        }}
      />
      <Button disabled={url.trim() === ''} onClick={() => onUse(url)}>
        {fields.media.useUrl}
      </Button>
    </div>
  )
}
