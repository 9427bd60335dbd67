import { Buffer } from 'node:buffer'
import { isTooLargeToShow } from '../../../shared/bridge/media-bounds.ts'
import { stylePreviewQuerySchema } from '../../../shared/bridge/style-procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { readMeasures } from '../media-types/read-structure.ts'
import { sniffMedia } from '../media-types/sniff-media.ts'
import type { Clock } from '../ports.ts'
import type { AccountReach } from '../service/accounts.ts'
import { strictHeaders } from '../strict-headers.ts'
import type { PreviewFetcher, StyleStore } from './ports.ts'

export interface StylePreviewsDeps {
  readonly clock: Clock
  readonly styles: Pick<StyleStore, 'listedPreview'>
  readonly fetcher: PreviewFetcher
  reachOf(account: string): Promise<AccountReach>
}

/** GET /media/styles/preview (`shared/bridge/media-routes.ts`). */
export type StylePreviewRoute = (url: URL) => Promise<Response>

/** In bytes, of one image. */
const largest = 4 * 1024 ** 2
const mostKept = 300
const mostKeptBytes = 48 * 1024 ** 2
const mostAtOnce = 4
/** An address that gave no image is left alone for so long, in milliseconds. */
const brokenForMs = 5 * 60_000

interface Image {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly mediaType: string
}

/** The images that a service lists for its styles, fetched when they are seen, kept in memory within bounds (STYLE31). */
export function createStylePreviews({
  clock,
  styles,
  fetcher,
  reachOf,
}: StylePreviewsDeps): StylePreviewRoute {
  /** By account and address, the last used last. */
  const kept = new Map<string, Image>()
  const broken = new Map<string, number>()
  const underWay = new Map<string, Promise<Image | null>>()
  const waiting: (() => void)[] = []
  let running = 0
  let keptBytes = 0

  function keep(key: string, image: Image): void {
    kept.set(key, image)
    keptBytes += image.bytes.length
    for (const [oldest, { bytes }] of kept) {
      if (kept.size <= mostKept && keptBytes <= mostKeptBytes) return
      kept.delete(oldest)
      keptBytes -= bytes.length
    }
  }

  async function inTurn<Output>(task: () => Promise<Output>): Promise<Output> {
    if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  async function fetchImage(account: string, url: string, key: string): Promise<Image | null> {
    const bytes = await inTurn(async () =>
      fetcher.fetch({ url, reach: await reachOf(account), mostBytes: largest }),
    )
    const image = bytes && (await readImage(bytes))
    if (image) keep(key, image)
    else {
      if (broken.size >= mostKept) broken.clear()
      broken.set(key, clock.now() + brokenForMs)
    }
    return image
  }

  function find(account: string, url: string): Promise<Image | null> {
    const key = JSON.stringify([account, url])
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return Promise.resolve(known)
    }
    if ((broken.get(key) ?? 0) > clock.now()) return Promise.resolve(null)
    const asked = underWay.get(key) ?? fetchImage(account, url, key).finally(() => underWay.delete(key))
    underWay.set(key, asked)
    return asked
  }

  return async ({ searchParams }) => {
    const query = stylePreviewQuerySchema.safeParse(Object.fromEntries(searchParams))
    const { account = '', styleId = '' } = query.data ?? {}
    const url = query.success ? styles.listedPreview(account, styleId) : null
    const image = url === null ? null : await find(account, url)
    if (!image) return Response.json(reasonOf('thumbnail_missing'), { status: 404, headers: strictHeaders })
    return new Response(image.bytes, {
      headers: {
        ...strictHeaders,
        'Content-Type': image.mediaType,
        'Content-Length': String(image.bytes.length),
        'Cache-Control': 'private, max-age=3600',
      },
    })
  }
}

/** Null where the bytes are no image, or one that is too large to be shown. */
async function readImage(bytes: Uint8Array<ArrayBuffer>): Promise<Image | null> {
  const media = sniffMedia(bytes)
  if (media?.kind !== 'image') return null
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const measures = await readMeasures(media.mediaType, {
    bytes: all.length,
    read: async (offset, length) => all.subarray(offset, offset + length),
  })
  const isShown = measures.width !== null && !isTooLargeToShow({ kind: 'image', ...measures })
  return isShown ? { bytes, mediaType: media.mediaType } : null
}
