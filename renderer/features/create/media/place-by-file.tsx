import { Link2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { OfferedInput } from '../../../forms/intake-store.ts'
import { MediaPreview } from '../../../forms/media-preview.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { type PlacingWords, usePlacingWords } from '../../../words/placing-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import styles from './offer-dialog.module.css'
import {
  fieldsFor,
  isFor,
  type Placeable,
  type Placement,
  placeAt,
  planPlacement,
  roomLeft,
} from './placement.ts'

interface PlaceByFileProps extends Placeable {
  readonly modelLabel: string
  readonly onPlace: (placement: Placement) => void
}

/** Several files, each with its field: preselected where one is likely, and changeable. */
export function PlaceByFile({ modelLabel, onPlace, ...placeable }: PlaceByFileProps) {
  const placing = usePlacingWords()
  const { targets, offered } = placeable
  const [placement, setPlacement] = useState(() => planPlacement(placeable))
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  const count = placement.filter((id) => id !== null).length
  const takesAll = targets.filter(
    (target) =>
      target.many && roomLeft(target, []) >= offered.length && offered.every((input) => isFor(target, input)),
  )
  return (
    <>
      <ul className={styles.files} aria-label={placing.offer.files}>
        {offered.map((input, index) => (
          <FileRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice, and none moves.
            key={index}
            input={input}
            place={placement[index] ?? null}
            placeable={placeable}
            note={noteOn({ placeable, placement, index, modelLabel }, placing)}
            onChange={(id) => setPlacement(placeAt(placeable, placement, index, id))}
          />
        ))}
      </ul>
      <div className={styles.foot}>
        {takesAll.map(({ id, label }) => (
          <Button key={id} look="quiet" onClick={() => setPlacement(offered.map(() => id))}>
            {placing.offer.allIn(label)}
          </Button>
        ))}
        <Button
          ref={place}
          look="primary"
          disabled={count === 0}
          focusableWhenDisabled
          onClick={() => onPlace(placement)}
        >
          {placing.offer.place(count)}
        </Button>
      </div>
    </>
  )
}

interface FileRowProps {
  readonly input: OfferedInput
  readonly place: string | null
  readonly placeable: Placeable
  readonly note: string | null
  readonly onChange: (targetId: string | null) => void
}

function FileRow({ input, place, placeable, note, onChange }: FileRowProps) {
  const { inputs } = useWords()
  const placing = usePlacingWords()
  const id = useId()
  const fields = fieldsFor(placeable, input)
  return (
    <li className={styles.file}>
      <span className={styles.thumb}>
        {input.kind === null ? (
          <Link2 aria-hidden="true" />
        ) : (
          <MediaPreview
            kind={input.kind === 'other' ? 'file' : input.kind}
            value={input.value}
            alt={inputs.preview(input.name)}
          />
        )}
      </span>
      <span className={styles.what}>
        <span data-verbatim className={styles.name} title={input.name}>
          {input.name}
        </span>
        {note && (
          <span id={id} className={styles.aside}>
            {note}
          </span>
        )}
      </span>
      {fields.length > 0 && (
        <span className={styles.where}>
          <Select
            label={placing.offer.fieldFor(input.name)}
            options={[
              ...fields.map((target) => ({ value: target.id, label: target.label })),
              { value: omitted, label: placing.offer.leaveOut },
            ]}
            value={place ?? omitted}
            describedBy={note ? id : undefined}
            onChange={(value) => onChange(value === omitted ? null : value)}
          />
        </span>
      )}
    </li>
  )
}

/** No field has this id. */
const omitted = ''

interface Placed {
  readonly placeable: Placeable
  readonly placement: Placement
  readonly index: number
  readonly modelLabel: string
}

/** Why a file has no field, or what happens to the content of its field; null where there is nothing to say. */
function noteOn(
  { placeable, placement, index, modelLabel }: Placed,
  { offer, drop }: PlacingWords,
): string | null {
  const input = placeable.offered[index]
  if (!input) return null
  const fields = fieldsFor(placeable, input)
  const place = fields.find(({ id }) => id === placement[index])
  if (place) return !place.many && place.isFilled ? drop.replaces : null
  if (fields.length > 0) return fields.some((target) => roomLeft(target, placement) > 0) ? null : offer.noRoom
  const full = placeable.targets.filter((target) => isFor(target, input)).map(({ label }) => label)
  if (full.length > 0) return offer.full(full)
  return offer.takesNone(modelLabel, input.kind)
}
