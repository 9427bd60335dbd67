import { Buffer } from 'node:buffer'
import { ascii, decodeUtf8, uint32BE } from './bytes.ts'
import {
  type Container,
  createKept,
  createTextBudget,
  mostParts,
  mostTextBytes,
  type ReadContainer,
  subtract,
  windowed,
} from './container.ts'
import { crc32 } from './crc32.ts'

const signatureBytes = 8
const xmpKeyword = 'XML:com.adobe.xmp'
const mostKeywordBytes = 80
const settingsKeyword = 'parameters'

/** PNG (third edition): XMP as iTXt (11.3.3.4), settings as tEXt or iTXt, C2PA as caBX. */
export const readPngContainer: ReadContainer = async (plain) => {
  const source = windowed(plain)
  const packets: (string | null)[] = []
  const texts = new Map<string, string>()
  const budget = createTextBudget()
  let hasProvenance = false
  const { kept, keep } = createKept()
  const settings = createKept()
  let at = signatureBytes
  let headEnd = 0
  for (let seen = 0; ; seen += 1) {
    const head = await source.read(at, 8)
    if (head.length < 8 || seen >= mostParts) return null
    const type = head.toString('latin1', 4, 8)
    const end = at + 12 + head.readUInt32BE(0)
    if (end > source.bytes || !/^[A-Za-z]{4}$/.test(type)) return null
    if (type === 'IHDR') headEnd = end
    if (type === 'caBX') hasProvenance = true
    const isText = type === 'iTXt' || type === 'tEXt' || type === 'zTXt'
    const isRead = isText && budget.take(end - at - 12)
    const found = isText
      ? readText(type, await source.read(at + 8, isRead ? end - at - 12 : mostKeywordBytes))
      : null
    if (found?.keyword === xmpKeyword) packets.push(isRead ? found.text : null)
    else {
      if (isRead && found?.text != null && !texts.has(found.keyword)) texts.set(found.keyword, found.text)
      if (found?.keyword === settingsKeyword) settings.keep(at, end)
      keep(at, end)
    }
    at = end
    if (type === 'IEND') break
  }
  // What follows the end is no part of the image and stays.
  keep(at, source.bytes)
  if (headEnd !== signatureBytes + 25) return null
  return {
    packets,
    texts,
    hasProvenance,
    write({ packet, settings: text, isOwnBefore }) {
      const made = packet(mostTextBytes)
      if (!made || made.rest) return null
      const hasForeign = texts.has(settingsKeyword) && !isOwnBefore
      const added = [
        chunk('iTXt', Buffer.concat([ascii(`${xmpKeyword}\0\0\0\0\0`), made.main])),
        ...(text === '' || hasForeign ? [] : [textChunk(settingsKeyword, text)]),
      ]
      const rest = isOwnBefore ? subtract(kept, settings.kept) : kept
      return [{ from: 0, to: headEnd }, ...added, ...subtract(rest, [{ from: 0, to: headEnd }])]
    },
  } satisfies Container
}

/** `text` is null where it is compressed or can't be read. */
function readText(type: string, data: Buffer): { keyword: string; text: string | null } | null {
  const end = data.indexOf(0)
  if (end < 1 || end > 79) return null
  const keyword = data.toString('latin1', 0, end)
  if (type === 'tEXt') return { keyword, text: readEither(data.subarray(end + 1)) }
  if (type === 'zTXt' || data[end + 1] !== 0) return { keyword, text: null }
  const language = data.indexOf(0, end + 3)
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
  return { keyword, text: translated < 0 ? null : decodeUtf8(data.subarray(translated + 1)) }
}

/** Latin-1 by the standard; many programs write UTF-8. */
function readEither(bytes: Buffer): string {
  return decodeUtf8(bytes) ?? bytes.toString('latin1')
}

function textChunk(keyword: string, text: string): Buffer {
  const isLatin = /^[\n\u0020-\u007e\u00a0-\u00ff]*$/.test(text)
  return isLatin
    ? chunk('tEXt', Buffer.concat([ascii(`${keyword}\0`), ascii(text)]))
    : chunk('iTXt', Buffer.concat([ascii(`${keyword}\0\0\0\0\0`), Buffer.from(text)]))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([ascii(type), data])
  return Buffer.concat([uint32BE(data.length), body, uint32BE(crc32(body))])
}
