import { expect, onTestFinished, test } from 'vitest'
import { storageFailureOf } from '../../infra/storage-failure.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeFileFetcher } from '../../testing/fake-file-fetcher.ts'
import { openFetcherHome } from '../../testing/fetcher-home.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { openResultServer, respondWithRange } from '../../testing/result-server.ts'
import { samplePng } from '../../testing/sample-media.ts'
import { testAccount } from '../../testing/test-accounts.ts'
import { createDownloads } from './downloads.ts'
import type { FetchOutcome, FileFetcher } from './ports.ts'

const window = 30_000
/** The bytes per window that make a file not slow. */
const enough = 64 * 1024 * 30

/** Downloads whose tries end when the test says; each is identified by its requested address. */
async function open(account = testAccount()) {
  const library = await openLibrary()
  const clock = createFakeClock()
  const begun: string[] = []
  const tries = new Map<string, { bring(bytes: number): void; end(outcome?: Partial<FetchOutcome>): void }>()
  const genuine = createFakeFileFetcher()
  const fetcher: FileFetcher = {
    ...genuine,
    fetch(request) {
      begun.push(request.url)
      const { promise, resolve } = Promise.withResolvers<Partial<FetchOutcome>>()
      tries.set(request.url, {
        bring: (bytes) => request.onProgress(bytes, 100_000_000),
        end: (outcome = {}) => resolve(outcome),
      })
      genuine.outcomes.push(promise)
      return genuine.fetch({ ...request, onProgress() {} })
    },
  }
  const saved: string[] = []
  const changed: string[] = []
  const downloads = createDownloads({
    storageFailureOf,
    files: library.files,
    fetcher,
    clock,
    accountOf: async () => account,
    currentUrls: async () => null,
    onChanged: (_, fileId) => void changed.push(fileId),
    onSpaceChanged: () => {},
    onSaved: async (fileId) => void saved.push(fileId),
  })
  onTestFinished(() => downloads.close())

  function add(count: number) {
    const ids = new Set(Array.from({ length: count }, () => library.addFile()))
    const files = library.files.toFetch().filter(({ fileId }) => ids.has(fileId))
    downloads.add(files)
    return files.map(({ url, fileId, submissionId }) => ({
      url,
      fileId,
      submissionId,
      bring: (bytes: number) => tries.get(url)?.bring(bytes),
      end: (outcome?: Partial<FetchOutcome>) => tries.get(url)?.end(outcome),
      hasBegun: () => begun.filter((one) => one === url).length,
    }))
  }
  return { ...library, clock, downloads, add, saved, changed, begun, atOnce: genuine.atOnce }
}

test('[LIB45] a file of less than 64 KiB a second over 30 s gives its place to a waiting one', async () => {
  const { clock, add, downloads, saved } = await open()
  const [slow, quick, other, waiting] = add(4)
  await clock.advance(window - 1)
  slow?.bring(enough - 1)
  for (const file of [quick, other]) file?.bring(enough)
  expect(waiting?.hasBegun()).toBe(0)
  await clock.advance(1)
  expect([waiting, slow, quick, other].map((file) => file?.hasBegun())).toEqual([1, 1, 1, 1])
  expect([slow, quick, waiting].map((file) => downloads.isSlow(file?.fileId ?? ''))).toEqual([
    true,
    false,
    false,
  ])
  quick?.end()
  await clock.advance(0)
  expect([slow?.hasBegun(), saved]).toEqual([2, [quick?.fileId]])
})

test('[LIB45] it has not failed: it keeps all its tries, and no failure is reported', async () => {
  const { clock, add, files, downloads } = await open()
  const [slow, ...others] = add(9)
  await clock.advance(0)
  for (const file of others.slice(0, 2)) file.end()
  for (let count = 0; count < 20; count += 1) await clock.advance(window)
  const id = slow?.submissionId ?? ''
  expect(files.filesOf([id]).get(id)).toMatchObject([{ state: 'waiting', failure: null }])
  expect(downloads.rest(slow?.fileId ?? '')).toBeNull()
  for (const file of others) file.end()
  await clock.advance(window * 40)
  slow?.end()
  await clock.advance(0)
  expect(files.stored(slow?.fileId ?? '')).not.toBeNull()
})

test('[LIB45] one of an account that is not connected goes behind too, and waits for nobody', async () => {
  const { files, addFile } = await openLibrary()
  addFile()
  const origin = new URL(files.toFetch()[0]?.url ?? '').origin
  const { clock, add, downloads } = await open(testAccount({ isConnected: false, origin, key: null }))
  const [slow, quick] = add(4)
  await clock.advance(window)
  expect([downloads.isSlow(slow?.fileId ?? ''), downloads.rest(slow?.fileId ?? '')]).toEqual([true, null])
  quick?.end()
  await clock.advance(window)
  expect(slow?.hasBegun()).toBe(2)
})

