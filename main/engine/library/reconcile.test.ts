import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readFilter } from '../../../shared/library/filter/library-filter.ts'
import { takeDataFolder } from '../../infra/data-folder.ts'
import { createDiskInputStore } from '../../infra/disk-input-store.ts'
import { createDiskLibraryFileStore } from '../../infra/disk-library-file-store.ts'
import { createDiskLibraryFolder } from '../../infra/disk-library-folder.ts'
import { createSqliteLibraryRows } from '../../infra/sqlite-library-rows.ts'
import { systemClock } from '../../infra/system-clock.ts'
import { createUuid7Ids } from '../../infra/uuid7-ids.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { samplePng } from '../../testing/sample-media.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { BackgroundTurns } from '../ports.ts'
import { createCheckPlace } from './check-place.ts'
import { filePlace } from './file-name.ts'
import { reconcile } from './reconcile.ts'
import { createStoredFiles } from './stored-files.ts'

const image = samplePng({ bytes: 2_000 })

async function open() {
  const root = temporaryFolder()
  const data = await takeDataFolder(root)
  onTestFinished(() => data.release())
  const library = await openLibrary(join(root, 'library.sqlite'))
  const { database, files, addFile } = library
  const ownRows = createSqliteLibraryRows(database, files)
  /** The rows that were read, by the row before them. */
  const pages: number[] = []
  const rows: typeof ownRows = {
    ...ownRows,
    savedAfter(place, limit) {
      pages.push(place)
      return ownRows.savedAfter(place, limit)
    },
  }
  const inputs = createDiskInputStore({ folder: data, database, clock: systemClock })
  const log = createSpyLog()
  const changed: string[] = []

  function put(path: string, bytes: Uint8Array | string = image): string {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), bytes)
    return path
  }

  /** The place of a file that is still awaited. */
  const placeOf = (fileId: string) => filePlace(files.find(fileId)?.name ?? '', '.png')

  /** A saved file with its bytes on the disk. */
  function saveWhole(prompt?: string): string {
    const fileId = addFile(prompt === undefined ? {} : { prompt })
    const path = put(placeOf(fileId))
    const name = path.split('/').at(-1) ?? ''
    const sha256 = createHash('sha256').update(image).digest('hex')
    files.setSaved(fileId, {
      path,
      name,
      kind: 'image',
      mediaType: 'image/png',
      bytes: image.length,
      sha256,
      savedAt: 1,
      measures: { width: null, height: null, durationSeconds: null },
    })
    return fileId
  }

  const run = (isThorough: boolean, isRepaired = false, { signal, next } = freeTurns) =>
    reconcile({
      rows,
      turns: { next },
      folder: createDiskLibraryFolder(data),
      inputs,
      clock: systemClock,
      ids: createUuid7Ids(systemClock),
      modelIds: () => ['i3', 'seedream-3'],
      log,
      isThorough,
      isRepaired,
      signal,
      onChanged: (fileId) => changed.push(fileId),
    })
  const filesBelow = (folder: string) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => entry.name)
      : []
  const pathOf = (fileId: string) => join(root, files.stored(fileId)?.path ?? '')
  const onChanged = (fileId: string) => void changed.push(fileId)
  const checkPlace = createCheckPlace({ rows, folder: createDiskLibraryFolder(data), onChanged })
  const storedFiles = createStoredFiles({
    ...{ files, reader: createDiskLibraryFileStore(data), checkPlace, onChanged },
  })
  /** What opening it finds. */
  async function openStored(fileId: string): Promise<string> {
    const opened = await storedFiles.open(fileId)
    if (opened.type === 'open') await opened.file.close()
    return opened.type
  }
  return {
    ...{ checkPlace, openStored },
    ...library,
    root,
    inputs,
    log,
    changed,
    pages,
    put,
    placeOf,
    saveWhole,
    run,
    filesBelow,
    pathOf,
  }
}

