import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inputMaxBytes } from '../../shared/bridge/media-routes.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { openMigratedDatabase } from '../testing/migrated-library.ts'
import { samplePng } from '../testing/sample-media.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { takeDataFolder } from './data-folder.ts'
import { createDiskInputStore } from './disk-input-store.ts'

async function open() {
  const folder = await takeDataFolder(temporaryFolder())
  const database = await openMigratedDatabase(folder.resolve('library.sqlite'))
  onTestFinished(() => {
    database.close()
    folder.release()
  })
  return {
    path: folder.path,
    database,
    inputs: createDiskInputStore({ folder, database, clock: createFakeClock() }),
    incoming: () => readdirSync(join(folder.path, 'incoming')),
  }
}

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

test.each([1, 7, 100_000])(
  '[INP4] a file that comes in chunks of %i bytes is kept whole under its digest',
  async (size) => {
    const { inputs, incoming } = await open()
    const bytes = samplePng({ bytes: size < 10 ? 400 * size : 250_000 })
    const kept = await inputs.add('sea.png', inChunks(bytes, size))
    const sha256 = sha256Of(bytes)
    const measures = { width: 640, height: 360, durationSeconds: null }
    const file = {
      sha256,
      kind: 'image',
      mediaType: 'image/png',
      bytes: bytes.length,
      name: 'sea.png',
      ...measures,
    }
    expect(kept).toEqual({ ok: true, value: file })
    expect(inputs.find(sha256)).toEqual(file)
    expect(Buffer.from((await inputs.read(sha256)) ?? []).equals(bytes)).toBe(true)
    expect(inputs.locate(sha256)).toBe(`inputs/${sha256.slice(0, 2)}/${sha256}.png`)
    expect(incoming()).toEqual([])
  },
)

test('[INP3] the same bytes are kept once, also when sent twice at once, under their first name', async () => {
  const { database, inputs } = await open()
  const names = ['a.png', 'b.png', 'c.png']
  const kept = await Promise.all(names.map((name) => inputs.add(name, inChunks(samplePng(), 64))))
  const first = kept[0]?.ok ? kept[0].value : null
  expect(new Set(kept.map((result) => result.ok && result.value.sha256)).size).toBe(1)
  expect(database.prepare('SELECT count(*) AS n FROM inputs').get()).toMatchObject({ n: 1 })
  expect(inputs.find(first?.sha256 ?? '')).not.toBeNull()
})

// Receives more than the largest file that is kept.
test('[INP2] nothing is kept of a refused file', { timeout: 30_000 }, async () => {
  const { database, inputs, incoming } = await open()
  async function* cutOff() {
    yield samplePng()
    throw new Error('The line was cut')
  }
  async function* endless() {
    yield samplePng()
    const chunk = new Uint8Array(16 * 1024 * 1024)
    for (let bytes = 0; bytes <= inputMaxBytes; bytes += chunk.length) yield chunk
  }
  const refusals = [
    await inputs.add('none', inChunks(new Uint8Array(0), 1)),
    await inputs.add('page.png', inChunks(Buffer.from('not an image'), 2)),
    await inputs.add('drawing.png', inChunks(Buffer.from('<svg onload="x()"/>'), 2)),
    await inputs.add('photo.jpg', inChunks(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 5)),
    await inputs.add('half.png', inChunks(samplePng().subarray(0, 200), 64)),
    await inputs.add('cut.png', cutOff()),
    await inputs.add('endless.png', endless()),
  ]
  expect(refusals.map((result) => !result.ok && result.error.code)).toEqual([
    'empty_file',
    'unknown_kind',
    'svg',
    'heic',
    'damaged',
    'storage_failed',
    'too_large',
  ])
  expect(incoming()).toEqual([])
  expect(database.prepare('SELECT * FROM inputs').all()).toEqual([])
})

function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}

