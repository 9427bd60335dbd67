import { type MediaKind, mediaKinds } from '../../shared/api/media.ts'

/** Something that the person adds, before anything is known of it. */
export type Incoming =
  | { readonly type: 'file'; readonly file: File }
  | { readonly type: 'folder'; readonly name: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'library'; readonly fileId: string }

/** The part of a drop or a paste that is read here. */
export interface Transfer {
  readonly files: Iterable<File>
  readonly items: Iterable<DataTransferItem>
  getData(type: string): string
}

/** A drag of a tile within its own list; it adds nothing. */
export const tileDragType = 'application/x-atelier-tile'

/** Named by a drag of a file of the library, so that its kind is known before the drop. */
export const ownDragTypes: Readonly<Record<MediaKind, string>> = {
  image: 'application/x-atelier-image',
  video: 'application/x-atelier-video',
  audio: 'application/x-atelier-audio',
}

const ownMedia = /^\/media\/(?:files|posters)\/([0-9a-f-]{36})$/

/**
 * The content of a drop or a paste: a medium of Atelier's own by its id; else files; else the media in its HTML
 * (a link's image, not the link's target); else its URLs; else its text, if that is one URL.
 */
export function readTransfer(transfer: Transfer, origin: string): Incoming[] {
  const urls = urlsOf(transfer)
  const own = urls.flatMap((url) => readOwnMedia(url, origin) ?? [])
  if (own.length > 0) return own
  const files = [...transfer.files]
  if (files.length > 0) return files.map((file, index) => readFile(file, folderNames(transfer), index))
  return urls.map((url) => ({ type: 'url', url }))
}

function readFile(file: File, folders: readonly boolean[], index: number): Incoming {
  return folders[index] ? { type: 'folder', name: file.name } : { type: 'file', file }
}

/** For each file, whether it is a folder: browsers pass those as files that can't be read. */
function folderNames({ items }: Transfer): boolean[] {
  return [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry?.()?.isDirectory ?? false)
}

function urlsOf(transfer: Transfer): string[] {
  const shown = mediaInHtml(transfer.getData('text/html'))
  if (shown.length > 0) return shown
  const listed = transfer
    .getData('text/uri-list')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (listed.length > 0) return listed
  const text = transfer.getData('text/plain').trim()
  return text === '' ? [] : [text]
}

/** The addresses of the images, videos and audio in a piece of HTML. Nothing of it is loaded or run. */
function mediaInHtml(html: string): string[] {
  if (html === '') return []
  const page = new DOMParser().parseFromString(html, 'text/html')
  const addresses = [...page.querySelectorAll('img[src], video[src], audio[src], source[src]')].map(
    (element) => element.getAttribute('src') ?? '',
  )
  return [...new Set(addresses)].filter((address) => /^[a-z][a-z0-9+.-]*:/i.test(address))
}

function readOwnMedia(url: string, origin: string): Incoming | null {
  if (!URL.canParse(url)) return null
  const address = new URL(url)
  const fileId = address.origin === origin ? ownMedia.exec(address.pathname)?.[1] : undefined
  return fileId === undefined ? null : { type: 'library', fileId }
}

/** What is known of a drag before the drop: a browser reveals types then, and no contents. */
export interface Hovering {
  /** How many files of the disk; null where there are none, or it is unknown. */
  readonly files: number | null
  /** The kinds of its files; empty where unknown. */
  readonly kinds: readonly MediaKind[]
  /** It is a file of the library. */
  readonly isOwn?: true
}

/** Null where a drag holds nothing that a media field accepts. */
export function readHovering(transfer: Pick<DataTransfer, 'types' | 'items'>): Hovering | null {
  const types = new Set(transfer.types)
  if (types.has(tileDragType)) return null
  const own = mediaKinds.filter((kind) => types.has(ownDragTypes[kind]))
  if (own.length > 0) return { files: 1, kinds: own, isOwn: true }
  if (!types.has('Files')) return types.has('text/uri-list') ? { files: null, kinds: [] } : null
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  const kinds = items.map(({ type }) => kindOfType(type))
  const reported = kinds.every((kind) => kind !== null) ? kinds : []
  // A browser passes a medium of another page as a file as well.
  return { files: (!types.has('text/html') && items.length) || null, kinds: [...new Set(reported)] }
}

/** Whether it can hold settings alone, as a sidecar does: it is no medium. */
export function isOfText({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /\.(xmp|json|txt)$/i.test(name) || /^text|json/.test(type)
}

/** The media kind of a MIME type; null where it has none. */
export function kindOfType(type: string): MediaKind | null {
  const [kind] = type.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : null
}