const freeTurns: Pick<BackgroundTurns, 'next'> & { readonly signal: AbortSignal } = {
  next: async () => {},
  signal: new AbortController().signal,
}

const nothing = { adopted: 0, missing: 0, found: 0, reported: 0, setAside: 0, removed: 0 }

test('[LIB22] a library that matches its rows is left unchanged, silently', async () => {
  const { saveWhole, run, log, changed, files } = await open()
  const ids = [saveWhole(), saveWhole()]
  for (const isThorough of [false, true]) expect(await run(isThorough)).toEqual(nothing)
  expect([log.sentences, changed, ids.every((id) => files.stored(id))]).toEqual([[], [], true])
})

/** 500 more files like this one, in order. */
function addMany(database: Awaited<ReturnType<typeof open>>['database'], fileId: string): readonly string[] {
  const added = database
    .prepare(
      `INSERT INTO files (file_id, submission_id, ordinal, url, state, name, kind, model_id, prompt, path, media_type, bytes, sha256, saved_at)
       SELECT printf('01900000-0000-7000-8000-%012x', value), submission_id, 1 + value, '', 'saved', name || value, kind, model_id, prompt,
         files.path, media_type, bytes, sha256, saved_at
       FROM files, json_each(?) WHERE file_id = ? RETURNING file_id`,
    )
    .all(JSON.stringify(Array.from({ length: 500 }, (_, at) => at)), fileId)
  return added.map((row) => String(row.file_id))
}

test('[LIB400] a look at many files waits for its turn after a few hundred, and ends between them when Atelier closes', async () => {
  const { saveWhole, database, pages, run } = await open()
  const first = saveWhole()
  addMany(database, first)
  const given: PromiseWithResolvers<void>[] = []
  const asked: PromiseWithResolvers<void>[] = Array.from({ length: 3 }, () => Promise.withResolvers())
  const closing = new AbortController()
  const looked = run(false, false, {
    signal: closing.signal,
    next() {
      const turn = Promise.withResolvers<void>()
      given.push(turn)
      asked[given.length - 1]?.resolve()
      return turn.promise
    },
  })
  await asked[0]?.promise
  const before = pages.length
  given[0]?.resolve()
  await asked[1]?.promise
  const after = pages.length
  closing.abort()
  given[1]?.resolve()
  await looked
  expect([before, after, pages.length]).toEqual([1, 2, 2])
})

test('[LIB400] so does the list of the person’s own files after a crash', async () => {
  const { put, run } = await open()
  for (let number = 0; number < 1_000; number += 1) put(`inputs/ab/${number}.png`, 'x')
  const closing = new AbortController()
  let asked = 0
  const next = async () => {
    asked += 1
    closing.abort()
  }
  expect([await run(true, false, { signal: closing.signal, next }), asked]).toEqual([nothing, 1])
})

test('[LIB400] so do files that no listed row names', async () => {
  const { put, run } = await open()
  for (let number = 0; number < 201; number += 1) put(`media/2026-11/stray-${number}.png`, 'x')
  let turns = 0
  const next = async () => {
    turns += 1
  }
  const { signal } = new AbortController()
  expect(await run(false, false, { signal, next })).toMatchObject({ setAside: 201 })
  expect(turns).toBe(2)
  put('media/2026-11/stray.png', 'x')
  const closing = new AbortController()
  const close = async () => closing.abort()
  expect(await run(false, false, { signal: closing.signal, next: close })).toEqual(nothing)
})

test('[LIB562] a thumbnail that is made while the files are looked at after a crash is kept', async () => {
  const { saveWhole, database, files, put, run, filesBelow } = await open()
  const last = addMany(database, saveWhole()).at(-1) ?? ''
  let isMade = false
  const next = async () => {
    if (isMade) return
    isMade = true
    const path = put(`posters/aa/${last}.jpg`, 'jpeg')
    files.setPoster(last, { width: 1, height: 1, durationSeconds: null }, path)
  }
  expect(await run(true, false, { signal: new AbortController().signal, next })).toEqual(nothing)
  expect([isMade, files.item(last)?.hasPoster, filesBelow('posters')]).toEqual([true, true, [`${last}.jpg`]])
})

