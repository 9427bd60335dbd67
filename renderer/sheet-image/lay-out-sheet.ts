import type { Caption } from '../../shared/bridge/export-procedures.ts'

/** What can stand below each image. */
export const captionParts = ['name', 'prompt', 'model', 'seed', 'rating'] as const
export type CaptionPart = (typeof captionParts)[number]

export interface SheetChoices {
  readonly columns: number
  /** Of the whole image, in pixels. */
  readonly width: number
  readonly ground: 'dark' | 'light'
  readonly format: 'png' | 'jpeg'
  readonly captions: readonly CaptionPart[]
  /** Empty: none. */
  readonly title: string
}

export const mostColumns = 12
export const sheetWidths = [2_000, 3_000, 4_000] as const

/**
 * The largest image, in pixels. Chromium's canvas takes sides of 65,535 and 268 million pixels in all; many other programs
 * stop at sides of 16,384, and the canvas takes four bytes a pixel.
 */
export const mostSide = 16_384
export const mostArea = 64 * 1024 ** 2

/** Where everything on the pages is, in pixels. */
export interface SheetLayout {
  readonly width: number
  readonly margin: number
  readonly gap: number
  readonly columns: number
  readonly cell: { readonly width: number; readonly height: number }
  readonly fontSize: number
  readonly lineHeight: number
  readonly lines: number
  /** The height of the title's line; 0 where there is none. */
  readonly head: number
  readonly rowHeight: number
  readonly perPage: number
  readonly pages: number
}

/** Cells as wide as the columns allow, and as high as most of the images are (EXP21). */
export function layOutSheet(captions: readonly Caption[], choices: SheetChoices): SheetLayout {
  const { width, title } = choices
  const count = captions.length
  const columns = Math.max(1, Math.min(choices.columns, count))
  const gap = Math.round(width / 120)
  const margin = gap * 2
  const cellWidth = Math.floor((width - margin * 2 - gap * (columns - 1)) / columns)
  const cell = { width: cellWidth, height: Math.round(cellWidth / middleRatio(captions)) }
  const fontSize = Math.max(14, Math.min(Math.round(cellWidth * 0.05), Math.round(width / 60)))
  const lineHeight = Math.round(fontSize * 1.4)
  const lines = linesOf(choices.captions)
  const rowHeight = cell.height + lines * lineHeight + (lines > 0 ? Math.round(gap / 2) : 0) + gap
  const fitting = (head: number) =>
    Math.max(1, Math.floor((mostHeight(width) - margin * 2 - head) / rowHeight)) * columns
  const head = Math.round(lineHeight * 2)
  const isPlain = title.trim() === '' && count <= fitting(0)
  const perPage = fitting(isPlain ? 0 : head)
  return {
    ...{ width, margin, gap, columns, cell, fontSize, lineHeight, lines, rowHeight, perPage },
    head: isPlain ? 0 : head,
    pages: Math.max(1, Math.ceil(count / perPage)),
  }
}

function mostHeight(width: number): number {
  return Math.min(mostSide, Math.floor(mostArea / width))
}

/** How high a page with so many files is. */
export function heightOf({ margin, head, rowHeight, columns, gap }: SheetLayout, count: number): number {
  return margin * 2 + head + Math.ceil(count / columns) * rowHeight - gap
}

/** Where the image of a page's file is. */
export function placeOf({ margin, head, columns, cell, gap, rowHeight }: SheetLayout, at: number) {
  return {
    x: margin + (at % columns) * (cell.width + gap),
    y: margin + head + Math.floor(at / columns) * rowHeight,
  }
}

const audioRatio = 2
const narrowest = 0.56
const widest = 2

/** The ratio in the middle of all, so that most cells are filled. */
function middleRatio(captions: readonly Caption[]): number {
  const ratios = captions.map(({ kind, width, height }) =>
    kind === 'audio' ? audioRatio : width && height ? width / height : 1,
  )
  const middle = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 1
  return Math.max(narrowest, Math.min(widest, middle))
}

/** Model, seed and rating share a line. */
function linesOf(parts: readonly CaptionPart[]): number {
  const shared = parts.some((part) => part === 'model' || part === 'seed' || part === 'rating')
  return Number(parts.includes('name')) + Number(parts.includes('prompt')) + Number(shared)
}

/** The lines below an image, the empty ones in their places. */
export function captionLines(caption: Caption, parts: readonly CaptionPart[]): readonly string[] {
  const { name, prompt, model, seed, rating } = caption
  const shared = [
    parts.includes('model') && model,
    parts.includes('seed') && seed,
    parts.includes('rating') && rating > 0 && '★'.repeat(rating),
  ].filter((text) => typeof text === 'string' && text !== '')
  return [
    ...(parts.includes('name') ? [name] : []),
    ...(parts.includes('prompt') ? [prompt.replace(/\s+/g, ' ').trim()] : []),
    shared.join(' · '),
  ].slice(0, linesOf(parts))
}
