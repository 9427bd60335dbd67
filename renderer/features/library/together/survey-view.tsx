import { Columns2, X } from 'lucide-react'
import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { fewestCompared, mostCompared } from '../../../../shared/bridge/together-bounds.ts'
import type { LibraryItem } from '../../../../shared/bridge/views.ts'
import { ActionBar } from '../../../actions/action-bar.tsx'
import { useUndoable } from '../../../actions/use-undoable.ts'
import { FileMarks } from '../../../media/file-marks.tsx'
import { LengthBadge } from '../../../media/length-badge.tsx'
import { Thumb } from '../../../media/thumb.tsx'
import { useSize } from '../../../media/use-frame.ts'
import { useIsUnreadable } from '../../../media/use-is-unreadable.ts'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { useKeys } from '../../../shell/keys.ts'
import { readTogetherAddress, togetherAddress } from '../../../shell/together-address.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useLibraryWords } from '../../../words/library-words.ts'
import { useTogetherWords } from '../../../words/together-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { MarkControls } from '../mark-controls.tsx'
import frame from './compare.module.css'
import { type TogetherViewProps, useTogetherSubject } from './compare-view.tsx'
import styles from './survey.module.css'
import { neighbourOf, surveyLayout, type Tile } from './survey-layout.ts'

const gap = 10

/** Many files at once, as large as the room allows; they grow as one removes those that are not wanted. */
export function SurveyView({ library, items, onLeave, onCurrent }: TogetherViewProps) {
  const words = useTogetherWords()
  const { shell, media } = useWords()
  const { router } = useAtelier()
  const place = useRef<HTMLUListElement>(null)
  const [chosen, setChosen] = useState(0)
  const focused = Math.min(chosen, items.length - 1)
  const current = items[focused]?.item
  const room = useSize(place)
  const tiles = useMemo(
    () =>
      room
        ? surveyLayout(
            items.map(({ item }) => ratioOf(item)),
            { ...room, gap },
          )
        : [],
    [items, room],
  )
  const remove = useRemoval(onLeave)

  function focusTile(index: number) {
    const next = Math.max(0, Math.min(items.length - 1, index))
    setChosen(next)
    place.current?.querySelectorAll<HTMLElement>('[data-tile]')[next]?.focus()
  }

  const actions = useTogetherSubject({
    library,
    items,
    focused,
    view: null,
    advance: () => focusTile(focused + 1),
    onLeave,
    without: 'survey',
  })
  const compare = actions.find(({ id }) => id === 'compare')
  const canCompare = items.length >= fewestCompared && items.length <= mostCompared
  const open = (item: LibraryItem) => router.go('library', item.fileId)
  // What takes the place of a removed file has the focus.
  const isDrawn = tiles.length === items.length && items.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a file that comes or goes moves the focus.
  useEffect(() => {
    if (isDrawn) focusTile(focused)
  }, [isDrawn, items.length])
  useEffect(() => {
    if (current) onCurrent(current.fileId)
  }, [current, onCurrent])
  useKeys([
    { key: 'Escape', run: onLeave },
    { key: 'n', shift: false, once: true, run: onLeave },
    { key: 'ArrowLeft', run: () => focusTile(focused - 1) },
    { key: 'ArrowRight', run: () => focusTile(focused + 1) },
    { key: 'ArrowUp', run: () => focusTile(neighbourOf(tiles, focused, 'up')) },
    { key: 'ArrowDown', run: () => focusTile(neighbourOf(tiles, focused, 'down')) },
    { key: 'Home', run: () => focusTile(0) },
    { key: 'End', run: () => focusTile(items.length - 1) },
    { key: '-', once: true, run: () => current && remove(current.fileId) },
  ])

  return (
    <section
      role="dialog"
      data-keys="screen"
      tabIndex={-1}
      aria-label={words.survey}
      className={frame.viewer}
    >
      <header className={frame.bar}>
        <IconButton label={words.close} shortcut={shell.keyNames.escape} icon={<X />} onClick={onLeave} />
        <h2 className={frame.title}>{words.survey}</h2>
        <span className={styles.count} role="status">
          {words.count(items.length)}
        </span>
        <span className={frame.space} />
        <span className={styles.compare}>
          <Button
            aria-label={words.compare}
            icon={<Columns2 />}
            disabled={!canCompare}
            onClick={() => compare?.run()}
          >
            {words.compare}
          </Button>
        </span>
        {current && <ActionBar items={actions} kind={current.kind} />}
      </header>
      <div className={styles.room}>
        <ul ref={place} className={styles.tiles} aria-label={words.survey}>
          {items.map(({ item }, index) => (
            <SurveyTile
              key={item.fileId}
              item={item}
              tile={tiles[index]}
              label={words.tile(index + 1, items.length, media.noun(item.kind))}
              removeLabel={words.remove(index + 1)}
              isFocused={index === focused}
              onFocus={() => setChosen(index)}
              onOpen={() => open(item)}
              onRemove={() => remove(item.fileId)}
            />
          ))}
        </ul>
      </div>
      {current && <MarkControls judgement={current.judgement} items={actions} />}
    </section>
  )
}

