import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ImportView, importedFileSchema } from '../../../shared/bridge/import-procedures.ts'
import { type GivenBeside, importRoute, mostGivenBytes } from '../../../shared/bridge/import-route.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { readFilter } from '../../../shared/library/filter/library-filter.ts'
import { createDiskImportSources } from '../../infra/disk-import-sources.ts'
import { namesAsIds } from '../../infra/filter-names.ts'
import { createSaxXmlReader } from '../../infra/sax-xml.ts'
import { createSqliteImportedRows } from '../../infra/sqlite-imported-rows.ts'
import { createSqliteJudgements } from '../../infra/sqlite-judgements.ts'
import { createSqliteLibraryIndex } from '../../infra/sqlite-library-index.ts'
import { createSqliteLibrarySearch } from '../../infra/sqlite-library-search.ts'
import { storageFailureOf } from '../../infra/storage-failure.ts'
import { createUuid7Ids } from '../../infra/uuid7-ids.ts'
import { sidecarOf, withRecipe } from '../../testing/carrying-files.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { sampleCarried } from '../../testing/sample-carried.ts'
import { plainPng } from '../../testing/sample-media.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { importFolder } from './import-folder.ts'
import { createImportProcedures } from './import-procedures.ts'
import type { ImportSources } from './ports.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Puts a file that says when it was saved into a folder. */
async function put(folder: string, index: number, savedAt: string): Promise<void> {
  const fileId = `0198c000-0000-7000-8000-00000000010${index}`
  const carried = sampleCarried({ fileId, savedAt, sha256: String(index).repeat(64) })
  const bytes = await withRecipe(Buffer.from(plainPng()), 'image/png', carried)
  writeFileSync(join(folder, `${index}.png`), bytes)
}

/** A folder of files of one run, and an empty library. */
async function open(count: number) {
  const folder = temporaryFolder()
  for (let index = 0; index < count; index += 1)
    await put(folder, index, `2026-11-2${9 - index}T10:00:00.000Z`)
  const root = temporaryFolder()
  const data = { path: root, resolve: (path: string) => join(root, path), release: () => undefined }
  const { database, journal, files, saveFile } = await openLibrary(join(root, 'library.sqlite'))
  const clock = { now: () => Date.parse('2026-12-01T00:00:00Z'), setTimer: () => () => undefined }
  const added: string[] = []
  const deps = {
    clock,
    ids: createUuid7Ids(clock),
    sources: createDiskImportSources(data) as ImportSources,
    rows: createSqliteImportedRows({ database, labelOf: (id) => id }),
    xml: createSaxXmlReader(),
    onAdded: (fileId: string) => void added.push(fileId),
  }
  const prompts = () =>
    files.list({ limit: 50, isEachFile: true }).items.map(({ savedAt, fileId }) => ({ savedAt, fileId }))
  return { folder, root, data, database, journal, files, saveFile, deps, added, prompts }
}

const watch = (signal = new AbortController().signal) => ({
  signal,
  onProgress: () => undefined,
  onRefused: () => undefined,
})

test('[RST30] files of one run stay together, with what it cost, and are listed by the times of their saving', async () => {
  const { folder, deps, journal, files, prompts } = await open(3)
  expect(await importFolder(folder, deps, watch())).toEqual({ total: 3, done: 3, added: 3, known: 0 })
  const listed = prompts()
  expect(listed.map(({ savedAt }) => savedAt.slice(0, 10))).toEqual([
    '2026-11-29',
    '2026-11-28',
    '2026-11-27',
  ])
  const runs = new Set(listed.map(({ fileId }) => files.item(fileId)?.submissionId))
  expect(runs.size).toBe(1)
  const run = journal.get([...runs][0] ?? '')
  expect(run).toMatchObject({
    values: sampleCarried().values,
    settled: sampleCarried().settled,
    serviceId: '',
    state: 'closed',
    job: null,
  })
  expect(journal.list({ limit: 10 }).submissions).toEqual([])
  expect(journal.waiting('', 10)).toEqual([])
})

