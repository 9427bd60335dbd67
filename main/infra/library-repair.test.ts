import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'
import { createSpyLog } from '../testing/spy-log.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { repairLibrary } from './library-repair.ts'
import type { RepairWay } from './repair-ways.ts'
import { backUpDay } from './sqlite-backups.ts'
import { openOwnDatabase } from './sqlite-own-database.ts'
import { createSqliteSubmissionJournal } from './sqlite-submission-journal.ts'

const log = createSpyLog()

async function open(path: string, repair: RepairWay | null = null) {
  const own = await openOwnDatabase({ path, log, repair })
  let isOpen = true
  const close = async () => {
    if (isOpen) await own.close()
    isOpen = false
  }
  onTestFinished(close)
  return { ...own, close, journal: createSqliteSubmissionJournal(own.database) }
}

const waiting = sampleSubmission({ submissionId: '00000000-0000-4000-8000-000000000001' })
const sent = sampleSubmission({ submissionId: '00000000-0000-4000-8000-000000000002' })

/** A library with a backup from a day when one run waited and one was under way, and a result beside it. */
async function library() {
  const path = join(temporaryFolder(), 'library.sqlite')
  const { journal, close } = await open(path)
  journal.insert([waiting, sent])
  journal.save({ ...sent, state: 'accepted', sentAt: 5, job: sampleJob({ status: 'processing' }) })
  await backUpDay(path, '2026-11-20')
  await close()
  const media = join(dirname(path), 'media/2026-11')
  mkdirSync(media, { recursive: true })
  writeFileSync(join(media, 'a.png'), 'an image')
  return path
}

/** The folder of the replaced files, by the names in it. */
function asideOf(path: string): string[] {
  const folder = join(dirname(path), 'set-aside')
  return existsSync(folder)
    ? readdirSync(folder).flatMap((stamp) =>
        readdirSync(join(folder, stamp), { recursive: true }).map(String),
      )
    : []
}

describe('[LIB33] waiting runs of an older state of a library are not sent automatically', () => {
  test('after a backup was restored', async () => {
    const path = await library()
    rmSync(path)
    const { journal, isRepaired, wasClosed } = await open(path, 'restore')
    expect([isRepaired, wasClosed]).toEqual([true, false])
    expect(journal.get(waiting.submissionId)).toMatchObject({
      state: 'unknown',
      problem: { code: 'interrupted', cause: { code: 'library_repaired' } },
    })
    expect(journal.get(sent.submissionId)).toMatchObject({ state: 'accepted' })
    expect(journal.waiting(waiting.serviceId, 10)).toEqual([])
  })

  test('after a library without its log was continued, of which a copy is kept', async () => {
    const path = await library()
    const { close } = await open(path)
    const copy = join(temporaryFolder(), 'library.sqlite')
    for (const ending of ['', '.mark']) writeFileSync(copy + ending, readFileSync(path + ending))
    await close()
    const before = readFileSync(copy)
    const { journal } = await open(copy, 'keep')
    expect(journal.get(waiting.submissionId)?.state).toBe('unknown')
    expect(asideOf(copy)).toContain('library.sqlite')
    const [stamp = ''] = readdirSync(join(dirname(copy), 'set-aside'))
    expect(readFileSync(join(dirname(copy), 'set-aside', stamp, 'library.sqlite'))).toEqual(before)
  })
})

describe('[LIB31] the ways out', () => {
  test('a restored backup stays, and the file that it replaced is kept', async () => {
    const path = await library()
    writeFileSync(path, 'my diary')
    await (await open(path, 'restore')).close()
    expect(asideOf(path)).toEqual(['library.sqlite'])
    expect(existsSync(`${path}.day-2026-11-20.backup`)).toBe(true)
    expect((await open(path)).isRepaired).toBe(true)
  })

  test('until the files were checked, each start knows of the repair', async () => {
    const path = await library()
    rmSync(path)
    const first = await open(path, 'rebuild')
    expect(first.isRepaired).toBe(true)
    await first.close()
    const second = await open(path)
    expect(second.isRepaired).toBe(true)
    await second.noteReconciled()
    await second.close()
    expect((await open(path)).isRepaired).toBe(false)
  })

  test('a rebuilt library leaves the files in place and keeps the backups aside', async () => {
    const path = await library()
    rmSync(path)
    const { journal } = await open(path, 'rebuild')
    expect(journal.list({ limit: 10 }).submissions).toEqual([])
    expect(existsSync(join(dirname(path), 'media/2026-11/a.png'))).toBe(true)
    expect(asideOf(path)).toEqual(['library.sqlite.day-2026-11-20.backup'])
  })

  test('a fresh start deletes nothing', async () => {
    const path = await library()
    writeFileSync(path, '')
    await open(path, 'new')
    expect(asideOf(path).toSorted()).toEqual([
      'library.sqlite',
      'library.sqlite.day-2026-11-20.backup',
      'media',
      join('media', '2026-11'),
      join('media', '2026-11', 'a.png'),
    ])
    expect(existsSync(join(dirname(path), 'media'))).toBe(false)
  })

  test('an intact library is left alone, whichever way is requested', async () => {
    const path = await library()
    for (const way of ['restore', 'keep', 'rebuild', 'new'] as const)
      await expect(repairLibrary(path, way, log)).rejects.toMatchObject({
        trouble: { code: 'library_sound' },
      })
    expect(asideOf(path)).toEqual([])
  })

  test('a way that is not available is refused', async () => {
    const path = await library()
    rmSync(path)
    await expect(repairLibrary(path, 'keep', log)).rejects.toMatchObject({
      trouble: { code: 'way_out_closed', option: '--keep-library', why: { code: expect.any(String) } },
    })
    rmSync(`${path}.day-2026-11-20.backup`)
    await expect(repairLibrary(path, 'restore', log)).rejects.toMatchObject({ lacksBackup: true })
    expect(asideOf(path)).toEqual([])
  })
})

test('[LIB40] nothing is moved through a set-aside folder that is a link', async () => {
  const path = await library()
  const elsewhere = temporaryFolder()
  symlinkSync(elsewhere, join(dirname(path), 'set-aside'))
  rmSync(path)
  const before = readdirSync(dirname(path))
  await expect(repairLibrary(path, 'new', log)).rejects.toMatchObject({
    trouble: { code: 'set_aside_is_link' },
  })
  expect([readdirSync(dirname(path)), readdirSync(elsewhere)]).toEqual([before, []])
})

test('[LIB40] a backup that is a link doesn’t count, and a library’s link is kept', async () => {
  const path = await library()
  const elsewhere = temporaryFolder()
  const [backup = ''] = readdirSync(dirname(path)).filter((name) => name.endsWith('.backup'))
  for (const [name, to] of [
    [backup, 'backup'],
    ['library.sqlite', 'library'],
  ] as const) {
    renameSync(join(dirname(path), name), join(elsewhere, to))
    symlinkSync(join(elsewhere, to), join(dirname(path), name))
  }
  const bytes = readFileSync(join(elsewhere, 'library'))
  await expect(repairLibrary(path, 'restore', log)).rejects.toMatchObject({ lacksBackup: true })
  await repairLibrary(path, 'new', log)
  expect(asideOf(path)).toContain('library.sqlite')
  expect([readdirSync(elsewhere).sort(), readFileSync(join(elsewhere, 'library'))]).toEqual([
    ['backup', 'library'],
    bytes,
  ])
})
