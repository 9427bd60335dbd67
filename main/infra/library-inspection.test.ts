import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSpyLog } from '../testing/spy-log.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { inspectLibrary } from './library-inspection.ts'
import { readMark } from './library-mark.ts'
import { openOwnDatabase } from './sqlite-own-database.ts'
import { BrokenLibraryError } from './start-error.ts'

const log = createSpyLog()

async function open(path: string) {
  const own = await openOwnDatabase({ path, log })
  let isOpen = true
  const close = async () => {
    if (isOpen) await own.close()
    isOpen = false
  }
  onTestFinished(close)
  return { ...own, close }
}

function put(path: string, bytes: string | Uint8Array = 'a video'): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
}

function addInputs(database: Awaited<ReturnType<typeof open>>['database'], count: number): void {
  for (let index = 0; index < count; index += 1)
    database
      .prepare(
        `INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at) VALUES (?, 'image', 'image/png', '.png', 1, 'n', 0)`,
      )
      .run(crypto.randomUUID())
}

/** A library that was closed in order, with one of its results. */
async function closedLibrary(): Promise<string> {
  const path = join(temporaryFolder(), 'library.sqlite')
  const { database, close } = await open(path)
  addInputs(database, 500)
  await close()
  put(join(dirname(path), 'media/2026-11/2026-11-20-i3-a-quiet-sea-0123456789ab.png'))
  return path
}

/** The files of a library as its process left them when it was killed. */
async function killedLibrary(): Promise<string> {
  const path = join(temporaryFolder(), 'library.sqlite')
  const { database } = await open(path)
  addInputs(database, 50)
  const copy = temporaryFolder()
  cpSync(dirname(path), copy, { recursive: true })
  return join(copy, 'library.sqlite')
}

/** Every file of a folder with its bytes. */
function filesOf(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    entries.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'latin1')] as const),
  )
}

async function refusalOf(path: string): Promise<BrokenLibraryError> {
  const error = await inspectLibrary(path, log).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(BrokenLibraryError)
  return error as BrokenLibraryError
}

const waysOf = ({ waysOut }: BrokenLibraryError) => waysOut.map(({ way }) => way)