test('[LIB563] files that are taken in later stand where they were made, in every list, under their days', async () => {
  const { folder, root, deps, database, files, saveFile } = await open(3)
  saveFile({ prompt: 'a boat of today' })
  await importFolder(folder, deps, watch())
  const other = temporaryFolder()
  for (const [index, savedAt] of [
    [3, '2026-11-28T09:00:00.000Z'],
    [4, '2026-11-28T10:00:00.500Z'],
    [5, '2026-11-10T10:00:00.000Z'],
  ] as const)
    await put(other, index, savedAt)
  await importFolder(other, deps, watch())
  const times = [
    ...['2026-11-29T10:00:00.000Z', '2026-11-28T10:00:00.500Z', '2026-11-28T10:00:00.000Z'],
    ...['2026-11-28T09:00:00.000Z', '2026-11-27T10:00:00.000Z', '2026-11-20T12:00:00.001Z'],
    '2026-11-10T10:00:00.000Z',
  ]
  for (const text of ['', 'boat', 'kind:image']) {
    const read: string[] = []
    let cursor: string | undefined
    do {
      const page = files.list({ limit: 2, cursor, filter: readFilter(text) })
      read.push(...page.items.map(({ savedAt }) => savedAt))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(read).toEqual(times)
  }
  const index = createSqliteLibraryIndex({
    ...{ database, path: join(root, 'library.sqlite'), clock: deps.clock, now: deps.clock.now },
    ...{ names: namesAsIds, search: createSqliteLibrarySearch({ database, labelOf: (id) => id }) },
  })
  const { days } = await index.layout({ limit: 100 })
  await index.close()
  expect(days.map(({ day, count }) => [day.slice(8), count])).toEqual([
    ['29', 1],
    ['28', 3],
    ['27', 1],
    ['20', 1],
    ['10', 1],
  ])
})

test('[RST41] a file that is missing on the disk is put back, with the marks and the run that it has here', async () => {
  const { folder, root, deps, database, files, prompts } = await open(2)
  await importFolder(folder, deps, watch())
  const lost = prompts()[0]?.fileId ?? ''
  const { path = '' } = files.stored(lost) ?? {}
  rmSync(join(root, path))
  files.setFailed(lost, reasonOf('file_gone'))
  createSqliteJudgements(database).judge([{ fileIds: [lost], rating: 1 }], 2)
  expect(await importFolder(folder, deps, watch())).toEqual({ total: 2, done: 2, added: 1, known: 1 })
  expect(prompts()).toHaveLength(2)
  expect(files.item(lost)).toMatchObject({ state: 'saved', failure: null, judgement: { rating: 1 } })
  expect(statSync(join(root, files.stored(lost)?.path ?? '')).size).toBe(files.stored(lost)?.bytes)
  expect(await importFolder(folder, deps, watch())).toMatchObject({ added: 0, known: 2 })
})

test('[RST330] a missing file that is moved to the trash while its copy is made is not put back: the copy is a file of its own', async () => {
  const { folder, root, data, deps, database, files, prompts } = await open(1)
  await importFolder(folder, deps, watch())
  const lost = prompts()[0]?.fileId ?? ''
  rmSync(join(root, files.stored(lost)?.path ?? ''))
  files.setFailed(lost, reasonOf('file_gone'))
  const disk = createDiskImportSources(data) as ImportSources
  const sources: Pick<ImportSources, 'open'> = {
    async open(path) {
      const source = await disk.open(path)
      return {
        ...source,
        async copy(...copied) {
          await source.copy(...copied)
          database.prepare(`UPDATE files SET state = 'trashed', trashed_at = 3 WHERE file_id = ?`).run(lost)
        },
      }
    },
  }
  expect(await importFolder(folder, { ...deps, sources }, watch())).toMatchObject({ added: 1 })
  expect(files.item(lost)?.state).toBe('trashed')
  const [own, ...others] = prompts().map(({ fileId }) => fileId)
  expect([own === lost, others]).toEqual([false, []])
  const stored = files.stored(own ?? '')
  expect(statSync(join(root, stored?.path ?? '')).size).toBe(stored?.bytes)
})

test('[RST31] what is in the trash is known, and stays there', async () => {
  const { folder, deps, database, files, prompts } = await open(1)
  await importFolder(folder, deps, watch())
  const [{ fileId = '' } = {}] = prompts()
  database.prepare(`UPDATE files SET state = 'trashed', trashed_at = 3 WHERE file_id = ?`).run(fileId)
  expect(await importFolder(folder, deps, watch())).toMatchObject({ added: 0, known: 1 })
  expect([files.item(fileId)?.state, prompts()]).toEqual(['trashed', []])
})

test('[RST31] stopped after any file, it continues, and each is there once with everything', async () => {
  const { folder, deps, added, database, root } = await open(3)
  for (const expected of [1, 2, 3]) {
    const stop = new AbortController()
    const count = await importFolder(
      folder,
      {
        ...deps,
        onAdded(fileId) {
          added.push(fileId)
          stop.abort()
        },
      },
      watch(stop.signal),
    )
    expect(count.added).toBe(1)
    expect(new Set(added).size).toBe(expected)
  }
  expect(await importFolder(folder, deps, watch())).toMatchObject({ added: 0, known: 3 })
  const judged = database.prepare('SELECT count(*) AS n FROM judgements WHERE rating = 4').get()
  expect(judged?.n).toBe(3)
  expect(readdirSync(join(root, 'incoming'))).toEqual([])
})

test('[RST33] a file that brings the end of another’s id, with its time, model and prompt, takes no place of it', async () => {
  const { folder, deps, files, root, prompts } = await open(1)
  await importFolder(folder, deps, watch())
  const carried = sampleCarried({
    ...{ savedAt: '2026-11-29T10:00:00.000Z', sha256: 'f'.repeat(64) },
    fileId: '0198C000-AAAA-7000-8000-000000000100',
  })
  const other = Buffer.concat([plainPng(), Buffer.from('other')])
  writeFileSync(join(folder, 'other.png'), await withRecipe(other, 'image/png', carried))
  expect(await importFolder(folder, deps, watch())).toMatchObject({ added: 1, known: 1 })
  const fileIds = prompts().map(({ fileId }) => fileId)
  expect(fileIds).toContain('0198c000-aaaa-7000-8000-000000000100')
  const stored = fileIds.map((fileId) => files.stored(fileId))
  for (const file of stored) expect(statSync(join(root, file?.path ?? '')).size).toBe(file?.bytes)
})

test('[RST32] a file that is gone or changes meanwhile is refused; a full disk ends it, and what is there stays', async () => {
  const { folder, deps, added } = await open(3)
  const refused: string[] = []
  const opened = (change: (path: string) => void): Pick<ImportSources, 'open'> => ({
    async open(path) {
      const source = await deps.sources.open(path)
      return {
        ...source,
        async copy(file, ...rest) {
          change(join(path, file.path))
          await source.copy(file, ...rest)
        },
      }
    },
  })
  const full = opened((path) => {
    if (path.endsWith('1.png')) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  })
  await expect(importFolder(folder, { ...deps, sources: full }, watch())).rejects.toThrow('full')
  expect(added).toHaveLength(1)
  const changing = opened((path) => {
    if (path.endsWith('1.png')) writeFileSync(path, 'something else')
    else rmSync(path)
  })
  const count = await importFolder(
    folder,
    { ...deps, sources: changing },
    { ...watch(), onRefused: (name, why) => void refused.push(`${name} ${why}`) },
  )
  expect(count).toEqual({ total: 3, done: 3, added: 0, known: 1 })
  expect(refused).toEqual(['1.png changed', '0.png unreadable'])
})

test('[RST32] what can’t be read of a file costs only that file', async () => {
  const { folder, deps } = await open(1)
  const source = await deps.sources.open(folder)
  const signal = new AbortController().signal
  const [file] = await source.files({ signal, onRefused: () => undefined })
  const opened = file && (await source.open(file))
  await opened?.close()
  await expect(opened?.read(0, 4)).rejects.toMatchObject({ refusal: 'unreadable' })
})

test('[RST32] a folder in it that can’t be read costs only what it holds, and is named; the folder itself ends it', async () => {
  const { folder, deps, data } = await open(2)
  const locked = join(folder, 'locked')
  mkdirSync(locked)
  copyFileSync(join(folder, '0.png'), join(locked, 'inside.png'))
  const closedTo = (path: string) =>
    createDiskImportSources(data, async (place, options) => {
      if (place === path) throw Object.assign(new Error('closed'), { code: 'EACCES' })
      return opendir(place, options)
    })
  const refused: string[] = []
  const count = await importFolder(
    folder,
    { ...deps, sources: closedTo(locked) },
    { ...watch(), onRefused: (name, why) => void refused.push(`${name} ${why}`) },
  )
  expect([count.added, refused]).toEqual([2, ['locked unreadable']])
  await expect(importFolder(folder, { ...deps, sources: closedTo(folder) }, watch())).rejects.toThrow(
    'closed',
  )
})

// A plain file that opens, and whose reading the system refuses as a failing disk does.
test.skipIf(process.platform !== 'linux')('[RST32] a failing disk costs only the file on it', async () => {
  const { deps } = await open(0)
  const source = await deps.sources.open('/proc/self')
  const opened = await source.open({ path: 'mem', besides: [], changedAt: 0 })
  const digest = opened.digest(new AbortController().signal)
  await expect(digest).rejects.toMatchObject({ refusal: 'unreadable', cause: { code: 'EIO' } })
  await opened.close()
})

test('[RST35] one folder at a time, with its progress, its end and its reason', async () => {
  const { folder, deps } = await open(2)
  const told: ImportView[] = []
  const imports = createImportProcedures({
    ...deps,
    freeSpace: { bytes: async () => null },
    log,
    storageFailureOf,
    onChanged: (view) => void told.push(view),
  })
  const { 'import.start': start, 'import.cancel': cancel, 'import.current': current } = imports.procedures
  expect(current()).toEqual({ ok: true, value: null })
  expect(start({ folder })).toMatchObject({ ok: true, value: { state: 'running', folder } })
  expect(start({ folder })).toMatchObject({ ok: false, error: { code: 'not_possible_now' } })
  expect(await cancel({ importId: 'another' })).toMatchObject({ ok: false, error: { code: 'not_found' } })
  await imports.close()
  expect(current()).toMatchObject({ value: { state: 'cancelled' } })
  start({ folder: 'relative' })
  await expect.poll(() => told.at(-1)).toMatchObject({ state: 'failed', failure: 'relative' })
  start({ folder })
  await expect.poll(() => told.at(-1)).toMatchObject({ state: 'done', added: 2, refused: { count: 0 } })
})

/** What the page gives, file by file, and what lies in the folder of unfinished ones. */
async function openDoor(count: number) {
  const opened = await open(count)
  const { deps, root } = opened
  const space = { free: null as number | null }
  const statuses: number[] = []
  const imports = createImportProcedures({
    ...deps,
    freeSpace: { bytes: async () => space.free },
    log,
    storageFailureOf,
    onChanged: () => undefined,
  })
  async function give(
    body: Buffer | ReadableStream<Uint8Array<ArrayBuffer>> | string | null,
    name = 'dropped.png',
    changedAt = 1,
    headers = {},
  ) {
    const url = new URL(importRoute(name, changedAt), 'http://127.0.0.1')
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
    const response = await imports.importFile(new Request(url, init), url)
    statuses.push(response.status)
    return importedFileSchema.parse(await response.json())
  }
  const left = () => readdirSync(join(root, 'incoming'))
  return { ...opened, imports, give, left, space, statuses }
}

test('[RST570] a file that is given is taken in whole with what it carries, once, however often and at once it comes', async () => {
  const { folder, root, give, left, prompts, files } = await openDoor(2)
  const [one, other] = [readFileSync(join(folder, '0.png')), readFileSync(join(folder, '1.png'))]
  const both = await Promise.all([give(one), give(one, 'renamed.png')])
  expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['added', 'known'])
  expect(await give(other)).toEqual({ outcome: 'added' })
  expect(await give(other)).toEqual({ outcome: 'known' })
  expect(prompts().map(({ savedAt }) => savedAt.slice(0, 10))).toEqual(['2026-11-29', '2026-11-28'])
  const stored = files.stored(prompts()[0]?.fileId ?? '')
  expect(readFileSync(join(root, stored?.path ?? ''))).toEqual(one)
  expect(left()).toEqual([])
})

