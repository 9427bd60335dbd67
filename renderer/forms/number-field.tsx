import type { Problem } from '../../shared/form/problems.ts'
import { Slider } from '../ui/controls-on-demand.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { LengthInput } from './length-input.tsx'
import styles from './number-field.module.css'
import { longLength, namesMilliseconds } from './read-length.ts'

/** Wider ranges than this are typed: a slider could not hit a single value. */
const widestSliderSpan = 1000

interface NumberFieldProps extends FieldProps<FieldOf<'number' | 'integer'>> {
  /** It shares its line: there is no room for a slider and a long label. */
  readonly isNarrow?: boolean
}

/** A number with its unit; with two near bounds, also a slider. */
export function NumberField(props: NumberFieldProps) {
  const { field, value, onChange, onVisit, problems, isNarrow = false } = props
  const { fields, format } = useWords()
  const scale = scaleOf(field.unit)
  const unit = scale === 1 ? field.unit : 'seconds'
  const { minimum, maximum } = scaleBounds(field, scale)
  const label = fields.label(field.name, field.title)
  const whole = field.kind === 'integer'
  const number = typeof value === 'number' ? value / scale : undefined
  const change = (next: number | undefined) =>
    onChange(next === undefined ? undefined : whole && scale !== 1 ? Math.round(next * scale) : next * scale)
  const { defaultValue } = field
  const isLong = unit === 'seconds' && maximum !== null && maximum >= longLength
  const written = (amount: number) => (isLong && amount >= longLength ? format.clock(amount) : String(amount))
  const rest =
    typeof defaultValue === 'number'
      ? fields.defaultIs(written(defaultValue / scale))
      : field.required
        ? fields.unset(true)
        : fields.auto
  const slides = !isNarrow && minimum !== null && maximum !== null && maximum - minimum <= widestSliderSpan
  const step = field.step ? field.step / scale : slides ? sliderStep(minimum, maximum, whole) : 1
  const common = (id: string, describedBy: string | undefined) => ({
    id,
    label,
    value: number,
    step,
    placeholder: rest,
    invalid: problems.length > 0,
    describedBy,
    onChange: change,
    onBlur: onVisit,
  })
  const typed = isLong && typeof value === 'string' ? value : null
  // Where the service's words speak of its own unit.
  const shownField =
    scale !== 1 && field.description && namesMilliseconds(field.description)
      ? { ...field, description: `${field.description} ${fields.enteredInSeconds}` }
      : field
  const said = problems.map((problem) => scaleProblem(typed === null ? problem : asLength(problem), scale))
  return (
    <FieldFrame
      field={shownField}
      touched={value !== undefined}
      problems={said}
      {...(isLong && { say: fields.lengthProblem })}
      onReset={() => onChange(undefined)}
      aside={
        // Where there is little room, the unit stands in the box alone.
        <Range
          minimum={minimum}
          maximum={maximum}
          unit={isNarrow ? null : unit}
          isLong={isLong}
          isSpare={isNarrow && value !== undefined && !field.required}
        />
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
              rest={typeof defaultValue === 'number' ? defaultValue / scale : null}
              unset={rest}
              {...(isLong && { spoken: format.clock })}
              onChange={change}
            />
          )}
          <div className={slides ? (isLong ? styles.long : styles.short) : styles.whole}>
            {isLong ? (
              <LengthInput {...common(controlId, describedBy)} typed={typed} onTyped={onChange} />
            ) : (
              <NumberInput {...common(controlId, describedBy)} unit={fields.unit(unit)} />
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}

/** Of a typed text that is no length: how a length is typed. */
function asLength(problem: Problem): Problem {
  return problem.reason.code === 'wrong_type'
    ? { ...problem, reason: { code: 'wrong_format', format: 'length' } }
    : problem
}

const msPerSecond = 1000

/** How much of the wire's unit is one of the shown: milliseconds are shown as seconds. */
function scaleOf(unit: string | null): number {
  return unit === 'milliseconds' ? msPerSecond : 1
}

function scaleBounds({ minimum, maximum }: Pick<RangeProps, 'minimum' | 'maximum'>, scale: number) {
  return { minimum: minimum && minimum / scale, maximum: maximum && maximum / scale }
}

/** A problem's bound in the unit that is shown. */
export function scaleProblem(problem: Problem, scale: number): Problem {
  const { reason } = problem
  switch (reason.code) {
    case 'too_large':
      return { ...problem, reason: { ...reason, maximum: reason.maximum / scale } }
    case 'too_small':
      return { ...problem, reason: { ...reason, minimum: reason.minimum / scale } }
    case 'not_below':
    case 'not_above':
      return { ...problem, reason: { ...reason, bound: reason.bound / scale } }
    case 'not_a_multiple':
      return { ...problem, reason: { ...reason, of: reason.of / scale } }
    default:
      return problem
  }
}

interface RangeProps {
  readonly minimum: number | null
  readonly maximum: number | null
  readonly unit: string | null
  /** Whether the bounds are shown as minutes and seconds. */
  readonly isLong: boolean
  /** Reset stands in its place, unless it has a line of its own. */
  readonly isSpare: boolean
}

function Range({ minimum, maximum, unit, isLong, isSpare }: RangeProps) {
  const { fields } = useWords()
  if (isLong) return <span className={styles.range}>{fields.lengthRange(minimum, maximum)}</span>
  const range = fields.range(minimum, maximum)
  if (range === null) return null
  return (
    <span className={styles.range} data-spare={isSpare || undefined}>
      {[range, fields.unit(unit)].filter(Boolean).join(' ')}
    </span>
  )
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
