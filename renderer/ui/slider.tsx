import { Slider as BaseSlider } from '@base-ui/react/slider'
import { joinClasses } from './join-classes.ts'
import styles from './slider.module.css'

interface SliderProps {
  readonly label: string
  readonly minimum: number
  readonly maximum: number
  readonly step: number
  /** Undefined where nothing is set: then the thumb is hollow and at `rest`, and spoken as `unset`. */
  readonly value: number | undefined
  /** The value that applies where nothing is set; null where it is unknown: then there is no thumb until it is used. */
  readonly rest: number | null
  readonly unset: string
  /** How a value is spoken; as a number by default. */
  readonly spoken?: (value: number) => string
  readonly onChange: (value: number) => void
}

export function Slider(props: SliderProps) {
  const { label, minimum, maximum, step, value, rest, unset, spoken, onChange } = props
  return (
    <BaseSlider.Root
      min={minimum}
      max={maximum}
      step={step}
      value={value ?? rest ?? minimum}
      onValueChange={(next) => onChange(next)}
      thumbAlignment="edge"
      className={joinClasses(
        styles.root,
        value === undefined && styles.unset,
        value === undefined && rest === null && styles.unknown,
      )}
    >
      <BaseSlider.Control className={styles.control}>
        <BaseSlider.Track className={styles.track}>
          <BaseSlider.Indicator className={styles.indicator} />
          <BaseSlider.Thumb
            aria-label={label}
            getAriaValueText={value === undefined ? () => unset : spoken ? (_, now) => spoken(now) : null}
            className={styles.thumb}
          />
        </BaseSlider.Track>
      </BaseSlider.Control>
    </BaseSlider.Root>
  )
}
