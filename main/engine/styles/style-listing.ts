import { boundText } from '../../../shared/json/bound-text.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import { isStyleId, longestStyleName } from '../../../shared/styles/style-id.ts'
import { findNextPage } from '../recovery/next-page.ts'
import { findListing, type ListingPlace } from '../service/listing-place.ts'
import type { ListedStyle, ListStylesOutcome, StyleService } from '../service/ports.ts'

const listingPath = /^(\/[^{}/]+)*\/styles$/
const mostPages = 20
/** More than any workspace has; what is beyond it stays unread. */
const mostListed = 5_000

/** Null where a description has no listing of styles that can be requested without further knowledge (STYLE8). */
export function findStyleListing(document: unknown): ListingPlace | null {
  return findListing(document, listingPath)
}

interface ServiceResponse {
  readonly url: URL
  readonly body: unknown
  /** Its `Link` header; null where there is none. */
  readonly link: string | null
  readonly place: Pick<ListingPlace, 'takes'>
}

/** Names under which a listing may hold its rows; the first that is a list counts. */
const listNames = ['styles', 'items', 'data'] as const

/** Null where the response is no listing. Unreadable rows are skipped (STYLE9). */
export function readStylePage(
  response: ServiceResponse,
): Extract<ListStylesOutcome, { type: 'page' }> | null {
  const list = findList(response.body, 0)
  if (!list) return null
  const styles = list.slice(0, mostListed).flatMap((row) => readRow(row, response.url))
  const continuation = findNextPage({
    url: response.url,
    body: response.body,
    link: response.link,
    rows: list.length,
    lastId: styles.at(-1)?.styleId ?? null,
    takes: response.place.takes,
  })
  const next = continuation.type === 'more' ? continuation.url : null
  return { type: 'page', styles, next, isLast: continuation.type !== 'more' }
}

function findList(body: unknown, depth: number): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body
  if (!isRecord(body) || depth > 1) return undefined
  const held = listNames.map((name) => (Object.hasOwn(body, name) ? body[name] : undefined))
  return held.find(Array.isArray) ?? held.map((one) => findList(one, depth + 1)).find(Array.isArray)
}

const idNames = ['id', 'style_id', 'styleId'] as const
const nameNames = ['name', 'title', 'display_name', 'displayName', 'label'] as const

/** Members that may hold an image's address, or an object or a list with it; the most telling first. */
const imageNames = [
  'preview_url',
  'previewUrl',
  'preview_image_url',
  'thumbnail_url',
  'thumbnailUrl',
  'image_url',
  'imageUrl',
  'cover_url',
  'preview',
  'thumbnail',
  'image',
  'cover',
  'images',
  'previews',
  'url',
] as const
const addressNames = ['url', 'src', 'href', ...imageNames] as const
const longestAddress = 2_000

/** An address within the row, relative ones of the listing's own; null where nothing there is one of the web. */
function findImage(value: unknown, base: URL, names: readonly string[], depth: number): string | null {
  if (typeof value === 'string') return readAddress(value, base)
  if (depth > 2) return null
  if (Array.isArray(value)) return findImage(value[0], base, addressNames, depth + 1)
  if (!isRecord(value)) return null
  for (const name of names) {
    const found = Object.hasOwn(value, name) ? findImage(value[name], base, addressNames, depth + 1) : null
    if (found !== null) return found
  }
  return null
}

function readAddress(text: string, base: URL): string | null {
  if (text === '' || text.length > longestAddress) return null
  const url = URL.parse(text, base.href)
  return url && /^https?:$/.test(url.protocol) && url.href.length <= longestAddress ? url.href : null
}

function readRow(row: unknown, base: URL): ListedStyle[] {
  if (!isRecord(row)) return []
  const styleId = textOf(row, idNames)
  if (styleId === null || !isStyleId(styleId)) return []
  const name = (textOf(row, nameNames) ?? '').replace(/\p{Cc}+/gu, ' ').trim()
  const previewUrl = findImage(row, base, imageNames, 0)
  return [{ styleId, name: boundText(name, longestStyleName), previewUrl }]
}

function textOf(row: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  const found = names.map((name) => (Object.hasOwn(row, name) ? row[name] : undefined))
  return found.find((value) => typeof value === 'string') ?? null
}

export type StyleWalk =
  | { readonly type: 'none' }
  | Extract<ListStylesOutcome, { type: 'refused' | 'failed' }>
  /** `isWhole`: these are all that the service lists, as far as it says. */
  | { readonly type: 'listing'; readonly styles: readonly ListedStyle[]; readonly isWhole: boolean }

/**
 * Reads a listing page by page, each style once, until it ends, repeats itself or reaches a bound. A page that can't be
 * read ends it with what there is; the first one, with the reason.
 */
export async function walkStyles(service: Pick<StyleService, 'listStyles'>): Promise<StyleWalk> {
  const styles = new Map<string, ListedStyle>()
  const requested = new Set<string>()
  let next: string | null = null
  for (let page = 0; page < mostPages && styles.size < mostListed; page += 1) {
    const outcome: ListStylesOutcome = await service.listStyles(next)
    if (outcome.type !== 'page') {
      return page === 0 ? outcome : { type: 'listing', styles: [...styles.values()], isWhole: false }
    }
    const known = styles.size
    for (const style of outcome.styles)
      if (!styles.has(style.styleId) && styles.size < mostListed) styles.set(style.styleId, style)
    if (outcome.isLast) return { type: 'listing', styles: [...styles.values()], isWhole: true }
    if (outcome.next === null || requested.has(outcome.next) || styles.size === known) break
    next = outcome.next
    requested.add(next)
  }
  return { type: 'listing', styles: [...styles.values()], isWhole: false }
}