test('[RST571] what is no medium, says nothing of its making or is too large is refused with its reason, and nothing of it stays', async () => {
  const { give, left, prompts, space, statuses } = await openDoor(0)
  expect(await give('A text that is none of the kinds', '../../etc/passwd')).toEqual({
    outcome: 'refused',
    why: 'unknown_kind',
  })
  expect(await give(null)).toEqual({ outcome: 'refused', why: 'unknown_kind' })
  expect(await give(Buffer.from(plainPng()))).toEqual({ outcome: 'refused', why: 'carries_nothing' })
  const long = { 'content-length': String(mostGivenBytes + 1) }
  expect(await give('x', 'long.mp4', Number.NaN, long)).toEqual({ outcome: 'refused', why: 'too_large' })
  let sent = 0
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      controller.enqueue(new Uint8Array(sent === 0 ? plainPng() : new Uint8Array(8 * 1024 ** 2)))
      sent += 1
      if (sent > mostGivenBytes / (8 * 1024 ** 2) + 1) controller.close()
    },
  })
  expect(await give(endless)).toEqual({ outcome: 'refused', why: 'too_large' })
  // A browser reads what comes before its whole body is sent only where that refuses it.
  expect(new Set(statuses)).toEqual(new Set([422]))
  space.free = 128 * 1024 ** 2
  const full = { outcome: 'failed', failure: { code: 'storage', kind: 'full' } }
  expect([
    await give(Buffer.from(plainPng()), 'a.png', 1, { 'content-length': '100' }),
    statuses.at(-1),
  ]).toEqual([full, 507])
  space.free = null
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 400 }),
      fc.boolean(),
      fc.string(),
      fc.double(),
      async (bytes, isPng, name, changedAt) => {
        const taken = await give(
          isPng ? Buffer.concat([plainPng(), bytes]) : Buffer.from(bytes),
          name,
          changedAt,
        )
        expect(taken.outcome).toBe('refused')
      },
    ),
    { numRuns: 60 },
  )
  expect(left()).toEqual([])
  expect(prompts()).toEqual([])
})