describe('[LIB191] a file that is missing while Atelier runs', () => {
  test('says so as soon as it is opened, once, and is back once it is looked for in its place', async () => {
    const { saveWhole, openStored, checkPlace, files, pathOf, changed } = await open()
    const gone = saveWhole()
    const path = pathOf(gone)
    rmSync(path)
    expect(await Promise.all([openStored(gone), openStored(gone)])).toEqual(['damaged', 'damaged'])
    expect(files.item(gone)).toMatchObject({ state: 'failed', failure: { code: 'file_gone' } })
    expect(changed).toEqual([gone])
    expect(await openStored(gone)).toBe('absent')
    await checkPlace(gone)
    expect(files.item(gone)).toMatchObject({ state: 'failed' })
    writeFileSync(path, image)
    await checkPlace(gone)
    expect(await openStored(gone)).toBe('open')
    expect(changed).toEqual([gone, gone])
  })

  test('is brought back from lost+found, and opened', async () => {
    const { saveWhole, openStored, files, pathOf, put, changed } = await open()
    const moved = saveWhole()
    const { path = '' } = files.stored(moved) ?? {}
    rmSync(pathOf(moved))
    put(`lost+found/${path}`)
    expect([await openStored(moved), changed]).toEqual(['open', []])
  })

  test('is not called missing where all media are away', async () => {
    const { saveWhole, openStored, root, files, changed } = await open()
    const away = saveWhole()
    rmSync(join(root, 'media'), { recursive: true })
    expect(await openStored(away)).toBe('absent')
    expect([files.item(away)?.state, changed]).toEqual(['saved', []])
  })
})

describe('[LIB22] a saved file that is gone', () => {
  test('stays in the library and its search, says so, and is not served', async () => {
    const { saveWhole, run, files, pathOf, log, changed } = await open()
    const [kept, gone] = [saveWhole(), saveWhole()]
    rmSync(pathOf(gone))
    expect(await run(false)).toEqual({ ...nothing, missing: 1 })
    expect(files.list({ limit: 10, filter: readFilter('quiet') }).items).toMatchObject([
      {
        fileId: gone,
        state: 'failed',
        failure: { code: 'file_gone' },
      },
      { fileId: kept, state: 'saved', failure: null },
    ])
    expect([files.stored(gone), files.toFetch(), changed]).toEqual([null, [], [gone]])
    expect(log.sentences).toEqual(['Files of the library not in the data folder any more: 1.'])
    expect(await run(false)).toEqual(nothing)
  })

  test('is fetched again to the same place when the person chooses to, and is found once by its words', async () => {
    const { saveWhole, run, files, pathOf, placeOf, database } = await open()
    const gone = saveWhole()
    const path = pathOf(gone)
    rmSync(path)
    await run(false)
    files.setWaiting(gone)
    expect(files.toFetch()).toMatchObject([{ fileId: gone }])
    expect(path.endsWith(placeOf(gone))).toBe(true)
    files.setFailed(gone, 'The file’s address returned 404.')
    expect(files.item(gone)).toMatchObject({ state: 'failed', failure: 'The file’s address returned 404.' })
    const saved = {
      path: placeOf(gone),
      name: 'a.png',
      kind: 'image',
      mediaType: 'image/png',
      bytes: 1,
      sha256: 'b',
      savedAt: 9,
      measures: { width: null, height: null, durationSeconds: null },
    } as const
    files.setSaved(gone, saved)
    expect(files.list({ limit: 10, filter: readFilter('quiet') }).items).toMatchObject([
      { fileId: gone, state: 'saved' },
    ])
    expect(() =>
      database.prepare(`INSERT INTO library_search (library_search) VALUES ('integrity-check')`).run(),
    ).not.toThrow()
  })

  test('is fetched again automatically after a crash, as is a truncated one', async () => {
    const { saveWhole, run, files, pathOf, log, filesBelow } = await open()
    const [gone, cut] = [saveWhole(), saveWhole()]
    rmSync(pathOf(gone))
    writeFileSync(pathOf(cut), image.subarray(0, 500))
    expect(await run(true)).toEqual({ ...nothing, missing: 2, setAside: 1 })
    expect(files.toFetch().map(({ fileId }) => fileId)).toEqual([gone, cut])
    expect(filesBelow('lost+found')).toHaveLength(1)
    expect(log.sentences[0]).toContain('missing or cut, and fetched again: 2')
  })
})

