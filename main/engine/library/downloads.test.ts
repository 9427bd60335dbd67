import { describe, expect, onTestFinished, test } from 'vitest'
import { storageFailureOf } from '../../infra/storage-failure.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeFileFetcher } from '../../testing/fake-file-fetcher.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { testAccount } from '../../testing/test-accounts.ts'
import type { Account } from '../service/accounts.ts'
import { createDownloads } from './downloads.ts'

const noRoom = { type: 'no_room', missingBytes: 5_000_000, totalBytes: 9_000_000 } as const
const failed = { type: 'failed', cause: 'The connection was reset.', isFinal: false } as const

async function open() {
  const library = await openLibrary()
  const clock = createFakeClock()
  const fetcher = createFakeFileFetcher()
  const urls = new Map<string, string>()
  const saved: string[] = []
  const changed: string[] = []
  const spaces: unknown[] = []
  const deaf = new Set<string>()
  let account = testAccount()
  const downloads = createDownloads({
    storageFailureOf,
    files: library.files,
    fetcher,
    clock,
    accountOf: async () => account,
    currentUrls: async (submissionId) => {
      const url = urls.get(submissionId)
      return url === undefined ? null : [url]
    },
    onChanged: (_, fileId) => void changed.push(fileId),
    onSpaceChanged: () => void spaces.push(downloads.waitingForSpace()),
    async onSaved(fileId) {
      saved.push(fileId)
      if (deaf.has(fileId)) throw new Error('The database is locked.')
    },
  })
  onTestFinished(() => downloads.close())

  function add(count = 1) {
    const ids = new Set(Array.from({ length: count }, () => library.addFile()))
    const files = library.files.toFetch().filter(({ fileId }) => ids.has(fileId))
    downloads.add(files)
    return files
  }

  function addFiles(count: number) {
    const ids = new Set(library.addFiles(count))
    return library.files.toFetch().filter(({ fileId }) => ids.has(fileId))
  }

  function stateOf(file: { fileId: string; submissionId: string } | undefined) {
    const views = library.files.filesOf([file?.submissionId ?? '']).get(file?.submissionId ?? '') ?? []
    return views.find(({ fileId }) => fileId === file?.fileId)
  }
  /** Connects the run's own account; files that waited for it continue. */
  function connect(changes: Partial<Account>): void {
    account = testAccount(changes)
    downloads.resume()
  }
  const opened = { ...library, clock, fetcher, urls, saved, changed, spaces, downloads }
  return { ...opened, add, addFiles, stateOf, deaf, connect }
}

test('[LIB2] a file gets its row only after it has its place', async () => {
  const { clock, fetcher, files, saved, add } = await open()
  const place = Promise.withResolvers<void>()
  fetcher.outcomes.push({ commit: () => place.promise })
  const [file] = add()
  await clock.advance(0)
  expect([files.stored(file?.fileId ?? ''), saved]).toEqual([null, []])
  place.resolve()
  await clock.advance(0)
  expect([files.stored(file?.fileId ?? '')?.name, saved]).toEqual([`${file?.name}.png`, [file?.fileId]])
})

test('[LIB2] it carries the time at which it was saved', async () => {
  const { clock, files, add } = await open()
  await clock.advance(60_000)
  const [file] = add()
  await clock.advance(0)
  expect(files.item(file?.fileId ?? '')?.savedAt).toBe('2026-11-20T12:01:00.000Z')
})

test('[LIB2] its type is read from its bytes', async () => {
  const { clock, fetcher, files, add } = await open()
  fetcher.outcomes.push({ media: { kind: 'video', mediaType: 'video/mp4', extension: '.mp4' } })
  const [file] = add()
  await clock.advance(0)
  expect(fetcher.placed).toEqual([`media/2026-11/${file?.name}.mp4`])
  expect(files.stored(file?.fileId ?? '')).toMatchObject({ path: fetcher.placed[0], mediaType: 'video/mp4' })
})

