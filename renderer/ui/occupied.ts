import type { Box } from './find-place.ts'

const whole = 'button, a[href], input, select, textarea, summary, img, video, audio, canvas, svg'
const parts =
  '[role="progressbar"], [role="slider"], [role="switch"], [role="radio"], [role="checkbox"], [role="tab"], [role="option"], [role="menuitem"], [role="treeitem"], [data-run]'
/** What is open over the page; one that fills it is looked into instead. */
const popups = '[role="dialog"], [role="listbox"], [role="menu"], dialog[open]'
const fills = 0.6
/** What is behind it can't be used. */
const modal = '[data-keys="own"][data-open]'

/** What a person said of a file: on it, or in a line beside it that tells it from others. */
const marks = '[data-marks]'

/** Files side by side, to be judged by their looks. */
const judged = ':is([data-pane], [data-tile]) :is(img, video, canvas)'

/** Says what this part of the page is. */
const titles = 'h1, h2, h3, label, legend, th'

export interface Occupied {
  /** What can be read or used. */
  readonly all: readonly Box[]
  /** The same without what is open over the page as a whole: where nothing is in it, it is free. */
  readonly within: readonly Box[]
  /** Of all what can be used, and titles. */
  readonly vital: readonly Box[]
  /** The same without what is open as a whole. */
  readonly vitalWithin: readonly Box[]
  /** A file’s marks, which may lie on an image that fills all. */
  readonly marks: readonly Box[]
  /** Images and videos that are compared or surveyed. */
  readonly judged: readonly Box[]
}

/** What is on the page as it is seen now, but for what is within `own`. */
export function readOccupied(own: Element): Occupied {
  const clips = new Map<Element, Box>()
  const boxes: Box[] = []
  const compared: Box[] = []
  const root = [...document.querySelectorAll(modal)].at(-1) ?? document.body

  /** What an element's content is cut to. */
  function clipOf(element: Element): Box {
    const known = clips.get(element)
    if (known) return known
    const outer = element.parentElement ? clipOf(element.parentElement) : windowBox()
    const cuts = getComputedStyle(element).overflow !== 'visible'
    const clip = cuts ? intersect(outer, element.getBoundingClientRect()) : outer
    clips.set(element, clip)
    return clip
  }

  function add(rect: Box, within: Element): void {
    const seen = intersect(rect, clipOf(within))
    if (seen.right - seen.left > 1 && seen.bottom - seen.top > 1) boxes.push(seen)
  }

  for (const element of root.querySelectorAll(`${whole}, ${parts}`)) {
    if (own.contains(element) || !element.checkVisibility({ visibilityProperty: true })) continue
    const before = boxes.length
    add(element.getBoundingClientRect(), element.parentElement ?? element)
    if (element.matches(judged)) compared.push(...boxes.slice(before))
  }
  const open: Box[] = []
  for (const popup of document.querySelectorAll(popups)) {
    const rect = popup.getBoundingClientRect()
    if (!own.contains(popup) && rect.width * rect.height < fills * innerWidth * innerHeight) open.push(rect)
  }
  const vital = [...boxes]
  const rated = [...root.querySelectorAll(marks)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const parent = text.parentElement
    if (!parent || text.nodeValue?.trim() === '' || own.contains(parent)) continue
    range.selectNodeContents(text)
    const before = boxes.length
    for (const line of range.getClientRects()) add(line, parent)
    if (parent.closest(titles)) vital.push(...boxes.slice(before))
  }
  return {
    all: [...boxes, ...open],
    within: boxes,
    vital: [...vital, ...open],
    vitalWithin: vital,
    marks: rated.map((one) => one.getBoundingClientRect()),
    judged: compared,
  }
}

function windowBox(): Box {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
}

function intersect(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  }
}
