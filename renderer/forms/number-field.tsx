import { Slider } from '../ui/controls-on-demand.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import styles from './number-field.module.css'

/** Wider ranges than this are typed: a slider could not hit a single value. */
const widestSliderSpan = 1000

interface NumberFieldProps extends FieldProps<FieldOf<'number' | 'integer'>> {
  /** It shares its line: there is no room for a slider and a long label. */
  readonly isNarrow?: boolean
}

/** A number with its unit; with two near bounds, also a slider. */
export function NumberField(props: NumberFieldProps) {
  const { field, value, onChange, onVisit, problems, isNarrow = false } = props
  const { fields } = useWords()
  const { minimum, maximum } = field
  const label = fields.label(field.name, field.title)
  const whole = field.kind === 'integer'
  const number = typeof value === 'number' ? value : undefined
  const slides = !isNarrow && minimum !== null && maximum !== null && maximum - minimum <= widestSliderSpan
  const step = field.step ?? (slides ? sliderStep(minimum, maximum, whole) : 1)
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={
        (!isNarrow || value === undefined || field.required) && (
          <Range minimum={minimum} maximum={maximum} unit={field.unit} />
        )
      }
    >
      {({ controlId, describedBy }) => (
        <div className={styles.row}>
          {slides && (
            <Slider
              label={fields.amountOf(label)}
              minimum={minimum}
              maximum={maximum}
              step={step}
              value={number}
              rest={typeof field.defaultValue === 'number' ? field.defaultValue : minimum}
              onChange={onChange}
            />
          )}
          <div className={slides ? styles.short : styles.whole}>
            <NumberInput
              id={controlId}
              label={label}
              value={number}
              step={step}
              unit={fields.unit(field.unit)}
              placeholder={
                field.defaultValue === undefined ? fields.unset(field.required) : String(field.defaultValue)
              }
              invalid={problems.length > 0}
              describedBy={describedBy}
              onChange={onChange}
              onBlur={onVisit}
            />
          </div>
        </div>
      )}
    </FieldFrame>
  )
}

interface RangeProps {
  readonly minimum: number | null
  readonly maximum: number | null
  readonly unit: string | null
}

function Range({ minimum, maximum, unit }: RangeProps) {
  const { fields } = useWords()
  const range = fields.range(minimum, maximum)
  if (range === null) return null
  return <span className={styles.range}>{[range, fields.unit(unit)].filter(Boolean).join(' ')}</span>
}

const finestSteps = 100

/**
 * The step of a slider over a range: one where the range is long enough or only integers are allowed, else a
 * tenth or a hundredth of it, so that every stop is a round number.
 */
export function sliderStep(minimum: number, maximum: number, whole: boolean): number {
  const span = maximum - minimum
  if (whole) return span > finestSteps * 5 ? 10 : 1
  if (span >= 10) return span > finestSteps ? 1 : 0.5
  return span > 2 ? 0.1 : 0.01
}