describe('[LIB23] a file without its row', () => {
  test('is added where a row awaits it: a crash separated the two', async () => {
    for (const isThorough of [false, true]) {
      const { addFile, put, placeOf, run, files, pathOf, log } = await open()
      const fileId = addFile()
      put(placeOf(fileId))
      const begun = Date.now()
      expect(await run(isThorough)).toEqual({ ...nothing, adopted: 1 })
      expect(Date.parse(files.item(fileId)?.savedAt ?? '')).toBeGreaterThanOrEqual(begun)
      expect(files.toFetch()).toEqual([])
      expect(files.item(fileId)).toMatchObject({
        state: 'saved',
        mediaType: 'image/png',
        bytes: image.length,
      })
      expect(files.stored(fileId)?.sha256).toBe(
        createHash('sha256')
          .update(readFileSync(pathOf(fileId)))
          .digest('hex'),
      )
      expect(log.sentences).toEqual(['Files of the library taken in, as they had come whole: 1.'])
    }
  })

  test('and without a run is moved aside with its path, overwriting none, and never deleted', async () => {
    const { put, run, filesBelow, root, addFile, placeOf, files } = await open()
    const fileId = addFile()
    put('media/2026-11/holiday.png')
    put(placeOf(fileId), 'no image at all')
    expect(await run(false)).toEqual({ ...nothing, setAside: 2 })
    put('media/2026-11/holiday.png', 'another')
    expect(await run(false)).toEqual({ ...nothing, setAside: 1 })
    expect(filesBelow('media')).toEqual([])
    const kept = readdirSync(join(root, 'lost+found/media/2026-11')).filter((name) =>
      name.startsWith('holiday'),
    )
    expect(kept.map((name) => readFileSync(join(root, 'lost+found/media/2026-11', name)).length)).toEqual([
      image.length,
      7,
    ])
    expect(files.toFetch()).toMatchObject([{ fileId }])
  })

  test('that the system or the person hid is left alone', async () => {
    const { put, run, filesBelow } = await open()
    put('media/.DS_Store')
    put('media/2026-11/Thumbs.db')
    expect(await run(true)).toEqual(nothing)
    expect(filesBelow('media')).toHaveLength(2)
  })

  test('among thumbnails gets its row back, or is deleted where its file is unknown; a row without one loses it', async () => {
    const { saveWhole, put, run, files, filesBelow } = await open()
    const [has, lost] = [saveWhole(), saveWhole()]
    put(`posters/aa/${has}.jpg`, 'jpeg')
    put(`posters/bb/${crypto.randomUUID()}.jpg`, 'jpeg')
    files.setPoster(lost, { width: 1, height: 1, durationSeconds: null }, `posters/cc/${lost}.jpg`)
    expect(await run(false)).toEqual(nothing)
    expect(await run(true)).toEqual({ ...nothing, removed: 1 })
    expect([files.item(has)?.hasPoster, files.item(lost)?.hasPoster]).toEqual([true, false])
    expect(filesBelow('posters')).toEqual([`${has}.jpg`])
  })

  test('among the person’s own is added where its bytes match its name, else moved aside', async () => {
    const { put, run, inputs, filesBelow } = await open()
    const sha256 = createHash('sha256').update(image).digest('hex')
    put(`inputs/${sha256.slice(0, 2)}/${sha256}.png`, image)
    put(`inputs/ab/ab${'0'.repeat(62)}.png`, image)
    expect(await run(true)).toEqual({ ...nothing, adopted: 1, setAside: 1 })
    expect(inputs.find(sha256)).toMatchObject({ mediaType: 'image/png' })
    expect([filesBelow('inputs'), filesBelow('lost+found')]).toEqual([
      [`${sha256}.png`],
      [`ab${'0'.repeat(62)}.png`],
    ])
    expect(await run(true)).toEqual(nothing)
  })

  test('[INP343] among the person’s own that is no medium is added as that', async () => {
    const { put, run, inputs } = await open()
    const archive = Buffer.from('PK\x03\x04', 'latin1')
    const sha256 = createHash('sha256').update(archive).digest('hex')
    const path = `inputs/${sha256.slice(0, 2)}/${sha256}.bin`
    put(path, archive)
    expect(await run(true)).toEqual({ ...nothing, adopted: 1 })
    expect(inputs.find(sha256)).toMatchObject({ kind: 'other', mediaType: 'application/octet-stream' })
    expect(inputs.locate(sha256)).toBe(path)
  })
})

