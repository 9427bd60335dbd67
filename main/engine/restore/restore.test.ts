import { writeFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRestoredFile } from '../../infra/disk-restored-file.ts'
import { createSaxXmlReader } from '../../infra/sax-xml.ts'
import { sampleCarried } from '../../testing/sample-carried.ts'
import {
  join,
  jpeg,
  jpegSegment,
  pngChunk,
  pngWith,
  riff,
  riffChunk,
  sampleContainers,
  sourceOf,
  writeOut,
} from '../../testing/sample-containers.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { foresee, writeSidecar } from '../metadata/embed.ts'
import { readRestored, readRestoredText } from './read-file.ts'

const xml = createSaxXmlReader()
const credits = { writer: '', version: '1' }
const read = (bytes: Uint8Array, besides: Parameters<typeof readRestored>[1] = []) =>
  readRestored(sourceOf(bytes), besides, xml)

async function exported(mediaType: string): Promise<Buffer> {
  const source = sourceOf(sampleContainers[mediaType] ?? Buffer.alloc(0))
  const carried = sampleCarried()
  const prospect = await foresee({ mediaType, source, carried, credits, size: null, xml })
  return writeOut(prospect.embed()?.pieces ?? [], sampleContainers[mediaType] ?? Buffer.alloc(0))
}

test('[RST1] a file gives back its recipe, whatever it is called', async () => {
  const folder = temporaryFolder()
  for (const mediaType of ['image/png', 'image/jpeg', 'video/mp4', 'audio/wav']) {
    const path = joinPath(folder, 'renamed.bin')
    writeFileSync(path, await exported(mediaType))
    expect(await readRestoredFile(path)).toMatchObject({
      source: 'atelier',
      modelId: 'v1',
      values: sampleCarried().values,
      rating: 4,
      flag: 'pick',
      label: 8,
      tags: sampleCarried().tags,
      note: 'For the cover.',
      carried: sampleCarried(),
    })
  }
})

test('[RST1] or a sidecar beside it does, in either way of naming', async () => {
  for (const name of ['sea.webm.xmp', 'SEA.XMP']) {
    const folder = temporaryFolder()
    writeFileSync(joinPath(folder, 'sea.webm'), Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))
    writeFileSync(joinPath(folder, name), writeSidecar(sampleCarried(), credits))
    const expected = { source: 'sidecar', carried: sampleCarried() }
    expect(await readRestoredFile(joinPath(folder, 'sea.webm'))).toMatchObject(expected)
    expect(await readRestoredFile(joinPath(folder, name))).toMatchObject(expected)
  }
})

test('[RST2] what another program has changed since counts', async () => {
  const packet = writeSidecar(sampleCarried(), credits)
    .toString()
    .replace('<xmp:Rating>4<', '<xmp:Rating>2<')
    .replace('<xmp:Label>Green<', '<xmp:Label>Red<')
    .replace('<rdf:li>sea</rdf:li>', '<rdf:li>ocean</rdf:li>')
  const png = pngWith(pngChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', Buffer.from(packet)))
  expect(await read(png)).toMatchObject({
    rating: 2,
    label: 6,
    tags: ['ocean', 'ink & "gold"'],
    flag: 'pick',
  })
})

const text =
  'a fox, (ink:1.2)\nin snow\nNegative prompt: blur\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 77, Size: 512x512, Model: some'
const settings = { prompt: 'a fox, (ink:1.2)\nin snow', negative_prompt: 'blur', seed: 77 }

/** A TIFF with the text as the user comment of its Exif folder. */
function exif(content: string): Buffer {
  const comment = join('UNICODE\0', Buffer.from(content, 'utf16le').swap16())
  const tiff = Buffer.alloc(44)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x8769, 10)
  tiff.writeUInt16BE(4, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt32BE(26, 18)
  tiff.writeUInt16BE(1, 26)
  tiff.writeUInt16BE(0x9286, 28)
  tiff.writeUInt16BE(7, 30)
  tiff.writeUInt32BE(comment.length, 32)
  tiff.writeUInt32BE(44, 36)
  return join(tiff, comment)
}

const graph = {
  '3': {
    class_type: 'KSampler',
    inputs: { seed: 5, positive: ['8', 0], negative: ['7', 0], model: ['4', 0] },
  },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a fox', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blur', clip: ['4', 1] } },
  '8': { class_type: 'ControlNet', inputs: { conditioning: ['6', 0], other: ['8', 0] } },
}

