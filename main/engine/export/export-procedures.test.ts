import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ExportView } from '../../../shared/bridge/export-procedures.ts'
import { exportChoicesSchema } from '../../../shared/library/export-choices.ts'
import { proofChoicesSchema } from '../../../shared/library/proof.ts'
import { procedureSamples } from '../../../shared/testing/bridge-samples.ts'
import { createDiskExportTargets } from '../../infra/disk-export-targets.ts'
import { createDiskFileRemover } from '../../infra/disk-file-remover.ts'
import { createDiskLibraryFileStore } from '../../infra/disk-library-file-store.ts'
import { createDiskUnfinishedExports } from '../../infra/disk-unfinished-exports.ts'
import { createSaxXmlReader } from '../../infra/sax-xml.ts'
import { storageFailureOf } from '../../infra/storage-failure.ts'
import { createUuid7Ids } from '../../infra/uuid7-ids.ts'
import { createZipArchives } from '../../infra/zip-archives.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { readZip } from '../../testing/read-zip.ts'
import { pngChunk, pngWith } from '../../testing/sample-containers.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createStoredFiles } from '../library/stored-files.ts'
import { createCarriedFiles } from './carried-files.ts'
import { createExportProcedures } from './export-procedures.ts'
import { createPackedExports, ticketMs } from './packed-exports.ts'
import type { ExportTargets } from './ports.ts'

async function open(targets: ExportTargets = createDiskExportTargets()) {
  const data = temporaryFolder()
  const out = join(temporaryFolder(), 'out')
  const { saveFile, files, journal, tags, database } = await openLibrary(join(data, 'library.sqlite'))
  const folder = { path: data, resolve: (path: string) => resolve(data, path), release: () => undefined }
  const clock = createFakeClock()
  const bytes = pngWith(pngChunk('caBX', 'jumb'))
  const fileIds = ['one', 'two', 'three'].map((prompt) => {
    const fileId = saveFile({ prompt, bytes: bytes.length })
    const path = join(data, files.stored(fileId)?.path ?? '')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
    return fileId
  })
  const reader = createDiskLibraryFileStore(folder)
  const exported: string[] = []
  const shared = {
    clock,
    files,
    carriedOf: createCarriedFiles({ files, journal, tags, tournaments: { scoreOf: () => 80 } }),
    storedFiles: createStoredFiles({
      files,
      reader,
      onChanged: () => undefined,
    }),
    xml: createSaxXmlReader(),
    version: '1.2.3',
    exported: { mark: (ids: readonly string[]) => void exported.push(...ids) },
    targets,
    unfinished: createDiskUnfinishedExports(folder),
  }
  const packed = createPackedExports({ ...shared, ids: createUuid7Ids(clock), archives: createZipArchives() })
  const views: ExportView[] = []
  const ended = Promise.withResolvers<ExportView>()
  let remembered = exportChoicesSchema.parse({})
  const exports = createExportProcedures({
    ...shared,
    ids: createUuid7Ids(clock),
    log: { warn: () => undefined },
    packed,
    remains: createDiskExportTargets(),
    tags,
    reader,
    remover: createDiskFileRemover(folder),
    language: () => 'en',
    storageFailureOf,
    filesOfBatch: () => fileIds,
    collectionName: () => 'Boats',
    choices: {
      read: () => remembered,
      write: (choices) => {
        remembered = choices
      },
    },
    chooseFolder: null,
    onChanged(view) {
      views.push(view)
      if (view.state !== 'running') ended.resolve(view)
    },
  })
  const input = (change = {}) => ({
    which: { fileIds },
    choices: exportChoicesSchema.parse({ folder: out, template: '{prompt}', ...change }),
  })
  return {
    out,
    data,
    clock,
    database,
    fileIds,
    packed,
    views,
    exported,
    ended: ended.promise,
    exports,
    input,
    call: exports.procedures,
  }
}

test('[EXP11] what an export would do is counted without writing anything', async () => {
  const { out, call, input, fileIds } = await open()
  expect(await call['export.look']({ ...input(), which: { batchId: fileIds[0] ?? '' } })).toMatchObject({
    ok: true,
    value: { files: 3, lookedInto: 3, provenance: 3, sidecars: 3, example: 'one.png', left: { count: 0 } },
  })
  expect(await call['export.look'](input({ provenance: 'embed', template: '{n}' }))).toMatchObject({
    value: { provenance: 3, sidecars: 0, example: '1.png' },
  })
  expect(() => readdirSync(out)).toThrow()
})

