import { useRef } from 'react'
import { ratioField } from '../../shared/form/size-or-ratio.ts'
import { ownMember } from '../../shared/own-member.ts'
import { Button } from '../ui/button.tsx'
import { useFormUndo } from '../ui/toaster.tsx'
import { useWords } from '../words/words-context.tsx'
import { AspectRatioField } from './aspect-ratio-field.tsx'
import styles from './field-list.module.css'
import type { FieldListProps, FieldOf } from './field-props.ts'
import { SizePair } from './fields-on-demand.tsx'
import type { SideField } from './size-of.ts'

type Changes = Readonly<Record<string, unknown>>

interface SizeOrRatioProps extends Pick<FieldListProps, 'values' | 'onVisit'> {
  readonly ratio: FieldOf<'aspect-ratio'>
  readonly width: SideField
  readonly height: SideField
  readonly problemsOf: (name: string) => FieldListProps['problems']
  readonly onChange: (changes: Changes) => void
  readonly nest: React.ComponentType<FieldListProps>
}

/** Proportions or pixels: choosing one clears the other, which can be undone. */
export function SizeOrRatio({ ratio, ...props }: SizeOrRatioProps) {
  const { width, height, values, problemsOf, onChange, onVisit, nest } = props
  const { fields, inputs } = useWords()
  const undoNotes = useFormUndo()
  const latest = useRef(onChange)
  latest.current = onChange
  const chosen = ownMember(values, ratio.name)
  const sides = [width.name, height.name]
  const pixels = sides.map((name) => ownMember(values, name))
  const hasPixels = pixels.some((value) => value !== undefined)
  const isTwice = chosen !== undefined && hasPixels

  function clear(names: readonly string[], said: string, changes: Changes = {}) {
    const before = Object.fromEntries([ratio.name, ...sides].map((name) => [name, ownMember(values, name)]))
    onChange({ ...Object.fromEntries(names.map((name) => [name, undefined])), ...changes })
    undoNotes.add({ text: said, label: inputs.undo, run: () => latest.current(before) })
  }
  const clearPixels = (changes?: Changes) => clear(sides, fields.size.pixelsCleared, changes)
  const clearRatio = (changes?: Changes) => clear([ratio.name], fields.size.ratioCleared, changes)

  return (
    <fieldset className={styles.sizeOrRatio} aria-label={fields.size.either}>
      <AspectRatioField
        nest={nest}
        field={ratio}
        value={chosen}
        isReplaced={hasPixels && chosen === undefined}
        problems={problemsOf(ratioField)}
        onChange={(next) =>
          hasPixels && (next !== undefined || chosen === undefined)
            ? clearPixels({ [ratio.name]: next })
            : onChange({ [ratio.name]: next })
        }
        onVisit={() => onVisit(ratio.name)}
      />
      {isTwice && (
        <span className={styles.keepOne}>
          <Button onClick={() => clearPixels()}>{fields.size.keep(String(chosen))}</Button>
          <Button onClick={() => clearRatio()}>{fields.size.keep(fields.size.pixels(pixels))}</Button>
        </span>
      )}
      <SizePair
        width={width}
        height={height}
        nest={nest}
        values={values}
        problemsOf={problemsOf}
        onChange={(changes) => {
          const isSet = Object.values(changes).some((value) => value !== undefined)
          if (isSet && chosen !== undefined) clearRatio(changes)
          else onChange(changes)
        }}
        onVisit={onVisit}
      />
    </fieldset>
  )
}
