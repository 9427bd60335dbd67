import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileViewSchema, libraryItemSchema, submissionViewSchema } from '../../shared/bridge/views.ts'
import { microUsd } from '../../shared/pricing/money.ts'
import type { PendingSums } from '../engine/spend/ports.ts'
import { createSubmissionViews } from '../engine/submissions/submission-views.ts'
import { openLibrary } from '../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'
import { createSpyLog } from '../testing/spy-log.ts'
import { createSqliteRecipeStore } from './sqlite-recipe-store.ts'
import { createSqliteSheets } from './sqlite-sheets.ts'
import { createSqliteSubmissionJournal } from './sqlite-submission-journal.ts'
import { createSqliteWebhookStore } from './sqlite-webhook-store.ts'
import { createUnreadableRows } from './unreadable-rows.ts'

const deep = `{"prompt":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
const anyText = fc.oneof(
  fc.string(),
  fc.json(),
  fc.constantFrom('', 'null', '7', '[]', '{', '{"kind":"exact"}', deep, '{"__proto__":{"prompt":1}}'),
)
const columns = [
  'values_json',
  'estimate_json',
  'problem_json',
  'job_json',
  'state',
  'kind',
  'job_status',
] as const
const states = [
  'confirmed',
  'sending',
  'unsent',
  'unknown',
  'accepted',
  'rejected',
  'closed',
  'withdrawn',
] as const

async function openDamaged() {
  const library = await openLibrary()
  const log = createSpyLog()
  const journal = createSqliteSubmissionJournal(library.database, createUnreadableRows(log))
  const views = createSubmissionViews({
    journal,
    files: library.files,
    liveJob: () => null,
    liveProblem: () => null,
    connectedService: () => null,
    isFollowed: () => false,
    labelOf: (modelId) => modelId,
    sheetOf: createSqliteSheets(library.database).of,
    writtenPromptOf: createSqliteSheets(library.database).writtenPromptOf,
  })

  function damage(submissionId: string, column: string, text: string | null): void {
    library.database
      .prepare(`UPDATE submissions SET ${column} = ? WHERE submission_id = ?`)
      .run(text, submissionId)
  }

  return { ...library, journal, log, views, damage }
}

describe('[JOB34] a run whose record is garbage', () => {
  // Reads libraries of up to 15 damaged runs.
  test('harms no other run, whatever it is and whichever column it is in', async () => {
    const others = [sampleSubmission(), sampleSubmission({ state: 'unsent' })]
    const openWithOthers = async () => {
      const library = await openDamaged()
      library.journal.insert(others)
      return library
    }
    let library = await openWithOthers()
    let damaged = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...states),
        fc.dictionary(fc.constantFrom(...columns), anyText, { minKeys: 1 }),
        async (state, texts) => {
          if (damaged === 15) {
            library = await openWithOthers()
            damaged = 0
          }
          damaged += 1
          const { journal, views, damage } = library
          const run = sampleSubmission({ state, ...(state === 'accepted' && { job: sampleJob() }) })
          journal.insert([run])
          journal.save(run.state === 'sending' ? { ...run, attempts: 1 } : run)
          for (const [column, text] of Object.entries(texts)) damage(run.submissionId, column, text)
          const all = [
            ...journal.list({ limit: 10_000 }).submissions,
            ...states.flatMap(journal.inState),
            ...journal.running(),
            ...journal.batch(run.batchId),
          ]
          for (const view of views.many(all)) submissionViewSchema.parse(JSON.parse(JSON.stringify(view)))
          expect(all.filter(({ submissionId }) => submissionId === run.submissionId).length).toBeGreaterThan(
            0,
          )
          const waiting = journal.waiting('sandbox', 10_000)
          expect(waiting.slice(0, 2)).toEqual(others)
          expect(waiting.every((one) => one.isUnreadable === undefined)).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  }, 60_000)

  test.each(states)('is shown where it is %s, with its model, its time and its held price', async (state) => {
    const { journal, damage, log, views } = await openDamaged()
    const estimate = { kind: 'exact', microUsd: microUsd(120_000) } as const
    const run = sampleSubmission({ state, estimate, job: sampleJob({ status: 'completed' }) })
    journal.insert([run])
    journal.save({ ...run, attempts: 1 })
    damage(run.submissionId, 'values_json', deep)
    damage(run.submissionId, 'estimate_json', '')
    const [found] = journal.list({ limit: 1 }).submissions
    expect(found).toMatchObject({
      state,
      modelId: 'i3',
      confirmedAt: run.confirmedAt,
      values: {},
      estimate: { kind: 'range', maxMicroUsd: 120_000 },
      job: { job_id: run.job?.job_id },
      problem: { code: 'record_unreadable' },
    })
    expect(found && views.one(found).problem?.code).toBe('record_unreadable')
    journal.get(run.submissionId)
    expect(log.sentences).toEqual([expect.stringContaining(`The run ${run.submissionId} can’t be read`)])
  })

  test('takes no waiting run’s place, however many there are', async () => {
    const { journal, damage } = await openDamaged()
    const broken = Array.from({ length: 20 }, () => sampleSubmission())
    const sound = sampleSubmission()
    journal.insert([...broken, sound])
    for (const { submissionId } of broken) damage(submissionId, 'values_json', '{')
    expect(journal.waiting('sandbox', 1)).toEqual([sound])
  })

  test('keeps its job, where only the job’s record is garbage', async () => {
    const { journal, damage } = await openDamaged()
    const job = sampleJob({ status: 'queued' })
    const run = sampleSubmission({ state: 'accepted', job, sentAt: Date.parse('2026-11-20T12:00:01Z') })
    journal.insert([run])
    journal.save(run)
    damage(run.submissionId, 'job_json', deep)
    const created_at = '2026-11-20T12:00:01.000Z'
    expect(journal.running()).toEqual([
      { ...run, job: { job_id: job.job_id, status: 'queued', created_at, completed_at: null } },
    ])
  })
})

test('[JOB34] an impossible number costs only its run, and no sum', async () => {
  const { database, journal, views } = await openDamaged()
  const estimate = { kind: 'exact', microUsd: microUsd(120_000) } as const
  const [broken, sound] = [sampleSubmission({ estimate }), sampleSubmission({ estimate })]
  journal.insert([broken, sound])
  const integers = ['charge_micro_usd', 'attempts', 'confirmed_at', 'updated_at', 'sent_at', 'position']
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...integers), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), {
        minKeys: 1,
      }),
      (numbers) => {
        for (const [column, number] of Object.entries(numbers))
          database
            .prepare(`UPDATE submissions SET ${column} = ? WHERE submission_id = ?`)
            .run(number, broken.submissionId)
        const { submissions } = journal.list({ limit: 10 })
        expect(submissions.map(({ submissionId }) => submissionId)).toEqual([
          sound.submissionId,
          broken.submissionId,
        ])
        for (const view of views.many(submissions))
          submissionViewSchema.parse(JSON.parse(JSON.stringify(view)))
        expect(journal.get(sound.submissionId)).toEqual(sound)
        const { attempts = 0n } = numbers
        const isSent = journal.waiting('sandbox', 10).some((run) => run.submissionId === broken.submissionId)
        if (attempts < 0n || attempts > 2n ** 53n) expect(isSent).toBe(false)
        expect(maximumOf(journal.pending('sandbox'))).toBeGreaterThanOrEqual(120_000)
        const next = sampleSubmission({ state: 'closed' })
        journal.insert([next])
        expect(journal.get(next.submissionId)).toEqual(next)
        database.prepare('DELETE FROM submissions WHERE submission_id = ?').run(next.submissionId)
      },
    ),
    { numRuns: 150 },
  )
})

test('[JOB34] a file of the library is listed whatever its row says of its kind, state and time', async () => {
  const { database, files, saveFile } = await openLibrary()
  const [broken, sound] = [saveFile(), saveFile()]
  fc.assert(
    fc.property(anyText, fc.integer(), (text, time) => {
      database
        .prepare('UPDATE files SET kind = ?, media_type = ?, saved_at = ? WHERE file_id = ?')
        .run(text, text, time, broken)
      const { items } = files.list({ limit: 10 })
      expect(items.map((item) => libraryItemSchema.parse(item).fileId)).toEqual([sound, broken])
      database.prepare('UPDATE files SET state = ? WHERE file_id = ?').run(text, broken)
      const { submissionId = '' } = items.find(({ fileId }) => fileId === broken) ?? {}
      for (const views of files.filesOf([submissionId]).values())
        for (const view of views) fileViewSchema.parse(view)
      database.prepare(`UPDATE files SET state = 'saved' WHERE file_id = ?`).run(broken)
    }),
    { numRuns: 60 },
  )
})

test('[JOB34] a sheet, a recipe and an entry of the webhook log cost only themselves', async () => {
  const { database } = await openLibrary()
  const log = createSpyLog()
  const rows = createUnreadableRows(log)
  const sheets = createSqliteSheets(database, rows)
  const recipes = createSqliteRecipeStore(database, rows)
  const entries = createSqliteWebhookStore(database)
  const recipe = (name: string) => ({
    recipeId: name,
    name,
    modelId: 'i3',
    values: {},
    isPinned: false,
    touchedAt: 1,
  })
  const entry = { at: '2026-11-20T12:00:00.000Z', outcome: 'taken', status: 204, detail: null } as const
  fc.assert(
    fc.property(anyText, (text) => {
      database.prepare('DELETE FROM recipes').run()
      database.prepare('DELETE FROM recipe_search').run()
      database.prepare('DELETE FROM webhook_log').run()
      sheets.put('batch', { axes: [] } as never)
      database.prepare('UPDATE sheets SET sheet_json = ?').run(text)
      recipes.put([recipe('a'), recipe('b')])
      database.prepare(`UPDATE recipes SET values_json = ? WHERE name = 'a'`).run(text)
      for (const requestId of ['a', 'b']) entries.add({ ...entry, requestId, submissionId: null })
      entries.flush()
      database.prepare(`UPDATE webhook_log SET outcome = ? WHERE request_id = 'a'`).run(text)
      sheets.of('batch')
      const listed = recipes.list({ limit: 10 }).recipes.map(({ name }) => name)
      expect([listed.includes('b'), [...recipes.all()].length]).toEqual([true, listed.length])
      expect(entries.list(10).map(({ requestId }) => requestId)).toContain('b')
    }),
    { numRuns: 60 },
  )
  expect(new Set(log.sentences).size).toBe(log.sentences.length)
  expect(log.sentences.length).toBe(2)
})

function maximumOf(pending: PendingSums): number {
  return pending.running.microUsd + pending.waiting.microUsd + pending.unknown.microUsd
}
