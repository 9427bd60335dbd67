import { countCharacters } from '../../shared/json-schema/count-characters.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './field-frame.module.css'

interface CharacterCountProps {
  readonly text: string
  readonly maximum: number | null
}

/** How much of a text's limit is used, once anything is. */
export function CharacterCount({ text, maximum }: CharacterCountProps) {
  const { fields } = useWords()
  if (maximum === null || text === '') return null
  const length = countCharacters(text)
  return (
    <span className={styles.count} data-over={length > maximum || undefined}>
      {fields.count(length, maximum)}
    </span>
  )
}