describe('[LIB31] a library that is gone or incomplete is not replaced by a new one', () => {
  const damages: Readonly<Record<string, [(path: string) => void, string]>> = {
    'that is missing': [(path) => rmSync(path), 'library_missing'],
    'that is empty': [(path) => truncateSync(path, 0), 'library_empty'],
    'of 16 bytes': [(path) => truncateSync(path, 16), 'library_headless'],
    'whose header was altered': [
      (path) => {
        const bytes = readFileSync(path)
        bytes[3] = 0
        writeFileSync(path, bytes)
      },
      'library_headless',
    ],
    'that was cut short': [(path) => truncateSync(path, 12_288), 'library_cut'],
    'with a folder in its place': [
      (path) => {
        rmSync(path)
        mkdirSync(path)
      },
      'library_no_file',
    ],
    'that is a link to nowhere': [
      (path) => {
        rmSync(path)
        symlinkSync('/nowhere', path)
      },
      'library_is_link',
    ],
    'that is a link to another one': [
      (path) => {
        const other = join(temporaryFolder(), 'library.sqlite')
        renameSync(path, other)
        symlinkSync(other, path)
      },
      'library_is_link',
    ],
    'that is another database': [
      (path) => {
        rmSync(path)
        const other = new DatabaseSync(path)
        other.exec('CREATE TABLE things (name TEXT); CREATE TABLE more (name TEXT)')
        other.close()
      },
      'library_of_others',
    ],
    'with a page of zeros amid it': [
      (path) => {
        const bytes = readFileSync(path)
        bytes.fill(0, 4_096 * 3, 4_096 * 6)
        writeFileSync(path, bytes)
      },
      'library_damaged',
    ],
  }
  test.each(Object.entries(damages))('one %s', async (_, [damage, code]) => {
    const path = await closedLibrary()
    damage(path)
    const before = readdirSync(dirname(path))
    const refusal = await refusalOf(path)
    expect(refusal.trouble.code).toBe(code)
    expect(waysOf(refusal)).toEqual(['rebuild', 'new'])
    await expect(open(path)).rejects.toThrow(BrokenLibraryError)
    expect(readdirSync(dirname(path)).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(before)
  })

  test.each<[string, (folder: string) => void]>([
    ['a result', (folder) => put(join(folder, 'media/2026-11/a.png'))],
    ['a file of the person’s', (folder) => put(join(folder, 'inputs/aa/a.png'))],
    ['a backup', (folder) => put(join(folder, 'library.sqlite.day-2026-11-20.backup'))],
    ['a log', (folder) => put(join(folder, 'library.sqlite-wal'))],
  ])('%s alone is a sign of a library', async (_, leave) => {
    const folder = temporaryFolder()
    leave(folder)
    expect((await refusalOf(join(folder, 'library.sqlite'))).trouble.code).toBe('library_missing')
  })

  test.each(['media', 'inputs', 'posters'])(
    'a link for %s is a sign of one, and its target is not followed',
    async (name) => {
      const folder = temporaryFolder()
      const elsewhere = temporaryFolder()
      put(join(elsewhere, 'diary.txt'))
      symlinkSync(elsewhere, join(folder, name))
      const refusal = await refusalOf(join(folder, 'library.sqlite'))
      expect([refusal.trouble.code, waysOf(refusal)]).toEqual(['library_missing', ['new']])
    },
  )

  test('the mark alone is a sign of one, too', async () => {
    const path = await closedLibrary()
    for (const name of ['media', 'library.sqlite']) rmSync(join(dirname(path), name), { recursive: true })
    expect(waysOf(await refusalOf(path))).toEqual(['new'])
  })

  test('a start that ended before anything was kept is continued', async () => {
    const path = await closedLibrary()
    rmSync(join(dirname(path), 'media'), { recursive: true })
    writeFileSync(`${path}.mark`, JSON.stringify({ phase: 'making', repaired: null, closedAs: null }))
    for (const change of [() => truncateSync(path, 0), () => rmSync(path)]) {
      change()
      expect(await inspectLibrary(path, log)).toMatchObject({ isNew: true })
    }
  })

  test('settings, keys and empty folders are no sign of one', async () => {
    const folder = temporaryFolder()
    for (const name of ['settings.json', 'keys.json', 'sandbox/data.sqlite', 'media/.DS_Store'])
      put(join(folder, name))
    expect(await inspectLibrary(join(folder, 'library.sqlite'), log)).toMatchObject({ isNew: true })
  })
})

// SQLite waits five seconds for a lock before it says so.
test('[LIB31] a library that another program keeps locked is not called damaged', async () => {
  const path = await closedLibrary()
  utimesSync(path, new Date(), new Date(Date.now() - 60_000))
  const other = new DatabaseSync(path)
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  const refusal = await refusalOf(path)
  other.close()
  expect([refusal.trouble, refusal.waysOut]).toEqual([
    { code: 'library_unreadable_now', path, systemWords: 'database is locked' },
    [],
  ])
  expect(await inspectLibrary(path, log)).toMatchObject({ isNew: false })
}, 30_000)

describe('[LIB20] the state of a library', () => {
  test('one that was changed since it was closed is checked', async () => {
    const path = await closedLibrary()
    expect(await inspectLibrary(path, log)).toMatchObject({ wasClosed: true })
    utimesSync(path, new Date(), new Date(Date.now() - 60_000))
    expect(await inspectLibrary(path, log)).toMatchObject({ wasClosed: false })
  })

  test.each<[string, (mark: string) => void]>([
    ['gone', (mark) => rmSync(mark)],
    ['empty', (mark) => truncateSync(mark, 0)],
    ['other words', (mark) => writeFileSync(mark, 'x'.repeat(100_000))],
    [
      'a folder',
      (mark) => {
        rmSync(mark)
        put(join(mark, 'inside'))
      },
    ],
    [
      'a link to itself',
      (mark) => {
        rmSync(mark)
        symlinkSync(mark, mark)
      },
    ],
  ])('a mark that is %s only costs a check of the library', async (_, damage) => {
    const path = await closedLibrary()
    damage(`${path}.mark`)
    expect(await readMark(path)).toBeNull()
    const own = await open(path)
    expect([own.wasClosed, own.database.prepare('SELECT count(*) AS n FROM inputs').get()?.n]).toEqual([
      false,
      500,
    ])
    await own.close()
    expect(await inspectLibrary(path, log)).toMatchObject({ wasClosed: true })
  })
})

describe('[LIB32] a log that was lost after a crash', () => {
  test('with its log such a library is continued', async () => {
    const path = await killedLibrary()
    expect(await inspectLibrary(path, log)).toEqual({ isNew: false, wasClosed: false, repaired: null })
  })

  /** A killed library that is partly in its file already, so that the log is the missing part. */
  async function writtenBack(): Promise<string> {
    const path = await closedLibrary()
    const { database } = await open(path)
    addInputs(database, 50)
    const copy = temporaryFolder()
    cpSync(dirname(path), copy, { recursive: true })
    return join(copy, 'library.sqlite')
  }

  test.each<[string, (path: string) => void]>([
    ['is gone', (path) => rmSync(`${path}-wal`)],
    [
      'is gone with its index',
      (path) => {
        for (const ending of ['-wal', '-shm']) rmSync(path + ending)
      },
    ],
    ['is empty', (path) => truncateSync(`${path}-wal`, 0)],
    ['lost its end', (path) => truncateSync(`${path}-wal`, readFileSync(`${path}-wal`).length - 5_000)],
    [
      'was overwritten',
      (path) => {
        const bytes = readFileSync(`${path}-wal`)
        writeFileSync(`${path}-wal`, Buffer.alloc(bytes.length, 7))
      },
    ],
    [
      'was altered amid',
      (path) => {
        const bytes = readFileSync(`${path}-wal`)
        bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1
        writeFileSync(`${path}-wal`, bytes)
      },
    ],
  ])('one that %s stops the start and says what may be missing', async (_, damage) => {
    const path = await writtenBack()
    damage(path)
    const refusal = await refusalOf(path)
    expect(refusal.trouble).toEqual({ code: 'library_log_cut', path, since: expect.any(Number) })
    expect(waysOf(refusal)).toEqual(['keep', 'rebuild', 'new'])
    // However often it is inspected, and whatever starts after that.
    const before = filesOf(dirname(path))
    expect((await refusalOf(path)).trouble).toEqual(refusal.trouble)
    await expect(open(path)).rejects.toThrow(refusal.message)
    expect(filesOf(dirname(path))).toEqual(before)
  })

  test.each([['-wal'], ['-wal', '-shm']])(
    'another program that only read it hides that in no case: %s',
    async (...endings) => {
      const path = await writtenBack()
      for (const ending of endings) rmSync(path + ending)
      const other = new DatabaseSync(path, { readOnly: true })
      other.prepare('SELECT count(*) AS n FROM inputs').get()
      other.close()
      expect((await refusalOf(path)).trouble.code).toBe('library_log_cut')
    },
  )

  test('a library that was only in its log is empty without it', async () => {
    const path = await killedLibrary()
    rmSync(`${path}-wal`)
    expect((await refusalOf(path)).trouble.code).toBe('library_empty')
  })

  test('a restored log makes it whole again', async () => {
    const path = await writtenBack()
    const away = join(temporaryFolder(), 'wal')
    copyFileSync(`${path}-wal`, away)
    rmSync(`${path}-wal`)
    await refusalOf(path)
    copyFileSync(away, `${path}-wal`)
    const { database } = await open(path)
    expect(database.prepare('SELECT count(*) AS n FROM inputs').get()).toEqual({ n: 550 })
    expect(existsSync(join(dirname(path), 'set-aside'))).toBe(false)
  })
})
