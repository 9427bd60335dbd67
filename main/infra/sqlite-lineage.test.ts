import { expect, test } from 'vitest'
import { lineagePage } from '../../shared/bridge/lineage-procedures.ts'
import { inputReference } from '../../shared/form/input-reference.ts'
import { openLibrary } from '../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'
import { createSqliteLineage } from './sqlite-lineage.ts'
import { migrations } from './sqlite-migrations.ts'

const own = 'c'.repeat(64)

async function open() {
  const library = await openLibrary()
  const { database, journal, files } = library
  const input = { sha256: own, kind: 'image', mediaType: 'image/png', bytes: 1, name: 'mine.png' } as const
  const inputs = {
    isHere: true,
    locate: (sha256: string) => (sha256 === own && inputs.isHere ? 'inputs/c.png' : null),
    find: (sha256: string) =>
      sha256 === own ? { ...input, width: 1, height: 1, durationSeconds: null } : null,
  }
  const lineage = createSqliteLineage(database, inputs)
  let count = 0

  const digestOf = (fileId: string) =>
    String(database.prepare('SELECT sha256 FROM files WHERE file_id = ?').get(fileId)?.sha256)

  /** A saved file that was made from these bytes. */
  function madeFrom(...sha256s: readonly string[]): string {
    count += 1
    const [start, ...images] = sha256s.map(inputReference)
    const run = sampleSubmission({ values: { prompt: 'a boat', start_image: start, more: { images } } })
    journal.insert([run])
    const fileId = `00000000-0000-7000-9000-${String(count).padStart(12, '0')}`
    const added = { fileId, ordinal: 0, url: 'https://service.example/1', name: `made-${count}` }
    journal.saveEnd({ ...run, state: 'accepted', job: sampleJob({ status: 'completed' }) }, [added])
    files.setSaved(fileId, {
      path: `media/made-${count}.png`,
      name: `made-${count}.png`,
      kind: 'image',
      mediaType: 'image/png',
      bytes: 4,
      sha256: `d${count.toString(16).padStart(63, '0')}`,
      savedAt: count,
      measures: { width: 1, height: 1, durationSeconds: null },
    })
    return fileId
  }
  return { ...library, inputs, lineage, digestOf, madeFrom }
}

test('[VIEW4] a file’s run names what it was made from, in order: files of the library, and the person’s own', async () => {
  const { lineage, inputs, saveFile, digestOf, madeFrom, database } = await open()
  const parent = saveFile()
  const child = madeFrom(digestOf(parent), own, 'e'.repeat(64), own)
  const states = () => lineage.from(child).nodes.map(({ id, state, isInLibrary }) => [id, state, isInLibrary])
  expect(states()).toEqual([
    [parent, 'here', true],
    [own, 'own', false],
    ['e'.repeat(64), 'gone', false],
  ])
  inputs.isHere = false
  database.prepare(`UPDATE files SET failure = 'gone' WHERE file_id = ?`).run(parent)
  expect(states().slice(0, 2)).toEqual([
    [parent, 'missing', true],
    [own, 'gone', false],
  ])
  expect(lineage.from(parent)).toEqual({ nodes: [], total: 0, next: null })
})

test('[VIEW11] a file has what was made from it, newest first, each with what it is now and whether it leads on', async () => {
  const { lineage, saveFile, digestOf, madeFrom, database } = await open()
  const parent = saveFile()
  expect(lineage.into(parent)).toEqual({ nodes: [], total: 0, next: null })
  const first = madeFrom(digestOf(parent))
  const second = madeFrom(digestOf(parent), own)
  madeFrom(digestOf(first))
  expect(lineage.into(parent)).toMatchObject({
    nodes: [
      { id: second, hasFrom: true, hasInto: false },
      { id: first, hasFrom: true, hasInto: true },
    ],
    total: 2,
    next: null,
  })
  const faces = {
    trashed: 'trashed',
    purging: 'deleted',
    deleted: 'deleted',
    waiting: 'awaited',
    failed: 'missing',
  }
  for (const [state, shown] of Object.entries(faces)) {
    database.prepare('UPDATE files SET state = ? WHERE file_id = ?').run(state, second)
    expect(lineage.into(parent).nodes[0]).toMatchObject({ id: second, state: shown })
  }
})

test('[VIEW11] of hundreds a page is read at a time, and each comes once', async () => {
  const { lineage, saveFile, digestOf, madeFrom } = await open()
  const parent = saveFile()
  const made = Array.from({ length: 60 }, () => madeFrom(digestOf(parent)))
  const seen: string[] = []
  for (let after: number | null | undefined; after !== null; ) {
    const page = lineage.into(parent, after)
    expect([page.total, page.nodes.length <= lineagePage]).toEqual([60, true])
    seen.push(...page.nodes.map(({ id }) => id))
    after = page.next
  }
  expect(seen).toEqual(made.toReversed())
})

test('[VIEW11] files of one contact sheet are one entry', async () => {
  const { lineage, saveFile, digestOf, madeFrom, database } = await open()
  const parent = saveFile()
  const [one, two, alone] = [1, 2, 3].map(() => madeFrom(digestOf(parent)))
  database.prepare('UPDATE files SET sheet_id = ? WHERE file_id IN (?, ?)').run('batch', one ?? '', two ?? '')
  expect(lineage.into(parent)).toMatchObject({
    nodes: [
      { id: alone, sheet: null },
      { id: two, sheet: { batchId: 'batch', files: 2 } },
    ],
    total: 2,
  })
})

test('[VIEW11] runs of before are found as well, whatever else their requests hold', async () => {
  const { lineage, saveFile, digestOf, madeFrom, database } = await open()
  const parent = saveFile()
  const child = madeFrom(own, digestOf(parent))
  const noted = () => database.prepare('SELECT sha256 FROM run_inputs ORDER BY run_seq, place').all()
  const before = noted()
  for (const values of ['not JSON atelier-input:', '{"a":"atelier-input:x","b":7}'])
    database.prepare('UPDATE submissions SET values_json = ? WHERE seq = 1').run(values)
  database.prepare('DROP TABLE run_inputs').run()
  const step = migrations.find((one) => one.includes('CREATE TABLE run_inputs')) ?? ''
  for (const statement of step.split(';').filter((one) => one.trim() !== ''))
    database.prepare(statement).run()
  expect(noted()).toEqual(before)
  expect(lineage.into(parent).nodes.map(({ id }) => id)).toEqual([child])
})
