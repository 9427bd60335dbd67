import { X } from 'lucide-react'
import { withInitialStrength } from '../../shared/form/style-readers.ts'
import { StylePreview } from '../styles/style-preview.tsx'
import { useKnownStyle } from '../styles/use-known-styles.ts'
import { IconButton } from '../ui/button.tsx'
import { useFieldPartWords } from '../words/field-part-words.ts'
import { useStyleWords } from '../words/style-words.ts'
import { useWords } from '../words/words-context.tsx'
import { EmptyList } from './empty-list.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { ItemsNote } from './items-note.tsx'
import { broughtValue } from './list-edits.ts'
import { removeItem, replaceItem } from './reorder.ts'
import { StrengthControl } from './strength-control.tsx'
import { StylePicker } from './style-picker.tsx'
import styles from './style-rows.module.css'

interface StyleValue {
  readonly id: string
  readonly strength?: number
}

/** Styles, picked from the known ones or taken by their ids, each with a strength. */
export function StylesField({ field, value, onChange, onVisit, problems }: FieldProps<FieldOf<'styles'>>) {
  const { fields } = useWords()
  const parts = useFieldPartWords()
  const label = fields.label(field.name, field.title)
  const items: readonly StyleValue[] = Array.isArray(value) ? value : []
  const full = field.maxItems !== null && items.length >= field.maxItems
  const set = (next: readonly StyleValue[]) => onChange(broughtValue(field, next))
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={<ItemsNote field={field} value={value} />}
    >
      {({ controlId }) => (
        <div className={styles.rows}>
          <EmptyList value={value} />
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows differ by their place alone.
            <div key={index} className={styles.row}>
              <PickedStyle styleId={item.id} />
              <IconButton
                label={parts.styles.remove(index + 1)}
                icon={<X />}
                onClick={() => set(removeItem(items, index))}
              />
              <StrengthControl
                label={parts.styles.strength(index + 1)}
                strength={field.strength}
                value={item.strength}
                onChange={(strength) => set(replaceItem(items, index, { ...item, strength }))}
              />
            </div>
          ))}
          {!full && (
            <StylePicker
              id={controlId}
              label={label}
              picked={items.map(({ id }) => id)}
              onPick={(id) => {
                set([...items, withInitialStrength(field, { id })])
                onVisit()
              }}
            />
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** A style of the form: its preview and its name with the id, or the id alone where it is not known. */
function PickedStyle({ styleId }: { readonly styleId: string }) {
  const words = useStyleWords()
  const known = useKnownStyle(null, styleId)
  return (
    <span className={styles.picked}>
      <span className={styles.pickedThumb}>
        <StylePreview style={known} />
      </span>
      <span className={styles.pickedNames}>
        <span className={styles.pickedName}>
          {words.nameOf(known?.name ?? '', styleId) || words.field.unnamed}
        </span>
        {known?.name ? <code className={styles.pickedNote}>{styleId}</code> : null}
        {known === null && <span className={styles.pickedNote}>{words.field.unknown}</span>}
      </span>
    </span>
  )
}
