import { ArrowLeftRight, Lock, LockOpen, Scaling } from 'lucide-react'
import { useState } from 'react'
import type { Problem } from '../../shared/form/problems.ts'
import { ownMember } from '../../shared/own-member.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu } from '../ui/controls-on-demand.tsx'
import { useWords } from '../words/words-context.tsx'
import styles from './field-list.module.css'
import type { FieldListProps } from './field-props.ts'
import { NumberField } from './number-field.tsx'
import { fitSide, type SideField, unusualSide, usualSizes } from './size-of.ts'

interface SizePairProps extends Pick<FieldListProps, 'values' | 'onVisit'> {
  readonly width: SideField
  readonly height: SideField
  readonly problemsOf: (name: string) => readonly Problem[]
  readonly onChange: (changes: Readonly<Record<string, unknown>>) => void
  readonly nest: React.ComponentType<FieldListProps>
}

/** Width and height side by side: their proportions can be locked, swapped, or chosen from common ones. */
export function SizePair({ width, height, values, problemsOf, onChange, onVisit, nest }: SizePairProps) {
  const { fields } = useWords()
  const [ratio, setRatio] = useState<number | null>(null)
  const across = ownMember(values, width.name)
  const down = ownMember(values, height.name)
  const isWhole = typeof across === 'number' && typeof down === 'number' && down > 0
  const large = unusualSide([width, height], values)
  const presets = usualSizes(width, height)

  function change(side: SideField, value: unknown) {
    const other = side === width ? height : width
    if (ratio === null || typeof value !== 'number') return onChange({ [side.name]: value })
    const matching = side === width ? value / ratio : value * ratio
    onChange({ [side.name]: value, [other.name]: fitSide(other, matching) })
  }

  return (
    <div className={styles.size}>
      {[width, height].map((side) => (
        <NumberField
          key={side.name}
          isNarrow
          nest={nest}
          field={side as SideField & { kind: 'integer' }}
          value={ownMember(values, side.name)}
          problems={problemsOf(side.name)}
          onChange={(value) => change(side, value)}
          onVisit={() => onVisit(side.name)}
        />
      ))}
      <span className={styles.sizeButtons}>
        <IconButton
          small
          tip="start"
          label={ratio === null ? fields.size.lock : fields.size.unlock}
          icon={ratio === null ? <LockOpen /> : <Lock />}
          aria-pressed={ratio !== null}
          disabled={!isWhole}
          onClick={() => setRatio(ratio === null && isWhole ? across / down : null)}
        />
        <IconButton
          small
          tip="start"
          label={fields.size.swap}
          icon={<ArrowLeftRight />}
          disabled={across === undefined && down === undefined}
          onClick={() => {
            setRatio(ratio === null ? null : 1 / ratio)
            onChange({ [width.name]: down, [height.name]: across })
          }}
        />
        {presets.length > 0 && (
          <Menu
            label={fields.size.presets}
            icon={<Scaling />}
            small
            items={presets.map((size) => ({
              label: fields.size.preset(size.width, size.height, size.ratio),
              run() {
                setRatio(ratio === null ? null : size.width / size.height)
                onChange({ [width.name]: size.width, [height.name]: size.height })
              },
            }))}
          />
        )}
      </span>
      {large !== null && (
        <p role="status" className={styles.sizeHint}>
          {fields.size.large(large)}
        </p>
      )}
    </div>
  )
}