/** Removes a file from the survey that the address names, never from the library; undone by its note and Ctrl+Z. */
function useRemoval(onLeave: () => void) {
  const words = useTogetherWords()
  const { router } = useAtelier()
  const noteUndoable = useUndoable()
  return (fileId: string) => {
    const shown = readTogetherAddress(router.store.getState().item)
    const at = shown?.fileIds.indexOf(fileId) ?? -1
    if (shown?.way !== 'survey' || at < 0) return
    const rest = shown.fileIds.filter((one) => one !== fileId)
    if (rest.length === 0) return onLeave()
    router.replace('library', togetherAddress({ way: 'survey', fileIds: rest }))
    noteUndoable(words.removed, async () => {
      const now = readTogetherAddress(router.store.getState().item)
      // A survey that was left keeps what it had.
      if (now?.way === 'survey' && !now.fileIds.includes(fileId))
        router.replace(
          'library',
          togetherAddress({ way: 'survey', fileIds: now.fileIds.toSpliced(at, 0, fileId) }),
        )
      return { ok: true, value: null }
    })
  }
}

interface SurveyTileProps {
  readonly item: LibraryItem
  /** Undefined until the room is measured. */
  readonly tile: Tile | undefined
  readonly label: string
  readonly removeLabel: string
  readonly isFocused: boolean
  readonly onFocus: () => void
  readonly onOpen: () => void
  readonly onRemove: () => void
}

function SurveyTile({
  item,
  tile,
  label,
  removeLabel,
  isFocused,
  onFocus,
  onOpen,
  onRemove,
}: SurveyTileProps) {
  const library = useLibraryWords()
  const { format, media } = useWords()
  const isUnreadable = useIsUnreadable(item)
  const trouble =
    item.state === 'failed' ? library.missingBadge : item.state === 'saved' && isUnreadable && media.noPreview
  const length = item.kind !== 'image' && item.durationSeconds !== null && format.clock(item.durationSeconds)

  /** By keyboard it opens; by mouse the second click does, as the first one chooses it. */
  function click({ detail }: MouseEvent) {
    if (detail !== 1) onOpen()
  }

  return (
    <li className={styles.tile} style={tile ?? { visibility: 'hidden' }}>
      <button
        type="button"
        data-tile
        tabIndex={isFocused ? 0 : -1}
        aria-label={[label, trouble, length].filter(Boolean).join(', ')}
        aria-current={isFocused ? 'true' : undefined}
        className={styles.face}
        data-rejected={item.judgement.flag === 'reject' || undefined}
        onFocus={onFocus}
        onClick={click}
      >
        <Thumb kind={item.kind} file={item} alt="" fit="contain" width={tile?.width ?? 0} />
        {trouble && <span className={styles.missing}>{trouble}</span>}
        <FileMarks judgement={item.judgement} />
        <LengthBadge file={item} />
      </button>
      <span className={styles.remove}>
        <IconButton
          look="over-media"
          small
          tabIndex={-1}
          label={removeLabel}
          shortcut="−"
          icon={<X />}
          onClick={onRemove}
        />
      </span>
    </li>
  )
}

function ratioOf({ width, height, kind }: LibraryItem): number {
  if (!width || !height) return kind === 'audio' ? 16 / 9 : 1
  return Math.max(0.2, Math.min(5, width / height))
}
