import { ChevronLeft, ChevronRight, RefreshCw, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FieldMedium } from '../../shared/form/media-shape.ts'
import { IconButton } from '../ui/button.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { useWords } from '../words/words-context.tsx'
import { useInput } from './intake-context.tsx'
import { FileChooser } from './media-drop.tsx'
import { describeMedia, MediaPreview } from './media-preview.tsx'
import styles from './media-tiles.module.css'
import { type Incoming, readHovering, readTransfer, tileDragType } from './read-transfer.ts'
import { keysOf, moveItem } from './reorder.ts'

interface MediaTilesProps {
  readonly kind: FieldMedium
  readonly label: string
  readonly takesHeic: boolean
  readonly items: readonly unknown[]
  readonly onMove: (items: readonly unknown[]) => void
  readonly onRemove: (index: number) => void
  /** A file was added in place of an item. */
  readonly onReplace: (old: unknown, things: readonly Incoming[]) => void
}

/** A list of media in order: moved by dragging or by key, each can be replaced or removed. */
export function MediaTiles({ kind, label, takesHeic, items, onMove, onRemove, onReplace }: MediaTilesProps) {
  const { inputs } = useWords()
  const keys = keysOf(items)
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, say] = useState('')

  const shown = useRef(items.length)
  useLayoutEffect(() => {
    // Where the tiles are a row, one that was added is in view.
    if (list.current && items.length > shown.current) list.current.scrollLeft = list.current.scrollWidth
    shown.current = items.length
  }, [items.length])

  function focusOn(index: number, control: string) {
    requestAnimationFrame(() => {
      const field = list.current?.closest('fieldset') ?? document
      const tile = list.current?.children[Math.min(index, items.length - 1)]
      const wanted = tile?.querySelector<HTMLButtonElement>(`${control}:not([data-disabled])`)
      const near = wanted ?? tile?.querySelector<HTMLElement>('button:not([data-disabled])')
      const otherwise = near ?? field.querySelector<HTMLElement>('[data-add]')
      otherwise?.focus()
    })
  }

  function move(from: number, to: number, control: string | null) {
    const next = moveItem(items, from, to)
    if (next === items) return
    onMove(next)
    say(inputs.moved(to + 1, items.length))
    if (control) focusOn(to, control)
  }

  function remove(index: number) {
    onRemove(index)
    focusOn(index, '[data-control="remove"]')
  }

  return (
    <>
      <ul ref={list} className={styles.tiles} data-kind={kind}>
        {items.map((item, index) => (
          <Tile
            key={keys[index]}
            kind={kind}
            label={label}
            takesHeic={takesHeic}
            item={item}
            index={index}
            length={items.length}
            dragged={dragged}
            onDragged={setDragged}
            onMove={(to, control) => move(index, to, control)}
            onDropped={() => dragged !== null && move(dragged, index, null)}
            onRemove={() => remove(index)}
            onReplace={(things) => onReplace(item, things)}
          />
        ))}
      </ul>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </>
  )
}

interface TileProps {
  readonly kind: FieldMedium
  readonly label: string
  readonly takesHeic: boolean
  readonly item: unknown
  readonly index: number
  readonly length: number
  readonly dragged: number | null
  readonly onDragged: (index: number | null) => void
  readonly onMove: (to: number, control: string | null) => void
  readonly onDropped: () => void
  readonly onRemove: () => void
  readonly onReplace: (things: readonly Incoming[]) => void
}

function Tile(props: TileProps) {
  const { kind, label, takesHeic, item, index, length, dragged, onMove, onRemove, onReplace } = props
  const words = useWords()
  const { inputs } = words
  const input = useInput(item)
  const chooser = useRef<HTMLInputElement>(null)
  const { over, handlers } = useTileDrag(props)
  const about = describeMedia(item, input, words)
  return (
    <li
      className={joinClasses(styles.tile, over && styles.over, dragged === index && styles.dragged)}
      data-drop-zone=""
      data-side={over && dragged !== null ? (dragged > index ? 'before' : 'after') : undefined}
      title={about}
      {...handlers}
      onKeyDown={(event) => readTileKey(event, { index, onMove, onRemove })}
      onPaste={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onReplace(readTransfer(event.clipboardData, location.origin))
      }}
    >
      <MediaPreview kind={kind} value={item} alt={inputs.preview(`${label} ${index + 1}`)} />
      <span className="visually-hidden">{inputs.item(index + 1, length, about)}</span>
      <span className={styles.order}>
        <IconButton
          small
          look="over-media"
          label={inputs.earlier(label, index + 1)}
          icon={<ChevronLeft />}
          disabled={index === 0}
          data-control="earlier"
          onClick={() => onMove(index - 1, '[data-control="earlier"]')}
        />
        <IconButton
          small
          look="over-media"
          label={inputs.later(label, index + 1)}
          icon={<ChevronRight />}
          disabled={index === length - 1}
          data-control="later"
          onClick={() => onMove(index + 1, '[data-control="later"]')}
        />
      </span>
      <span className={styles.corner}>
        <IconButton
          small
          look="over-media"
          label={inputs.replace(label, index + 1)}
          icon={<RefreshCw />}
          data-control="replace"
          onClick={() => chooser.current?.click()}
        />
        <IconButton
          small
          look="over-media"
          label={inputs.remove(label, index + 1)}
          icon={<X />}
          data-control="remove"
          onClick={onRemove}
        />
      </span>
      <FileChooser
        chooser={chooser}
        kind={kind}
        takesHeic={takesHeic}
        many={false}
        onFiles={(files) => files?.[0] && onReplace([{ type: 'file', file: files[0] }])}
      />
    </li>
  )
}

/** A tile is dragged to another position; something from elsewhere replaces it. */
function useTileDrag({ index, dragged, onDragged, onDropped, onReplace }: TileProps) {
  const [over, setOver] = useState(false)
  const isOwn = (event: DragEvent) => event.dataTransfer.types.includes(tileDragType) && dragged !== null
  const handlers = {
    draggable: true,
    onDragStart(event: DragEvent) {
      event.dataTransfer.setData(tileDragType, String(index))
      event.dataTransfer.effectAllowed = 'move'
      onDragged(index)
    },
    onDragEnd: () => onDragged(null),
    onDragOver(event: DragEvent) {
      if (!isOwn(event) && !readHovering(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = isOwn(event) ? 'move' : 'copy'
      setOver(dragged !== index)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false)
      event.preventDefault()
      if (isOwn(event)) onDropped()
      else onReplace(readTransfer(event.dataTransfer, location.origin))
    },
  }
  return { over, handlers }
}

interface TileKeys {
  readonly index: number
  readonly onMove: (to: number, control: string | null) => void
  readonly onRemove: () => void
}

/** Alt with an arrow moves a tile, Delete removes it, wherever in it the focus is. */
function readTileKey(event: KeyboardEvent, { index, onMove, onRemove }: TileKeys): void {
  const by = event.altKey ? ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0) : 0
  if (by === 0 && event.key !== 'Delete') return
  event.preventDefault()
  if (by === 0) onRemove()
  else onMove(index + by, (event.target as HTMLElement).dataset.control ? controlOf(event) : null)
}

function controlOf(event: KeyboardEvent): string {
  return `[data-control="${(event.target as HTMLElement).dataset.control}"]`
}
