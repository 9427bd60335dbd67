import { Segmented } from '../ui/segmented.tsx'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame, RestNote } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { readRatio } from './read-ratio.ts'

/** The area of each drawn shape in square pixels, so that all look equally large. */
const shapeArea = 260
const widestShape = 30

/** Aspect ratios, each drawn to scale. */
export function AspectRatioField({ field, value, onChange, problems }: FieldProps<FieldOf<'aspect-ratio'>>) {
  const { fields } = useWords()
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={
        value === undefined &&
        typeof field.defaultValue === 'string' && <RestNote words={fields.defaultIs(field.defaultValue)} />
      }
    >
      {({ describedBy }) => (
        <Segmented
          describedBy={describedBy}
          look="tiles"
          label={fields.label(field.name, field.title)}
          value={field.options.find((option) => option === value)}
          invalid={problems.length > 0}
          onChange={onChange}
          options={field.options.map((option) => ({
            value: option,
            label: String(option),
            content: <Shape ratio={String(option)} />,
          }))}
        />
      )}
    </FieldFrame>
  )
}

function Shape({ ratio }: { readonly ratio: string }) {
  const proportion = readRatio(ratio) ?? 1
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
        />
      </svg>
      {ratio}
    </>
  )
}
