import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { type Database, openDatabase, openDatabaseForReading } from './sqlite-database.ts'
import { migrations } from './sqlite-migrations.ts'
import { BrokenLibraryError, NewerLibraryError } from './start-error.ts'

async function open(path: string): Promise<Database> {
  const database = await openDatabase(path)
  onTestFinished(() => {
    // Closing twice is an error of its own, and some tests close it themselves.
    try {
      database.close()
    } catch {}
  })
  return database
}

function pragma(database: Database, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

function fingerprint(folder: string): Record<string, string> {
  const entries = readdirSync(folder).map((name) => {
    return [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ] as const
  })
  return Object.fromEntries(entries)
}

test('a new library is durable, strict about its references and in today’s format', async () => {
  const database = await open(join(temporaryFolder(), 'library.sqlite'))
  expect([
    pragma(database, 'journal_mode'),
    pragma(database, 'synchronous'),
    pragma(database, 'foreign_keys'),
    pragma(database, 'user_version'),
  ]).toEqual(['wal', 2, 1, migrations.length])
  expect(() => database.prepare(`INSERT INTO attempts VALUES ('nobody', 1, 0)`).run()).toThrow(/FOREIGN KEY/)
})

test('writes are there after reopening, and no backup was needed', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'library.sqlite')
  const first = await open(path)
  first
    .prepare(
      `INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at) VALUES ('a', 'image', 'image/png', '.png', 1, 'n', 0)`,
    )
    .run()
  first.close()
  const second = await open(path)
  expect(second.prepare('SELECT sha256 FROM inputs').all()).toMatchObject([{ sha256: 'a' }])
  expect(readdirSync(folder).filter((name) => name.endsWith('.backup'))).toEqual([])
})

test('a library of a newer version is refused and stays as it is to the byte', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'library.sqlite')
  const newer = new DatabaseSync(path)
  newer.exec(`CREATE TABLE things (name TEXT); INSERT INTO things VALUES ('x'); PRAGMA user_version = 99`)
  newer.close()
  const before = fingerprint(folder)
  await expect(openDatabase(path)).rejects.toThrow(NewerLibraryError)
  expect(() => openDatabaseForReading(path)).toThrow(NewerLibraryError)
  expect(fingerprint(folder)).toEqual(before)
})

test('a newer library whose process was killed is refused and loses nothing', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'library.sqlite')
  const newer = new DatabaseSync(path)
  onTestFinished(() => newer.close())
  newer.exec('PRAGMA journal_mode = WAL; CREATE TABLE things (name TEXT); PRAGMA user_version = 99')
  const before = fingerprint(folder)
  await expect(openDatabase(path)).rejects.toThrow(NewerLibraryError)
  const after = fingerprint(folder)
  expect([after['library.sqlite'], after['library.sqlite-wal']]).toEqual([
    before['library.sqlite'],
    before['library.sqlite-wal'],
  ])
})

test('a file that is no library is reported in a sentence and left alone', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  writeFileSync(path, 'my diary, '.repeat(500))
  await expect(openDatabase(path)).rejects.toThrow(BrokenLibraryError)
  expect(readFileSync(path, 'utf8')).toBe('my diary, '.repeat(500))
})

test('a failed transaction undoes everything and lets the next one begin', async () => {
  const database = await open(join(temporaryFolder(), 'library.sqlite'))
  const insert = database.prepare(
    `INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at) VALUES (?, 'image', 'image/png', '.png', 1, 'n', 0)`,
  )
  expect(() =>
    database.transaction(() => {
      insert.run('a')
      throw new Error('no')
    }),
  ).toThrow('no')
  database.transaction(() => insert.run('b'))
  expect(database.prepare('SELECT sha256 FROM inputs').all()).toMatchObject([{ sha256: 'b' }])
})

test('a full disk is reported, whatever it does to the transaction', async () => {
  const database = await open(join(temporaryFolder(), 'library.sqlite'))
  database.prepare(`PRAGMA max_page_count = ${Number(pragma(database, 'page_count')) + 1}`).get()
  const insert = database.prepare(
    `INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at) VALUES (?, 'image', 'image/png', '.png', 1, ?, 0)`,
  )
  const fill = () => database.transaction(() => insert.run('a', 'x'.repeat(200_000)))
  expect(fill).toThrow(/full/)
  expect(fill).toThrow(/full/)
})

test('a reader beside the owner sees its writes, and can’t write', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  const owner = await open(path)
  const reader = openDatabaseForReading(path)
  onTestFinished(() => reader.close())
  owner
    .prepare(
      `INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at) VALUES ('a', 'image', 'image/png', '.png', 1, 'n', 0)`,
    )
    .run()
  expect(reader.prepare('SELECT count(*) AS n FROM inputs').get()).toMatchObject({ n: 1 })
  expect(() => reader.prepare('DELETE FROM inputs').run()).toThrow(/readonly/)
})

test('reading where there is no library makes none', () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  expect(() => openDatabaseForReading(path)).toThrow()
  expect(existsSync(path)).toBe(false)
})
