import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createCheckpointer } from './sqlite-checkpointer.ts'
import { type Database, openDatabase } from './sqlite-database.ts'

async function open() {
  const path = join(temporaryFolder(), 'library.sqlite')
  const database = await openDatabase(path)
  onTestFinished(() => database.close())
  return { path, database }
}

function write(database: Database, commits: number): void {
  const insert = database.prepare(
    `INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at) VALUES (?, 'image', 'image/png', '.png', 1, 'n', 0)`,
  )
  for (let commit = 0; commit < commits; commit += 1) {
    database.transaction(() => {
      for (let row = 0; row < 40; row += 1) insert.run(crypto.randomUUID())
    })
  }
}

/** How many rows are in the file itself, without its log. */
function rowsInFile(path: string): number {
  const copy = join(temporaryFolder(), 'copy.sqlite')
  copyFileSync(path, copy)
  const alone = new DatabaseSync(copy)
  const tables = alone.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE name = 'inputs'`).get()
  const rows = tables?.n === 0 ? 0 : Number(alone.prepare('SELECT count(*) AS n FROM inputs').get()?.n)
  alone.close()
  return rows
}

test('the log is written back while the library is in use, by another thread', async () => {
  const { path, database } = await open()
  write(database, 31)
  await database.idle()
  expect(rowsInFile(path)).toBe(0)
  write(database, 1)
  await database.idle()
  expect(rowsInFile(path)).toBe(32 * 40)
})

test('where no thread can write it back, every row stays, and it is tried again', async () => {
  const { path, database } = await open()
  let tries = 0
  const nowhere = createCheckpointer({
    path: join(path, 'nowhere'),
    step: 1,
    finish() {
      throw new Error('Nothing was written back.')
    },
    changes() {
      tries += 1
      return tries
    },
  })
  write(database, 3)
  for (let round = 1; round <= 2; round += 1) {
    for (let commit = 0; commit < 32; commit += 1) nowhere.look()
    await nowhere.idle()
    expect(tries).toBe(2 * round)
  }
  expect(database.prepare('SELECT count(*) AS n FROM inputs').get()).toEqual({ n: 3 * 40 })
})

test('a library closed while its log is written back runs no further query', async () => {
  const { path } = await open()
  const database = await openDatabase(path)
  write(database, 32)
  const isIdle = database.idle()
  database.close()
  await expect(isIdle).resolves.toBeUndefined()
})
