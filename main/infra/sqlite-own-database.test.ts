import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSpyLog } from '../testing/spy-log.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { type OwnDatabase, openOwnDatabase } from './sqlite-own-database.ts'
import { BrokenLibraryError, NewerLibraryError } from './start-error.ts'

const log = createSpyLog()

async function open(path: string): Promise<OwnDatabase> {
  const own = await openOwnDatabase({ path, log })
  let isOpen = true
  onTestFinished(() => (isOpen ? own.close() : undefined))
  return {
    ...own,
    close() {
      isOpen = false
      return own.close()
    },
  }
}

/** The files of a killed process as they are now, in a folder of their own. */
function copyAsKilled(path: string): string {
  const folder = temporaryFolder()
  for (const name of readdirSync(dirname(path))) copyFileSync(join(dirname(path), name), join(folder, name))
  return join(folder, 'library.sqlite')
}

async function killedLibrary(rows = 200): Promise<string> {
  const path = join(temporaryFolder(), 'library.sqlite')
  const { database } = await open(path)
  database.transaction(() => {
    for (let row = 0; row < rows; row += 1) addInput(database, `input-${row}`)
  })
  return copyAsKilled(path)
}

function addInput(database: OwnDatabase['database'], sha256: string): void {
  database
    .prepare(
      `INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at) VALUES (?, 'image', 'image/png', '.png', 1, 'n', 0)`,
    )
    .run(sha256)
}

function markOf(path: string): unknown {
  return JSON.parse(readFileSync(`${path}.mark`, 'utf8'))
}

/**
 * The files of a folder by name and digest; an empty log is skipped, and its index, which every reader
 * rebuilds.
 */
function digestsOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .map((name) => [name, readFileSync(join(folder, name))] as const)
      .filter(([name, bytes]) => !name.endsWith('-shm') && !(name.endsWith('-wal') && bytes.length === 0))
      .map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]),
  )
}

test('[LIB20] an orderly close leaves the library in one file and a mark, which the next start reads', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  const first = await open(path)
  expect(first.wasClosed).toBe(true)
  expect(markOf(path)).toMatchObject({ phase: 'open' })
  await first.close()
  expect(readdirSync(dirname(path))).toEqual(['library.sqlite', 'library.sqlite.mark'])
  expect(markOf(path)).toMatchObject({ phase: 'closed', closedAs: { bytes: statSync(path).size } })
  expect((await open(path)).wasClosed).toBe(true)
})

test('[LIB20] a start after a crash checks the library, has all its rows, and reports it to its caller', async () => {
  const path = await killedLibrary()
  const own = await open(path)
  expect(own.wasClosed).toBe(false)
  expect(own.database.prepare('SELECT count(*) AS n FROM inputs').get()).toEqual({ n: 200 })
})

describe('[LIB20] damage is reported in a sentence with the way out, and left as it is', () => {
  /** The path of a killed library whose log is in its file, so that its pages can be damaged. */
  async function written(): Promise<string> {
    const path = await killedLibrary(3_000)
    const connection = new DatabaseSync(path)
    connection.exec(`
      INSERT INTO submissions (submission_id, batch_id, model_id, kind, service_id, path, values_json, body_sha256,
        estimate_json, state, confirmed_at, updated_at) VALUES ('s', 'b', 'i3', 'image', 'x', '/', '{}', '', '{}', 'accepted', 0, 0);
      INSERT INTO files (seq, file_id, submission_id, ordinal, url, state, name, kind, model_id, prompt)
        VALUES (1, 'f', 's', 0, '', 'saved', 'n', 'image', 'i3', 'a quiet sea');
      INSERT INTO file_search (rowid, prompt) VALUES (1, 'a quiet sea')`)
    connection.close()
    return path
  }

  function alter(path: string, sql: string): void {
    const connection = new DatabaseSync(path, { defensive: false, enableForeignKeyConstraints: false })
    connection.exec(sql)
    connection.close()
  }

  const damages: Readonly<Record<string, (path: string) => void>> = {
    'a page of zeros'(path) {
      const bytes = readFileSync(path)
      bytes.fill(0, bytes.length - 3 * 4096)
      writeFileSync(path, bytes)
    },
    'a file that was cut'(path) {
      const bytes = readFileSync(path)
      writeFileSync(path, bytes.subarray(0, bytes.length - 40_000))
    },
    'a search index that is none': (path) =>
      alter(path, 'UPDATE file_search_data SET block = zeroblob(length(block)) WHERE id > 100'),
    'a row without the one it refers to': (path) => alter(path, `DELETE FROM submissions`),
  }
  test.each(Object.entries(damages))('%s', async (_, damage) => {
    const path = await written()
    damage(path)
    const before = digestsOf(dirname(path))
    const refusal = await open(path).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(BrokenLibraryError)
    expect(refusal).toMatchObject({
      trouble: { code: expect.stringMatching(/^library_(damaged|cut)$/), path },
      lacksBackup: true,
    })
    expect(digestsOf(dirname(path))).toEqual(before)
  })

  test('the newest undamaged backup replaces it when the person chooses to, and the damaged file is kept', async () => {
    const path = await written()
    const sound = await killedLibrary(5)
    alter(sound, 'PRAGMA wal_checkpoint(TRUNCATE)')
    copyFileSync(sound, `${path}.format-2.backup`)
    writeFileSync(`${path}.format-3.backup`, 'half a backup')
    utimesSync(`${path}.format-3.backup`, new Date(), new Date(Date.now() + 60_000))
    writeFileSync(`${path}.format-4.backup.part`, readFileSync(sound))
    damages['a page of zeros']?.(path)
    const damaged = readFileSync(path)
    await expect(open(path)).rejects.toMatchObject({ waysOut: [{ way: 'restore' }, { way: 'new' }] })
    expect(readdirSync(dirname(path)).filter((name) => /backup-/.test(name))).toEqual([])
    const restored = await openOwnDatabase({ path, log, repair: 'restore' })
    onTestFinished(() => restored.close())
    const aside = join(dirname(path), 'set-aside')
    expect(readFileSync(join(aside, readdirSync(aside)[0] ?? '', 'library.sqlite'))).toEqual(damaged)
    expect([restored.isRepaired, existsSync(`${path}.format-2.backup`)]).toEqual([true, true])
    expect(restored.database.prepare('SELECT count(*) AS n FROM inputs').get()).toEqual({
      n: 5,
    })
  })
})

