import { X } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { MediaDrop } from './media-drop.tsx'
import { MediaPreview } from './media-preview.tsx'
import styles from './media-tiles.module.css'

/** One picture, film or sound. */
export function MediaField({ field, value, onChange, problems }: FieldProps<FieldOf<'media'>>) {
  const { fields } = useWords()
  const label = fields.label(field.name, field.title)
  return (
    <FieldFrame field={field} touched={false} problems={problems} onReset={() => onChange(undefined)}>
      {({ controlId }) =>
        value === undefined ? (
          <MediaDrop
            kind={field.media}
            label={label}
            controlId={controlId}
            many={false}
            invalid={problems.length > 0}
            onTake={([first]) => onChange(first)}
          />
        ) : (
          <div className={styles.single}>
            <MediaPreview kind={field.media} value={value} alt={fields.media.preview(label)} />
            <span className={styles.corner}>
              <IconButton
                small
                look="over-media"
                label={fields.media.remove(label, null)}
                icon={<X />}
                onClick={() => onChange(undefined)}
              />
            </span>
          </div>
        )
      }
    </FieldFrame>
  )
}
