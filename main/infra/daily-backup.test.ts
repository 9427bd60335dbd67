import { readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openLibrary } from '../testing/open-library.ts'
import { sampleSubmission } from '../testing/sample-submission.ts'
import { createSpyLog } from '../testing/spy-log.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createDailyBackup } from './daily-backup.ts'
import { backUpDay, findGoodBackup } from './sqlite-backups.ts'
import { openOwnDatabase } from './sqlite-own-database.ts'
import { createSqliteSubmissionJournal } from './sqlite-submission-journal.ts'

const backupsIn = (path: string) => readdirSync(dirname(path)).filter((name) => name.includes('.backup'))
const dayMs = 86_400_000

async function runOnce(path: string): Promise<void> {
  const own = await openOwnDatabase({ path, log: createSpyLog() })
  createSqliteSubmissionJournal(own.database).insert([
    sampleSubmission({ submissionId: crypto.randomUUID() }),
  ])
  await own.close()
}

test('[LIB36] a changed library is copied when it closes, once a day, whole and readable by its owner only', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  await runOnce(path)
  const [first = ''] = backupsIn(path)
  expect(first).toMatch(/^library\.sqlite\.day-\d{4}-\d{2}-\d{2}\.backup$/)
  const copy = join(dirname(path), first)
  const madeAt = statSync(copy).mtimeMs
  await runOnce(path)
  expect([backupsIn(path), statSync(copy).mtimeMs]).toEqual([[first], madeAt])
  if (process.platform !== 'win32') expect(statSync(copy).mode & 0o777).toBe(0o600)
  utimesSync(copy, new Date(), new Date(Date.now() - dayMs - 1))
  await runOnce(path)
  const database = new DatabaseSync(copy, { readOnly: true })
  expect(database.prepare('SELECT count(*) AS n FROM submissions').get()?.n).toBe(3)
  database.close()
})

test('[LIB36] a library without a run, or one that was only read, is not copied', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  const own = await openOwnDatabase({ path, log: createSpyLog() })
  await own.close()
  expect(backupsIn(path)).toEqual([])
})

// Copies a library for each of seven days, each flushed to the disk.
test('[LIB36] the newest five are kept, and those made before a migration are counted separately', {
  timeout: 30_000,
}, async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  const { journal } = await openLibrary(path)
  journal.insert([sampleSubmission()])
  writeFileSync(`${path}.format-3.backup`, 'older')
  for (let day = 10; day < 17; day += 1) {
    await backUpDay(path, `2026-11-${day}`)
    const at = new Date(`2026-11-${day}T12:00:00Z`)
    utimesSync(`${path}.day-2026-11-${day}.backup`, at, at)
  }
  expect(backupsIn(path)).toEqual([
    ...[12, 13, 14, 15, 16].map((day) => `library.sqlite.day-2026-11-${day}.backup`),
    'library.sqlite.format-3.backup',
  ])
})

test('[LIB36] a killed process’s unfinished copy is removed with the next one', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  for (const name of [
    'day-2026-11-10.backup.part',
    'day-2026-11-10.backup.part-journal',
    'format-3.backup.part',
  ])
    writeFileSync(`${path}.${name}`, 'half')
  await runOnce(path)
  expect(backupsIn(path)).toEqual([expect.stringMatching(/\.day-\d{4}-\d{2}-\d{2}\.backup$/)])
})

test('[LIB36] a damaged library does not replace any good copy', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  await runOnce(path)
  const sound = await findGoodBackup(path)
  const bytes = readFileSync(path)
  bytes.fill(0, 4_096 * 2)
  writeFileSync(path, bytes)
  await expect(backUpDay(path, '2030-01-01')).rejects.toThrow()
  expect([backupsIn(path).length, await findGoodBackup(path)]).toEqual([1, sound])
})

test('[LIB36] a library that proved damaged while it was in use is not copied any more', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  const log = createSpyLog()
  const own = await openOwnDatabase({ path, log })
  const journal = createSqliteSubmissionJournal(own.database)
  for (let count = 0; count < 40; count += 1)
    journal.insert([sampleSubmission({ submissionId: crypto.randomUUID() })])
  own.database.foldLog()
  const bytes = readFileSync(path)
  const page = Number(
    own.database.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'recipes'`).get()?.rootpage,
  )
  writeFileSync(path, bytes.fill(0, 4_096 * (page - 1), 4_096 * page))
  own.database.prepare('PRAGMA shrink_memory').all()
  expect(() => own.database.prepare('SELECT * FROM recipes').all()).toThrow('malformed')
  await own.close()
  expect([backupsIn(path), log.sentences]).toEqual([[], []])
})

test('[LIB370] an aborted copy replaces nothing, ends at once, and leaves no half of itself', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  await runOnce(path)
  const before = [...backupsIn(path)]
  const [sound] = before
  const aborting = new AbortController()
  const copying = backUpDay(path, '2030-01-01', aborting.signal)
  aborting.abort()
  await expect(copying).rejects.toThrow()
  const part = 'library.sqlite.day-2030-01-01.backup.part'
  expect(backupsIn(path).toSorted()).toEqual([...before, part].toSorted())
  expect(statSync(join(dirname(path), part)).size).toBe(0)
  expect(await findGoodBackup(path)).toMatchObject({ file: join(dirname(path), sound ?? '') })
  await backUpDay(path, '2030-01-02')
  expect(backupsIn(path)).not.toContain(part)
})

test('[LIB370] closing waits for the copy of a large library for a while only, and the next process makes it, changed or not', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  const { journal } = await openLibrary(path)
  journal.insert([sampleSubmission()])
  const log = createSpyLog()
  let changes = 0
  const deps = { path, folder: dirname(path), changes: () => changes, isWorthIt: () => true, log }
  const impatient = createDailyBackup({ ...deps, patience: { aboveBytes: 0, waitMs: 0 } })
  changes = 1
  // A thread takes longer to start than this timer.
  await impatient.close()
  expect(backupsIn(path)).toEqual([expect.stringMatching(/\.backup\.part$/)])
  await createDailyBackup(deps).close()
  expect([backupsIn(path), log.sentences]).toEqual([
    [expect.stringMatching(/\.day-\d{4}-\d{2}-\d{2}\.backup$/)],
    [],
  ])
})

/** Longer than any disk's free space, and occupies none of it. */
const hugeBytes = 8 * 1024 ** 4

test.skipIf(process.platform === 'win32')(
  '[LIB36] a disk without room for a copy and the reserve is left alone, silently',
  async () => {
    const path = join(temporaryFolder(), 'library.sqlite')
    await runOnce(path)
    const [kept = ''] = backupsIn(path)
    utimesSync(join(dirname(path), kept), new Date(), new Date(Date.now() - 2 * dayMs))
    truncateSync(path, hugeBytes)
    const log = createSpyLog()
    let changes = 0
    const daily = createDailyBackup({
      path,
      folder: dirname(path),
      changes: () => changes,
      isWorthIt: () => true,
      log,
    })
    changes = 1
    const before = readdirSync(dirname(path))
    await daily.close()
    expect([readdirSync(dirname(path)), log.sentences]).toEqual([before, []])
  },
)

test('[LIB36] a failed copy is logged and does not prevent closing', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  const log = createSpyLog()
  let changes = 0
  const daily = createDailyBackup({
    path,
    folder: dirname(path),
    changes: () => changes,
    isWorthIt: () => true,
    log,
  })
  changes = 1
  await daily.close()
  expect(log.sentences).toEqual([
    expect.stringMatching(/^The library’s daily backup could not be made: .+\.$/),
  ])
})
