import { Combobox } from '@base-ui/react/combobox'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { ModelSummary, ModelUses } from '../../../../shared/bridge/views.ts'
import { useStudio } from '../../../shell/atelier-context.tsx'
import { usePickerWords } from '../../../words/picker-words.ts'
import { synonymsIn } from '../../../words/synonym-words.ts'
import { useWords, type Words } from '../../../words/words-context.tsx'
import { arrangeModels, type ModelGroup, type Wanted } from './arrange-models.ts'
import { groupHeading } from './group-heading.ts'
import { ModelOption, TraitWords } from './model-option.tsx'
import { sandboxSampleOf } from './model-samples.ts'
import { type OptionTexts, optionTexts } from './option-texts.ts'
import { EndedFold, FavoriteFoot } from './picker-foot.tsx'
import { PickerHead } from './picker-head.tsx'
import styles from './picker-list.module.css'
import { type OptionPlace, VirtualOptions } from './virtual-options.tsx'

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
  readonly isByPrice: boolean
  readonly texts: ReadonlyMap<string, OptionTexts>
  readonly uses: ReadonlyMap<string, ModelUses['models'][number]>
}

/** Everything that the options show: it stays the same while the person searches. */
export function sayOptions({ models, uses, words }: Pick<PickerDeps, 'models' | 'uses' | 'words'>) {
  const usesOf = new Map(uses?.models.map((use) => [use.modelId, use]))
  const sayOption = (model: ModelSummary) =>
    optionTexts(model, usesOf.get(model.id)?.usualSeconds ?? null, words)
  return { texts: new Map(models.map((model) => [model.id, sayOption(model)])), uses: usesOf, sayOption }
}

export function arrangePicker(
  { models, favorites = [], recent = [], words }: PickerDeps,
  { texts, uses, sayOption }: ReturnType<typeof sayOptions>,
  wanted: Wanted,
): PickerContent {
  const shown = (model: ModelSummary) => texts.get(model.id) ?? sayOption(model)
  return {
    ...arrangeModels(
      { models, favorites, recent, shown, words: { takes: words.models.takes, synonyms: synonymsIn(words) } },
      wanted,
    ),
    texts,
    uses,
  }
}

/** More models than this are not all in the page at once. */
export const mostInPage = 150

interface PickerListProps {
  readonly models: readonly ModelSummary[]
  readonly content: PickerContent
  readonly wanted: Wanted
  readonly onWant: (change: Partial<Wanted>) => void
  /** The ids of the favorites as of now. */
  readonly favorites: readonly string[]
  readonly onToggleFavorite: (modelId: string) => void
  readonly highlighted: ModelSummary | null
  /** Whether the pointer highlighted it: then nothing is scrolled. */
  readonly isPointed: boolean
  /** Whether only what is in view is rendered. */
  readonly isVirtual: boolean
  readonly panelId: string
}

/** The inside of the picker below its search. */
export function PickerList(props: PickerListProps) {
  const { models, content, wanted, onWant, favorites, onToggleFavorite, highlighted, panelId } = props
  const { isPointed, isVirtual } = props
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const unfolded = useUnfolded(scroller, wanted.showsEnded)
  const { models: words } = useWords()
  const picker = usePickerWords()
  // What the sandbox makes says nothing about another service's models.
  const isSandbox = useStudio(({ status }) => status?.service.kind === 'sandbox')
  const about = (highlighted && content.texts.get(highlighted.id)) ?? null
  function option(model: ModelSummary, place?: OptionPlace) {
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
          place={place}
        />
      )
    )
  }
  return (
    <>
      <PickerHead
        models={models}
        wanted={wanted}
        isByPrice={content.isByPrice}
        onWant={onWant}
        panelId={panelId}
      />
      <Combobox.Empty className={styles.none}>{picker.none}</Combobox.Empty>
      <div ref={setScroller} id={panelId} role="tabpanel" aria-label={words.list} className={styles.panel}>
        {isVirtual ? (
          <VirtualOptions
            groups={content.groups}
            scroller={scroller}
            inView={isPointed ? null : highlighted}
            toTop={wanted.showsEnded ? 'ended' : null}
            option={option}
          />
        ) : (
          <Combobox.List className={styles.list}>
            {(group: ModelGroup) => (
              <Combobox.Group
                key={`${group.name} ${group.title ?? ''}`}
                ref={group.name === 'ended' ? unfolded : undefined}
                items={[...group.items]}
              >
                <Combobox.GroupLabel className={styles.kind}>
                  {groupHeading(group, words)}
                </Combobox.GroupLabel>
                <Combobox.Collection>{(model: ModelSummary) => option(model)}</Combobox.Collection>
              </Combobox.Group>
            )}
          </Combobox.List>
        )}
        <EndedFold
          count={content.ended}
          isOpen={wanted.showsEnded}
          onToggle={() => onWant({ showsEnded: !wanted.showsEnded })}
        />
      </div>
      {content.groups.length > 0 && (
        <>
          <TraitWords texts={about} />
          <FavoriteFoot model={highlighted} favorites={favorites} onToggle={onToggleFavorite} />
        </>
      )}
    </>
  )
}

/** What is unfolded at the end of a list lies below its edge: it is brought into view, from its first one on (PICK350). */
function useUnfolded(scroller: HTMLElement | null, isUnfolded: boolean): RefObject<HTMLDivElement | null> {
  const group = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!isUnfolded || !scroller || !group.current) return
    scroller.scrollTop += group.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top
  }, [isUnfolded, scroller])
  return group
}
