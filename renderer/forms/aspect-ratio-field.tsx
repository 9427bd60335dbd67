import { Segmented } from '../ui/segmented.tsx'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame, RestNote } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { chosenOption, shownOptions } from './option-list.ts'
import { readRatio } from './read-ratio.ts'

/** The area of each drawn shape in square pixels, so that all look equally large. */
const shapeArea = 260
const widestShape = 30

interface AspectRatioProps extends FieldProps<FieldOf<'aspect-ratio'>> {
  /** Whether pixels are set instead: then no ratio is chosen, not even the service's own. */
  readonly isReplaced?: boolean
}

/** Aspect ratios, each drawn to scale. */
export function AspectRatioField({ field, value, onChange, problems, isReplaced = false }: AspectRatioProps) {
  const words = useWords()
  const { fields } = words
  const options = shownOptions(field, words)
  return (
    <FieldFrame
      field={field}
      touched={false}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={
        isReplaced ? (
          <RestNote words={fields.size.fromPixels} />
        ) : (
          value === undefined &&
          typeof field.defaultValue === 'string' && <RestNote words={fields.defaultIs(field.defaultValue)} />
        )
      }
    >
      {({ describedBy }) => (
        <Segmented
          describedBy={describedBy}
          look="tiles"
          label={fields.label(field.name, field.title)}
          value={isReplaced ? undefined : (chosenOption(options, value) ?? undefined)}
          invalid={problems.length > 0}
          onChange={(option) => onChange(option.value)}
          options={options.map((option) => ({
            value: option,
            label: option.label,
            content: <Shape option={option} />,
          }))}
        />
      )}
    </FieldFrame>
  )
}

/** The proportions to scale; a dashed square where the service chooses them. */
function Shape({ option }: { readonly option: { readonly value: unknown; readonly label: string } }) {
  const isAuto = option.value === undefined
  const proportion = readRatio(option.value) ?? 1
  const width = Math.min(widestShape, Math.sqrt(shapeArea * proportion))
  const height = width / proportion
  return (
    <>
      <svg width={width + 2} height={height + 2} aria-hidden="true">
        <rect
          x="1"
          y="1"
          width={width}
          height={height}
          rx="1.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeDasharray={isAuto ? '2.5 2.5' : undefined}
        />
      </svg>
      {option.label}
    </>
  )
}