test('[EXP20] captions are read some at a time, and a file that is not in the library is left out', async () => {
  const { call, fileIds } = await open()
  const [first = '', , third = ''] = fileIds
  const unknown = '01900000-0000-7000-8000-0000000000ff'
  const read = call['export.captions']({ which: { fileIds: [first, unknown, third] }, from: 0 })
  expect(read).toMatchObject({
    value: {
      total: 3,
      captions: [
        { fileId: first, kind: 'image', prompt: 'one', seed: null, rating: 0 },
        { fileId: third, prompt: 'three' },
      ],
    },
  })
  expect(call['export.captions']({ which: { batchId: first }, from: 2 })).toMatchObject({
    value: { total: 3, captions: [{ prompt: 'three' }] },
  })
  expect(call['export.captions']({ which: { fileIds: [first] }, from: 9 })).toMatchObject({
    value: { total: 1, captions: [] },
  })
})

test('[EXP11] [EXP12] one export runs at a time, tells how far it is, and its choices are kept', async () => {
  const { out, call, input, ended } = await open()
  const choices = input({ provenance: 'embed' })
  expect(call['export.start'](choices)).toMatchObject({
    ok: true,
    value: { state: 'running', total: 3, done: 0 },
  })
  expect(call['export.start'](choices)).toMatchObject({ ok: false, error: { code: 'not_possible_now' } })
  expect(await ended).toMatchObject({
    state: 'done',
    done: 3,
    sidecars: 0,
    left: { count: 0 },
    failure: null,
  })
  expect(call['export.current']()).toMatchObject({ value: { state: 'done' } })
  expect(call['export.choices']()).toEqual({
    ok: true,
    value: { choices: choices.choices, hasDialog: false },
  })
  expect(readdirSync(out).toSorted()).toEqual(['one.png', 'three.png', 'two.png'])
})

test('[EXP12] a canceled export, and one at Atelier’s end, stop after the file that is being written', async () => {
  for (const way of ['cancel', 'close'] as const) {
    const disk = createDiskExportTargets()
    const began = Promise.withResolvers<void>()
    const resume = Promise.withResolvers<void>()
    const { out, data, call, exports, input } = await open({
      async open(...given) {
        const target = await disk.open(...given)
        return {
          ...target,
          async write(...one) {
            began.resolve()
            await resume.promise
            return target.write(...one)
          },
        }
      },
    })
    const started = call['export.start'](input({ metadata: 'unchanged' }))
    await began.promise
    const exportId = started.ok ? started.value.exportId : ''
    const stopped = way === 'cancel' ? call['export.cancel']({ exportId }) : exports.close()
    resume.resolve()
    await stopped
    expect(call['export.current']()).toMatchObject({ value: { state: 'cancelled', done: 1 } })
    expect(readdirSync(out)).toEqual(['one.png'])
    expect(readdirSync(join(data, 'exports'))).toHaveLength(way === 'cancel' ? 0 : 1)
    expect(await call['export.cancel']({ exportId: 'other' })).toMatchObject({ error: { code: 'not_found' } })
  }
})

/** Targets that do something before each file is written. */
function watchedTargets(beforeWrite: () => unknown): ExportTargets {
  const disk = createDiskExportTargets()
  return {
    async open(...given) {
      const target = await disk.open(...given)
      return {
        ...target,
        async write(...one) {
          await beforeWrite()
          return target.write(...one)
        },
      }
    },
  }
}