describe('[LIB24] files that are away for a while', () => {
  test('are shown again when they are back, without being read', async () => {
    const { saveWhole, run, files, pathOf, put, root } = await open()
    const fileId = saveWhole()
    const path = pathOf(fileId).slice(root.length + 1)
    rmSync(pathOf(fileId))
    await run(false)
    put(path)
    expect(await run(false)).toEqual({ ...nothing, found: 1 })
    expect([files.stored(fileId)?.path, files.item(fileId)?.failure]).toEqual([path, null])
  })

  test('with their whole folder change no row', async () => {
    const { saveWhole, run, files, root, log } = await open()
    const fileId = saveWhole()
    rmSync(join(root, 'media'), { recursive: true })
    for (const isThorough of [false, true]) expect(await run(isThorough)).toEqual(nothing)
    expect(files.stored(fileId)).not.toBeNull()
    expect(log.sentences[0]).toMatch(/^The folder media is not in the data folder/)
  })

  test('or on another disk behind a link are where they are', async () => {
    const { saveWhole, run, root, pathOf } = await open()
    const fileId = saveWhole()
    const month = dirname(pathOf(fileId))
    const elsewhere = join(temporaryFolder(), 'month')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, pathOf(fileId).slice(month.length + 1)), image)
    rmSync(month, { recursive: true })
    symlinkSync(elsewhere, month)
    expect([await run(true), existsSync(join(root, 'lost+found'))]).toEqual([nothing, false])
  })
})

describe('[LIB35] lost+found is searched before a file is called missing', () => {
  test.each([true, false])(
    'a file there with the row’s length and digest is moved back (thorough: %s)',
    async (isThorough) => {
      const { saveWhole, run, pathOf, put, root, files, filesBelow } = await open()
      const [gone, noted] = [saveWhole(), saveWhole()]
      for (const fileId of [gone, noted]) rmSync(pathOf(fileId))
      const place = files.stored(noted)?.path ?? ''
      await run(false)
      put(`lost+found/${place}`)
      put('lost+found/renamed.png')
      put('lost+found/as-long.png', Buffer.alloc(image.length, 1))
      expect(await run(isThorough)).toMatchObject({ found: 2, missing: 0 })
      expect([files.toFetch(), files.stored(gone) === null, files.stored(noted) === null]).toEqual([
        [],
        false,
        false,
      ])
      expect(readFileSync(join(root, place))).toEqual(Buffer.from(image))
      expect(filesBelow('lost+found')).toEqual(['as-long.png'])
    },
  )

  test('a changed file makes room for the original', async () => {
    const { saveWhole, run, pathOf, put, filesBelow } = await open()
    const path = pathOf(saveWhole())
    writeFileSync(path, 'half an image')
    put('lost+found/away.png')
    expect(await run(true)).toMatchObject({ found: 1, missing: 0, setAside: 1 })
    expect(readFileSync(path)).toEqual(Buffer.from(image))
    expect(filesBelow('lost+found')).toEqual([path.split('/').at(-1)])
  })

  test('one of the person’s files that its row knows is moved back too', async () => {
    const { inputs, run, root, put } = await open()
    const kept = await inputs.add('sea.png', [image].values() as unknown as AsyncIterable<Uint8Array>)
    const sha256 = kept.ok ? kept.value.sha256 : ''
    const place = inputs.locate(sha256) ?? ''
    rmSync(join(root, place))
    put(`lost+found/${place}`)
    expect(await run(false)).toMatchObject({ found: 1 })
    expect(inputs.locate(sha256)).toBe(place)
  })
})

