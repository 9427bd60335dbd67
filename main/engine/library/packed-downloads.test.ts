import { rmSync, truncateSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mostFilesOfArchive } from '../../../shared/bridge/download-bounds.ts'
import { archiveRoute } from '../../../shared/bridge/media-routes.ts'
import { procedures } from '../../../shared/bridge/procedures.ts'
import { openMediaRoutes } from '../../testing/open-media-routes.ts'
import { readZip } from '../../testing/read-zip.ts'
import { samplePng } from '../../testing/sample-media.ts'
import { ticketMs } from './packed-downloads.ts'

type Routes = Awaited<ReturnType<typeof openMediaRoutes>>

async function packed({ pack }: Pick<Routes, 'pack'>, fileIds: readonly string[]) {
  const result = await pack({ fileIds: [...fileIds] })
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

const someId = '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b'

test('[LIB60] several files are one ZIP with their names and exactly their bytes, in their order', async () => {
  const opened = await openMediaRoutes()
  const contents = [samplePng({ bytes: 600_000 }), samplePng({ bytes: 9_000 }), samplePng({ bytes: 262_144 })]
  const fileIds = contents.map((bytes) => opened.save(bytes))
  const { ticket, ...said } = await packed(opened, fileIds.toReversed())
  expect(said).toEqual({ files: 3, bytes: 871_144, absent: { count: 0, names: [] } })
  const response = await opened.ask(archiveRoute(ticket ?? ''))
  const zip = Buffer.from(await response.arrayBuffer())
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(zip.length),
    'content-disposition': expect.stringMatching(/^attachment; filename="atelier-\d{4}-\d\d-\d\d\.zip"$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const entries = readZip(zip)
  expect(entries.map(({ name }) => name)).toEqual(['file-3.png', 'file-2.png', 'file-1.png'])
  expect(entries.toReversed().every(({ bytes }, at) => bytes.equals(contents[at] ?? Buffer.of()))).toBe(true)
  expect(opened.open.size).toBe(0)
})

test('[LIB62] a ticket is used once, and only for its time', async () => {
  const opened = await openMediaRoutes()
  const fileIds = [opened.save(samplePng({ bytes: 400 })), opened.save(samplePng({ bytes: 400 }))]
  const used = await packed(opened, fileIds)
  const route = archiveRoute(used.ticket ?? '')
  const response = await opened.ask(route)
  expect([response.status, (await opened.ask(route)).status]).toEqual([200, 404])
  await response.body?.cancel()
  const late = await packed(opened, fileIds)
  await opened.clock.advance(ticketMs)
  expect((await opened.ask(archiveRoute(late.ticket ?? ''))).status).toBe(404)
  const first = await packed(opened, fileIds)
  for (let count = 0; count < 16; count += 1) await packed(opened, fileIds)
  expect((await opened.ask(archiveRoute(first.ticket ?? ''))).status).toBe(404)
  for (const id of [someId, '..', '']) expect((await opened.ask(archiveRoute(id))).status).toBe(404)
})

test('[LIB63] what is not in its place is named, and the rest is still packed', async () => {
  const opened = await openMediaRoutes()
  const [whole, gone, cut] = [1, 2, 3].map(() => opened.save(samplePng({ bytes: 5_000 }))) as [
    string,
    string,
    string,
  ]
  rmSync(opened.placeOf(gone))
  truncateSync(opened.placeOf(cut), 10)
  const { ticket, ...said } = await packed(opened, [gone, whole, cut, someId, whole])
  expect(said).toEqual({
    files: 1,
    bytes: 5_000,
    absent: { count: 3, names: ['file-2.png', 'file-3.png', someId] },
  })
  const zip = Buffer.from(await (await opened.ask(archiveRoute(ticket ?? ''))).arrayBuffer())
  expect(readZip(zip).map(({ name }) => name)).toEqual(['file-1.png'])
  expect(await packed(opened, [gone, someId])).toMatchObject({ ticket: null, files: 0, bytes: 0 })
})

test('[LIB64] a download that is cancelled closes its file, and reads no further', async () => {
  const opened = await openMediaRoutes()
  const fileIds = [1, 2].map(() => opened.save(samplePng({ bytes: 3_000_000 })))
  const { ticket } = await packed(opened, fileIds)
  const reader = (await opened.ask(archiveRoute(ticket ?? ''))).body?.getReader()
  for (let count = 0; count < 4; count += 1) await reader?.read()
  expect(opened.open.size).toBe(1)
  await reader?.cancel()
  expect(opened.open.size).toBe(0)
})

test('[LIB64] one whose file goes away meanwhile fails, and is never a ZIP with a false file', async () => {
  const opened = await openMediaRoutes()
  const fileIds = [1, 2].map(() => opened.save(samplePng({ bytes: 900_000 })))
  const { ticket } = await packed(opened, fileIds)
  rmSync(opened.placeOf(fileIds[1] ?? ''))
  const response = await opened.ask(archiveRoute(ticket ?? ''))
  await expect(response.arrayBuffer()).rejects.toThrow()
  const again = await packed(opened, [fileIds[0] ?? ''])
  truncateSync(opened.placeOf(fileIds[0] ?? ''), 300_000)
  await expect((await opened.ask(archiveRoute(again.ticket ?? ''))).arrayBuffer()).rejects.toThrow()
  expect(opened.open.size).toBe(0)
})

test('[LIB62] ids are bounded and must be ids', () => {
  const { input } = procedures['library.pack']
  const ids = (count: number) => Array.from({ length: count }, () => someId)
  expect(
    [0, 1, mostFilesOfArchive, mostFilesOfArchive + 1].map(
      (n) => input.safeParse({ fileIds: ids(n) }).success,
    ),
  ).toEqual([false, true, true, false])
  expect(input.safeParse({ fileIds: ['../library.sqlite'] }).success).toBe(false)
})