test('[EXP410] what was stopped or killed is offered with how far it is, and continues as it was begun', async () => {
  const [began, goes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let stops = true
  const { out, data, call, exports, input, ended } = await open(
    watchedTargets(async () => {
      if (!stops) return
      began.resolve()
      await goes.promise
      void exports.close()
    }),
  )
  const none = { ok: true, value: { count: 0, exports: [] } }
  expect(await call['export.unfinished']()).toEqual(none)
  call['export.start'](input({ metadata: 'unchanged', template: '{n} {prompt}' }))
  await began.promise
  const [key = ''] = readdirSync(join(data, 'exports')).map((name) => name.replace('.json', ''))
  // While it runs it is none of them.
  expect(await call['export.unfinished']()).toEqual(none)
  goes.resolve()
  await ended
  writeFileSync(join(out, `.atelier-export-${key}.part`), 'half')
  expect(await call['export.unfinished']()).toMatchObject({
    value: { count: 1, exports: [{ key, folder: out, files: 3, written: 1 }] },
  })
  stops = false
  expect(await call['export.continue']({ key: 'f'.repeat(32) })).toMatchObject({
    error: { code: 'not_found' },
  })
  expect(await call['export.continue']({ key })).toMatchObject({ value: { state: 'running', total: 3 } })
  expect(await call['export.continue']({ key })).toMatchObject({ error: { code: 'not_possible_now' } })
  await vi.waitFor(() =>
    expect(call['export.current']()).toMatchObject({ value: { state: 'done', written: 3 } }),
  )
  expect(readdirSync(out).toSorted()).toEqual(['1 one.png', '2 two.png', '3 three.png'])
  expect(await call['export.unfinished']()).toEqual(none)
})

test('[EXP410] one that was stopped is offered while a proof page is made', async () => {
  const goes = Promise.withResolvers<void>()
  let isStopped = false
  const { data, call, exports, input, ended } = await open(
    watchedTargets(async () => {
      if (isStopped) return goes.promise
      isStopped = true
      void exports.close()
    }),
  )
  call['export.start'](input({ metadata: 'unchanged' }))
  await ended
  const [key = ''] = readdirSync(join(data, 'exports')).map((name) => name.replace('.json', ''))
  const proof = procedureSamples['proof.start'].input
  const { which } = input()
  const choices = proofChoicesSchema.parse({ title: 'Boats', folder: join(temporaryFolder(), 'proofs') })
  expect(call['proof.start']({ ...proof, which, choices })).toMatchObject({ value: { state: 'running' } })
  expect(await call['export.unfinished']()).toMatchObject({ value: { count: 1, exports: [{ key }] } })
  goes.resolve()
  await exports.close()
})

test('[EXP411] [EXP560] one that is forgotten leaves whole files and nothing half, and one whose folder is away is not continued', async () => {
  const { out, data, call, exports, input, ended } = await open(watchedTargets(() => void exports.close()))
  call['export.start'](input({ metadata: 'unchanged' }))
  await ended
  const [name = ''] = readdirSync(join(data, 'exports'))
  const key = name.replace('.json', '')
  writeFileSync(join(out, `.atelier-export-${key}.part`), 'half')
  expect(await call['export.forget']({ key })).toEqual({ ok: true, value: {} })
  expect([readdirSync(out), readdirSync(join(data, 'exports'))]).toEqual([['one.png'], []])
  expect(await call['export.forget']({ key })).toMatchObject({ error: { code: 'not_found' } })

  const parent = join(temporaryFolder(), 'drive')
  const gone = join(parent, 'out')
  // Of the command line, of a proof, of an earlier version, damaged, and of a folder that is away.
  const plan = { key, startedAt: 1, choices: input().choices, collection: '', files: [] }
  const away = {
    ...plan,
    key: 'a'.repeat(32),
    isOffered: true,
    choices: { ...plan.choices, folder: gone },
  }
  writeFileSync(join(data, 'exports', `${key}.json`), JSON.stringify(plan))
  writeFileSync(join(data, 'exports', `${'b'.repeat(32)}.json`), JSON.stringify({ ...away, key: '../x' }))
  writeFileSync(join(data, 'exports', `${'c'.repeat(32)}.json`), '{')
  writeFileSync(join(data, 'exports', `${away.key}.json`), JSON.stringify(away))
  expect(await call['export.unfinished']()).toMatchObject({
    value: { count: 1, exports: [{ key: away.key, folder: gone, written: 0 }] },
  })
  expect(await call['export.continue']({ key: away.key })).toMatchObject({
    error: { code: 'not_possible_now', cause: { code: 'export_folder_away' } },
  })
  await exports.close()
  expect(existsSync(parent)).toBe(false)
  expect(await call['export.unfinished']()).toMatchObject({ value: { count: 1 } })
  expect(await call['export.forget']({ key: away.key })).toMatchObject({ ok: true })
  expect(existsSync(parent)).toBe(false)
})

test('[EXP561] those of the page are offered beside any number of the command line, and one that the page begins again', async () => {
  const { data, call, exports, input, ended } = await open(watchedTargets(() => void exports.close()))
  const folder = join(data, 'exports')
  const pathOf = (key: string) => join(folder, `${key}.json`)
  const listed = async () => {
    const result = await call['export.unfinished']()
    return result.ok ? result.value : null
  }
  const put = (key: string, at: number, isOffered: boolean) => {
    const { choices } = input()
    const plan = { key, startedAt: at, choices, collection: '', files: [], isOffered: isOffered || undefined }
    writeFileSync(pathOf(key), JSON.stringify(plan))
    utimesSync(pathOf(key), at, at)
  }
  call['export.start'](input({ metadata: 'unchanged' }))
  await ended
  const [name = ''] = readdirSync(folder)
  const key = name.replace('.json', '')
  // As the command line had begun it.
  const { isOffered, ...begun } = JSON.parse(readFileSync(pathOf(key), 'utf8'))
  writeFileSync(pathOf(key), JSON.stringify(begun))
  expect([isOffered, await listed()]).toEqual([true, { count: 0, exports: [] }])
  call['export.start'](input({ metadata: 'unchanged' }))
  await exports.close()
  expect(await listed()).toMatchObject({ count: 1, exports: [{ key, written: 1 }] })
  rmSync(pathOf(key))

  const numbered = (prefix: string, number: number) => prefix + number.toString(16).padStart(31, '0')
  for (let number = 1; number <= 60; number += 1) put(numbered('0', number), 1_000 + number, false)
  put(numbered('f', 1), 1, true)
  expect(await listed()).toMatchObject({ count: 1, exports: [{ key: numbered('f', 1) }] })
  expect(await call['export.forget']({ key: numbered('f', 1) })).toMatchObject({ ok: true })
  // Of more than are read, the newest: their names say nothing of their age.
  for (let number = 1; number <= 51; number += 1) put(numbered('e', number), number, true)
  const newest = [51, 50, 49].map((number) => ({ key: numbered('e', number) }))
  const many = await listed()
  expect([many?.count, many?.exports.slice(0, 3)]).toMatchObject([50, newest])
})

test.each([
  ['relative', {}, 'relative'],
  ['/dev/null/x', {}, 'no_folder'],
  ['', Object.assign(new Error('full'), { code: 'ENOSPC' }), { code: 'storage', kind: 'full' }],
])('[EXP14] a folder that refuses ends with its cause: %s', async (folder, error, failure) => {
  const disk = createDiskExportTargets()
  const { call, input, ended } = await open(
    folder === ''
      ? { open: async (...given) => ({ ...(await disk.open(...given)), write: () => Promise.reject(error) }) }
      : disk,
  )
  call['export.start'](input(folder === '' ? {} : { folder }))
  expect(await ended).toMatchObject({ state: 'failed', failure })
})

test('[EXP13] a ZIP is made while it is read, once, within a minute', async () => {
  const { call, input, packed, clock, exported, fileIds } = await open()
  const read = async (ticket: string | null) => {
    const parts: Uint8Array[] = []
    for await (const part of packed.stream(ticket ?? '')?.body ?? []) parts.push(part)
    return Buffer.concat(parts)
  }
  const ticketOf = async () => {
    const packing = call['export.pack'](input())
    return packing.ok ? packing.value.ticket : null
  }
  const ticket = await ticketOf()
  expect(readZip(await read(ticket)).map(({ name }) => name)).toEqual(
    ['one', 'two', 'three'].flatMap((name) => [`${name}.png.xmp`, `${name}.png`]),
  )
  // What was sent counts as exported [SPEND41].
  expect(exported).toEqual(fileIds)
  expect(packed.stream(ticket ?? '')).toBeNull()
  const late = await ticketOf()
  await clock.advance(ticketMs)
  expect(packed.stream(late ?? '')).toBeNull()
})
