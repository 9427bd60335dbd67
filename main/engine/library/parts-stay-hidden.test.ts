import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { downloadRoute, fileRoute, posterRoute } from '../../../shared/bridge/media-routes.ts'
import { createDiskLibraryFileStore } from '../../infra/disk-library-file-store.ts'
import { storageFailureOf } from '../../infra/storage-failure.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openFetcherHome } from '../../testing/fetcher-home.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { openResultServer, respondWithRange } from '../../testing/result-server.ts'
import { samplePng } from '../../testing/sample-media.ts'
import { testAccount } from '../../testing/test-accounts.ts'
import { createDownloads } from './downloads.ts'
import { createMediaRoutes } from './media-routes.ts'
import { createStoredFiles } from './stored-files.ts'

const png = samplePng({ bytes: 9_000 })

test('[LIB14] the part of a file is served by no route and listed on no page', async () => {
  const home = await openFetcherHome()
  const { files, addFile } = await openLibrary(join(home.path, 'library.sqlite'))
  const server = await openResultServer((request, count) => {
    const response = respondWithRange(png, request, { ETag: '"one"' })
    return count === 1 ? { ...response, sent: 4_000 } : response
  })
  onTestFinished(() => server.close())
  const fileId = addFile()
  files.setUrl(fileId, server.url)
  const clock = createFakeClock()
  const { promise: broke, resolve: onBroken } = Promise.withResolvers<void>()
  const { promise: saved, resolve: onSaved } = Promise.withResolvers<void>()
  const downloads = createDownloads({
    storageFailureOf,
    files,
    fetcher: home.fetcher,
    clock,
    accountOf: async () => testAccount({ origin: server.url, addressClass: 'loopback' }),
    currentUrls: async () => null,
    onChanged: () => downloads.rest(fileId) && onBroken(),
    onSpaceChanged: () => {},
    onSaved: async () => onSaved(),
  })
  onTestFinished(() => downloads.close())
  const reader = createDiskLibraryFileStore(home.folder)
  const routes = createMediaRoutes({
    files,
    reader,
    storedFiles: createStoredFiles({ files, reader, onChanged() {} }),
    onPoster() {},
    inputs: {} as never,
  })
  const statusOf = async (path: string) => (await routes(new Request(`http://127.0.0.1${path}`))).status

  downloads.add(files.toFetch())
  await broke
  expect(home.incoming().sort()).toEqual([`${fileId}.note`, `${fileId}.part`])
  for (const id of [fileId, `${fileId}.part`, `../incoming/${fileId}.part`])
    for (const route of [fileRoute(id), downloadRoute(id), posterRoute(id)])
      expect([route, await statusOf(route)]).toEqual([route, 404])
  expect([files.list({ limit: 10 }).items, home.hasMedia()]).toEqual([[], false])

  await clock.advance(1_000)
  await saved
  expect(await statusOf(fileRoute(fileId))).toBe(200)
  expect([home.incoming(), readdirSync(join(home.path, 'media/2026-11')).length]).toEqual([[], 1])
})
