import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { downloadRoute, fileRoute, inputRoute, posterRoute } from '../../../shared/bridge/media-routes.ts'
import { openMediaRoutes } from '../../testing/open-media-routes.ts'
import { claimingPng, sampleJpeg, samplePng } from '../../testing/sample-media.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createInputProcedures } from '../inputs/input-procedures.ts'
import { createMediaRoutes } from './media-routes.ts'
import type { LibraryFileStore } from './ports.ts'

const png = samplePng({ bytes: 4_000 })
const secret = 'what lies elsewhere'.padEnd(4_000, '.')

async function* inOne(bytes: Uint8Array) {
  yield bytes
}

function elsewhere(name: string): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, secret)
  return path
}

/** What may be found in place of a file; each is created at the given path. */
const replacements: Readonly<Record<string, (path: string) => void>> = {
  'a link to another file': (path) => symlinkSync(elsewhere('secret'), path),
  'a link to nowhere': (path) => symlinkSync('/nonexistent-place', path),
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
}

describe.runIf(process.platform !== 'win32')('[LIB40] in place of a file', () => {
  test.each(Object.entries(replacements))('%s is not read, and the file says so', async (_, replace) => {
    const { save, ask, placeOf, files, changed } = await openMediaRoutes()
    const fileId = save(png)
    const path = placeOf(fileId)
    rmSync(path)
    replace(path)
    const response = await ask(fileRoute(fileId))
    expect([response.status, changed]).toEqual([409, [fileId]])
    const reason = {
      code: expect.stringMatching(/in_place$/),
      path: expect.stringMatching(/^media\/2026-11\/file-\d+\.png$/),
    }
    expect(await response.json()).toEqual(reason)
    expect(files.item(fileId)).toMatchObject({ state: 'failed', failure: reason })
    expect((await ask(downloadRoute(fileId))).status).toBe(404)
  })

  test('nor is anything in a linked folder', async () => {
    const { save, ask, placeOf, files } = await openMediaRoutes()
    const fileId = save(png)
    const month = dirname(placeOf(fileId))
    const other = join(temporaryFolder(), 'month')
    renameSync(month, other)
    symlinkSync(other, month)
    expect((await ask(fileRoute(fileId))).status).toBe(409)
    expect(files.item(fileId)?.failure).toEqual({ code: 'folder_is_link', path: 'media/2026-11' })
  })

  test('what is read is the file at its real path, however often that is swapped', async ({ signal }) => {
    const { save, placeOf, files, reader } = await openMediaRoutes()
    const fileId = save(png)
    const path = placeOf(fileId)
    const { path: relative = '' } = files.stored(fileId) ?? {}
    const [aside, other] = [`${path}.aside`, elsewhere('secret')]
    let turns = 0
    let tries = 0
    // Once for each try at most, sooner or later in it: a busy machine would exchange it at each of its steps.
    let wait = 0
    const exchange = setInterval(() => {
      wait -= 1
      if (wait !== 0) return
      turns += 1
      rmSync(aside, { force: true })
      renameSync(path, aside)
      if (turns % 2 === 0) writeFileSync(path, png)
      else symlinkSync(other, path)
    }, 0)
    // Both also end where the test fails or is out of time: they would go on beside the tests of other files.
    onTestFinished(() => clearInterval(exchange))
    for (let read = 0; !signal.aborted && (read < 100 || turns < 100); ) {
      tries += 1
      if (wait <= 0) wait = 1 + (tries % 5)
      const file = await reader.open(relative).catch(() => null)
      if (!file) continue
      read += 1
      expect(await new Response(file.stream(0, file.bytes - 1)).text()).not.toContain(secret.slice(0, 19))
    }
  })

  test('a thumbnail is neither read nor written through a link', async () => {
    const { save, ask, files, path, posters } = await openMediaRoutes()
    const fileId = save(png)
    const jpeg = sampleJpeg()
    const put = () => ask(posterRoute(fileId), { method: 'PUT', body: jpeg.slice() })
    expect((await put()).status).toBe(204)
    const place = join(path, files.stored(fileId)?.posterPath ?? '')
    const other = join(temporaryFolder(), 'posters')
    renameSync(dirname(place), other)
    symlinkSync(other, dirname(place))
    expect([(await ask(posterRoute(fileId))).status, files.item(fileId)?.hasPoster]).toEqual([404, false])
    expect(posters).toEqual([fileId, fileId])
    rmSync(join(other, `${fileId}.jpg`))
    expect([(await put()).status, readdirSync(other)]).toEqual([500, []])
  })

  test('nothing is kept through an incoming folder that is a link', async () => {
    const { save, ask, path, files, inputs } = await openMediaRoutes()
    const fileId = save(png)
    const other = temporaryFolder()
    rmSync(join(path, 'incoming'), { recursive: true, force: true })
    symlinkSync(other, join(path, 'incoming'))
    const isLink = { code: 'folder_is_link', path: 'incoming' }
    const put = await ask(posterRoute(fileId), { method: 'PUT', body: sampleJpeg().slice() })
    expect([put.status, await put.json(), files.item(fileId)?.hasPoster]).toEqual([
      500,
      { code: 'media_route_failed', why: isLink },
      false,
    ])
    expect(await inputs.add('sea.png', inOne(png))).toMatchObject({
      ok: false,
      error: { code: 'storage_failed', cause: { code: 'input_write_failed', why: isLink } },
    })
    expect(readdirSync(other)).toEqual([])
  })

  test('[INP12] one of the person’s own files is neither served nor read nor copied from the library', async () => {
    const { save, placeOf, ask, inputs, path, files, ...routes } = await openMediaRoutes()
    const kept = await inputs.add('sea.png', inOne(png))
    const sha256 = kept.ok ? kept.value.sha256 : ''
    const place = join(path, inputs.locate(sha256) ?? '')
    rmSync(place)
    symlinkSync(elsewhere('secret'), place)
    expect([inputs.locate(sha256), await inputs.read(sha256), inputs.open(sha256)]).toEqual([
      null,
      null,
      null,
    ])
    expect((await ask(inputRoute(sha256))).status).toBe(404)
    const fileId = save(samplePng({ fill: 9 }))
    rmSync(placeOf(fileId))
    symlinkSync(elsewhere('secret'), placeOf(fileId))
    const { storedFiles } = routes
    const procedures = createInputProcedures({ inputs, files, storedFiles, uploads: { cancel() {} } })
    expect(await procedures['inputs.fromLibrary']({ fileId })).toMatchObject({
      ok: false,
      error: { code: 'not_found', cause: { code: 'link_in_place' } },
    })
  })
})

