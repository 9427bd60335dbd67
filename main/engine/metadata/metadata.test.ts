import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCarried } from '../../../shared/library/carried.ts'
import { anyCharacter } from '../../../shared/testing/any-character.ts'
import { createSaxXmlReader } from '../../infra/sax-xml.ts'
import { sampleCarried } from '../../testing/sample-carried.ts'
import {
  box,
  join,
  jpeg,
  jpegSegment,
  mp4,
  pngChunk,
  pngWith,
  riff,
  riffChunk,
  sampleContainers,
  sourceOf,
  u32,
  writeOut,
} from '../../testing/sample-containers.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { sniffMedia } from '../media-types/sniff-media.ts'
import { readContainer } from './containers.ts'
import { foresee, readPackets, writeSidecar } from './embed.ts'
import { readSettingsText, writeSettingsText } from './settings-text.ts'
import { descriptionsIn, readXmp } from './xmp.ts'

const xml = createSaxXmlReader()
const credits = { writer: 'Ann', version: '1.2.3' }
const types = Object.keys(sampleContainers)

function look(mediaType: string, bytes: Uint8Array, carried = sampleCarried()) {
  return foresee({ mediaType, source: sourceOf(bytes), carried, credits, size: null, xml })
}

async function copyOf(mediaType: string, bytes: Uint8Array, carried = sampleCarried()): Promise<Buffer> {
  const embedded = (await look(mediaType, bytes, carried)).embed()
  if (!embedded) throw new Error(`${mediaType} took nothing.`)
  const copy = writeOut(embedded.pieces, bytes)
  expect(copy.length).toBe(embedded.bytes)
  return copy
}

async function descriptionsOf(mediaType: string, bytes: Uint8Array) {
  const container = await readContainer(mediaType, sourceOf(bytes))
  return readPackets(container?.packets ?? [null], xml) ?? []
}