test('[LIB4] a failure is followed by another try after a growing pause, with the URL read again', async () => {
  const { clock, fetcher, urls, saved, add, stateOf } = await open()
  fetcher.outcomes.push(failed, failed, failed)
  const [file] = add()
  const first = file?.url ?? ''
  await clock.advance(0)
  urls.set(file?.submissionId ?? '', 'https://service.example/renewed')
  await clock.advance(999)
  expect(fetcher.fetched).toEqual([first])
  await clock.advance(1)
  expect(fetcher.fetched).toEqual([first, 'https://service.example/renewed'])
  await clock.advance(1_999)
  expect(fetcher.fetched).toHaveLength(2)
  await clock.advance(1)
  expect(fetcher.fetched).toHaveLength(3)
  await clock.advance(4_000)
  expect([saved, stateOf(file)?.state]).toEqual([[file?.fileId], 'saved'])
})

test('[LIB4] where the service can’t be reached, the known URL is tried', async () => {
  const { clock, fetcher, add } = await open()
  fetcher.outcomes.push(failed)
  const [file] = add()
  await clock.advance(1_000)
  expect(fetcher.fetched).toEqual([file?.url, file?.url])
})

test('[LIB4] after the last try it waits until the person retries it', async () => {
  const { clock, fetcher, files, downloads, add, stateOf } = await open()
  fetcher.outcomes.push(...Array(6).fill(failed))
  const [file] = add()
  await clock.advance(24 * 60 * 60 * 1000)
  expect([fetcher.fetched.length, stateOf(file)?.state, stateOf(file)?.failure]).toEqual([
    6,
    'failed',
    failed.cause,
  ])
  files.setWaiting(file?.fileId ?? '')
  downloads.add(files.toFetch())
  await clock.advance(0)
  expect(stateOf(file)?.state).toBe('saved')
})

test('[LIB3] a permanent refusal is tried once', async () => {
  const { clock, fetcher, add, stateOf } = await open()
  fetcher.outcomes.push({ ...failed, isFinal: true })
  const [file] = add()
  await clock.advance(60_000)
  expect([fetcher.fetched.length, stateOf(file)?.state]).toEqual([1, 'failed'])
})

test('a failing disk is tried again, and nothing breaks', async () => {
  const { clock, fetcher, add, stateOf } = await open()
  fetcher.outcomes.push({
    commit: async () => {
      throw new Error('ENOSPC: no space left on device')
    },
  })
  const [file] = add()
  await clock.advance(0)
  expect(stateOf(file)?.state).toBe('waiting')
  await clock.advance(1_000)
  expect(stateOf(file)?.state).toBe('saved')
})

test('[LIB5] a failing database leaves the file waiting for the next start', async () => {
  const { clock, database, files, add } = await open()
  const [file] = add()
  database.prepare('PRAGMA query_only = ON').run()
  await clock.advance(24 * 60 * 60 * 1000)
  database.prepare('PRAGMA query_only = OFF').run()
  expect(files.toFetch().map(({ fileId }) => fileId)).toEqual([file?.fileId])
})

test('[LIB5] files waiting in the library are fetched when they are added again', async () => {
  const { clock, fetcher, files, downloads, add } = await open()
  fetcher.outcomes.push(new Promise(() => {}))
  const [file] = add()
  await clock.advance(0)
  await downloads.close()
  expect(files.toFetch().map(({ fileId }) => fileId)).toEqual([file?.fileId])
})

test('[LIB15] where the disk is full a file waits and says how much is missing, as long as it takes', async () => {
  const { clock, fetcher, downloads, add, stateOf } = await open()
  fetcher.outcomes.push(...Array(9).fill(noRoom))
  const [file] = add()
  await clock.advance(0)
  expect(downloads.rest(file?.fileId ?? '')).toEqual({
    cause: { code: 'disk_full', missingBytes: 5_000_000 },
    missingBytes: 5_000_000,
    until: clock.now() + 15_000,
  })
  await clock.advance(14_999)
  expect(fetcher.fetched).toHaveLength(1)
  await clock.advance(1)
  expect(fetcher.fetched).toHaveLength(2)
  await clock.advance(60 * 60 * 1000)
  expect([stateOf(file)?.state, downloads.rest(file?.fileId ?? '')]).toEqual(['saved', null])
})