test('[RST600] what a sidecar says of a file comes before its bytes, however they are cut, and is kept of neither', async () => {
  const { root, imports, left, prompts, files } = await openDoor(0)
  const pixels = Buffer.from(plainPng())
  const [xmp, other] = [Buffer.from(sidecarOf(sampleCarried())), Buffer.from('Steps: 20')]
  const body = Buffer.concat([other, xmp, pixels])
  const give = async (besides: readonly GivenBeside[], size: number) => {
    const url = new URL(importRoute('side.png', 1, besides), 'http://127.0.0.1')
    const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
      body.subarray(at * size, (at + 1) * size),
    )
    const response = await imports.importFile(
      new Request(url, { method: 'POST', body: ReadableStream.from(pieces), duplex: 'half' } as RequestInit),
      url,
    )
    return response.json()
  }
  const texts = [
    { name: 'side.txt', bytes: other.length },
    { name: 'side.png.xmp', bytes: xmp.length },
  ]
  expect(await give([{ name: 'side.png.xmp', bytes: 99_000_000 }], 50)).toMatchObject({ outcome: 'refused' })
  expect(await give(texts.slice(1), 50)).toMatchObject({ outcome: 'refused' })
  expect(await give([...texts, { name: 'x.xmp', bytes: pixels.length + 9 }], 50)).toMatchObject({
    outcome: 'refused',
  })
  expect(await give(texts, 7)).toEqual({ outcome: 'added' })
  expect(await give(texts, 100_000)).toEqual({ outcome: 'known' })
  const [item] = prompts()
  expect(files.item(item?.fileId ?? '')).toMatchObject({ judgement: { rating: 4, flag: 'pick' } })
  expect(readFileSync(join(root, files.stored(item?.fileId ?? '')?.path ?? ''))).toEqual(pixels)
  expect(left()).toEqual([])
})

