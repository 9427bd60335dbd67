import { useId } from 'react'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { ModelGroup } from './models-taking.ts'
import styles from './offer-dialog.module.css'

interface ModelChoicesProps {
  readonly groups: readonly ModelGroup[]
  readonly onChoose: (modelId: string) => void
}

/** Models for offered files, grouped by what they make. */
export function ModelChoices({ groups, onChoose }: ModelChoicesProps) {
  return groups.map((group) => <Group key={group.kind} group={group} onChoose={onChoose} />)
}

function Group({
  group: { kind, models },
  onChoose,
}: Omit<ModelChoicesProps, 'groups'> & { group: ModelGroup }) {
  const { models: words } = useWords()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing in it is entered.
    <div role="group" aria-labelledby={id} className={styles.group}>
      <p id={id} className={styles.caption}>
        {words.kind(kind)}
      </p>
      {models.map((model) => (
        <button key={model.id} type="button" className={styles.choice} onClick={() => onChoose(model.id)}>
          <span className={styles.name}>{model.label}</span>
          <span className={styles.aside}>{priceOf(model, words)}</span>
        </button>
      ))}
    </div>
  )
}

function priceOf({ priceFrom }: ModelSummary, words: ReturnType<typeof useWords>['models']): string {
  return priceFrom ? words.priceFrom(priceFrom.microUsd, priceFrom.unit) : words.priceUnlisted
}