test('[LIB45] it keeps its place while nothing else waits, and gives it up as soon as something does', async () => {
  const { clock, add, downloads } = await open()
  const slow = add(3)
  await clock.advance(window * 10)
  expect(slow.map((file) => file.hasBegun())).toEqual([1, 1, 1])
  expect(slow.map(({ fileId }) => downloads.isSlow(fileId))).toEqual([true, true, true])
  const [quick] = add(1)
  await clock.advance(0)
  expect(quick?.hasBegun()).toBe(1)
  expect(slow.filter(({ fileId }) => downloads.progress(fileId) !== null)).toHaveLength(2)
})

test('[LIB45] files that are not slow come before slow ones, whatever their order', async () => {
  const { clock, add, begun } = await open()
  const slow = add(5)
  await clock.advance(window)
  await clock.advance(window)
  const before = begun.length
  const quick = add(3)
  await clock.advance(0)
  expect(begun.slice(before).sort()).toEqual(quick.map(({ url }) => url).sort())
  for (const file of quick) file.end()
  await clock.advance(0)
  expect(slow.filter((file) => file.hasBegun() > 1)).not.toEqual([])
})

test('[LIB45] slow files take turns, each twice as long as the one before', async () => {
  const { clock, add, downloads, begun } = await open()
  add(4)
  for (let count = 0; count < 400; count += 1) await clock.advance(window)
  const counts = Object.values(Object.groupBy(begun, (url) => url)).map((turns) => turns?.length ?? 0)
  expect(Math.min(...counts)).toBeGreaterThan(2)
  expect(Math.max(...counts)).toBeLessThan(12)
  await downloads.close()
  expect(clock.waiting()).toBe(0)
})

test('[LIB45] one that speeds up again is not slow any more', async () => {
  const { clock, add, downloads, changed } = await open()
  const [file] = add(1)
  await clock.advance(window)
  expect(downloads.isSlow(file?.fileId ?? '')).toBe(true)
  file?.bring(enough)
  await clock.advance(window)
  expect([downloads.isSlow(file?.fileId ?? ''), changed.length > 2]).toEqual([false, true])
})

test('[LIB45] over HTTP, fast files overtake slow ones, which then continue where they were', async () => {
  const home = await openFetcherHome()
  const { files, addFile } = await openLibrary()
  const png = samplePng({ bytes: 300_000 })
  const server = await openResultServer((request) => {
    const response = respondWithRange(png, request, { ETag: '"one"' })
    const drips = request.path.startsWith('/slow') && request.from === null
    return drips ? { ...response, sent: 100_000, after: 'stay' } : response
  })
  onTestFinished(() => server.close())
  const clock = createFakeClock()
  const arrivals = new Map<string, PromiseWithResolvers<void>>()
  function expectFile(path: string) {
    const fileId = addFile()
    files.setUrl(fileId, `${server.url}/${path}`)
    arrivals.set(fileId, Promise.withResolvers())
    return fileId
  }
  const slow = ['slow/1', 'slow/2', 'slow/3'].map(expectFile)
  const downloads = createDownloads({
    storageFailureOf,
    files,
    fetcher: home.fetcher,
    clock,
    accountOf: async () => testAccount({ origin: new URL(server.url).origin, addressClass: 'loopback' }),
    currentUrls: async () => null,
    onChanged() {},
    onSpaceChanged: () => {},
    onSaved: async (fileId) => arrivals.get(fileId)?.resolve(),
  })
  onTestFinished(() => downloads.close())
  downloads.add(files.toFetch())
  await expect
    .poll(() => slow.map((id) => downloads.progress(id)?.bytes), { timeout: 30_000 })
    .toEqual([1e5, 1e5, 1e5])
  const quick = ['quick/1', 'quick/2', 'quick/3', 'quick/4'].map(expectFile)
  downloads.add(files.toFetch())
  await clock.advance(window)
  await Promise.all(quick.map((fileId) => arrivals.get(fileId)?.promise))
  await Promise.all(slow.map((fileId) => arrivals.get(fileId)?.promise))
  const rests = server.requests.filter(({ path, from }) => path.startsWith('/slow') && from !== null)
  expect(rests.map(({ from }) => from)).toEqual([100_000, 100_000, 100_000])
})
