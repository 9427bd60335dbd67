import { type KeyboardEvent, memo, type PointerEvent, useMemo, useRef, useState } from 'react'
import { useLibraryWords } from '../../words/library-words.ts'
import styles from './date-scrubber.module.css'
import { dayOf } from './layout-index.ts'
import { rowAt } from './layout-rows.ts'
import type { LaidOut } from './layouter.ts'

interface DateScrubberProps {
  readonly laidOut: LaidOut
  /** Of all of the list, in pixels. */
  readonly whole: number
  readonly viewport: number
  /** The height of the list that is at the top. */
  readonly top: number
  readonly onGo: (top: number) => void
  /** The element that it scrolls. */
  readonly controls: string
}

/** A month of the list, and where it begins. */
interface Mark {
  readonly day: string
  readonly top: number
  readonly isYear: boolean
}

/** Marks that are shown keep this distance. */
const leastPixels = 22

/** The scroll bar of the grid: it shows the years and months of what is where. */
export function DateScrubber({ laidOut, whole, viewport, top, onGo, controls }: DateScrubberProps) {
  const words = useLibraryWords()
  const track = useRef<HTMLDivElement>(null)
  /** Under the pointer, as a share of the track. */
  const [pointed, setPointed] = useState<number | null>(null)
  const [isHeld, setHeld] = useState(false)
  const marks = useMemo(() => monthsOf(laidOut), [laidOut])
  const most = Math.max(1, whole - viewport)
  const share = Math.min(1, Math.max(0, top / most))
  const shown = useMemo(() => spread(marks, whole, viewport), [marks, whole, viewport])
  if (whole <= viewport) return null

  const placeAt = (height: number) => laidOut.rows.starts[rowAt(laidOut.rows, height)] ?? 0
  const nameAt = (height: number) => {
    const day = dayOf(laidOut.index, placeAt(height))
    return day === null ? null : words.month(day)
  }
  const shareOf = ({ clientY }: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    return box ? Math.min(1, Math.max(0, (clientY - box.top) / box.height)) : 0
  }

  function press(event: KeyboardEvent) {
    const month = (by: 1 | -1) => nextMark(marks, top, by)?.top ?? top + by * viewport
    const year = (by: 1 | -1) =>
      nextMark(
        marks.filter(({ isYear }) => isYear),
        top,
        by,
      )?.top ?? (by === 1 ? most : 0)
    const steps = new Map<string, () => number>([
      ['ArrowUp', () => month(-1)],
      ['ArrowDown', () => month(1)],
      ['PageUp', () => year(-1)],
      ['PageDown', () => year(1)],
      ['Home', () => 0],
      ['End', () => most],
    ])
    const step = steps.get(event.key)
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    onGo(step())
  }

  const total = laidOut.index.total
  const tip = pointed === null ? null : nameAt(pointed * most)
  return (
    <div
      ref={track}
      role="slider"
      tabIndex={0}
      aria-label={words.scrubber}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuemin={1}
      aria-valuemax={total}
      aria-valuenow={placeAt(top) + 1}
      aria-valuetext={words.scrubbed(nameAt(top), placeAt(top) + 1, total)}
      className={styles.track}
      data-held={isHeld || undefined}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setHeld(true)
        onGo(shareOf(event) * most)
      }}
      onPointerMove={(event) => {
        setPointed(shareOf(event))
        if (isHeld) onGo(shareOf(event) * most)
      }}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      onPointerLeave={() => setPointed(null)}
    >
      <Marks marks={shown} most={most} />
      {pointed !== null && tip !== null && (
        <span aria-hidden="true" className={styles.tip} style={{ insetBlockStart: `${pointed * 100}%` }}>
          {tip}
        </span>
      )}
      <span aria-hidden="true" className={styles.thumb} style={{ insetBlockStart: `${share * 100}%` }} />
    </div>
  )
}

interface MarksProps {
  readonly marks: readonly Mark[]
  readonly most: number
}

/** Apart from the bar, which changes with each frame. */
const Marks = memo(function MarksView({ marks, most }: MarksProps) {
  const words = useLibraryWords()
  return marks.map(({ day, top, isYear }) => (
    <span
      key={day}
      aria-hidden="true"
      className={isYear ? styles.year : styles.month}
      style={{ insetBlockStart: `${(top / most) * 100}%` }}
    >
      {isYear ? words.year(day) : words.monthShort(day)}
    </span>
  ))
})

/** Where each month begins, the newest first. */
function monthsOf({ index, rows }: LaidOut): Mark[] {
  const marks: Mark[] = []
  if (index.days.length === 0) return marks
  for (let row = 0; row < rows.count; row += 1) {
    const run = rows.days[row] ?? -1
    if (run < 0) continue
    const day = index.days[run]?.day ?? ''
    const last = marks.at(-1)?.day ?? ''
    if (day.slice(0, 7) === last.slice(0, 7)) continue
    marks.push({ day, top: rows.tops[row] ?? 0, isYear: day.slice(0, 4) !== last.slice(0, 4) })
  }
  return marks
}

/** The nearest one above (−1) or below (+1) a height. */
function nextMark(marks: readonly Mark[], top: number, by: 1 | -1): Mark | undefined {
  return by === 1 ? marks.find((mark) => mark.top > top + 1) : marks.findLast((mark) => mark.top < top - 1)
}

/** Those that have room: years first. */
function spread(marks: readonly Mark[], whole: number, viewport: number): readonly Mark[] {
  if (marks.length < 2) return []
  const scale = viewport / Math.max(1, whole - viewport)
  const taken: number[] = []
  const isFree = ({ top }: Mark) => taken.every((other) => Math.abs(other - top * scale) >= leastPixels)
  const chosen = new Set<Mark>()
  for (const mark of [...marks.filter(({ isYear }) => isYear), ...marks.filter(({ isYear }) => !isYear)]) {
    if (mark.top * scale > viewport - 8 || !isFree(mark)) continue
    taken.push(mark.top * scale)
    chosen.add(mark)
  }
  return marks.filter((mark) => chosen.has(mark))
}