test('[LIB587] what waits for disk space is counted while it is tried again, too, and all of it is tried at once when the person chooses', async () => {
  const { clock, fetcher, downloads, add, saved, spaces } = await open()
  const little = { ...noRoom, missingBytes: 1_000 }
  fetcher.outcomes.push(noRoom, little)
  add(3)
  await clock.advance(0)
  fetcher.outcomes.push(noRoom, little)
  const both = { files: 2, missingBytes: 5_000_000 }
  expect([downloads.waitingForSpace(), spaces]).toEqual([both, [{ files: 1, missingBytes: 5_000_000 }, both]])
  await clock.advance(15_000)
  // Both were tried again, and nothing has changed for them.
  expect([fetcher.fetched.length, downloads.waitingForSpace(), spaces.length]).toEqual([5, both, 2])
  downloads.retryForSpace()
  await clock.advance(0)
  expect([fetcher.fetched.length, saved.length, downloads.waitingForSpace()]).toEqual([7, 3, null])
  expect(spaces.at(-1)).toBeNull()
})

test('[LIB15] a learned length is reserved at the next try, and the URL is not read again', async () => {
  const { clock, fetcher, urls, add } = await open()
  fetcher.outcomes.push(noRoom)
  const [file] = add()
  urls.set(file?.submissionId ?? '', 'https://service.example/renewed')
  await clock.advance(15_000)
  expect([fetcher.expected, fetcher.fetched]).toEqual([
    [null, 9_000_000],
    [file?.url, file?.url],
  ])
})

test('[LIB15] it is tried at once when the person retries it', async () => {
  const { clock, fetcher, downloads, add, saved } = await open()
  fetcher.outcomes.push(noRoom)
  const [file] = add()
  await clock.advance(0)
  if (file) downloads.retryNow(file)
  await clock.advance(0)
  expect([fetcher.fetched.length, saved, clock.waiting()]).toEqual([2, [file?.fileId], 0])
})

test.each([
  ['disk', { code: 'ENOSPC' }],
  ['database', { errcode: 13 }],
])('[LIB15] a %s that is full when the file is put in its place says the same', async (_, refusal) => {
  const { clock, fetcher, downloads, add } = await open()
  fetcher.outcomes.push({
    commit: async () => {
      throw Object.assign(new Error('full'), refusal)
    },
  })
  const [file] = add()
  await clock.advance(0)
  expect(downloads.rest(file?.fileId ?? '')?.missingBytes).toBeGreaterThan(0)
})

test('[LIB17] a waiting file gives its place to others', async () => {
  const { clock, fetcher, saved, add } = await open()
  fetcher.outcomes.push(noRoom, noRoom, failed)
  add(6)
  await clock.advance(0)
  expect(saved).toHaveLength(3)
})

test('[LIB17] each file of a job is fetched, fails and is retried separately', async () => {
  const { clock, fetcher, files, downloads, addFiles, urls } = await open()
  const [first, second] = addFiles(2)
  urls.delete(first?.submissionId ?? '')
  fetcher.outcomes.push({}, { ...failed, isFinal: true })
  downloads.add(files.toFetch())
  await clock.advance(0)
  const states = () =>
    files
      .filesOf([first?.submissionId ?? ''])
      .get(first?.submissionId ?? '')
      ?.map(({ state }) => state)
  expect(states()).toEqual(['saved', 'failed'])
  files.setWaiting(second?.fileId ?? '')
  if (second) downloads.retryNow(second)
  await clock.advance(0)
  expect([states(), fetcher.fetched]).toEqual([
    ['saved', 'saved'],
    [first?.url, second?.url, second?.url],
  ])
})