function foreignPacket(inside: string, attributes = ''): string {
  return `<?xpacket begin="\ufeff" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="uuid:7" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:own="http://example.com/own/" ${attributes}>${inside}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}

const packetIn: Readonly<Record<string, (packet: Buffer) => Buffer>> = {
  'image/png': (packet) => pngWith(pngChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', packet)),
  'image/jpeg': (packet) => jpeg(jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', packet)),
  'image/webp': (packet) =>
    riff(
      'WEBP',
      riffChunk('VP8X', [0, 0, 0, 0, 9, 0, 0, 9, 0, 0]),
      riffChunk('XMP ', packet),
      riffChunk('VP8L', new Uint8Array(30)),
    ),
  'video/mp4': (packet) => mp4(box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), packet)),
  'audio/wav': (packet) => riff('WAVE', riffChunk('_PMX', packet), riffChunk('data', [1, 2])),
}
const packetTypes = Object.keys(packetIn)

describe.each(types)('%s', (mediaType) => {
  const original = sampleContainers[mediaType] ?? Buffer.alloc(0)

  test('[META1] a copy is the original’s parts in their order, and metadata', async () => {
    const embedded = (await look(mediaType, original)).embed()
    let end = 0
    let kept = 0
    for (const piece of embedded?.pieces ?? []) {
      if (!('from' in piece)) continue
      expect(piece.from).toBeGreaterThanOrEqual(end)
      expect(piece.to).toBeLessThanOrEqual(original.length)
      kept += piece.to - piece.from
      end = piece.to
    }
    // All but the head of its container, which has a length or a version, and the movie’s box of MP4 (META20).
    const isTagged = mediaType === 'video/mp4' || mediaType === 'audio/mp4'
    const movie = isTagged ? original.readUInt32BE(original.indexOf('moov') - 4) : 0
    expect(kept).toBeGreaterThanOrEqual(original.length - 12 - movie)
    expect(sniffMedia(await copyOf(mediaType, original))?.mediaType).toBe(mediaType)
  })

  test('[META3] a copy gives back exactly what it carries, also that of a copy', async () => {
    const copy = await copyOf(mediaType, original)
    expect(readXmp(await descriptionsOf(mediaType, copy)).carried).toEqual(sampleCarried())
    const changed = sampleCarried({ rating: 2, flag: 'reject', label: 0, note: '' })
    const again = await copyOf(mediaType, copy, changed)
    expect(readXmp(await descriptionsOf(mediaType, again))).toMatchObject({ carried: changed, rating: 2 })
  })

  test('[META11] bytes of any kind end in a copy, or in none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { maxLength: 12 }),
        fc.nat(original.length),
        async (changes, length) => {
          const bytes = Buffer.from(original)
          for (const [at, value] of changes) bytes[at] = value
          const cut = bytes.subarray(0, length)
          const embedded = (await look(mediaType, cut)).embed()
          for (const piece of embedded?.pieces ?? [])
            if ('from' in piece) expect(piece.from <= piece.to && piece.to <= cut.length).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })
})

test('[META3] whatever the prompt, the note and the tags hold comes back', async () => {
  const original = sampleContainers['image/png'] ?? Buffer.alloc(0)
  // What XML has no place for is inside the recipe’s JSON, which escapes it.
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: 'grapheme' }),
      async (prompt, note) => {
        const carried = sampleCarried({ prompt, note, values: { prompt } })
        const descriptions = await descriptionsOf('image/png', await copyOf('image/png', original, carried))
        expect(readXmp(descriptions).carried).toEqual(carried)
      },
    ),
    { numRuns: 150 },
  )
})

test('[META3] a damaged member of a recipe costs only itself', () => {
  const { modelId, values, ...others } = sampleCarried()
  const read = readCarried(
    JSON.stringify({
      modelId,
      values,
      ...others,
      rating: 9,
      tags: 'sea',
      settled: { kind: 'free' },
      fileId: '../..',
    }),
  )
  expect(read).toMatchObject({ modelId, rating: 0, tags: [], settled: null, fileId: null, note: others.note })
  expect(readCarried(JSON.stringify({ values }))).toBeNull()
  expect(readCarried('[')).toBeNull()
})

describe.each(packetTypes)('XMP of others in %s', (mediaType) => {
  const withPacket = packetIn[mediaType] ?? Buffer.from

  test('[META4] stays, except for what was set here', async () => {
    const packet = foreignPacket(
      '<dc:subject><rdf:Bag><rdf:li>Sea</rdf:li><rdf:li>old</rdf:li></rdf:Bag></dc:subject><dc:description><rdf:Alt><rdf:li xml:lang="x-default">theirs</rdf:li></rdf:Alt></dc:description><own:tree rdf:parseType="Resource"><own:leaf>1 &lt; 2</own:leaf></own:tree>',
      'xmp:Rating="1" own:mark="kept"',
    )
    const copy = await copyOf(mediaType, withPacket(Buffer.from(packet)))
    const descriptions = await descriptionsOf(mediaType, copy)
    const read = readXmp(descriptions)
    expect(read).toMatchObject({ rating: 4, label: 8, tags: ['Sea', 'old', 'ink & "gold"'] })
    const all = JSON.stringify(descriptions)
    expect(all).toContain('theirs')
    expect(all).toContain('1 < 2')
    expect(all).toContain('"kept"')
    expect(all).toContain('uuid:7')
    expect(copy.toString('latin1').split('<x:xmpmeta').length - 1).toBe(mediaType === 'video/mp4' ? 2 : 1)
  })

  test('[META5] that can’t be read keeps the file as it is', async () => {
    for (const packet of ['<x:xmpmeta', '<a/>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>']) {
      const { embed } = await look(mediaType, withPacket(Buffer.from(packet)))
      expect(embed()).toBeNull()
    }
    const { embed } = await look(mediaType, withPacket(Buffer.from([0x3c, 0xff, 0xfe])))
    expect(embed()).toBeNull()
  })
})

test('[META4] a rating that nobody gave here leaves the file’s own', async () => {
  const bytes = packetIn['image/png']?.(Buffer.from(foreignPacket('', 'xmp:Rating="3"'))) ?? Buffer.alloc(0)
  const copy = await copyOf('image/png', bytes, sampleCarried({ rating: 0 }))
  expect(readXmp(await descriptionsOf('image/png', copy)).rating).toBe(3)
})

test('[META5] types and lengths that take no metadata keep the file as it is', async () => {
  expect((await look('image/avif', mp4())).embed()).toBeNull()
  expect((await look('video/webm', Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))).embed()).toBeNull()
  expect((await look('image/png', pngWith().subarray(0, 60))).embed()).toBeNull()
  expect(
    readXmp(descriptionsIn(xml.read(writeSidecar(sampleCarried(), credits).toString())) ?? []),
  ).toMatchObject({
    carried: sampleCarried(),
  })
})

test('[META6] no document type, no entity, nothing too deep, too wide or too long', () => {
  expect(xml.read('<a b="&lt;">&amp;<![CDATA[<]]><?p?><!-- c --></a>')).toMatchObject({ local: 'a' })
  for (const text of [
    '<!DOCTYPE a><a/>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<a>&nbsp;</a>',
    '<a><b></a>',
    '<a/><b/>',
    'text',
    '',
    `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`,
    `<a>${'<b/>'.repeat(50_000)}</a>`,
    `<a ${Array.from({ length: 1001 }, (_, index) => `b${index}="1"`).join(' ')}/>`,
    `<a>${' '.repeat(8 * 1024 * 1024)}</a>`,
  ])
    expect(xml.read(text)).toBeNull()
  fc.assert(fc.property(fc.string(), (text) => void xml.read(`<a>${text}`)))
})

test('[META410] a model that isn’t known is not named', async () => {
  const foreign = sampleCarried({ modelId: 'unknown', modelLabel: 'unknown' })
  const packet = writeSidecar(foreign, credits).toString()
  expect(packet).not.toMatch(/AISystem(Version)?Used/)
  expect(packet).toContain('AIPromptInformation')
  expect(writeSettingsText(foreign, null, '1.2.3')).not.toContain('Model')
})

describe('[META7] the settings as text', () => {
  test('are in a PNG and a WAV, and read back', async () => {
    const png = await readContainer('image/png', sourceOf(await copyOf('image/png', pngWith())))
    expect(readSettingsText(png?.texts.get('parameters') ?? '')).toEqual({
      prompt: sampleCarried().prompt,
      negativePrompt: 'blur',
      seed: 42,
      model: 'V1 Flagship',
    })
    const wav = sampleContainers['audio/wav'] ?? Buffer.alloc(0)
    const copy = await readContainer('audio/wav', sourceOf(await copyOf('audio/wav', wav)))
    expect(readSettingsText(copy?.texts.get('Comment') ?? '')?.seed).toBe(42)
  })

  test('of another program stay', async () => {
    const bytes = pngWith(pngChunk('tEXt', 'parameters\0theirs'))
    const copy = await readContainer('image/png', sourceOf(await copyOf('image/png', bytes)))
    expect(copy?.texts.get('parameters')).toBe('theirs')
    const list = riffChunk('LIST', 'INFO', riffChunk('ICMT', 'theirs\0'), riffChunk('IART', 'Bo\0'))
    const wav = riff('WAVE', list, riffChunk('data', [1, 2]))
    const texts = (await readContainer('audio/wav', sourceOf(await copyOf('audio/wav', wav))))?.texts
    expect([texts?.get('Comment'), texts?.get('IART')]).toEqual(['theirs', 'Bo'])
  })

  test('are read for any text without an error', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void readSettingsText(text)))
    const text = writeSettingsText(sampleCarried({ modelLabel: 'A, "B": C' }), { width: 8, height: 9 }, '1')
    expect(readSettingsText(text)?.model).toBe('A, "B": C')
  })
})

describe('[META8] MP4', () => {
  test('keeps every byte of QuickTime, and of a fragmented one, at its place, with the packet at the end', async () => {
    const fragmented = join(mp4(), box('moof', u32(0)))
    for (const bytes of [sampleContainers['video/quicktime'] ?? Buffer.alloc(0), fragmented]) {
      const copy = await copyOf('video/mp4', bytes)
      expect(copy.subarray(0, bytes.length).equals(bytes)).toBe(true)
    }
  })

  test('turns an earlier packet into free space', async () => {
    const bytes = packetIn['video/mp4']?.(Buffer.from(foreignPacket(''))) ?? Buffer.alloc(0)
    const copy = await copyOf('video/mp4', bytes)
    const at = bytes.indexOf('uuid')
    const later = copy.indexOf('mdat') - bytes.indexOf('mdat')
    expect(copy.toString('latin1', at + later, at + later + 4)).toBe('free')
    expect(copy.subarray(at + later + 4, bytes.length + later).equals(bytes.subarray(at + 4))).toBe(true)
  })

  test('keeps the index of a fragmented one last', async () => {
    const index = box('mfra', box('mfro', u32(0), u32(24)))
    const copy = await copyOf('video/mp4', join(mp4(), index))
    expect(copy.subarray(-index.length).equals(index)).toBe(true)
  })

  test('gives a last box without a length its length', async () => {
    const bytes = mp4()
    const at = bytes.indexOf('mdat') - 4
    bytes.set([0, 0, 0, 0], at)
    const copy = await copyOf('video/mp4', bytes)
    expect(copy.readUInt32BE(copy.indexOf('mdat') - 4)).toBe(308)
    expect(readXmp(await descriptionsOf('video/mp4', copy)).carried).not.toBeNull()
  })
})

/** A movie with one track whose only chunk begins with the media. */
function movieWith(offset: number[], type: 'stco' | 'co64', ...more: Uint8Array[]): Buffer {
  const table = box('stbl', box(type, u32(0), u32(1), offset), ...more)
  return box('moov', box('mvhd', new Uint8Array(100)), box('trak', box('mdia', box('minf', table))))
}

describe('[META20] the tags of MP4', () => {
  const head = box('ftyp', 'isom', u32(0))
  const media = box('mdat', 'the media')

  test.each(['stco', 'co64'] as const)('move the media behind them, and %s with it', async (type) => {
    const wide = type === 'co64' ? u32(0) : []
    const length = movieWith([...wide, ...u32(0)], type).length
    const bytes = join(head, movieWith([...wide, ...u32(head.length + length + 8)], type), media)
    const copy = await copyOf('video/mp4', bytes)
    const at = copy.indexOf(type) + 12 + wide.length
    expect(copy.toString('latin1', copy.readUInt32BE(at), copy.readUInt32BE(at) + 9)).toBe('the media')
    expect(copy.indexOf('\u00a9nam', 0, 'latin1')).toBeGreaterThan(0)
    // Written again they are ours: each is there once.
    const again = await copyOf('video/mp4', copy, sampleCarried({ prompt: 'another' }))
    const all = again.toString('latin1')
    expect(all.split('\u00a9nam')).toHaveLength(2)
    expect(all.slice(all.indexOf('\u00a9nam'))).toContain('another')
    expect(all.indexOf('the media')).toBe(again.readUInt32BE(again.indexOf(type) + 12 + wide.length))
  })

  test('leave media before them where they are', async () => {
    const bytes = join(head, media, movieWith(u32(head.length + 8), 'stco'))
    const copy = await copyOf('video/mp4', bytes)
    expect(copy.subarray(0, head.length + media.length)).toEqual(join(head, media))
    expect(copy.readUInt32BE(copy.indexOf('stco') + 12)).toBe(head.length + 8)
  })

  test('of others stay, and a file with other tables or tags gets none', async () => {
    const tool = box('ilst', box('\u00a9too', box('data', u32(1), u32(0), 'Lavf')))
    const handler = box('hdlr', new Uint8Array(8), 'mdirappl', new Uint8Array(9))
    const foreign = (kind: Uint8Array) =>
      join(
        head,
        media,
        box('moov', box('mvhd', new Uint8Array(100)), box('udta', box('meta', u32(0), kind, tool))),
      )
    const copy = await copyOf('video/mp4', foreign(handler))
    expect(copy.toString('latin1').split('\u00a9too')).toHaveLength(2)
    expect(copy.includes('Lavf')).toBe(true)
    expect(copy.includes(Buffer.from('\u00a9cmt', 'latin1'))).toBe(true)
    const others = [
      foreign(box('hdlr', new Uint8Array(8), 'mp7t', new Uint8Array(13))),
      join(head, movieWith(u32(0xff_ff_ff_f0), 'stco'), media),
      join(head, movieWith(u32(0), 'stco', box('saio', u32(0))), media),
      join(head, movieWith([], 'stco'), media),
    ]
    for (const bytes of others) {
      const kept = await copyOf('video/mp4', bytes)
      expect(kept.subarray(0, bytes.length).equals(bytes)).toBe(true)
    }
  })
})

describe('[META9] JPEG', () => {
  test('takes a packet of any length', async () => {
    const prompt = 'é<'.repeat(60_000)
    const carried = sampleCarried({ prompt, values: { prompt } })
    const copy = await copyOf('image/jpeg', jpeg(), carried)
    expect(copy.toString('latin1')).toContain('HasExtendedXMP')
    const read = readXmp(await descriptionsOf('image/jpeg', copy))
    expect(read).toMatchObject({ carried, rating: 4, prompt })
    const again = await copyOf('image/jpeg', copy, sampleCarried())
    expect(readXmp(await descriptionsOf('image/jpeg', again)).carried).toEqual(sampleCarried())
  })

  test('stays as it is where an index of further images would count wrong', async () => {
    const index = jpegSegment(0xe2, 'MPF\0', new Uint8Array(20))
    const packet = jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', Buffer.from(foreignPacket('')))
    expect((await look('image/jpeg', jpeg(index, packet))).embed()).toBeNull()
    expect((await look('image/jpeg', jpeg(packet, index))).embed()).not.toBeNull()
  })
})

test('[META10] C2PA is found wherever it is kept', async () => {
  const manifests: readonly [string, Buffer][] = [
    ['image/png', pngWith(pngChunk('caBX', 'jumb'))],
    ['image/jpeg', jpeg(jpegSegment(0xeb, 'JP', [0, 1], u32(1), 'jumb'))],
    ['image/webp', riff('WEBP', riffChunk('VP8L', new Uint8Array(30)), riffChunk('C2PA', 'jumb'))],
    ['audio/wav', riff('WAVE', riffChunk('data', [1, 2]), riffChunk('C2PA', 'jumb'))],
    [
      'audio/mpeg',
      join(
        'ID3',
        [3, 0, 0, 0, 0, 0, 40],
        'GEOB',
        u32(30),
        [0, 0],
        [0],
        'application/c2pa\0',
        new Uint8Array(12),
      ),
    ],
    ['video/mp4', mp4(box('uuid', Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex'), 'manifest'))],
  ]
  for (const [mediaType, bytes] of manifests) expect((await look(mediaType, bytes)).hasProvenance).toBe(true)
  for (const mediaType of types)
    expect((await look(mediaType, sampleContainers[mediaType] ?? Buffer.alloc(0))).hasProvenance).toBe(false)
})

function findProgram(name: string): boolean {
  try {
    execFileSync(name, [name === 'exiftool' ? '-ver' : '-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const hasPrograms = findProgram('exiftool') && findProgram('ffmpeg')

/** One of each type that ffmpeg makes here. */
const made: Readonly<Record<string, readonly string[]>> = {
  'a.gif': ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=5', '-t', '1'],
  'a.jpg': ['-f', 'lavfi', '-i', 'testsrc=size=64x48', '-frames:v', '1'],
  'a.mp4': ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=5', '-t', '1', '-pix_fmt', 'yuv420p'],
  'b.mp4': [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=64x48:rate=5',
    '-t',
    '1',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  ],
  'c.mp4': [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=64x48:rate=5',
    '-t',
    '1',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    'frag_keyframe',
  ],
  'a.mov': ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=5', '-t', '1', '-pix_fmt', 'yuv420p'],
  'a.wav': ['-f', 'lavfi', '-i', 'sine=440', '-t', '1'],
  'a.mp3': ['-f', 'lavfi', '-i', 'sine=440', '-t', '1'],
  'b.mp3': ['-f', 'lavfi', '-i', 'sine=440', '-t', '1', '-write_id3v2', '0'],
  'a.m4a': ['-f', 'lavfi', '-i', 'sine=440', '-t', '1'],
}

// exiftool and ffmpeg are programs of the machine; where they are missing our own readers above stand alone.
describe.skipIf(!hasPrograms)('by other programs', () => {
  test('[META2] exiftool reads what each type has, and ffmpeg decodes the same', {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder()
    mkdirSync(joinPath(folder, 'out'))
    for (const [name, given] of Object.entries(made))
      execFileSync('ffmpeg', ['-v', 'error', ...given, joinPath(folder, name)])
    const canvas = createCanvas(64, 48)
    writeFileSync(joinPath(folder, 'a.png'), canvas.toBuffer('image/png'))
    writeFileSync(joinPath(folder, 'a.webp'), canvas.toBuffer('image/webp'))
    const names = [...Object.keys(made), 'a.png', 'a.webp']
    for (const name of names) {
      const bytes = readFileSync(joinPath(folder, name))
      const copy = await copyOf(sniffMedia(bytes)?.mediaType ?? '', bytes)
      writeFileSync(joinPath(folder, 'out', name), copy)
      const digest = (path: string) =>
        execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'md5', '-']).toString()
      expect(digest(joinPath(folder, 'out', name))).toBe(digest(joinPath(folder, name)))
    }
    writeFileSync(joinPath(folder, 'out', 'a.xmp'), writeSidecar(sampleCarried(), credits))
    const read = execFileSync('exiftool', [
      '-json',
      '-struct',
      '-n',
      '-api',
      'Compact=0',
      joinPath(folder, 'out'),
    ])
    const rows = JSON.parse(read.toString()) as Record<string, unknown>[]
    expect(rows).toHaveLength(names.length + 1)
    // A fragmented one has none, and ffmpeg’s own tool stays.
    for (const name of ['a.mp4', 'b.mp4', 'a.m4a']) {
      const path = joinPath(folder, 'out', name)
      const shown = execFileSync('ffprobe', ['-v', 'error', '-show_format', '-of', 'json', path]).toString()
      const { tags } = JSON.parse(shown).format
      expect(tags).toMatchObject({
        title: sampleCarried().prompt.replace('\n', ' '),
        comment: expect.stringContaining('Seed: '),
        encoder: expect.stringContaining('Lavf'),
      })
    }
    for (const row of rows)
      expect({ ...row }).toMatchObject({
        Rating: 4,
        RatingPercent: 75,
        Label: 'Green',
        Pick: 1,
        Description: sampleCarried().prompt,
        Subject: sampleCarried().tags,
        AIPromptInformation: sampleCarried().prompt,
        AISystemUsed: 'V1 Flagship',
        AISystemVersionUsed: 'v1',
        AIPromptWriterName: 'Ann',
        DigitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      })
  })
})

test('[META2] without a name of its writer a file has none', () => {
  const text = writeSidecar(sampleCarried(), { ...credits, writer: '' }).toString()
  expect(text).not.toContain('AIPromptWriterName')
})
