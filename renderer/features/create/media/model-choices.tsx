import { Star } from 'lucide-react'
import { useId } from 'react'
import { useWords } from '../../../words/words-context.tsx'
import { optionTexts } from '../models/option-texts.ts'
import { Choice } from './choice.tsx'
import type { ModelGroup } from './models-taking.ts'
import styles from './offer-dialog.module.css'

interface ModelChoicesProps {
  readonly groups: readonly ModelGroup[]
  readonly favorites: readonly string[]
  readonly onChoose: (modelId: string) => void
}

/** Models for offered files, grouped by what they make. */
export function ModelChoices({ groups, ...rest }: ModelChoicesProps) {
  return groups.map((group) => <Group key={group.kind} group={group} {...rest} />)
}

function Group({
  group: { kind, models },
  favorites,
  onChoose,
}: Omit<ModelChoicesProps, 'groups'> & { group: ModelGroup }) {
  const words = useWords()
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing in it is entered.
    <div role="group" aria-labelledby={id} className={styles.group}>
      <p id={id} className={styles.caption}>
        {words.models.kind(kind)}
      </p>
      {models.map((model) => {
        const { headline, end, advice, price } = optionTexts(model, null, words)
        return (
          <Choice key={model.id} onChoose={() => onChoose(model.id)}>
            <span className={styles.model}>
              <span className={styles.name}>{headline}</span>
              {end !== null && (
                <span className={styles.end}>
                  <b>{end}</b> · {advice}
                </span>
              )}
            </span>
            <span className={styles.aside}>{price}</span>
            {favorites.includes(model.id) && (
              <>
                <Star className={styles.star} aria-hidden="true" />
                <span className="visually-hidden">{words.models.isFavorite}</span>
              </>
            )}
          </Choice>
        )
      })}
    </div>
  )
}