test('[LIB19] a try that makes progress doesn’t count as a failure', async () => {
  const { clock, fetcher, add, stateOf } = await open()
  const tries = 20
  fetcher.outcomes.push(...Array(tries).fill(failed))
  fetcher.steps.push(...Array.from({ length: tries }, (_, index) => (index + 1) * 2_000_000))
  const [file] = add()
  await clock.advance(tries * 1_000)
  expect([fetcher.fetched.length, stateOf(file)?.state]).toEqual([tries + 1, 'saved'])
})

test('[LIB18] a file that is fetched again in another month gets the same place', async () => {
  const { clock, database, fetcher, files, downloads, add } = await open()
  const [file] = add()
  await clock.advance(0)
  // The state after a crash between placing the file and writing its row.
  database.prepare(`UPDATE files SET state = 'waiting', path = NULL`).run()
  await clock.advance(40 * 24 * 60 * 60 * 1000)
  downloads.add(files.toFetch())
  await clock.advance(0)
  const place = `media/2026-11/${file?.name}.png`
  expect(fetcher.placed).toEqual([place, place])
})

test('[LIB18] a row that could not be written is written later, without another fetch', async () => {
  const { clock, database, fetcher, saved, add, stateOf } = await open()
  const place = Promise.withResolvers<void>()
  fetcher.outcomes.push({ commit: () => place.promise })
  const [file] = add()
  await clock.advance(0)
  database.prepare('PRAGMA query_only = ON').run()
  place.resolve()
  await clock.advance(0)
  database.prepare('PRAGMA query_only = OFF').run()
  await clock.advance(1_000)
  expect([fetcher.fetched.length, saved, stateOf(file)?.state]).toEqual([1, [file?.fileId], 'saved'])
})

test('a few are fetched at once, the rest after them, each once however often it is added', async () => {
  const { clock, fetcher, saved, downloads, add } = await open()
  const files = add(10)
  downloads.add(files)
  await clock.advance(0)
  expect(fetcher.atOnce.most).toBe(3)
  expect([fetcher.fetched.length, saved.length, new Set(saved).size]).toEqual([10, 10, 10])
})

test('a failing listener neither loses the file nor stops the next ones', async () => {
  const { clock, fetcher, saved, deaf, add } = await open()
  const place = Promise.withResolvers<void>()
  fetcher.outcomes.push({ commit: () => place.promise })
  const [file] = add()
  deaf.add(file?.fileId ?? '')
  place.resolve()
  await clock.advance(0)
  add(4)
  await clock.advance(0)
  expect([saved.length, fetcher.fetched.length]).toEqual([5, 5])
})

test('a failing file does not hold up the others', async () => {
  const { clock, fetcher, saved, add } = await open()
  fetcher.outcomes.push(...Array(3).fill({ ...failed, isFinal: true }))
  add(6)
  await clock.advance(0)
  expect(saved).toHaveLength(3)
})

test('progress is reported only while a file is being fetched', async () => {
  const { clock, fetcher, downloads, add } = await open()
  let arrive = (_: object) => {}
  fetcher.outcomes.push(new Promise<object>((resolve) => (arrive = resolve)))
  const [file] = add()
  await clock.advance(0)
  expect(downloads.progress(file?.fileId ?? '')).toEqual({ bytes: 200, totalBytes: 400 })
  arrive({})
  await clock.advance(0)
  expect(downloads.progress(file?.fileId ?? '')).toBeNull()
})

test('closing ends all downloads and pauses, and leaves no timer', async () => {
  const { clock, fetcher, files, downloads, add } = await open()
  fetcher.outcomes.push(new Promise(() => {}), failed)
  add(2)
  await clock.advance(0)
  await downloads.close()
  expect(clock.waiting()).toBe(0)
  expect(files.toFetch()).toHaveLength(2)
  add()
  await clock.advance(60_000)
  expect(fetcher.fetched).toHaveLength(2)
})

