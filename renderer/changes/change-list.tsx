import type { ModelChanges } from '../../shared/changes/compare-models.ts'
import { sayChanges } from '../../shared/changes/say-changes.ts'
import { useChangesWords } from '../words/changes-words.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './change-list.module.css'

/** What changed of one model, in lines; those that could change what is paid stand out. */
export function ChangeList({ model }: { readonly model: ModelChanges }) {
  const { lines } = useChangesWords()
  const { fields } = useWords()
  const said = sayChanges(model, lines, {
    field: (name) => fields.label(name, null),
    value: (text) => fields.option(text),
  })
  return (
    <ul data-verbatim className={styles.list}>
      {said.map(({ text, isMoney }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order, and two may be alike.
        <li key={index} data-money={isMoney || undefined}>
          {text}
        </li>
      ))}
    </ul>
  )
}
