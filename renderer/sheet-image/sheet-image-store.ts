import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../shared/bridge/error-codes.ts'
import { type Caption, mostCaptions } from '../../shared/bridge/export-procedures.ts'
import type { ExportSubject } from '../actions/collecting.ts'
import { judgementsIn } from '../bridge/apply-judged.ts'
import { drawSheetPage, type LoadTile } from './draw-sheet.ts'
import { layOutSheet, type SheetChoices, type SheetLayout } from './lay-out-sheet.ts'

export interface SheetImageState {
  /** Null until they are read. */
  readonly captions: readonly Caption[] | null
  readonly choices: SheetChoices
  /** While it is drawn: how many files are. */
  readonly drawn: number | null
  /** `undrawn`: the canvas refused. */
  readonly failure: BridgeFailure | 'undrawn' | null
}

/** A page as a file. */
export interface SheetPage {
  readonly name: string
  readonly blob: Blob
}

interface PageWords {
  readonly notShown: string
  pageOf(page: number, pages: number): string
}

/** The choices of one contact sheet, and its drawing. */
export interface SheetImageStore {
  readonly store: StoreApi<SheetImageState>
  change(change: Partial<SheetChoices>): void
  layout(): SheetLayout | null
  /** Its first rows, small; null where other choices came meanwhile. */
  preview(width: number, words: PageWords): Promise<ImageBitmap | null>
  /** Its pages, one after the other; it ends early where it is stopped. `missing`: files without an image, so far. */
  draw(words: PageWords, format: SheetChoices['format']): AsyncGenerator<SheetPage & { missing: number }>
  stop(): void
  close(): void
}

const firstChoices: SheetChoices = {
  columns: 5,
  width: 3_000,
  ground: 'dark',
  format: 'png',
  captions: ['name'],
  title: '',
}

/** As they were chosen last, while the page is open; the title is of one sheet. */
let remembered = firstChoices

const rowsOfPreview = 3
const jpegQuality = 0.92
/** How many small images the preview keeps. */
const mostKept = 60

export function createSheetImageStore(
  bridge: Pick<Bridge, 'call' | 'on'>,
  { which }: ExportSubject,
  ports: { readonly load: LoadTile; now(): Date },
): SheetImageStore {
  const store = createStore<SheetImageState>(() => ({
    captions: null,
    choices: { ...remembered, title: '' },
    drawn: null,
    failure: null,
  }))
  const kept = new Map<string, ReturnType<LoadTile>>()
  let previewing = new AbortController()
  let drawing: AbortController | null = null
  let isClosed = false

  async function readAll(): Promise<void> {
    const captions: Caption[] = []
    for (let from = 0, total = 1; from < total && !isClosed; from += mostCaptions) {
      const read = await bridge.call('export.captions', { which, from })
      if (!read.ok) return store.setState({ failure: read.error })
      captions.push(...read.value.captions)
      total = read.value.total
    }
    store.setState({ captions })
  }

  function layout(): SheetLayout | null {
    const { captions, choices } = store.getState()
    return captions && captions.length > 0 ? layOutSheet(captions, choices) : null
  }

  /** Small images, each read once; drawn ones stay open, since they are drawn again. */
  const loadSmall: LoadTile = (caption, most) => {
    const key = `${caption.fileId} ${Math.round(most.width)}`
    const known = kept.get(key)
    if (known) return known
    const loading = ports.load(caption, most)
    kept.set(key, loading)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return loading
  }

  // A rating that was given just before may come after what was read.
  const stopListening = bridge.on('library.judged', ({ judged }) => {
    const newest = judgementsIn(judged)
    store.setState(({ captions }) => ({
      captions:
        captions?.map((one) => ({ ...one, rating: newest.get(one.fileId)?.rating ?? one.rating })) ?? null,
    }))
  })
  void readAll()

  return {
    store,
    layout,
    change(change) {
      store.setState(({ choices }) => ({ choices: { ...choices, ...change }, failure: null }))
      remembered = store.getState().choices
    },
    async preview(width, words) {
      previewing.abort()
      previewing = new AbortController()
      const { signal } = previewing
      const { captions, choices } = store.getState()
      const laidOut = layout()
      if (!captions || !laidOut) return null
      const shown = captions.slice(0, Math.min(laidOut.perPage, laidOut.columns * rowsOfPreview))
      try {
        const canvas = await drawSheetPage({
          ...{ captions: shown, layout: laidOut, choices, signal, load: loadSmall },
          pageOf: laidOut.pages > 1 ? words.pageOf(1, laidOut.pages) : '',
          notShown: words.notShown,
          scale: width / laidOut.width,
        })
        return canvas.transferToImageBitmap()
      } catch (error) {
        if (!signal.aborted) throw error
        return null
      }
    },
    async *draw(words, format) {
      const { captions, choices } = store.getState()
      const laidOut = layout()
      if (!captions || !laidOut || drawing) return
      drawing = new AbortController()
      const { signal } = drawing
      const day = ports.now().toISOString().slice(0, 10)
      let missing = 0
      const load: LoadTile = async (caption, most) => {
        const image = await ports.load(caption, most)
        if (!image) missing += 1
        return image
      }
      store.setState({ drawn: 0, failure: null })
      try {
        for (let page = 0; page < laidOut.pages; page += 1) {
          const canvas = await drawSheetPage({
            captions: captions.slice(page * laidOut.perPage, (page + 1) * laidOut.perPage),
            ...{ layout: laidOut, choices, load, signal, scale: 1 },
            pageOf: laidOut.pages > 1 ? words.pageOf(page + 1, laidOut.pages) : '',
            notShown: words.notShown,
            onDrawn: () => store.setState(({ drawn }) => ({ drawn: (drawn ?? 0) + 1 })),
          })
          const blob = await canvas.convertToBlob({ type: `image/${format}`, quality: jpegQuality })
          signal.throwIfAborted()
          const number =
            laidOut.pages > 1 ? `-${String(page + 1).padStart(String(laidOut.pages).length, '0')}` : ''
          const ending = format === 'png' ? 'png' : 'jpg'
          yield { name: `contact-sheet-${day}${number}.${ending}`, blob, missing }
        }
      } catch {
        if (!signal.aborted) store.setState({ failure: 'undrawn' })
      } finally {
        drawing = null
        store.setState({ drawn: null })
      }
    },
    stop: () => drawing?.abort(),
    close() {
      isClosed = true
      stopListening()
      previewing.abort()
      drawing?.abort()
      for (const loading of kept.values()) void loading.then((image) => image?.close())
      kept.clear()
    },
  }
}
