import { type Box, findPlace, type Point } from './find-place.ts'
import { readOccupied } from './occupied.ts'

/** Between the notes and the edges of what they are in. */
const edgePx = 12
/** How wide notes may be that find no room in their usual width. */
const narrower = [320, 240]
/** The same beside files that are judged, the last resort last. */
const narrowest = [560, ...narrower, 190, 152]
/** What comes and goes on the page is looked at no more often. */
const settleMs = 300

/**
 * Keeps the notes where they cover nothing that can be read or used: where the stylesheet puts them, else nearby on the
 * screen's part, else anywhere in the window, also narrower, beside what is open rather than where nothing is in it
 * (NOTE585); where there is no room, over words rather than titles and what can be used, over media rather than their marks, but over buttons rather than media that are compared (NOTE350), else where the
 * stylesheet puts them. While the pointer or the focus is on them they
 * move only into a window that has become too small for where they are (NOTE450). Returns how to end that.
 */
export function placeNotes(frame: HTMLElement): () => void {
  const over = new AbortController()
  let timer = 0
  const later = () => {
    if (timer === 0)
      timer = window.setTimeout(() => {
        timer = 0
        place(frame)
      }, settleMs)
  }
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !frame.contains(target))) later()
  })
  changes.observe(document.body, { childList: true, subtree: true })
  const resize = () => {
    place(frame)
    // Some of the page follows later, such as a grid that is laid out by script.
    later()
  }
  window.addEventListener('resize', resize, { signal: over.signal })
  place(frame)
  return () => {
    over.abort()
    changes.disconnect()
    window.clearTimeout(timer)
  }
}

function place(frame: HTMLElement): void {
  if (document.fullscreenElement) {
    moveTo(frame, null)
    return
  }
  const notes = [...frame.querySelectorAll<HTMLElement>('[data-tone]:not([data-ending-style])')]
  const first = notes[0]
  if (!first || (frame.matches('[data-expanded], :focus-within') && notes.every(isInWindow))) return
  const before = frame.dataset.placed ? { left: first.offsetLeft, top: first.offsetTop } : null
  const origin = frame.getBoundingClientRect()
  const stood = before && { left: origin.left + before.left, top: origin.top + before.top }
  moveTo(frame, null)
  const usual = frame.getBoundingClientRect()
  const size = sizeOf(notes)
  const near = { left: usual.left + (usual.width - size.width) / 2, top: usual.top }
  const occupied = readOccupied(frame)
  const bottom = innerHeight - edgePx
  const part = { left: usual.left + edgePx, top: usual.top, right: usual.right - edgePx, bottom }
  const all = { left: edgePx, top: edgePx, right: innerWidth - edgePx, bottom }
  const find = (from: Point, area: Box, boxes = occupied.all) =>
    findPlace({ ...size, near: from, area, occupied: boxes })
  const again = stood && find(stood, all)
  const isFree = again?.left === stood?.left && again?.top === stood?.top
  const asWide = (found: Point | null) => found && { ...found, width: size.width }
  const findNarrower = (boxes: readonly Box[]) =>
    findAt(frame, notes, {
      near,
      area: all,
      occupied: boxes,
      widths: narrower.filter((width) => width < size.width),
    })
  moveTo(
    frame,
    asWide((isFree ? again : null) ?? find(near, part) ?? find(near, all)) ??
      findNarrower(occupied.all) ??
      asWide(find(near, all, occupied.within)) ??
      findNarrower(occupied.within) ??
      asWide(find(near, all, occupied.vital) ?? find(near, all, occupied.vitalWithin)) ??
      findNarrower(occupied.vitalWithin) ??
      (occupied.judged.length > 0
        ? findAt(frame, notes, {
            near,
            area: toEdges(),
            occupied: [...occupied.judged, ...occupied.marks],
            widths: narrowest,
          })
        : null) ??
      (occupied.marks.length > 0 ? asWide(find(near, part, occupied.marks)) : null),
  )
}

function isInWindow(note: HTMLElement): boolean {
  const { left, top, right, bottom } = note.getBoundingClientRect()
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
}

/** Of the notes together, as they stand. */
function sizeOf(notes: readonly HTMLElement[]) {
  const first = notes[0]
  const last = notes.at(-1)
  const height = first && last ? last.offsetTop + last.offsetHeight - first.offsetTop : 0
  return { width: Math.max(...notes.map(({ offsetWidth }) => offsetWidth)), height }
}

interface Narrowed {
  readonly near: Point
  readonly area: Box
  readonly occupied: readonly Box[]
  readonly widths: readonly number[]
}

/** Where they are free in one of these widths, the first that is. */
function findAt(
  frame: HTMLElement,
  notes: readonly HTMLElement[],
  { widths, ...wanted }: Narrowed,
): Place | null {
  for (const most of widths) {
    moveTo(frame, { ...wanted.near, width: most })
    const size = sizeOf(notes)
    const found = findPlace({ ...size, ...wanted })
    if (found) return { ...found, width: size.width }
  }
  return null
}

/** The window, but for a sliver. */
function toEdges(): Box {
  return { left: 2, top: 2, right: innerWidth - 2, bottom: innerHeight - 2 }
}

interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
}

function moveTo(frame: HTMLElement, to: Place | null): void {
  if (!to) {
    delete frame.dataset.placed
    frame.style.inset = ''
    frame.style.width = ''
    return
  }
  frame.dataset.placed = 'true'
  frame.style.inset = `${to.top}px auto auto ${to.left - edgePx}px`
  frame.style.width = `${to.width + 2 * edgePx}px`
}
