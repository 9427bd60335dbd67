import { Check, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { LibraryItem } from '../../shared/bridge/views.ts'
import type { FieldMedium } from '../../shared/form/media-shape.ts'
import { Thumb } from '../media/thumb.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { usePlacingWords } from '../words/placing-words.ts'
import { useIntake } from './intake-context.tsx'
import { createLibraryPages } from './library-pages.ts'
import styles from './library-picker.module.css'

interface LibraryPickerProps {
  readonly open: boolean
  readonly kind: FieldMedium
  /** How many may be chosen; null where unlimited. */
  readonly room: number | null
  readonly onClose: () => void
  readonly onChoose: (fileIds: readonly string[]) => void
}

/** Chooses files of the library for a field, newest first. */
export function LibraryPicker({ open, kind, room, onClose, onChoose }: LibraryPickerProps) {
  const placing = usePlacingWords()
  const title = room === 1 ? placing.picker.title(kind) : placing.picker.titleMany(kind, room)
  return (
    <Dialog open={open} onClose={onClose} title={title} wide>
      <PickerBody
        kind={kind}
        room={room}
        onClose={onClose}
        onChoose={(fileIds) => {
          onClose()
          onChoose(fileIds)
        }}
      />
    </Dialog>
  )
}

function PickerBody({ kind, room, onClose, onChoose }: Omit<LibraryPickerProps, 'open'>) {
  const placing = usePlacingWords()
  const searchLine = useRef<HTMLInputElement>(null)
  // The dialog is not positioned yet: without this the browser would scroll the page to it.
  useEffect(() => searchLine.current?.focus({ preventScroll: true }), [])
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { listLibrary } = useIntake()
  const [pages] = useState(() => createLibraryPages(listLibrary, kind))
  const query = search.trim()
  useEffect(() => {
    void pages.look(query)
    return pages.stop
  }, [pages, query])
  const { items, hasMore, failed } = useStore(pages.store)
  const isFull = room !== null && chosen.length >= room

  function toggle(fileId: string) {
    if (chosen.includes(fileId)) setChosen(chosen.filter((one) => one !== fileId))
    else if (room === 1) setChosen([fileId])
    else if (!isFull) setChosen([...chosen, fileId])
  }

  return (
    <>
      <div className={styles.search}>
        <TextInput
          type="search"
          ref={searchLine}
          aria-label={placing.picker.search}
          placeholder={placing.picker.search}
          icon={<Search />}
          value={search}
          onChange={setSearch}
        />
      </div>
      <div className={styles.scroller}>
        {failed && <EmptyState title={placing.picker.failed} />}
        {items?.length === 0 && (
          <EmptyState title={search === '' ? placing.picker.none(kind) : placing.picker.nothingFound} />
        )}
        {items && items.length > 0 && (
          <ul aria-label={placing.picker.list(kind)} className={styles.grid}>
            {items.map((item) => (
              <li key={item.fileId}>
                <PickerTile
                  item={item}
                  place={chosen.indexOf(item.fileId)}
                  disabled={isFull && room !== 1 && !chosen.includes(item.fileId)}
                  onToggle={() => toggle(item.fileId)}
                  onUse={() =>
                    onChoose(
                      chosen.includes(item.fileId)
                        ? chosen
                        : [...chosen, item.fileId].slice(0, room ?? undefined),
                    )
                  }
                />
              </li>
            ))}
          </ul>
        )}
        {hasMore && (
          <div className={styles.more}>
            <Button onClick={() => void pages.more()}>{placing.picker.more}</Button>
          </div>
        )}
      </div>
      <footer className={styles.actions}>
        <Button onClick={onClose}>{placing.picker.cancel}</Button>
        <Button look="primary" disabled={chosen.length === 0} onClick={() => onChoose(chosen)}>
          {placing.picker.use(room === 1 ? 0 : chosen.length)}
        </Button>
      </footer>
    </>
  )
}

interface PickerTileProps {
  readonly item: LibraryItem
  /** Its position among the chosen; -1 where it is not chosen. */
  readonly place: number
  readonly disabled: boolean
  readonly onToggle: () => void
  readonly onUse: () => void
}

function PickerTile({ item, place, disabled, onToggle, onUse }: PickerTileProps) {
  const placing = usePlacingWords()
  return (
    <button
      type="button"
      className={styles.tile}
      aria-pressed={place >= 0}
      aria-disabled={disabled || undefined}
      aria-label={placing.picker.tile(item.prompt, placing.picker.date(item.savedAt))}
      title={item.prompt}
      onClick={onToggle}
      onDoubleClick={onUse}
    >
      <Thumb kind={item.kind} file={item} alt="" />
      {place >= 0 && (
        <span className={styles.mark} aria-hidden="true">
          <Check />
        </span>
      )}
    </button>
  )
}