describe('[LIB28] an address that leads inward', () => {
  const inward = 'http://10.0.0.1/result'
  const refused = { type: 'failed', cause: 'It leads inward.', isFinal: true, refusedUrl: inward } as const

  test('is refused once, kept with the file, and never requested again', async () => {
    const { clock, fetcher, files, downloads, urls, add, stateOf } = await open()
    fetcher.outcomes.push(refused, refused)
    const [file] = add()
    const fileId = file?.fileId ?? ''
    await clock.advance(24 * 60 * 60 * 1000)
    expect([fetcher.fetched.length, stateOf(file)]).toEqual([
      1,
      expect.objectContaining({ state: 'failed', failure: refused.cause, isRefused: true }),
    ])
    files.setWaiting(fileId)
    expect(stateOf(file)).toMatchObject({ state: 'waiting', isRefused: false })
    urls.set(file?.submissionId ?? '', file?.url ?? '')
    const again = files.find(fileId)
    if (again) downloads.retryNow(again)
    await clock.advance(0)
    expect(fetcher.reaches.map((requested) => requested.refused)).toEqual([[], [inward]])
    expect(stateOf(file)).toMatchObject({ state: 'failed', isRefused: true })
  })

  test('is replaced by another when the person retries, where the service has one', async () => {
    const { clock, fetcher, files, downloads, urls, add, stateOf } = await open()
    fetcher.outcomes.push(refused)
    const [file] = add()
    const fileId = file?.fileId ?? ''
    await clock.advance(0)
    files.setWaiting(fileId)
    urls.set(file?.submissionId ?? '', 'https://cdn.example/result')
    const again = files.find(fileId)
    if (again) downloads.retryNow(again)
    await clock.advance(0)
    expect(fetcher.fetched).toEqual([file?.url, 'https://cdn.example/result'])
    expect(stateOf(file)).toMatchObject({ state: 'saved', isRefused: false })
  })

  test('that is the file’s own is not even passed on while the service can’t be reached', async () => {
    const { clock, fetcher, files, downloads, addFiles, stateOf } = await open()
    const [file] = addFiles(1)
    fetcher.outcomes.push({ ...refused, refusedUrl: file?.url ?? '' })
    downloads.add(files.toFetch())
    await clock.advance(0)
    files.setWaiting(file?.fileId ?? '')
    const again = files.find(file?.fileId ?? '')
    if (again) downloads.retryNow(again)
    await clock.advance(24 * 60 * 60 * 1000)
    expect([fetcher.fetched.length, stateOf(file)?.state]).toEqual([1, 'failed'])
  })
})