test('[RST571] of a file that is refused neither a byte nor its name is in the data folder, nor a row in the library', async () => {
  const { root, database, give, statuses, added } = await openDoor(0)
  const secret = 'of-a-stranger-4f1c'
  const filesOf = () => readdirSync(root, { recursive: true }).map(String).toSorted()
  const rowsOf = () =>
    database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`)
      .all()
      .map(({ name }) => [name, database.prepare(`SELECT count(*) AS rows FROM "${name}"`).get()?.rows])
  // The folder of unfinished files is there from the first one on.
  await give('nothing')
  const before = [filesOf(), rowsOf()]
  const pixels = Buffer.from(plainPng())
  for (const bytes of [
    Buffer.concat([pixels, Buffer.from(secret)]),
    Buffer.concat([pixels, Buffer.from(secret.repeat(100_000))]),
    Buffer.from(secret.repeat(100_000)),
  ])
    expect(await give(bytes, `${secret}.png`)).toMatchObject({ outcome: 'refused' })
  expect(new Set(statuses)).toEqual(new Set([422]))
  expect([filesOf(), rowsOf()]).toEqual(before)
  const holding = filesOf().filter((path) => {
    const whole = join(root, path)
    return path.includes(secret) || (statSync(whole).isFile() && readFileSync(whole).includes(secret))
  })
  expect([holding, added]).toEqual([[], []])
})

test('[RST571] a connection that breaks leaves nothing, and a disk that is full says so', async () => {
  const { deps, folder, give, left, prompts } = await openDoor(1)
  const whole = readFileSync(join(folder, '0.png'))
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(new Uint8Array(whole.subarray(0, whole.length - 1)))
    },
    pull(controller) {
      controller.error(new Error('aborted'))
    },
  })
  expect(await give(broken)).toMatchObject({ outcome: 'failed' })
  expect([left(), prompts()]).toEqual([[], []])
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  const sources = { ...deps.sources, receive: () => Promise.reject(full) }
  const imports = createImportProcedures({
    ...deps,
    sources,
    freeSpace: { bytes: async () => null },
    log,
    storageFailureOf,
    onChanged: () => undefined,
  })
  const url = new URL(importRoute('a.png', 1), 'http://127.0.0.1')
  const response = await imports.importFile(new Request(url, { method: 'POST', body: whole }), url)
  expect(await response.json()).toEqual({ outcome: 'failed', failure: { code: 'storage', kind: 'full' } })
})

test('[RST35] while a folder is taken in no file is, and while a file is no folder', async () => {
  const { folder, imports, give, prompts } = await openDoor(2)
  const whole = readFileSync(join(folder, '0.png'))
  const gate = Promise.withResolvers<void>()
  const slow = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      await gate.promise
      controller.enqueue(new Uint8Array(whole))
      controller.close()
    },
  })
  const taking = give(slow)
  const { 'import.start': start, 'import.current': current } = imports.procedures
  expect(start({ folder })).toMatchObject({ ok: false, error: { code: 'not_possible_now' } })
  gate.resolve()
  expect(await taking).toEqual({ outcome: 'added' })
  expect(start({ folder })).toMatchObject({ ok: true })
  expect(await give(whole)).toEqual({ outcome: 'busy' })
  await expect.poll(() => current()).toMatchObject({ value: { state: 'done', added: 1, known: 1 } })
  expect(prompts()).toHaveLength(2)
  // What comes while Atelier closes is not in a library that is closed by then.
  await imports.close()
  expect(await give(await withRecipe(Buffer.from(plainPng()), 'image/png', sampleCarried()))).toMatchObject({
    outcome: 'failed',
  })
  expect(prompts()).toHaveLength(2)
})