/** A photo of 4032 × 3024 pixels, in tiles. */
function heicOf(brand: string): Buffer {
  const numbers = (...values: readonly number[]) => Buffer.from(new Uint32Array(values).buffer).swap32()
  const ispe = (width: number, height: number) => box('ispe', numbers(0, width, height))
  const items = box('ipco', ispe(512, 512), ispe(4032, 3024))
  const kind = box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1heic`, 'latin1'))
  return Buffer.concat([kind, box('meta', numbers(0), box('iprp', items)), box('mdat', Buffer.alloc(600))])
}

test.each(['heic', 'mif1'])(
  '[INP21] an image of brand %s is kept as HEIC where it is taken',
  async (brand) => {
    const { inputs } = await open()
    const bytes = heicOf(brand)
    const kept = await inputs.add('IMG_1.HEIC', inChunks(bytes, 100), { takesHeic: true })
    expect(kept).toMatchObject({
      ok: true,
      value: { kind: 'image', mediaType: 'image/heic', width: 4032, height: 3024, name: 'IMG_1.HEIC' },
    })
    const sha256 = sha256Of(bytes)
    expect(inputs.locate(sha256)).toBe(`inputs/${sha256.slice(0, 2)}/${sha256}.heic`)
    expect(Buffer.from((await inputs.read(sha256)) ?? []).equals(bytes)).toBe(true)
    const cut = await inputs.add('cut.heic', inChunks(bytes.subarray(0, 650), 100), { takesHeic: true })
    expect(!cut.ok && cut.error.code).toBe('damaged')
    const other = await inputs.add('other.heic', inChunks(bytes, 100), { takesHeic: false })
    expect(!other.ok && other.error.code).toBe('heic')
  },
)

test('[INP343] any file is kept whole where its field takes any, and is refused where it doesn’t', async () => {
  const { inputs, incoming } = await open()
  const any = { takesHeic: false, takesAny: true }
  const name = 'look "v1"\r\n.zip'
  const archive = Buffer.from(`PK\x03\x04${'x'.repeat(3_000)}`, 'latin1')
  const refused = await inputs.add(name, inChunks(archive, 700))
  expect(!refused.ok && refused.error.code).toBe('unknown_kind')
  const kept = await inputs.add(name, inChunks(archive, 700), any)
  const sha256 = sha256Of(archive)
  const measures = { width: null, height: null, durationSeconds: null }
  const { length: bytes } = archive
  const file = { sha256, kind: 'other', mediaType: 'application/zip', bytes, name, ...measures }
  expect(kept).toEqual({ ok: true, value: file })
  expect(inputs.find(sha256)).toEqual(file)
  expect(inputs.locate(sha256)).toBe(`inputs/${sha256.slice(0, 2)}/${sha256}.bin`)
  expect(Buffer.from((await inputs.read(sha256)) ?? []).equals(archive)).toBe(true)
  // Under another name it is the same file, and no more of one.
  expect(await inputs.add('b.pdf', inChunks(archive, 9), any)).toEqual({ ok: true, value: file })
  expect(incoming()).toEqual([])
})

test('[INP343] what is a medium is one there, too, and what is none whole is any file', async () => {
  const { inputs } = await open()
  const any = { takesHeic: false, takesAny: true }
  const png = samplePng()
  const cut = png.subarray(0, png.length - 20)
  const kindOf = async (bytes: Uint8Array, name: string) => {
    const kept = await inputs.add(name, inChunks(bytes, 100), any)
    return kept.ok ? [kept.value.kind, kept.value.mediaType] : kept.error.code
  }
  expect(await kindOf(png, 'a.zip')).toEqual(['image', 'image/png'])
  expect(await kindOf(heicOf('heic'), 'a.heic')).toEqual(['image', 'image/heic'])
  expect(await kindOf(cut, 'cut.png')).toEqual(['other', 'application/octet-stream'])
  expect(await kindOf(Buffer.from('<svg/>'), 'a.svg')).toEqual(['other', 'image/svg+xml'])
  expect(await kindOf(Buffer.from('{"a": 1}\r\n'), 'a.json')).toEqual(['other', 'application/json'])
  expect(await kindOf(new Uint8Array(), 'none.zip')).toBe('empty_file')
  const strict = await inputs.add('cut.png', inChunks(cut, 100))
  expect(!strict.ok && strict.error.code).toBe('damaged')
})

test('[INP2] a file refused by its beginning is read to its end and not written', async () => {
  const { path, inputs } = await open()
  let received = 0
  const largest = { bytes: 0 }
  async function* longText() {
    for (; received < 64; received++) {
      yield Buffer.alloc(1024 * 1024, 'a')
      for (const name of readdirSync(join(path, 'incoming')))
        largest.bytes = Math.max(largest.bytes, statSync(join(path, 'incoming', name)).size)
    }
  }
  const kept = await inputs.add('video.mp4', longText())
  expect(kept).toMatchObject({ ok: false, error: { code: 'unknown_kind' } })
  expect([received, largest.bytes]).toEqual([64, 0])
})

test('a place that can’t be written is reported', async () => {
  const { path, inputs, incoming } = await open()
  writeFileSync(join(path, 'inputs'), 'in the way')
  const kept = await inputs.add('sea.png', inChunks(samplePng(), 64))
  expect(kept).toMatchObject({ ok: false, error: { code: 'storage_failed' } })
  expect(incoming()).toEqual([])
})

test('a removed file is gone, and comes back when it is given again', async () => {
  const { path, inputs } = await open()
  const bytes = samplePng()
  const sha256 = sha256Of(bytes)
  await inputs.add('sea.png', inChunks(bytes, 64))
  rmSync(join(path, 'inputs'), { recursive: true })
  expect([await inputs.read(sha256), inputs.locate(sha256)]).toEqual([null, null])
  mkdirSync(join(path, 'inputs'))
  await inputs.add('sea.png', inChunks(bytes, 64))
  expect(readFileSync(join(path, inputs.locate(sha256) ?? '')).equals(bytes)).toBe(true)
})

test('an unknown file is gone', async () => {
  const { inputs } = await open()
  expect([inputs.find('a'.repeat(64)), await inputs.read('..'), inputs.locate('../x')]).toEqual([
    null,
    null,
    null,
  ])
})
