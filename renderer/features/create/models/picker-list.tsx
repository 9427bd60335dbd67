import { Combobox } from '@base-ui/react/combobox'
import type { ModelSummary, ModelUses } from '../../../../shared/bridge/views.ts'
import { useStudio } from '../../../shell/atelier-context.tsx'
import { useWords, type Words } from '../../../words/words-context.tsx'
import { arrangeModels, type ModelGroup, type Wanted } from './arrange-models.ts'
import { ModelOption, TraitWords } from './model-option.tsx'
import { sandboxSampleOf } from './model-samples.ts'
import { type OptionTexts, optionTexts } from './option-texts.ts'
import { EndedFold, FavoriteButton } from './picker-foot.tsx'
import { PickerHead } from './picker-head.tsx'
import styles from './picker-list.module.css'

interface PickerDeps {
  readonly models: readonly ModelSummary[]
  /** Absent until they are read. */
  readonly uses: ModelUses | null
  /** Model ids, in the order of the moment in which the list was opened; undefined until they are read. */
  readonly favorites: readonly string[] | undefined
  readonly recent: readonly string[] | undefined
  readonly words: Words
}

/** The groups to be listed, and each model as its option shows it. */
export interface PickerContent {
  readonly groups: readonly ModelGroup[]
  readonly ended: number
  readonly texts: ReadonlyMap<string, OptionTexts>
  readonly uses: ReadonlyMap<string, ModelUses['models'][number]>
}

export function arrangePicker(
  { models, uses, favorites = [], recent = [], words }: PickerDeps,
  wanted: Wanted,
): PickerContent {
  const usesOf = new Map(uses?.models.map((use) => [use.modelId, use]))
  const sayOption = (model: ModelSummary) =>
    optionTexts(model, usesOf.get(model.id)?.usualSeconds ?? null, words)
  const texts = new Map(models.map((model) => [model.id, sayOption(model)]))
  const shown = (model: ModelSummary) => texts.get(model.id) ?? sayOption(model)
  return {
    ...arrangeModels({ models, favorites, recent, shown, words: words.models }, wanted),
    texts,
    uses: usesOf,
  }
}

interface PickerListProps {
  readonly models: readonly ModelSummary[]
  readonly content: PickerContent
  readonly wanted: Wanted
  readonly onWant: (change: Partial<Wanted>) => void
  /** The ids of the favorites as of now. */
  readonly favorites: readonly string[]
  readonly onToggleFavorite: (modelId: string) => void
  readonly highlighted: ModelSummary | null
  readonly panelId: string
}

/** The inside of the picker below its search. */
export function PickerList(props: PickerListProps) {
  const { models, content, wanted, onWant, favorites, onToggleFavorite, highlighted, panelId } = props
  const { models: words } = useWords()
  // What the sandbox makes says nothing about another service's models.
  const isSandbox = useStudio(({ status }) => status?.service.kind === 'sandbox')
  const about = (highlighted && content.texts.get(highlighted.id)) ?? null
  function option(model: ModelSummary) {
    const texts = content.texts.get(model.id)
    return (
      texts && (
        <ModelOption
          key={model.id}
          model={model}
          texts={texts}
          sample={content.uses.get(model.id)?.sample ?? null}
          sandboxSample={isSandbox ? sandboxSampleOf(model.id) : null}
          isFavorite={favorites.includes(model.id)}
          onToggleFavorite={() => onToggleFavorite(model.id)}
        />
      )
    )
  }
  return (
    <>
      <PickerHead models={models} wanted={wanted} onWant={onWant} panelId={panelId} />
      <Combobox.Empty className={styles.none}>{words.none}</Combobox.Empty>
      <div id={panelId} role="tabpanel" aria-label={words.list} className={styles.panel}>
        <Combobox.List className={styles.list}>
          {(group: ModelGroup) => (
            <Combobox.Group key={group.name} items={[...group.items]}>
              <Combobox.GroupLabel className={styles.kind}>{words.group(group.name)}</Combobox.GroupLabel>
              <Combobox.Collection>{option}</Combobox.Collection>
            </Combobox.Group>
          )}
        </Combobox.List>
        <EndedFold
          count={content.ended}
          isOpen={wanted.showsEnded}
          onToggle={() => onWant({ showsEnded: !wanted.showsEnded })}
        />
      </div>
      <TraitWords texts={about} />
      {highlighted && (
        <FavoriteButton
          label={highlighted.label}
          isOn={favorites.includes(highlighted.id)}
          onToggle={() => onToggleFavorite(highlighted.id)}
        />
      )}
    </>
  )
}
