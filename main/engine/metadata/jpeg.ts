import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { ascii, decodeUtf8, uint16BE, uint32BE } from './bytes.ts'
import {
  createKept,
  createTextBudget,
  mostTextBytes,
  type Range,
  type ReadContainer,
  windowed,
} from './container.ts'
import { readExifComment } from './exif-comment.ts'

const mainHead = ascii('http://ns.adobe.com/xap/1.0/\0')
const restHead = ascii('http://ns.adobe.com/xmp/extension/\0')
const exifHead = ascii('Exif\0\0')
/** The length field counts itself. */
const mostInSegment = 65_533
const restBytes = 65_000
const mostSegments = 10_000
const startOfScan = 0xda
const bareMarkers: ReadonlySet<number> = new Set([0x01, ...Array.from({ length: 8 }, (_, n) => 0xd0 + n)])

/** JPEG: XMP in APP1, a longer packet with its rest in further ones (XMP part 3, 1.1.3.1), C2PA in APP11. */
export const readJpegContainer: ReadContainer = async (plain) => {
  const source = windowed(plain)
  const main: (string | null)[] = []
  const rests = new Map<string, Rest>()
  const texts = new Map<string, string>()
  const dropped: Range[] = []
  const { kept, keep } = createKept()
  const budget = createTextBudget()
  let hasProvenance = false
  let indexAt: number | null = null
  let headEnd = 2
  let isInHead = true
  let at = 2
  keep(0, 2)
  for (let seen = 0; ; seen += 1) {
    const head = await source.read(at, 4)
    const marker = head[1]
    if (head.length < 4 || head[0] !== 0xff || marker === undefined || seen >= mostSegments) return null
    if (marker === startOfScan) break
    if (marker === 0xff || bareMarkers.has(marker)) {
      const end = at + (marker === 0xff ? 1 : 2)
      keep(at, end)
      at = end
      continue
    }
    const end = at + 2 + head.readUInt16BE(2)
    if (head.readUInt16BE(2) < 2 || end > source.bytes) return null
    const data = isText(marker) ? await source.read(at + 4, end - at - 4) : null
    const isMain = marker === 0xe1 && startsWith(data, mainHead)
    const isRest = marker === 0xe1 && startsWith(data, restHead)
    if (data && isMain) main.push(decodeUtf8(data.subarray(mainHead.length)))
    if (data && isRest) collect(rests, data.subarray(restHead.length), budget)
    if (isMain || isRest) dropped.push({ from: at, to: end })
    else keep(at, end)
    if (data && marker === 0xe1 && startsWith(data, exifHead)) {
      const comment = readExifComment(data.subarray(exifHead.length))
      if (comment) texts.set('UserComment', comment)
    }
    if (data && marker === 0xfe) texts.set('Comment', decodeUtf8(data) ?? data.toString('latin1'))
    if (data && marker === 0xeb && data.toString('latin1', 0, 2) === 'JP') hasProvenance = true
    if (data && marker === 0xe2 && startsWith(data, ascii('MPF\0'))) indexAt = at
    isInHead = isInHead && (marker === 0xe0 || (marker === 0xe1 && startsWith(data, exifHead)))
    if (isInHead) headEnd = end
    at = end
  }
  keep(at, source.bytes)
  // The list of further images counts from where it is: what follows it may not move against it.
  const index = indexAt
  const wouldMove = index !== null && (headEnd > index || dropped.some(({ from }) => from > index))
  return {
    packets: [...main.slice(0, 1), ...restsOf(main[0] ?? null, rests)],
    texts,
    hasProvenance,
    write({ packet }) {
      const made = wouldMove || main.length > 1 ? null : packet(mostInSegment - 2 - mainHead.length)
      if (!made) return null
      const added = [segment(Buffer.concat([mainHead, made.main])), ...(made.rest ? split(made.rest) : [])]
      return [{ from: 0, to: headEnd }, ...added, ...afterHead(kept, headEnd)]
    },
  }
}

interface Rest {
  readonly length: number
  readonly parts: Map<number, Buffer>
}

function collect(rests: Map<string, Rest>, data: Buffer, budget: ReturnType<typeof createTextBudget>): void {
  if (data.length < 40) return
  const digest = data.toString('latin1', 0, 32)
  const rest = rests.get(digest) ?? { length: data.readUInt32BE(32), parts: new Map() }
  // Where a part is missing, the rest stands for one that can’t be read.
  if (budget.take(data.length)) rest.parts.set(data.readUInt32BE(36), data.subarray(40))
  rests.set(digest, rest)
}

/** The rest that the main packet names; null stands for one that is not whole. */
function restsOf(main: string | null, rests: ReadonlyMap<string, Rest>): (string | null)[] {
  return [...rests].flatMap(([digest, { length, parts }]) => {
    if (!main?.includes(digest)) return []
    const ordered = [...parts].toSorted(([left], [right]) => left - right)
    let end = 0
    for (const [offset, part] of ordered) {
      if (offset !== end) return [null]
      end += part.length
    }
    if (end !== length || length > mostTextBytes) return [null]
    return [decodeUtf8(Buffer.concat(ordered.map(([, part]) => part)))]
  })
}

function split(rest: Buffer): Buffer[] {
  const digest = md5(rest)
  const parts = Math.ceil(rest.length / restBytes)
  return Array.from({ length: parts }, (_, index) => {
    const offset = index * restBytes
    const part = rest.subarray(offset, offset + restBytes)
    return segment(Buffer.concat([restHead, ascii(digest), uint32BE(rest.length), uint32BE(offset), part]))
  })
}

/** The name of a packet's rest, as its main part gives it. */
export function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex').toUpperCase()
}

function segment(data: Buffer): Buffer {
  return Buffer.concat([ascii('\u00ff\u00e1'), uint16BE(data.length + 2), data])
}

function afterHead(kept: readonly Range[], headEnd: number): Range[] {
  return kept.flatMap(({ from, to }) => (to <= headEnd ? [] : [{ from: Math.max(from, headEnd), to }]))
}

/** Segments whose content is looked at: APP1, APP2, APP11 and comments. */
function isText(marker: number): boolean {
  return marker === 0xe1 || marker === 0xe2 || marker === 0xeb || marker === 0xfe
}

function startsWith(data: Buffer | null, head: Buffer): boolean {
  return data !== null && data.length >= head.length && data.subarray(0, head.length).equals(head)
}
