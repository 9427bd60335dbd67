import { Buffer } from 'node:buffer'
import { ascii, decodeUtf8, uint32BE } from './bytes.ts'
import { createTextBudget, mostTextBytes, type Piece, type ReadContainer, windowed } from './container.ts'
import { type MovieTags, readComment, withLaterChunks, withTags } from './iso-tags.ts'

const xmpId = 'be7acfcb97a942e89c71999491e3afac'
const provenanceId = 'd8fec3d61b0e483c92975828877ec481'
/** A part-by-part file has two boxes for each part. */
const mostBoxes = 100_000

interface Box {
  readonly type: string
  readonly from: number
  readonly content: number
  readonly to: number
  /** Its length is written as “to the end of the file”. */
  readonly isOpen: boolean
}

/**
 * MP4, M4A and QuickTime: XMP in a box at the end (XMP part 3, 1.1.4 and 1.2.8), so that no offset inside changes. An
 * earlier packet’s box becomes free space where it stands, and C2PA’s is told by its id.
 */
export const readIsoContainer: ReadContainer = async (plain) => {
  const source = windowed(plain)
  const boxes: Box[] = []
  const old: Box[] = []
  const packets: (string | null)[] = []
  const budget = createTextBudget()
  let hasProvenance = false
  let brand = ''
  for (let at = 0; at < source.bytes; ) {
    const head = await source.read(at, 32)
    const box = readBox(head, at, source.bytes)
    if (!box || boxes.length >= mostBoxes) return null
    boxes.push(box)
    if (box.type === 'ftyp') brand = head.toString('latin1', box.content - at, box.content - at + 4)
    if (box.type === 'uuid') {
      const id = head.toString('hex', box.content - at, box.content - at + 16)
      hasProvenance ||= id === provenanceId
      if (id === xmpId) {
        const length = box.to - box.content - 16
        old.push(box)
        packets.push(budget.take(length) ? decodeUtf8(await source.read(box.content + 16, length)) : null)
      }
    }
    at = box.to
  }
  const movies = boxes.filter(({ type }) => type === 'moov')
  const [movie] = movies
  if (!movie) return null
  const length = movie.to - movie.content
  // QuickTime has tags of another form.
  const isTagged = movies.length === 1 && brand !== 'qt  ' && boxes.every(({ type }) => movable.has(type))
  const content = isTagged && budget.take(length) ? await source.read(movie.content, length) : null
  const comment = content?.length === length ? readComment(content) : null
  const last = boxes.at(-1)
  // The index of a fragmented file is found from the end of the file.
  const end = last?.type === 'mfra' ? last.from : source.bytes
  return {
    packets,
    texts: new Map(comment === null ? [] : [['Comment', comment]]),
    hasProvenance,
    write({ packet, prompt, settings, software, isOwnBefore }) {
      const made = old.length <= 1 ? packet(mostTextBytes) : null
      const closing = last && closingOf(last)
      if (!made || made.rest || closing === null) return null
      const body = Buffer.concat([Buffer.from(xmpId, 'hex'), made.main])
      const pieces: Piece[] = []
      let at = 0
      const replace = (from: number, bytes: Buffer, to = from + bytes.length) => {
        if (from > at) pieces.push({ from: at, to: from })
        pieces.push(bytes)
        at = to
      }
      const title = prompt.replace(/\s+/g, ' ').trim().slice(0, longestTitle)
      const tags = { title, comment: settings || prompt, tool: software, isOwnBefore }
      const tagged = content?.length === length && !movie.isOpen ? tagMovie(content, movie, tags) : null
      const changes = old.map((box) => ({ from: box.from + 4, bytes: ascii('free'), to: box.from + 8 }))
      if (tagged) changes.push({ from: movie.from, bytes: tagged, to: movie.to })
      for (const one of changes.toSorted((a, b) => a.from - b.from)) replace(one.from, one.bytes, one.to)
      if (closing && last) replace(last.from, closing)
      if (end > at) pieces.push({ from: at, to: end })
      pieces.push(Buffer.concat([uint32BE(body.length + 8), ascii('uuid'), body]))
      if (end < source.bytes) pieces.push({ from: end, to: source.bytes })
      return pieces
    },
  }
}

/** In characters. */
const longestTitle = 250
/** Boxes of a file that hold no offsets, beside the movie’s own. */
const movable: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'uuid', 'pdin'])

/** The whole movie box with tags, its offsets beyond it moved by what it grew; null where it stays as it is (META20). */
function tagMovie(content: Buffer, { from, to }: Box, tags: MovieTags): Buffer | null {
  const longer = withTags(content, tags)
  const moved = longer && withLaterChunks(longer, to, longer.length + 8 - (to - from))
  return moved && Buffer.concat([uint32BE(moved.length + 8), ascii('moov'), moved])
}

/** The length of a last box that was left open, as it must be once another follows; undefined where it is not. */
function closingOf({ isOpen, from, to, type }: Box): Buffer | undefined | null {
  if (!isOpen) return undefined
  // A longer length takes eight bytes more, which would move what is inside.
  return to - from > 0xff_ff_ff_ff || type === 'uuid' ? null : uint32BE(to - from)
}

function readBox(head: Buffer, from: number, bytes: number): Box | null {
  if (head.length < 8) return null
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  if (short === 0) return { type, from, content: from + 8, to: bytes, isOpen: true }
  if (short === 1 && head.length < 16) return null
  const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short
  const content = from + (short === 1 ? 16 : 8)
  const to = from + length
  return length < content - from || to > bytes ? null : { type, from, content, to, isOpen: false }
}