describe('[LIB34] a file whose run is not in the library', () => {
  const path = 'media/2026-11/2026-11-18-seedream-3-a-fox-in-the-snow-0123456789ab.png'

  test('is added by its name after a repair, under its own id where a thumbnail has it', async () => {
    const { put, run, files, journal, root } = await open()
    const fileId = '019a4d27-b1c7-7c3e-8f00-0123456789ab'
    put(path)
    put(`posters/ab/${fileId}.jpg`)
    put('media/2026-11/2026-11-19-i3-a-quiet-sea-aaaaaaaaaaaa.png')
    expect(await run(true, true)).toMatchObject({ reported: 2, setAside: 0, removed: 0 })
    expect(files.item(fileId)).toMatchObject({
      state: 'saved',
      modelId: 'seedream-3',
      prompt: 'a fox in the snow',
      kind: 'image',
      savedAt: '2026-11-18T00:00:00.000Z',
      hasPoster: true,
    })
    expect(files.list({ limit: 10, filter: readFilter('fox') }).items).toMatchObject([{ fileId }])
    expect(files.list({ limit: 10 }).items.map(({ prompt }) => prompt)).toEqual([
      'a quiet sea',
      'a fox in the snow',
    ])
    const { submissions } = journal.list({ limit: 10 })
    expect(new Set(submissions.map(({ batchId }) => batchId)).size).toBe(1)
    expect(submissions).toMatchObject([
      { state: 'closed', estimate: { kind: 'unlisted' }, values: {}, sentAt: null },
      { state: 'closed' },
    ])
    expect([
      journal.running(),
      journal.counts(),
      journal.models('sandbox', { from: 0, to: Date.now() }),
    ]).toEqual([[], { waiting: 0, running: 0 }, []])
    expect(existsSync(join(root, path))).toBe(true)
    expect(await run(true, true)).toEqual(nothing)
  })

  test('is added after a crash too, because only lost rows leave one, and else moved aside', async () => {
    for (const isThorough of [true, false]) {
      const { put, run, filesBelow, log } = await open()
      put(path)
      expect(await run(isThorough)).toMatchObject(isThorough ? { reported: 1 } : { reported: 0, setAside: 1 })
      expect(filesBelow('lost+found')).toHaveLength(isThorough ? 0 : 1)
      if (isThorough) expect(log.sentences[0]).toContain('taken in by their names alone')
    }
  })

  test('is moved back from lost+found by a repair, unless a row has its name', async () => {
    const { put, run, saveWhole, files, filesBelow } = await open()
    const known = saveWhole()
    put(`lost+found/${path}`)
    put(`lost+found/${files.stored(known)?.path}`, Buffer.alloc(40, 2))
    put('lost+found/media/2026-11/diary.png')
    expect(await run(true, true)).toMatchObject({ reported: 1 })
    expect(files.list({ limit: 10, filter: readFilter('fox') }).items).toHaveLength(1)
    expect(filesBelow('lost+found')).toHaveLength(2)
  })

  test('is not added where it is no shown type, or the name is not ours', async () => {
    const { put, run, filesBelow, files } = await open()
    put(path, 'no image')
    put('media/2026-11/holiday.png')
    expect(await run(true, true)).toMatchObject({ reported: 0, setAside: 2 })
    expect([filesBelow('lost+found').length, files.list({ limit: 10 }).items]).toEqual([2, []])
  })
})

