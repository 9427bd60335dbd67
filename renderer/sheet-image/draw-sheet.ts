import type { Caption } from '../../shared/bridge/export-procedures.ts'
import { captionLines, heightOf, placeOf, type SheetChoices, type SheetLayout } from './lay-out-sheet.ts'

/** An image as it is drawn; null where the file can’t be shown. */
export type LoadTile = (
  caption: Caption,
  most: { readonly width: number; readonly height: number },
) => Promise<ImageBitmap | null>

export interface PageToDraw {
  readonly captions: readonly Caption[]
  readonly layout: SheetLayout
  readonly choices: SheetChoices
  /** Beside the title; empty: nothing. */
  readonly pageOf: string
  /** In place of an image that can’t be shown. */
  readonly notShown: string
  /** 1 for the page itself. */
  readonly scale: number
  readonly load: LoadTile
  readonly signal: AbortSignal
  onDrawn?(): void
}

const colors = {
  dark: { ground: '#161514', cell: '#201f1d', text: '#e9e6e1', soft: '#a5a09a' },
  light: { ground: '#ffffff', cell: '#f1efec', text: '#1f1d1b', soft: '#66615b' },
} as const

/** How many images are read ahead: each takes four bytes a pixel while it is scaled down. */
const atOnce = 2

/** Draws one page; rejects where it is stopped. */
export async function drawSheetPage(page: PageToDraw): Promise<OffscreenCanvas> {
  const { captions, layout, choices, scale, signal } = page
  const height = heightOf(layout, captions.length)
  const canvas = new OffscreenCanvas(Math.round(layout.width * scale), Math.round(height * scale))
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('No canvas to draw on.')
  const { ground, text, soft } = colors[choices.ground]
  context.scale(scale, scale)
  context.imageSmoothingQuality = 'high'
  context.fillStyle = ground
  context.fillRect(0, 0, layout.width, height)
  if (layout.head > 0) drawHead(context, page, text, soft)
  let next = 0
  const drawNext = async () => {
    while (next < captions.length) {
      const at = next
      next += 1
      signal.throwIfAborted()
      const caption = captions[at]
      if (caption) await drawTile(context, page, caption, at)
      page.onDrawn?.()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, drawNext))
  signal.throwIfAborted()
  return canvas
}

type Context = OffscreenCanvasRenderingContext2D

function drawHead(context: Context, page: PageToDraw, text: string, soft: string): void {
  const { layout, choices, pageOf } = page
  const { margin, width, fontSize } = layout
  context.textBaseline = 'top'
  context.font = fontOf(Math.round(fontSize * 0.9))
  context.fillStyle = soft
  const pageWidth = context.measureText(pageOf).width
  context.fillText(pageOf, width - margin - pageWidth, margin + Math.round(fontSize * 0.3))
  context.font = fontOf(Math.round(fontSize * 1.3), 600)
  context.fillStyle = text
  context.fillText(cutTo(context, choices.title.trim(), width - margin * 3 - pageWidth), margin, margin)
}

async function drawTile(context: Context, page: PageToDraw, caption: Caption, at: number): Promise<void> {
  const { layout, choices, scale, load, notShown, signal } = page
  const { cell, fontSize, lineHeight, gap } = layout
  const { x, y } = placeOf(layout, at)
  const image = await load(caption, { width: cell.width * scale, height: cell.height * scale })
  signal.throwIfAborted()
  const { cell: fill, text, soft } = colors[choices.ground]
  if (image) drawImage(context, image, { x, y, ...cell }, caption.kind === 'audio' ? choices.ground : null)
  else {
    context.fillStyle = fill
    context.fillRect(x, y, cell.width, cell.height)
    context.fillStyle = soft
    context.font = fontOf(fontSize)
    context.textBaseline = 'middle'
    const words = cutTo(context, notShown, cell.width - gap)
    context.fillText(words, x + (cell.width - context.measureText(words).width) / 2, y + cell.height / 2)
  }
  context.textBaseline = 'top'
  const top = y + cell.height + Math.round(gap / 2)
  for (const [line, words] of captionLines(caption, choices.captions).entries()) {
    context.font = fontOf(fontSize)
    context.fillStyle = line === 0 ? text : soft
    context.fillText(cutTo(context, words, cell.width), x, top + line * lineHeight)
  }
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Whole, in the middle of its cell. A waveform is white on black: on a light ground it is inverted. */
function drawImage(context: Context, image: ImageBitmap, cell: Box, waveform: SheetChoices['ground'] | null) {
  const ratio = Math.min(cell.width / image.width, cell.height / image.height)
  const width = image.width * ratio
  const height = image.height * ratio
  const x = cell.x + (cell.width - width) / 2
  const y = cell.y + (cell.height - height) / 2
  context.drawImage(image, x, y, width, height)
  if (waveform === null) return
  const { ground, cell: fill } = colors[waveform]
  context.save()
  if (waveform === 'light') {
    context.globalCompositeOperation = 'difference'
    context.fillStyle = 'white'
    context.fillRect(x, y, width, height)
  }
  context.globalCompositeOperation = waveform === 'light' ? 'multiply' : 'lighten'
  context.fillStyle = waveform === 'light' ? fill : ground
  context.fillRect(x, y, width, height)
  context.restore()
}

function fontOf(size: number, weight = 400): string {
  return `${weight} ${size}px "Inter Variable", system-ui, sans-serif`
}

/** The text, cut between characters where it is wider. */
function cutTo(context: Context, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  const signs = [...text]
  let [fits, most] = [0, signs.length]
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2)
    const isFitting = context.measureText(`${signs.slice(0, middle).join('')}…`).width <= width
    if (isFitting) fits = middle
    else most = middle - 1
  }
  return `${signs.slice(0, fits).join('').trimEnd()}…`
}
