import { Combobox } from '@base-ui/react/combobox'
import {
  AudioLines,
  Image,
  ImageDown,
  Images,
  ImageUp,
  type LucideIcon,
  ScanLine,
  Star,
  SwatchBook,
  Video,
} from 'lucide-react'
import type { FileView, ModelSummary } from '../../../../shared/bridge/views.ts'
import { Thumb } from '../../../media/thumb.tsx'
import popup from '../../../ui/popup.module.css'
import { useWords } from '../../../words/words-context.tsx'
import { hasEnded } from './arrange-models.ts'
import styles from './model-option.module.css'
import type { OptionTexts, Trait } from './option-texts.ts'
import type { OptionPlace } from './virtual-options.tsx'

const icons: Record<Trait, LucideIcon> = {
  image: Image,
  startImage: ImageUp,
  endImage: ImageDown,
  references: Images,
  video: Video,
  styles: SwatchBook,
  makesAudio: AudioLines,
  ultra: ScanLine,
}

interface ModelOptionProps {
  readonly model: ModelSummary
  readonly texts: OptionTexts
  /** Its last result; null where there is none. */
  readonly sample: FileView | null
  /** The address of an image to show in its place; null for its kind's sign. */
  readonly sandboxSample: string | null
  readonly isFavorite: boolean
  readonly onToggleFavorite: () => void
  /** Where most options are not in the page. */
  readonly place?: OptionPlace | undefined
}

/** One model of the picker, all in the given texts, with a sample and a star. */
export function ModelOption(props: ModelOptionProps) {
  const { model, texts, isFavorite, onToggleFavorite, place } = props
  const { models: words } = useWords()
  const ended = hasEnded(model)
  return (
    <Combobox.Item
      value={model}
      {...(place && { index: place.index, 'aria-posinset': place.index + 1, 'aria-setsize': place.count })}
      disabled={ended}
      className={`${popup.item} ${styles.option}`}
      // An option can't hold a button; by keyboard, the one below the list does the same.
      onClick={(event) => {
        if (!(event.target as Element).closest('[data-star]')) return
        event.preventBaseUIHandler()
        onToggleFavorite()
      }}
    >
      {!ended && (
        <span className={styles.sample} aria-hidden="true">
          <SampleThumb {...props} />
        </span>
      )}
      <span className={styles.names}>
        <span className={styles.head}>
          <b className={styles.headline}>{texts.headline}</b> <Traits texts={texts} />
        </span>
        {texts.sentence !== null && <span className={styles.note}>{texts.sentence}</span>}
        <End texts={texts} />
      </span>
      {!ended && (
        <span className={styles.facts}>
          <span title={model.priceFrom ? words.priceFromHint : undefined}>
            {texts.price}
            {model.priceFrom && <span className="visually-hidden"> {words.atCheapest}</span>}
            {texts.priceBeside !== null && <span className="visually-hidden">, {texts.priceBeside}</span>}
          </span>
          {texts.usual !== null && <span>{texts.usual}</span>}
          {isFavorite && <span className="visually-hidden">{words.isFavorite}</span>}
        </span>
      )}
      {!ended && (
        <span data-star data-on={isFavorite || undefined} className={styles.star} aria-hidden="true">
          <Star />
        </span>
      )}
    </Combobox.Item>
  )
}

function SampleThumb({ model, sample, sandboxSample }: ModelOptionProps) {
  if (sample !== null || sandboxSample === null)
    return <Thumb kind={sample?.kind ?? model.kind} file={sample} alt="" />
  return <img src={sandboxSample} alt="" loading="lazy" decoding="async" draggable={false} />
}

function End({ texts: { end, advice } }: { readonly texts: OptionTexts }) {
  if (advice === null) return null
  return (
    <span className={styles.note}>
      {end !== null && (
        <>
          <span className={styles.ending}>{end}</span>
          {' · '}
        </>
      )}
      {advice}
    </span>
  )
}

/** What it takes and makes, as signs: their words stand below the list for the highlighted model. */
function Traits({ texts: { chips } }: { readonly texts: OptionTexts }) {
  return (
    <span className={styles.signs}>
      {chips.map(({ trait, text }) => {
        const Icon = icons[trait]
        return (
          <span key={trait} className={styles.chip} title={text}>
            <Icon aria-hidden="true" />
            <span className="visually-hidden">{text}</span>
          </span>
        )
      })}
    </span>
  )
}

/** The same in words, for the eye: an option says them to a screen reader itself. */
export function TraitWords({ texts }: { readonly texts: OptionTexts | null }) {
  const chips = texts?.chips ?? []
  return (
    <p className={styles.chips} aria-hidden="true">
      {chips.map(({ trait, text }) => {
        const Icon = icons[trait]
        return (
          <span key={trait} className={styles.chip}>
            <Icon />
            {text}
          </span>
        )
      })}
      {texts?.priceBeside && <span className={styles.beside}>{texts.priceBeside}</span>}
    </p>
  )
}