describe('[LIB23] a file behind a link is neither moved nor removed', () => {
  test.each(['media', 'posters', 'inputs', 'lost+found', 'media/2026-11', 'posters/ab'])(
    '%s',
    async (place) => {
      for (const isRepaired of [true, false]) {
        const { root, run } = await open()
        const elsewhere = temporaryFolder()
        const names = ['diary.txt', 'ab/019a4d27-b1c7-7c3e-8f00-0123456789ab.jpg', 'ab/cd/deep.txt']
        for (const name of names) {
          mkdirSync(dirname(join(elsewhere, name)), { recursive: true })
          writeFileSync(join(elsewhere, name), image)
        }
        mkdirSync(dirname(join(root, place)), { recursive: true })
        symlinkSync(elsewhere, join(root, place))
        await run(true, isRepaired)
        expect(names.filter((name) => !existsSync(join(elsewhere, name)))).toEqual([])
      }
    },
  )

  test('nor is one among the thumbnails that is no thumbnail', async () => {
    const { root, run, put } = await open()
    put('posters/ab/diary.txt')
    await run(true)
    expect(existsSync(join(root, 'posters/ab/diary.txt'))).toBe(true)
  })
})

describe('[LIB40] links in the data folder', () => {
  test('in place of a file are no file, and one that no row names is left alone', async () => {
    const { saveWhole, run, files, root, pathOf } = await open()
    const fileId = saveWhole()
    const elsewhere = join(temporaryFolder(), 'image.png')
    writeFileSync(elsewhere, image)
    rmSync(pathOf(fileId))
    symlinkSync(elsewhere, pathOf(fileId))
    const stray = join(dirname(pathOf(fileId)), '2026-11-20-stray.png')
    symlinkSync(elsewhere, stray)
    expect(await run(false)).toEqual({ ...nothing, missing: 1 })
    expect([files.stored(fileId), existsSync(stray), existsSync(join(root, 'lost+found'))]).toEqual([
      null,
      true,
      false,
    ])
  })

  test.each(['a link', 'a file'])(
    'lost+found that is %s leaves files without a row in place, and holds up nothing else',
    async (what) => {
      const { saveWhole, put, run, root, files, addFile, placeOf } = await open()
      const elsewhere = temporaryFolder()
      if (what === 'a link') symlinkSync(elsewhere, join(root, 'lost+found'))
      else put('lost+found', 'a file')
      const stray = put('media/2026-11/2026-01-01-diary.png')
      const cut = saveWhole()
      const known = files.stored(cut)?.path ?? ''
      put(known, 'cut')
      const whole = addFile()
      put(placeOf(whole))
      put(`inputs/ab/${'ab'.repeat(32)}.png`)
      expect(await run(true)).toMatchObject({ adopted: 1, setAside: 0 })
      expect([stray, known].filter((path) => !existsSync(join(root, path)))).toEqual([])
      expect([files.stored(cut), files.stored(whole) === null, readdirSync(elsewhere)]).toEqual([
        null,
        false,
        [],
      ])
    },
  )

  test('are not followed, even in a circle', async () => {
    const { saveWhole, run, root, pathOf } = await open()
    saveWhole()
    const elsewhere = temporaryFolder()
    mkdirSync(join(elsewhere, 'deep'))
    writeFileSync(join(elsewhere, 'deep', 'diary.png'), image)
    symlinkSync(elsewhere, join(root, 'media', 'everything'))
    symlinkSync(root, join(dirname(pathOf(saveWhole())), 'around'))
    expect(await run(true)).toEqual(nothing)
  })
})
