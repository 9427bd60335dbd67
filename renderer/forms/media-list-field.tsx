import { useLayoutEffect, useRef } from 'react'
import { joinClasses } from '../ui/join-classes.ts'
import { partOnDemand, usePreloadWhenIdle } from '../ui/on-demand.tsx'
import { useWords } from '../words/words-context.tsx'
import { EmptyList } from './empty-list.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { ItemsNote } from './items-note.tsx'
import { broughtValue } from './list-edits.ts'
import { MediaDrop } from './media-drop.tsx'
import styles from './media-tiles.module.css'
import { replaceItem } from './reorder.ts'
import { useFileProblems } from './use-file-problems.ts'
import { useDropZone, useMediaIntake } from './use-media-intake.ts'
import { useUndoableRemoval } from './use-undoable-removal.ts'

const MediaTiles = partOnDemand(async () => (await import('./media-tiles.tsx')).MediaTiles)
const idleParts = [MediaTiles]

/** Several images, videos or audio, in a significant order. */
export function MediaListField({
  field,
  value,
  onChange,
  problems: found,
}: FieldProps<FieldOf<'media-list'>>) {
  const { fields } = useWords()
  usePreloadWhenIdle(idleParts)
  const label = fields.label(field.name, field.title)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const problems = useFileProblems(field, items, found)

  function set(next: readonly unknown[]) {
    // Several may be brought before the next render.
    latest.current = next
    onChange(broughtValue(field, next))
  }
  const room = field.maxItems === null ? null : Math.max(0, field.maxItems - items.length)
  const latest = useRef(items)
  useLayoutEffect(() => {
    latest.current = items
  })
  const intake = useMediaIntake({
    name: field.name,
    kind: field.media,
    label,
    many: true,
    urlMaxLength: field.urlMaxLength,
    takesHeic: field.takesHeic,
    isFileOnly: field.isFileOnly ?? false,
    room,
    isFilled: items.length > 0,
    onTake: (values) => set([...latest.current, ...values]),
  })

  /** While the new one was read, the old one may have moved or gone. */
  function replaceOld(old: unknown, value: string) {
    const at = latest.current.indexOf(old)
    set(at < 0 ? [...latest.current, value] : replaceItem(latest.current, at, value))
  }

  const { over, zone } = useDropZone(intake.bring)
  const removal = useUndoableRemoval(items, set, label, field.maxItems)
  return (
    <FieldFrame
      field={field}
      isCompact={value === undefined && !Array.isArray(field.defaultValue)}
      canBeStrip={items.length > 0}
      touched={value !== undefined}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={<ItemsNote field={field} value={value} />}
    >
      {({ controlId, problemId }) => (
        <fieldset
          aria-label={label}
          className={joinClasses(styles.column, over && styles.over)}
          onKeyDown={removal.onKeyDown}
          {...zone}
        >
          <EmptyList value={value} />
          {items.length > 0 && (
            <MediaTiles
              kind={field.media}
              label={label}
              takesHeic={field.takesHeic}
              items={items}
              onMove={set}
              onRemove={removal.remove}
              onReplace={(old, things) => intake.replace(things, (value) => replaceOld(old, value))}
            />
          )}
          <MediaDrop
            kind={field.media}
            label={label}
            controlId={controlId}
            intake={intake}
            many
            room={room}
            invalid={problems.length > 0}
            problemId={problemId}
          />
        </fieldset>
      )}
    </FieldFrame>
  )
}