describe('[LIB41] a file whose length changed', () => {
  test.each([
    ['cut', png.subarray(0, 1_000)],
    ['empty', new Uint8Array(0)],
    ['longer', Buffer.concat([png, png])],
  ])('that is %s is not served, whole or in part, and says so', async (_, bytes) => {
    const { save, ask, placeOf, files, changed } = await openMediaRoutes()
    const fileId = save(png)
    writeFileSync(placeOf(fileId), bytes)
    const response = await ask(fileRoute(fileId), { headers: { range: 'bytes=0-9' } })
    expect([response.status, response.headers.get('content-range')]).toEqual([409, null])
    const reason = { code: 'file_length_differs', bytes: bytes.length, savedBytes: 4_000 }
    expect(await response.json()).toEqual(reason)
    expect([files.item(fileId)?.failure, changed]).toEqual([reason, [fileId]])
  })

  test('waits to be fetched again when the person chooses to', async () => {
    const { save, ask, placeOf, files } = await openMediaRoutes()
    const fileId = save(png)
    writeFileSync(placeOf(fileId), '')
    await ask(fileRoute(fileId))
    files.setWaiting(fileId)
    expect(files.toFetch().map((file) => file.fileId)).toEqual([fileId])
  })

  test('[INP12] one of the person’s own counts as gone', async () => {
    const { ask, inputs, path } = await openMediaRoutes()
    const kept = await inputs.add('sea.png', inOne(png))
    const sha256 = kept.ok ? kept.value.sha256 : ''
    writeFileSync(join(path, inputs.locate(sha256) ?? ''), png.subarray(0, 100))
    expect([inputs.locate(sha256), await inputs.read(sha256)]).toEqual([null, null])
    expect((await ask(inputRoute(sha256))).status).toBe(404)
    await inputs.add('sea.png', inOne(png))
    expect(await inputs.read(sha256)).toEqual(Buffer.from(png))
  })
})