test('a newer library whose process was killed stays unchanged to the byte, with nothing new beside it', async () => {
  for (const isClosed of [true, false]) {
    const path = join(temporaryFolder(), 'library.sqlite')
    const newer = new DatabaseSync(path)
    newer.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE things (name TEXT); PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = 99',
    )
    if (isClosed) newer.close()
    const place = isClosed ? path : copyAsKilled(path)
    if (!isClosed) newer.close()
    const before = readdirSync(dirname(place)).map((name) => [
      name,
      readFileSync(join(dirname(place), name), 'hex'),
    ])
    await expect(open(place)).rejects.toThrow(NewerLibraryError)
    const after = readdirSync(dirname(place)).map((name) => [
      name,
      readFileSync(join(dirname(place), name), 'hex'),
    ])
    expect(after).toEqual(before)
  }
})

test('a file that is no library gets no mark', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'my diary, '.repeat(500))
  await expect(open(path)).rejects.toThrow(BrokenLibraryError)
  expect(readdirSync(dirname(path))).toEqual(['library.sqlite'])
})

// Starts and kills a process many times.
test('[LIB20] a process that is killed between any two commits leaves an intact library with every reported commit', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  const source = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href)
  const script = `const { openOwnDatabase } = await import(${source('sqlite-own-database.ts')})
    const { database } = await openOwnDatabase({ path: ${JSON.stringify(path)}, log: console })
    const insert = database.prepare("INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at) VALUES (?, 'image', 'image/png', '.png', 1, ?, 0)")
    console.log('0')
    for (let count = 1; ; count += 1) {
      database.transaction(() => { insert.run(crypto.randomUUID(), 'x'.repeat(3000)); insert.run(crypto.randomUUID(), 'y') })
      process.stdout.write(count + '\\n')
      if (count % 50 === 0) await new Promise(setImmediate)
    }`
  let reported = 0
  for (let round = 0; round < 5; round += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let said = ''
    child.stdout.setEncoding('utf8')
    for await (const text of child.stdout) {
      said += text
      if (said.split('\n').length > 2 + round * 17) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    reported += Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1))
    const { database, wasClosed } = await openOwnDatabase({ path: copyAsKilled(path), log })
    expect(wasClosed).toBe(false)
    const { n } = database.prepare('SELECT count(*) AS n FROM inputs').get() as { n: number }
    expect([
      n % 2,
      n >= 2 * reported,
      Object.values(database.prepare('PRAGMA integrity_check').get() ?? {}),
    ]).toEqual([0, true, ['ok']])
    reported = n / 2
    database.close()
  }
}, 60_000)

describe('[LIB31] something other than a file at the path of the log’s index', () => {
  test.each([
    ['a pipe', (index: string) => void execFileSync('mkfifo', [index])],
    ['a link', (index: string) => symlinkSync('/nowhere/at/all', index)],
    ['a folder', (index: string) => void mkdirSync(index)],
  ])('is moved aside, and the library opens: %s', async (_, put) => {
    const path = await killedLibrary()
    rmSync(`${path}-shm`, { force: true })
    put(`${path}-shm`)
    const { database } = await open(path)
    expect(database.prepare('SELECT count(*) AS n FROM inputs').get()).toEqual({ n: 200 })
    expect(readdirSync(dirname(path))).toContain('library.sqlite-shm.unreadable')
  })
})
