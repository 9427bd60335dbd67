import { X } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { MediaDrop } from './media-drop.tsx'
import { MediaPreview } from './media-preview.tsx'
import { keysOf, removeItem, replaceItem } from './reorder.ts'
import { StrengthControl } from './strength-control.tsx'
import styles from './style-rows.module.css'

interface StyleImageValue {
  readonly url: string
  readonly strength?: number
}

/** Pictures whose style is followed, each with how strongly. */
export function StyleImagesField({ field, value, onChange, problems }: FieldProps<FieldOf<'style-images'>>) {
  const { fields } = useWords()
  const label = fields.label(field.name, field.title)
  const items: readonly StyleImageValue[] = Array.isArray(value) ? value : []
  const keys = keysOf(items.map((item) => item.url))
  const full = field.maxItems !== null && items.length >= field.maxItems
  const set = (next: readonly StyleImageValue[]) => onChange(next.length === 0 ? undefined : next)
  return (
    <FieldFrame
      field={field}
      touched={items.length > 0}
      problems={problems}
      onReset={() => onChange(undefined)}
    >
      {({ controlId }) => (
        <div className={styles.rows}>
          {items.map((item, index) => (
            <div key={keys[index]} className={styles.imageRow}>
              <span className={styles.thumb}>
                <MediaPreview
                  kind="image"
                  value={item.url}
                  alt={fields.media.preview(`${label} ${index + 1}`)}
                />
              </span>
              <StrengthControl
                label={fields.styleImages.strength(index + 1)}
                bounds={field.strength}
                value={item.strength}
                onChange={(strength) => set(replaceItem(items, index, { ...item, strength }))}
              />
              <IconButton
                label={fields.styleImages.remove(index + 1)}
                icon={<X />}
                onClick={() => set(removeItem(items, index))}
              />
            </div>
          ))}
          {!full && (
            <div className={styles.drop}>
              <MediaDrop
                kind="image"
                label={label}
                controlId={controlId}
                many
                invalid={problems.length > 0}
                onTake={(urls) => set([...items, ...urls.map((url) => ({ url }))])}
              />
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
