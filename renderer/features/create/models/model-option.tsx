import { Combobox } from '@base-ui/react/combobox'
import {
  AudioLines,
  Image,
  ImageDown,
  Images,
  ImageUp,
  type LucideIcon,
  SwatchBook,
  Video,
} from 'lucide-react'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import popup from '../../../ui/popup.module.css'
import { useWords } from '../../../words/words-context.tsx'
import styles from './model-picker.module.css'
import { type Taking, takesOf } from './search-models.ts'

const icons: Record<Taking, LucideIcon> = {
  image: Image,
  startImage: ImageUp,
  endImage: ImageDown,
  references: Images,
  video: Video,
  audio: AudioLines,
  styles: SwatchBook,
}

/** One model of the picker: its label, its inputs, its price, and its end where it has one. */
export function ModelOption({ model }: { readonly model: ModelSummary }) {
  const { models: words } = useWords()
  const ended = model.deprecation?.state === 'sunset'
  return (
    <Combobox.Item value={model} disabled={ended} className={`${popup.item} ${styles.option}`}>
      <span className={styles.names}>
        <b className={styles.label}>{model.label}</b>
        {model.description !== null && !ended && <span className={styles.note}>{model.description}</span>}
        <OptionNote model={model} />
        {!ended && <Takings model={model} />}
      </span>
      {!ended && (
        <span className={styles.price}>
          {model.priceFrom
            ? words.priceFrom(model.priceFrom.microUsd, model.priceFrom.unit)
            : words.priceUnlisted}
        </span>
      )}
    </Combobox.Item>
  )
}

function Takings({ model }: { readonly model: ModelSummary }) {
  const { models: words } = useWords()
  const takings = takesOf(model)
  return (
    <span className={styles.takes}>
      {takings.map((taking) => {
        const Icon = icons[taking]
        return (
          <span key={taking} className={styles.taking}>
            <Icon aria-hidden="true" />
            {words.takes[taking]}
          </span>
        )
      })}
    </span>
  )
}

function OptionNote({ model }: { readonly model: ModelSummary }) {
  const { models: words } = useWords()
  const { deprecation } = model
  if (deprecation) {
    const end = deprecation.state === 'sunset' ? words.sunset : words.deprecated
    const instead = deprecation.replacement ? words.instead(deprecation.replacement) : words.noReplacement
    return (
      <span className={styles.note}>
        <span className={styles.ending}>{end(deprecation.sunsetDate)}</span>
        {' · '}
        {instead}
      </span>
    )
  }
  if (model.path === null) return <span className={styles.note}>{words.noPath}</span>
  return null
}
