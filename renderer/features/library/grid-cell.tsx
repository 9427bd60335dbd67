import { Check, Grid2x2, Trash2, TriangleAlert } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { isTooLargeToShow } from '../../../shared/bridge/media-bounds.ts'
import { fileRoute } from '../../../shared/bridge/media-routes.ts'
import type { FileView, LibraryItem } from '../../../shared/bridge/views.ts'
import badge from '../../media/badge.module.css'
import { FileMarks } from '../../media/file-marks.tsx'
import { LengthBadge } from '../../media/length-badge.tsx'
import { Thumb } from '../../media/thumb.tsx'
import { useIsUnreadable } from '../../media/use-is-unreadable.ts'
import { useNoPreview } from '../../media/use-no-preview.ts'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import styles from './grid-cell.module.css'

interface GridCellProps {
  /** Undefined until it is read. */
  readonly item: LibraryItem | undefined
  readonly place: number
  readonly total: number
  readonly width: number
  /** The average color of its thumbnail, as CSS, which is shown until that is there. */
  readonly color: string | undefined
  /** Whether it is the tab stop; arrow keys lead to the others. */
  readonly reachable: boolean
  readonly selected: boolean
  /** Which side of it a dragged file would go to; null while none is over it. */
  readonly drop: 'before' | 'after' | null
}

export const GridCell = memo(GridCellView)

/** One file of the grid; what is done with it is noted by the grid. A video plays on hover. */
function GridCellView(props: GridCellProps) {
  const { item, place, total, width, color, reachable, selected, drop } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: its list is one by role too.
    <div
      role="listitem"
      aria-setsize={total}
      aria-posinset={place + 1}
      className={styles.cell}
      style={{ width }}
    >
      <button
        type="button"
        data-index={place}
        data-file={item?.fileId}
        draggable={item?.state === 'saved'}
        tabIndex={reachable ? 0 : -1}
        className={styles.button}
        style={item?.kind === 'audio' ? undefined : { backgroundColor: color }}
        data-selected={selected || undefined}
        data-rejected={item?.judgement.flag === 'reject' || undefined}
        data-drop={drop ?? undefined}
      >
        {item && <Face key={item.fileId} item={item} selected={selected} />}
      </button>
    </div>
  )
}

/** How long a pointer rests on a video until it plays: one that only passes by loads nothing. */
const hoverMs = 150

function Face({ item, selected }: { readonly item: LibraryItem; readonly selected: boolean }) {
  const words = useWords()
  const library = useLibraryWords()
  const noPreview = useNoPreview(item)
  const isUnreadable = useIsUnreadable(item)
  const canPlay =
    !item.sheet && !isUnreadable && item.kind === 'video' && item.state === 'saved' && !isTooLargeToShow(item)
  const [plays, setPlays] = useState(false)
  const face = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const button = face.current?.parentElement
    if (!canPlay || !button) return
    let wait: ReturnType<typeof setTimeout> | undefined
    const over = new AbortController()
    const { signal } = over
    button.addEventListener(
      'pointerenter',
      () => {
        wait = setTimeout(() => setPlays(true), hoverMs)
      },
      { signal },
    )
    button.addEventListener(
      'pointerleave',
      () => {
        clearTimeout(wait)
        setPlays(false)
      },
      { signal },
    )
    return () => {
      clearTimeout(wait)
      over.abort()
    }
  }, [canPlay])
  return (
    <>
      <span ref={face} className="visually-hidden">
        {item.sheet
          ? library.sheet.tile(item.sheet.files, words.format.date(item.savedAt))
          : item.trashedAt !== null
            ? library.trash.tile(words.media.noun(item.kind), words.format.dateTime(item.trashedAt))
            : library.tile(words.media.noun(item.kind), words.format.date(item.savedAt))}
      </span>
      {item.sheet ? (
        <Mosaic files={item.sheet.first} />
      ) : (
        <Thumb kind={item.kind} file={item} alt="" fit={item.kind === 'audio' ? 'contain' : 'cover'} />
      )}
      {noPreview && !item.sheet && (
        <span className={styles.note}>
          {noPreview.title}
          <span>{noPreview.why}</span>
        </span>
      )}
      {plays && (
        <video className={styles.video} src={fileRoute(item.fileId)} muted loop autoPlay playsInline />
      )}
      {!item.sheet && <FileMarks judgement={item.judgement} />}
      {selected && (
        <span className={styles.chosen}>
          <Check aria-hidden="true" />
          <span className="visually-hidden">{library.selected}</span>
        </span>
      )}
      <Badge item={item} />
      <span className={styles.caption}>{item.prompt}</span>
    </>
  )
}

/** The first files of a sheet, side by side. */
function Mosaic({ files }: { readonly files: readonly FileView[] }) {
  return (
    <span className={styles.mosaic} data-files={files.length}>
      {files.map((file) => (
        <Thumb key={file.fileId} kind={file.kind} file={file} alt="" />
      ))}
    </span>
  )
}

function Badge({ item }: { readonly item: LibraryItem }) {
  const library = useLibraryWords()
  const { format } = useWords()
  if (item.sheet) {
    return (
      <span className={badge.badge}>
        <Grid2x2 aria-hidden="true" />
        {format.number(item.sheet.files)}
      </span>
    )
  }
  if (item.trashedAt !== null) {
    return (
      <span className={badge.badge} data-worded>
        <Trash2 aria-hidden="true" />
        <span>{library.trash.deletedAt(item.trashedAt)}</span>
      </span>
    )
  }
  if (item.state === 'failed') {
    return (
      <span className={badge.badge} data-worded>
        <TriangleAlert aria-hidden="true" />
        <span>{library.missingBadge}</span>
      </span>
    )
  }
  return <LengthBadge file={item} />
}
