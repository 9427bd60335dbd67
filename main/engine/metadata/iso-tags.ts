import { Buffer } from 'node:buffer'
import { ascii, decodeUtf8, uint32BE } from './bytes.ts'

/** The tags of iTunes that most players show: title, comment and tool. */
const tagTypes = { title: '\u00a9nam', comment: '\u00a9cmt', tool: '\u00a9too' } as const
type Tag = keyof typeof tagTypes

export interface MovieTags extends Readonly<Record<Tag, string>> {
  /** Those that are there are ours, from an earlier export. */
  readonly isOwnBefore: boolean
}

interface Box {
  readonly type: string
  readonly content: Buffer
}

/** Null where a box reaches beyond its parent, or has a length of another form. */
function readBoxes(bytes: Buffer): Box[] | null {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.length - at < 8 ? 0 : bytes.readUInt32BE(at)
    if (length < 8 || at + length > bytes.length) return null
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + 8, at + length),
    })
    at += length
  }
  return boxes
}

function writeBox(type: string, content: Uint8Array): Buffer {
  return Buffer.concat([uint32BE(content.length + 8), ascii(type), content])
}

function writeBoxes(boxes: readonly Box[]): Buffer {
  return Buffer.concat(boxes.map(({ type, content }) => writeBox(type, content)))
}

/** The boxes with one of them replaced, or another at their end; null where `change` refuses it. */
function changed(
  boxes: readonly Box[] | null,
  type: string,
  change: (content: Buffer | null) => Buffer | null,
): Buffer | null {
  if (!boxes || boxes.filter((box) => box.type === type).length > 1) return null
  const content = change(boxes.find((box) => box.type === type)?.content ?? null)
  if (!content) return null
  const has = boxes.some((box) => box.type === type)
  return writeBoxes(
    has ? boxes.map((box) => (box.type === type ? { type, content } : box)) : [...boxes, { type, content }],
  )
}

const metaHead = Buffer.alloc(4)
/** A handler that says that what follows are iTunes’ tags. */
const handler = writeBox('hdlr', Buffer.concat([Buffer.alloc(8), ascii('mdirappl'), Buffer.alloc(9)]))

/** The content of a movie box with the tags; null where it has tags of another form, or fragments follow it. */
export function withTags(movie: Buffer, tags: MovieTags): Buffer | null {
  const boxes = readBoxes(movie)
  if (!boxes || boxes.some(({ type }) => type === 'mvex')) return null
  return changed(boxes, 'udta', (user) =>
    changed(user ? readBoxes(user) : [], 'meta', (meta) => {
      if (!meta) return Buffer.concat([metaHead, handler, writeBox('ilst', writeTags([], tags))])
      const inside = readBoxes(meta.subarray(4))
      const isOfTags = inside?.some(
        ({ type, content }) => type === 'hdlr' && content.toString('latin1', 8, 12) === 'mdir',
      )
      const written =
        inside && isOfTags
          ? changed(inside, 'ilst', (list) => {
              const known = list ? readBoxes(list) : []
              return known && writeTags(known, tags)
            })
          : null
      return written && Buffer.concat([meta.subarray(0, 4), written])
    }),
  )
}

/** What others wrote stays. */
function writeTags(known: readonly Box[], { isOwnBefore, ...tags }: MovieTags): Buffer {
  const own = (Object.keys(tagTypes) as Tag[]).flatMap((tag) => {
    const type = tagTypes[tag]
    const isThere = known.some((box) => box.type === type)
    if (tags[tag] === '' || (isThere && !isOwnBefore)) return []
    const text = Buffer.concat([uint32BE(1), uint32BE(0), Buffer.from(tags[tag])])
    return [{ type, content: writeBox('data', text) }]
  })
  const replaced = new Set<string>(own.map(({ type }) => type))
  return writeBoxes([...known.filter(({ type }) => !replaced.has(type)), ...own])
}

/** The comment that is among a movie box’s tags; null where there is none. */
export function readComment(movie: Buffer): string | null {
  const meta = contentAt(movie, ['udta', 'meta'])
  const data = meta && contentAt(meta.subarray(4), ['ilst', tagTypes.comment, 'data'])
  return data && data.length > 8 ? decodeUtf8(data.subarray(8)) : null
}

function contentAt(bytes: Buffer, path: readonly string[]): Buffer | null {
  let at: Buffer | null = bytes
  for (const type of path) at = (at && readBoxes(at)?.find((box) => box.type === type)?.content) ?? null
  return at
}

const mostOffset = 0xff_ff_ff_ff

/** The way to a track’s tables of chunks. */
const wayToChunks: readonly string[] = ['trak', 'mdia', 'minf', 'stbl']

/**
 * The content of a movie box whose chunks, from `from` on, stand so many bytes later; null where one of its tables isn’t
 * known to be right then. `depth`: how far on the way to them a box within it is.
 */
export function withLaterChunks(movie: Buffer, from: number, bytes: number, depth = 0): Buffer | null {
  return mapBoxes(movie, ({ type, content }) => {
    // Elsewhere than on that way they could be nested without end.
    if (wayToChunks.includes(type))
      return type === wayToChunks[depth] ? withLaterChunks(content, from, bytes, depth + 1) : null
    // Places of what belongs to samples, beside those of chunks.
    if (type === 'saio') return null
    if (type === 'stco') return laterOffsets(content, 4, from, bytes)
    return type === 'co64' ? laterOffsets(content, 8, from, bytes) : content
  })
}

function mapBoxes(bytes: Buffer, map: (box: Box) => Buffer | null): Buffer | null {
  const written: Box[] = []
  for (const box of readBoxes(bytes) ?? [null]) {
    const content = box && map(box)
    if (!box || !content) return null
    written.push({ type: box.type, content })
  }
  return writeBoxes(written)
}

function laterOffsets(table: Buffer, size: 4 | 8, from: number, bytes: number): Buffer | null {
  const count = table.length < 8 ? -1 : table.readUInt32BE(4)
  if (count < 0 || table.length !== 8 + count * size) return null
  const later = Buffer.alloc(table.length)
  later.set(table)
  for (let at = 8; at < table.length; at += size) {
    const offset = size === 4 ? table.readUInt32BE(at) : Number(table.readBigUInt64BE(at))
    if (offset < from) continue
    const moved = offset + bytes
    if (!Number.isSafeInteger(moved) || (size === 4 && moved > mostOffset)) return null
    later.set(uint32BE(moved % 2 ** 32), at + size - 4)
    if (size === 8) later.set(uint32BE(Math.floor(moved / 2 ** 32)), at)
  }
  return later
}
