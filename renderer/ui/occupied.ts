import type { Box } from './find-place.ts'

const whole = 'button, a[href], input, select, textarea, summary, img, video, audio, canvas, svg'
const parts = '[role="progressbar"], [role="slider"], [role="switch"], [data-run]'
/** What is open over the page; one that fills it is looked into instead. */
const popups = '[role="dialog"], [role="listbox"], [role="menu"], dialog[open]'
const fills = 0.6
/** What is behind it can't be used. */
const modal = '[data-keys="own"][data-open]'

/** What can be read or used on the page as it is seen now, but for what is within `own`. */
export function readOccupied(own: Element): Box[] {
  const clips = new Map<Element, Box>()
  const boxes: Box[] = []
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

  for (const element of root.querySelectorAll(`${whole}, ${parts}`))
    if (!own.contains(element) && element.checkVisibility({ visibilityProperty: true }))
      add(element.getBoundingClientRect(), element.parentElement ?? element)
  for (const popup of document.querySelectorAll(popups)) {
    const rect = popup.getBoundingClientRect()
    if (!own.contains(popup) && rect.width * rect.height < fills * innerWidth * innerHeight) add(rect, popup)
  }
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const parent = text.parentElement
    if (!parent || text.nodeValue?.trim() === '' || own.contains(parent)) continue
    range.selectNodeContents(text)
    for (const line of range.getClientRects()) add(line, parent)
  }
  return boxes
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
