import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSaxXmlReader } from '../../infra/sax-xml.ts'
import { sampleCarried } from '../../testing/sample-carried.ts'
import { box, join, pngChunk, pngWith, riff, riffChunk, sourceOf } from '../../testing/sample-containers.ts'
import { subtract } from './container.ts'
import { foresee } from './embed.ts'
import { readExifComment } from './exif-comment.ts'
import { withLaterChunks } from './iso-tags.ts'
import { readPngContainer } from './png.ts'
import { readWebpContainer } from './riff.ts'
import { descriptionsIn, mergeDescriptions, toDescription, writePacket } from './xmp.ts'

const xml = createSaxXmlReader()
const credits = { writer: '', version: '1' }
const rdf = (inside: string) =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${inside}</rdf:RDF>`

test('[META6] a tag with a million attributes is refused before they are compared', () => {
  const attributes = Array.from({ length: 900_000 }, (_, index) => ` a${index % 9}=""`).join('')
  expect(xml.read(`<a${attributes}/>`)).toBeNull()
  const some = Array.from({ length: 900 }, (_, index) => ` a${index}=""`).join('')
  expect(xml.read(`<a${some}/>`)?.attributes).toHaveLength(900)
})

test('[META6] as many namespaces as a packet may have, all with one prefix, stay distinct', () => {
  const count = 49_000
  const inside = Array.from({ length: count }, (_, index) => `<a:b xmlns:a="u${index}"/>`).join('')
  const read = descriptionsIn(xml.read(rdf(`<rdf:Description>${inside}</rdf:Description>`))) ?? []
  const { foreign, own } = mergeDescriptions(read, sampleCarried(), credits)
  const packet = writePacket([...foreign, toDescription(own, foreign)])
  expect(packet.match(/="u\d+"/g)).toHaveLength(count)
  expect(new Set(packet.match(/xmlns:[\w]+=/g)).size).toBe(packet.match(/xmlns:[\w]+=/g)?.length)
})

test('[META7] [META11] settings of ours that a file has a hundred thousand times are replaced by one', async () => {
  const source = (bytes: Uint8Array) => ({ mediaType: 'image/png', source: sourceOf(bytes), xml, credits })
  const carried = sampleCarried()
  const recipe = JSON.stringify(carried).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const packet = rdf(
    `<rdf:Description xmlns:p="urn:atelier:metadata:1.0/"><p:Recipe>${recipe}</p:Recipe></rdf:Description>`,
  )
  const pair = join(pngChunk('tEXt', 'parameters\0x'), pngChunk('abCd', ''))
  const thousand = join(...Array.from({ length: 1_000 }, () => pair))
  const bytes = pngWith(
    pngChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', Buffer.from(packet)),
    join(...Array.from({ length: 90 }, () => thousand)),
  )
  const prospect = await foresee({ ...source(bytes), carried, size: null })
  const ranges = (prospect.embed()?.pieces ?? []).flatMap((piece) => ('from' in piece ? [piece] : []))
  const texts = ranges.map(({ from, to }) => bytes.toString('latin1', from, to)).join('')
  expect(texts.match(/parameters/g)).toBeNull()
  expect(texts.match(/abCd/g)).toHaveLength(90_000)
})

test('[META11] ranges without others are what is left of them', () => {
  const ranges = fc
    .uniqueArray(fc.nat(60), { maxLength: 24 })
    .map((ends) => ends.toSorted((left, right) => left - right))
    .map((ends) =>
      Array.from({ length: ends.length >> 1 }, (_, index) => ({
        from: ends[index * 2] ?? 0,
        to: ends[index * 2 + 1] ?? 0,
      })),
    )
  const inside = (all: readonly { from: number; to: number }[]) =>
    all.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index))
  fc.assert(
    fc.property(ranges, ranges, (some, others) => {
      const gone = new Set(inside(others))
      expect(inside(subtract(some, others))).toEqual(inside(some).filter((at) => !gone.has(at)))
    }),
  )
})

test('[META11] a comment of millions of zeros is trimmed in one pass', () => {
  const comment = join('UNICODE\0', Buffer.alloc(4_000_000), Buffer.from([0, 65]))
  const tiff = Buffer.alloc(44)
  tiff.write('MM\0*', 'latin1')
  for (const [at, value] of [
    [4, 8],
    [18, 26],
    [32, comment.length],
    [36, 44],
  ] as const)
    tiff.writeUInt32BE(value, at)
  for (const [at, value] of [
    [8, 1],
    [10, 0x8769],
    [26, 1],
    [28, 0x9286],
  ] as const)
    tiff.writeUInt16BE(value, at)
  expect(readExifComment(join(tiff, comment))).toMatch(/\0A$/)
})

test('[META11] [META20] tables of chunks that are nested without end are left as they are', () => {
  const nested = (levels: number) => {
    const movie = Buffer.alloc(levels * 8)
    for (let level = 0; level < levels; level += 1) {
      movie.writeUInt32BE(movie.length - level * 8, level * 8)
      movie.write('stbl', level * 8 + 4, 'latin1')
    }
    return join(box('trak', box('mdia', box('minf', movie))))
  }
  expect(withLaterChunks(nested(1), 0, 8)).toEqual(nested(1))
  for (const levels of [2, 100_000]) expect(withLaterChunks(nested(levels), 0, 8)).toBeNull()
})

test('[META5] [META11] texts and packets beyond a limit are not held, and cost a sidecar', async () => {
  const large = Buffer.alloc(3 * 1024 * 1024, 'x')
  const packet = pngChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', large)
  const png = await readPngContainer(sourceOf(pngWith(packet, packet, packet)))
  expect(png?.packets.map((one) => one?.length ?? null)).toEqual([large.length, large.length, null])
  const texts = ['a', 'b', 'c'].map((keyword) => pngChunk('tEXt', `${keyword}\0`, large))
  const held = await readPngContainer(sourceOf(pngWith(...texts)))
  expect([...(held?.texts.keys() ?? [])]).toEqual(['a', 'b'])
  const xmp = riffChunk('XMP ', large)
  const webp = await readWebpContainer(
    sourceOf(riff('WEBP', riffChunk('VP8X', new Uint8Array(10)), xmp, xmp, xmp)),
  )
  expect(webp?.packets.map((one) => one?.length ?? null)).toEqual([large.length, large.length, null])
})