describe('[LIB42] a thumbnail', () => {
  test('[LIB405] is read at once, and served in parts and by its version as any file', async () => {
    const { save, ask, files, reads } = await openMediaRoutes()
    const fileId = save(png)
    const jpeg = Buffer.from(sampleJpeg())
    await ask(posterRoute(fileId), { method: 'PUT', body: jpeg })
    reads.length = 0
    const whole = await ask(posterRoute(fileId))
    expect(Buffer.from(await whole.arrayBuffer()).equals(jpeg)).toBe(true)
    expect(reads).toEqual([files.stored(fileId)?.posterPath])
    const part = await ask(posterRoute(fileId), { headers: { range: 'bytes=3-9' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, jpeg.subarray(3, 10)])
    const known = whole.headers.get('etag') ?? ''
    expect((await ask(posterRoute(fileId), { headers: { 'if-none-match': known } })).status).toBe(304)
  })

  test('[LIB410] is still served while its file is missing, and no longer once that is deleted', async () => {
    const { save, ask, files, path, database } = await openMediaRoutes()
    const fileId = save(png)
    await ask(posterRoute(fileId), { method: 'PUT', body: sampleJpeg().slice() })
    rmSync(join(path, files.stored(fileId)?.path ?? ''))
    files.setFailed(fileId, { code: 'file_gone' })
    expect([files.stored(fileId), files.item(fileId)?.state]).toEqual([null, 'failed'])
    expect((await ask(posterRoute(fileId))).status).toBe(200)
    database.prepare("UPDATE files SET state = 'deleted' WHERE file_id = ?").run(fileId)
    expect((await ask(posterRoute(fileId))).status).toBe(404)
  })

  test('that was truncated is not shown: another is made', async () => {
    const { save, ask, files, path, posters } = await openMediaRoutes()
    const fileId = save(png)
    await ask(posterRoute(fileId), { method: 'PUT', body: sampleJpeg().slice() })
    const place = join(path, files.stored(fileId)?.posterPath ?? '')
    writeFileSync(place, readFileSync(place).subarray(0, 60))
    expect([(await ask(posterRoute(fileId))).status, files.item(fileId)?.hasPoster]).toEqual([404, false])
    expect(posters).toEqual([fileId, fileId])
  })

  test.each([
    ['that is larger than any', sampleJpeg({ width: 20_000, height: 20_000 })],
    ['that is no whole JPEG', sampleJpeg().subarray(0, 60)],
  ])('%s is not kept', async (_, body) => {
    const { save, ask, files } = await openMediaRoutes()
    const fileId = save(png)
    const put = await ask(posterRoute(fileId), { method: 'PUT', body: body.slice() })
    expect([put.status, files.item(fileId)?.hasPoster]).toEqual([400, false])
  })
})

describe('[LIB43] an image of more pixels than a page decodes', () => {
  const huge = { width: 20_000, height: 20_000 }

  test('is not served for display, and can be saved to disk', async () => {
    const { save, ask } = await openMediaRoutes()
    const bytes = claimingPng(20_000, 20_000)
    const fileId = save(bytes, { size: huge })
    for (const method of ['GET', 'HEAD']) expect((await ask(fileRoute(fileId), { method })).status).toBe(422)
    const home = await ask(downloadRoute(fileId))
    expect([home.status, Buffer.from(await home.arrayBuffer()).equals(bytes)]).toEqual([200, true])
  })

  test.each([
    [8_192, 8_192, 200],
    [8_192, 8_193, 422],
  ])('%i × %i gives %i', async (width, height, status) => {
    const { save, ask } = await openMediaRoutes()
    const fileId = save(claimingPng(width, height), { size: { width, height } })
    expect((await ask(fileRoute(fileId))).status).toBe(status)
  })

  test('is measured by its own headers where its row has no size, even when truncated', async () => {
    const { save, ask, files, posters } = await openMediaRoutes()
    const fileId = save(claimingPng(20_000, 20_000).subarray(0, 100), { size: null })
    expect((await ask(fileRoute(fileId))).status).toBe(422)
    expect([files.item(fileId), posters]).toMatchObject([huge, [fileId]])
  })

  test('whose size can’t be read is not served either', async () => {
    const { save, ask } = await openMediaRoutes()
    expect((await ask(fileRoute(save(png.subarray(0, 20), { size: null })))).status).toBe(422)
  })

  test('[INP13] the same holds for one of the person’s own files', async () => {
    const { ask, inputs } = await openMediaRoutes()
    const kept = await inputs.add('huge.png', inOne(claimingPng(20_000, 20_000)))
    const sha256 = kept.ok ? kept.value.sha256 : ''
    expect([kept, (await ask(inputRoute(sha256))).status]).toMatchObject([{ ok: true, value: huge }, 422])
  })
})

test('[LIB8] an unreadable file is not left open: one of the person’s own, and a thumbnail', async () => {
  const { save, files, inputs, storedFiles, database } = await openMediaRoutes()
  const kept = await inputs.add('sea.png', inOne(png))
  database.prepare('UPDATE inputs SET width = NULL').run()
  const fileId = save(png)
  files.setPoster(fileId, { width: 1, height: 1, durationSeconds: null }, 'posters/aa/a.jpg')
  const open = new Set<number>()
  let opened = 0
  const reader: LibraryFileStore = {
    async open() {
      opened += 1
      const one = opened
      open.add(one)
      return {
        bytes: 100,
        read: () => Promise.reject(new Error('The disk could not be read.')),
        stream: () => new ReadableStream(),
        close: async () => void open.delete(one),
      }
    },
    async write() {},
    async remove() {},
  }
  const routes = createMediaRoutes({ files, storedFiles, inputs, reader, onPoster() {} })
  const ask = async (path: string) => (await routes(new Request(`http://127.0.0.1${path}`))).status
  const sha256 = kept.ok ? kept.value.sha256 : ''
  expect([await ask(inputRoute(sha256)), await ask(posterRoute(fileId)), opened, open.size]).toEqual([
    422, 500, 2, 0,
  ])
})

test('[LIB37] a file is shown even where its measures can’t be written', async () => {
  const { save, ask, database } = await openMediaRoutes()
  const fileId = save(png, { size: null })
  database.prepare(`CREATE TRIGGER full BEFORE UPDATE ON files BEGIN SELECT RAISE(ABORT, 'full'); END`).run()
  expect((await ask(fileRoute(fileId))).status).toBe(200)
})