describe('[LIB29] while another account is connected', () => {
  const elsewhere = { isConnected: false, key: null }

  test('a file is fetched within its own account’s reach, without its key', async () => {
    const { clock, fetcher, saved, connect, add } = await open()
    connect(elsewhere)
    const [file] = add()
    await clock.advance(0)
    expect(saved).toEqual([file?.fileId])
    expect(fetcher.reaches[0]?.reach).toMatchObject({
      origin: 'https://service.example',
      addressClass: 'public',
      key: null,
    })
  })

  test.each([
    ['can’t be fetched without its key', failed],
    ['brings something else without its key', { ...failed, isFinal: true }],
  ])(
    'one that %s waits, says whose it is, and is fetched when that account is connected',
    async (_, outcome) => {
      const { clock, fetcher, downloads, saved, connect, add } = await open()
      connect(elsewhere)
      fetcher.outcomes.push(outcome)
      const [file] = add()
      await clock.advance(24 * 60 * 60 * 1000)
      expect([fetcher.fetched.length, clock.waiting()]).toEqual([1, 0])
      expect(downloads.rest(file?.fileId ?? '')).toEqual({
        cause: { code: 'account_away', account: 'service.example' },
        missingBytes: null,
        until: null,
      })
      connect({})
      await clock.advance(0)
      expect([saved, fetcher.reaches.at(-1)?.reach.key]).toEqual([[file?.fileId], 'k'])
    },
  )

  test('one whose account is connected during its try does not wait for it', async () => {
    const { clock, fetcher, saved, connect, add } = await open()
    connect(elsewhere)
    let fail = (_: object) => {}
    fetcher.outcomes.push(new Promise<object>((resolve) => (fail = resolve)))
    const [file] = add()
    await clock.advance(0)
    connect({})
    fail(failed)
    await clock.advance(0)
    expect(saved).toEqual([file?.fileId])
  })

  test('one elsewhere on the Internet is tried the usual number of times, and then waits too', async () => {
    const { clock, fetcher, database, saved, connect, add, stateOf } = await open()
    connect(elsewhere)
    fetcher.outcomes.push(...Array(6).fill(failed))
    database.prepare(`UPDATE files SET url = 'https://cdn.example/' || file_id`).run()
    connect({ ...elsewhere, origin: 'https://another.example' })
    const [file] = add()
    await clock.advance(24 * 60 * 60 * 1000)
    expect([fetcher.fetched.length, stateOf(file)?.state]).toEqual([6, 'waiting'])
    connect({})
    await clock.advance(0)
    expect(saved).toEqual([file?.fileId])
  })

  test('one whose address leads inward is still refused for good', async () => {
    const { clock, fetcher, connect, add, stateOf } = await open()
    connect(elsewhere)
    const refusedUrl = 'http://127.0.0.1:1/'
    fetcher.outcomes.push({ type: 'failed', cause: 'Inward.', isFinal: true, refusedUrl })
    const [file] = add()
    await clock.advance(0)
    expect(stateOf(file)).toMatchObject({ state: 'failed', isRefused: true })
  })
})

describe('[LIB30] a file of the sandbox', () => {
  const sandbox = { name: 'sandbox', changesOrigin: true, addressClass: 'loopback' } as const
  const now = 'http://127.0.0.1:4000'

  test('is fetched from where the sandbox is now, never from where it was', async () => {
    const { clock, fetcher, urls, connect, add, saved } = await open()
    connect({ ...sandbox, origin: now })
    const [file] = add()
    urls.set(file?.submissionId ?? '', `${now}/result`)
    await clock.advance(0)
    expect([fetcher.fetched, saved]).toEqual([[`${now}/result`], [file?.fileId]])
  })

  test('waits while the sandbox does not run, or is not where the file’s address says', async () => {
    const { clock, fetcher, downloads, urls, connect, add, saved } = await open()
    connect({ ...sandbox, origin: null, isConnected: false })
    const [file] = add()
    await clock.advance(60_000)
    const rest = () => downloads.rest(file?.fileId ?? '')?.cause
    expect([fetcher.fetched, rest()]).toEqual([[], { code: 'account_away', account: 'sandbox' }])
    connect({ ...sandbox, origin: now, isConnected: false })
    await clock.advance(60_000)
    expect([fetcher.fetched, rest()]).toEqual([[], { code: 'account_away', account: 'sandbox' }])
    urls.set(file?.submissionId ?? '', `${now}/result`)
    connect({ ...sandbox, origin: now })
    await clock.advance(0)
    expect([fetcher.fetched, saved]).toEqual([[`${now}/result`], [file?.fileId]])
  })

  test('is tried later, not refused, where the sandbox can’t give its address now', async () => {
    const { clock, fetcher, urls, connect, add, saved } = await open()
    connect({ ...sandbox, origin: now })
    const [file] = add()
    await clock.advance(0)
    urls.set(file?.submissionId ?? '', `${now}/result`)
    await clock.advance(1_000)
    expect([fetcher.fetched, saved]).toEqual([[`${now}/result`], [file?.fileId]])
  })
})
