import { Combobox } from '@base-ui/react/combobox'
import { ChevronsUpDown, Image, type LucideIcon, Music, Video } from 'lucide-react'
import { useId, useMemo } from 'react'
import type { MediaKind } from '../../../../shared/api/media.ts'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { SearchPopup, SearchTrigger } from '../../../ui/search-popup.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { ModelOption } from './model-option.tsx'
import styles from './model-picker.module.css'
import { groupModels, type ModelGroup, matchesModel } from './search-models.ts'

const icons: Record<MediaKind, LucideIcon> = { image: Image, video: Video, audio: Music }

interface ModelPickerProps {
  readonly models: readonly ModelSummary[]
  readonly chosen: ModelSummary | null
  readonly onChoose: (modelId: string) => void
}

/** The models, searched while typing, by kind. */
export function ModelPicker({ models, chosen, onChoose }: ModelPickerProps) {
  const { models: words } = useWords()
  const id = useId()
  const groups = useMemo(() => groupModels(models), [models])
  return (
    <Combobox.Root
      items={groups}
      value={chosen}
      filter={(model: ModelSummary, query: string) => matchesModel(model, query)}
      itemToStringLabel={(model: ModelSummary) => model.label}
      isItemEqualToValue={(left: ModelSummary, right: ModelSummary) => left.id === right.id}
      onValueChange={(model) => model && onChoose(model.id)}
      autoHighlight
    >
      <SearchTrigger className={styles.trigger} aria-labelledby={`${id}-label ${id}-chosen`}>
        <span id={`${id}-label`} className="visually-hidden">
          {words.choose}
        </span>
        <span id={`${id}-chosen`} className={styles.chosen}>
          {chosen && <Chosen model={chosen} />}
        </span>
        <ChevronsUpDown className={styles.chevrons} aria-hidden="true" />
      </SearchTrigger>
      <SearchPopup label={words.list} searchLabel={words.search} none={words.none} className={styles.popup}>
        <Combobox.List className={styles.list}>
          {(group: ModelGroup) => (
            <Combobox.Group key={group.kind} items={[...group.items]}>
              <Combobox.GroupLabel className={styles.kind}>{words.kind(group.kind)}</Combobox.GroupLabel>
              <Combobox.Collection>
                {(model: ModelSummary) => <ModelOption key={model.id} model={model} />}
              </Combobox.Collection>
            </Combobox.Group>
          )}
        </Combobox.List>
      </SearchPopup>
    </Combobox.Root>
  )
}

function Chosen({ model }: { readonly model: ModelSummary }) {
  const { models: words } = useWords()
  const Icon = icons[model.kind]
  return (
    <>
      <span className={styles.sign}>
        <Icon aria-hidden="true" />
      </span>
      <span className={styles.names}>
        <span className={styles.label}>{model.label}</span>
        <span className={styles.note}>
          {words.kind(model.kind)}
          {' · '}
          {model.priceFrom
            ? words.priceFrom(model.priceFrom.microUsd, model.priceFrom.unit)
            : words.priceUnlisted}
        </span>
      </span>
    </>
  )
}
