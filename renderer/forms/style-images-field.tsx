import { X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { withInitialStrength } from '../../shared/form/style-readers.ts'
import { IconButton } from '../ui/button.tsx'
import { useFieldPartWords } from '../words/field-part-words.ts'
import { useWords } from '../words/words-context.tsx'
import { EmptyList } from './empty-list.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { ItemsNote } from './items-note.tsx'
import { broughtValue } from './list-edits.ts'
import { MediaDrop } from './media-drop.tsx'
import { MediaPreview } from './media-preview.tsx'
import { keysOf, replaceItem } from './reorder.ts'
import { StrengthControl } from './strength-control.tsx'
import styles from './style-rows.module.css'
import { useFileProblems } from './use-file-problems.ts'
import { useMediaIntake } from './use-media-intake.ts'
import { useUndoableRemoval } from './use-undoable-removal.ts'

interface StyleImageValue {
  readonly url: string
  readonly strength?: number
}

/** Images whose style is followed, each with a strength. */
export function StyleImagesField({
  field,
  value,
  onChange,
  problems: found,
}: FieldProps<FieldOf<'style-images'>>) {
  const { fields, inputs } = useWords()
  const parts = useFieldPartWords()
  const label = fields.label(field.name, field.title)
  const items: readonly StyleImageValue[] = Array.isArray(value) ? value : []
  const keys = keysOf(items.map((item) => item.url))
  function set(next: readonly StyleImageValue[]) {
    // Several may be brought before the next render.
    latest.current = next
    onChange(broughtValue(field, next))
  }
  const latest = useRef(items)
  useLayoutEffect(() => {
    latest.current = items
  })
  const room = field.maxItems === null ? null : Math.max(0, field.maxItems - items.length)
  const intake = useMediaIntake({
    name: field.name,
    kind: 'image',
    label,
    many: true,
    urlMaxLength: field.urlMaxLength,
    takesHeic: field.takesHeic,
    room,
    isFilled: items.length > 0,
    onTake: (urls) => set([...latest.current, ...urls.map((url) => withInitialStrength(field, { url }))]),
  })
  const problems = useFileProblems(
    field,
    items.map(({ url }) => url),
    found,
  )
  const removal = useUndoableRemoval(items, set, label)
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={<ItemsNote field={field} value={value} />}
    >
      {({ controlId, problemId }) => (
        <fieldset aria-label={label} className={styles.rows} onKeyDown={removal.onKeyDown}>
          <EmptyList value={value} />
          {items.map((item, index) => (
            <div key={keys[index]} className={styles.imageRow}>
              <span className={styles.thumb}>
                <MediaPreview kind="image" value={item.url} alt={inputs.preview(`${label} ${index + 1}`)} />
              </span>
              <StrengthControl
                label={parts.styleImages.strength(index + 1)}
                strength={field.strength}
                value={item.strength}
                onChange={(strength) => set(replaceItem(items, index, { ...item, strength }))}
              />
              <IconButton
                label={parts.styleImages.remove(index + 1)}
                icon={<X />}
                onClick={() => removal.remove(index)}
              />
            </div>
          ))}
          <div className={styles.drop}>
            <MediaDrop
              kind="image"
              label={label}
              controlId={controlId}
              intake={intake}
              many
              room={room}
              invalid={problems.length > 0}
              problemId={problemId}
            />
          </div>
        </fieldset>
      )}
    </FieldFrame>
  )
}