test('[RST3] a graph gives its seed wherever that stands, and its text through whatever leads there', async () => {
  const readGraph = (nodes: Record<string, object>) =>
    read(pngWith(pngChunk('tEXt', `prompt\0${JSON.stringify(nodes)}`)))
  // With noise and a guider of their own, as the graphs of newer models are.
  const guided = {
    '5': { class_type: 'Unrelated', inputs: { text: 'a note of the author' } },
    '6': { class_type: 'CLIPTextEncodeFlux', inputs: { clip_l: 'fox', t5xxl: 'a fox', guidance: 3.5 } },
    '13': {
      class_type: 'SamplerCustomAdvanced',
      inputs: { noise: ['25', 0], guider: ['22', 0], sampler: ['16', 0] },
    },
    '22': { class_type: 'BasicGuider', inputs: { model: ['12', 0], conditioning: ['6', 0] } },
    '25': { class_type: 'RandomNoise', inputs: { noise_seed: 77 } },
  }
  expect(await readGraph(guided)).toMatchObject({ values: { prompt: 'a fox', seed: 77 } })
  const linked = {
    ...graph,
    '3': { class_type: 'KSampler', inputs: { seed: ['9', 0], positive: ['8', 0], negative: ['7', 0] } },
    '9': { class_type: 'PrimitiveInt', inputs: { value: 12 } },
    '6': { class_type: 'CLIPTextEncode', inputs: { text: ['10', 0], clip: ['4', 1] } },
    '10': { class_type: 'PrimitiveString', inputs: { value: 'a linked fox' } },
  }
  expect(await readGraph(linked)).toMatchObject({
    values: { prompt: 'a linked fox', negative_prompt: 'blur', seed: 12 },
  })
  const loose = { '1': { inputs: { prompt: 'a cat' } }, '2': { inputs: { seed: 3 } } }
  expect(await readGraph(loose)).toMatchObject({ values: { prompt: 'a cat', seed: 3 } })
})

test('[RST3] settings of other programs give prompt and seed', async () => {
  const parameters = { source: 'parameters', values: settings, modelId: null }
  expect(await read(pngWith(pngChunk('tEXt', `parameters\0${text}`)))).toMatchObject(parameters)
  expect(await read(jpeg(jpegSegment(0xe1, 'Exif\0\0', exif(text))))).toMatchObject(parameters)
  const webp = riff('WEBP', riffChunk('VP8X', new Uint8Array(10)), riffChunk('EXIF', exif(text)))
  expect(await read(webp)).toMatchObject(parameters)
  expect(await read(pngWith(pngChunk('tEXt', `prompt\0${JSON.stringify(graph)}`)))).toMatchObject({
    source: 'comfyui',
    values: { prompt: 'a fox', negative_prompt: 'blur', seed: 5 },
  })
  const plain = pngWith()
  for (const json of [
    { prompt: 'a fox', seed: 9 },
    { id: 'x', input: { prompt: 'a fox', seed: 9, size: '1*1' } },
  ])
    expect(await read(plain, [{ name: 'a.json', text: JSON.stringify(json) }])).toMatchObject({
      source: 'sidecar',
      values: { prompt: 'a fox', seed: 9 },
    })
  expect(await read(plain, [{ name: 'a.txt', text }])).toMatchObject({ values: settings })
  expect(await read(plain)).toBeNull()
})

test('[META410] a recipe whose model isn’t known names none', async () => {
  const sidecar = writeSidecar(sampleCarried({ modelId: 'unknown', modelLabel: 'unknown' }), credits)
  expect(await read(pngWith(), [{ name: 'a.xmp', text: sidecar.toString() }])).toMatchObject({
    modelId: null,
    source: 'sidecar',
  })
})

test('[RST4] no bytes, graph or sidecar is read without an end', async () => {
  const loop = { '1': { inputs: { positive: ['1', 0] } } }
  expect(await read(pngWith(pngChunk('tEXt', `prompt\0${JSON.stringify(loop)}`)))).toBeNull()
  const noId = { '1': { inputs: { positive: [{ toString: false }, 0] } } }
  expect(await read(pngWith(pngChunk('tEXt', `prompt\0${JSON.stringify(noId)}`)))).toBeNull()
  const strange = [
    '{"prompt":{"a":1},"seed":"x"}',
    '{"__proto__":{"prompt":"a"}}',
    '['.repeat(9_999),
    '<a>'.repeat(99),
  ]
  for (const one of strange) expect(await read(pngWith(), [{ name: 'a.json', text: one }])).toBeNull()
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string(), async (json, other) => {
      const nodes = JSON.stringify({ '1': { inputs: { positive: json } }, '2': json })
      await read(pngWith(pngChunk('tEXt', `prompt\0${nodes}`)), [
        { name: 'a.json', text: JSON.stringify(json) },
      ])
      readRestoredText(other, xml)
    }),
    { numRuns: 100 },
  )
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 120 }), (bytes) =>
      read(jpeg(jpegSegment(0xe1, 'Exif\0\0MM', bytes))).then(() => undefined),
    ),
    { numRuns: 100 },
  )
})

test('[RST4] a node with more links than a call takes, reached from thousands, is followed within limits', {
  timeout: 60_000,
}, async () => {
  const links = Object.fromEntries(Array.from({ length: 160_000 }, (_, index) => [`i${index}`, []]))
  const samplers = Array.from({ length: 4_000 }, (_, index) => [
    `s${index}`,
    { inputs: { positive: ['big', 0] } },
  ])
  const wide = { ...Object.fromEntries(samplers), big: { inputs: links } }
  expect(await read(pngWith(pngChunk('tEXt', `prompt\0${JSON.stringify(wide)}`)))).toBeNull()
})

test('[RST4] of sidecars whose names differ in case alone only some are read', async () => {
  const folder = temporaryFolder()
  writeFileSync(joinPath(folder, 'a.png'), pngWith())
  const names = ['x', 'X'].flatMap((x) =>
    ['m', 'M'].flatMap((m) => ['p', 'P'].flatMap((p) => [`a.${x}${m}${p}`, `a.png.${x}${m}${p}`])),
  )
  for (const name of names) writeFileSync(joinPath(folder, name), writeSidecar(sampleCarried(), credits))
  expect(await readRestoredFile(joinPath(folder, 'a.png'))).toMatchObject({ source: 'sidecar' })
})
