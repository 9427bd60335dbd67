import { RefreshCw, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { useInput } from './intake-context.tsx'
import { IntakeRefusals } from './intake-refusals.tsx'
import { FileChooser, MediaDrop } from './media-drop.tsx'
import { describeMedia, MediaPreview } from './media-preview.tsx'
import styles from './media-tiles.module.css'
import { PendingInputs } from './pending-inputs.tsx'
import { useFileProblems } from './use-file-problems.ts'
import { type MediaIntake, useDropZone, useMediaIntake } from './use-media-intake.ts'
import { useUndoableRemoval } from './use-undoable-removal.ts'

/** One image, video or audio. */
export function MediaField({ field, value, onChange, problems: found }: FieldProps<FieldOf<'media'>>) {
  const { fields } = useWords()
  const label = fields.label(field.name, field.title)
  const intake = useMediaIntake({
    name: field.name,
    kind: field.media,
    label,
    many: false,
    urlMaxLength: field.urlMaxLength,
    takesHeic: field.takesHeic,
    isFileOnly: field.isFileOnly ?? false,
    room: 1,
    isFilled: value !== undefined,
    onTake: ([first]) => onChange(first),
  })
  const items = value === undefined ? [] : [value]
  const problems = useFileProblems(field, items, found)
  const removal = useUndoableRemoval(items, ([first]) => onChange(first), label, 1)
  const place = useRef<HTMLFieldSetElement>(null)
  const { over, zone } = useDropZone(intake.bring)

  function remove() {
    removal.remove(0)
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[data-add]')?.focus())
  }

  return (
    <FieldFrame
      field={field}
      isCompact={value === undefined}
      touched={false}
      problems={problems}
      onReset={() => onChange(undefined)}
    >
      {({ controlId, problemId }) => (
        <fieldset
          ref={place}
          aria-label={label}
          className={joinClasses(over && styles.over)}
          onKeyDown={removal.onKeyDown}
          {...zone}
        >
          {value === undefined ? (
            <MediaDrop
              kind={field.media}
              label={label}
              controlId={controlId}
              intake={intake}
              many={false}
              room={1}
              invalid={problems.length > 0}
              problemId={problemId}
            />
          ) : (
            <SingleMedia kind={field.media} label={label} value={value} intake={intake} onRemove={remove} />
          )}
        </fieldset>
      )}
    </FieldFrame>
  )
}

interface SingleMediaProps {
  readonly kind: FieldOf<'media'>['media']
  readonly label: string
  readonly value: unknown
  readonly intake: MediaIntake
  readonly onRemove: () => void
}

/** The field's content; a file dropped or pasted on it replaces it. */
function SingleMedia({ kind, label, value, intake, onRemove }: SingleMediaProps) {
  const words = useWords()
  const { inputs } = words
  const input = useInput(value)
  const { over, zone } = useDropZone(intake.bring)
  const chooser = useRef<HTMLInputElement>(null)
  const about = describeMedia(value, input, words)
  return (
    <div className={styles.column} data-filled="">
      <div
        title={about}
        className={joinClasses(styles.single, over && styles.over)}
        data-drop-zone=""
        data-kind={kind}
        onPaste={intake.paste}
        {...zone}
      >
        <MediaPreview kind={kind} value={value} alt={inputs.preview(label)} />
        <span className={styles.replaces} aria-hidden="true">
          {inputs.dropToReplace}
        </span>
        <span className={styles.corner}>
          <IconButton
            small
            look="over-media"
            label={inputs.replace(label, null)}
            icon={<RefreshCw />}
            onClick={() => chooser.current?.click()}
          />
          <IconButton
            small
            look="over-media"
            label={inputs.remove(label, null)}
            icon={<X />}
            onClick={onRemove}
          />
        </span>
      </div>
      {about !== '' && (
        <p data-verbatim className={styles.about} title={about}>
          {about}
        </p>
      )}
      <PendingInputs pending={intake.pending} onCancel={intake.cancel} />
      <IntakeRefusals refusals={intake.refusals} onDismiss={intake.dismiss} />
      <FileChooser
        chooser={chooser}
        kind={kind}
        takesHeic={intake.takesHeic}
        many={false}
        onFiles={intake.bringFiles}
      />
    </div>
  )
}
