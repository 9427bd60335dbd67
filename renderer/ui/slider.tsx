import { Slider as BaseSlider } from '@base-ui/react/slider'
import { joinClasses } from './join-classes.ts'
import styles from './slider.module.css'

interface SliderProps {
  readonly label: string
  readonly minimum: number
  readonly maximum: number
  readonly step: number
  /** Undefined where nothing is set: the thumb is hollow and placed at `rest`. */
  readonly value: number | undefined
  readonly rest: number
  readonly onChange: (value: number) => void
}

export function Slider({ label, minimum, maximum, step, value, rest, onChange }: SliderProps) {
  return (
    <BaseSlider.Root
      min={minimum}
      max={maximum}
      step={step}
      value={value ?? rest}
      onValueChange={(next) => onChange(next)}
      thumbAlignment="edge"
      className={joinClasses(styles.root, value === undefined && styles.unset)}
    >
      <BaseSlider.Control className={styles.control}>
        <BaseSlider.Track className={styles.track}>
          <BaseSlider.Indicator className={styles.indicator} />
          <BaseSlider.Thumb aria-label={label} className={styles.thumb} />
        </BaseSlider.Track>
      </BaseSlider.Control>
    </BaseSlider.Root>
  )
}
