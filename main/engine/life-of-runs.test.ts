import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimate } from '../../shared/pricing/estimate.ts'
import { createSqliteFileCatalogue } from '../infra/sqlite-file-catalogue.ts'
import { createSqliteJudgements } from '../infra/sqlite-judgements.ts'
import { createSqliteSubmissionJournal } from '../infra/sqlite-submission-journal.ts'
import { systemClock } from '../infra/system-clock.ts'
import { createCountingService, type Fate, fates } from '../testing/counting-service.ts'
import { createFakeSettings } from '../testing/fake-settings.ts'
import { openMigratedDatabase } from '../testing/migrated-library.ts'
import { BlownFuseError, type Life, openLife } from '../testing/open-life.ts'
import { sampleJob } from '../testing/sample-submission.ts'
import { createCatalogue } from './catalog/catalogue.ts'
import type { Submission } from './submissions/submission.ts'

/** What can happen to a studio, at any time. `which` selects among the existing runs or batches. */
type Happening =
  | { readonly type: 'confirm'; readonly count: number; readonly isTwice: boolean }
  | { readonly type: 'fate'; readonly fate: Fate }
  | { readonly type: 'wait'; readonly milliseconds: number }
  | { readonly type: 'move'; readonly which: number; readonly before: number }
  | {
      readonly type: 'close' | 'sendAgain' | 'withdraw' | 'withdrawBatch' | 'webhook'
      readonly which: number
    }
  | { readonly type: 'crash'; readonly afterWrites: number }
  | { readonly type: 'pause' | 'resume' | 'release' | 'list' | 'restart' | 'wake' }

const which = fc.nat({ max: 20 })
const anyHappening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('confirm' as const),
      count: fc.integer({ min: 1, max: 3 }),
      isTwice: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('fate' as const), fate: fc.constantFrom(...fates) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(100, 3_000, 90_000, 600_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('move' as const), which, before: which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'close' as const,
        'sendAgain' as const,
        'withdraw' as const,
        'withdrawBatch' as const,
        'webhook' as const,
      ),
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('crash' as const),
      afterWrites: fc.integer({ min: 0, max: 4 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'pause' as const,
        'resume' as const,
        'release' as const,
        'list' as const,
        'restart' as const,
        'wake' as const,
      ),
    }),
  },
)

/** A library and a service, and the lives of the studio over them. */
async function openDeps() {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-life-'))
  const database = await openMigratedDatabase(join(folder, 'library.sqlite'))
  const journal = createSqliteSubmissionJournal(database)
  const files = createSqliteFileCatalogue({
    database,
    labelOf: (modelId) => modelId,
    judgements: createSqliteJudgements(database),
  })
  const settings = createFakeSettings({ jobsInFlight: 3 })
  let life: Life
  const service = createCountingService(() => life.clock.now())
  const parts = { journal, files, service, settings }
  life = await openLife({ ...parts, startedAt: Date.parse('2026-11-20T12:00:00Z') })
  const confirmed: string[] = []
  /** What was reported to the person as canceled with its batch. */
  const canceled = new Set<string>()

  function runs(): readonly Submission[] {
    return journal.list({ limit: 10_000 }).submissions
  }

  /** The next life begins where this one was killed. */
  async function begin(): Promise<void> {
    life = await openLife({ ...parts, startedAt: life.clock.now() + 1_000 })
  }

  async function restart(): Promise<void> {
    const closing = life.pipeline.close()
    await life.clock.advance(10_000)
    await closing
    await begin()
  }

  /** Runs work that the end of the process may cut short. */
  async function live(act: (life: Life) => unknown): Promise<void> {
    try {
      await act(life)
      await life.clock.advance(0)
    } catch (error) {
      if (!(error instanceof BlownFuseError)) throw error
    }
    while (life.fuse.isBlown) {
      try {
        await begin()
      } catch (error) {
        if (!(error instanceof BlownFuseError)) throw error
      }
    }
  }

  async function confirm(count: number, isTwice: boolean): Promise<void> {
    const submissionIds = Array.from({ length: count }, () => crypto.randomUUID())
    const values = { prompt: crypto.randomUUID() }
    const model = createCatalogue({ clock: systemClock, modelPaths: () => ({}) }).find('i3')
    if (!model) throw new Error('There is no such model.')
    const input = {
      submissionIds,
      modelId: 'i3',
      values,
      estimate: estimate({ pricing: model.pricing, schema: model.schema, values }),
      agreed: [],
    }
    await live(async ({ procedures, fuse }) => {
      const click = () => procedures['jobs.confirm'](input)
      const results = await Promise.all(isTwice ? [click(), click()] : [click()])
      // A process that is killed midway reports nothing to anyone.
      if (fuse.isBlown) throw new BlownFuseError()
      for (const result of results) if (!result.ok) throw new Error(result.error.message)
    })
    confirmed.push(...submissionIds.filter((submissionId) => journal.get(submissionId)))
  }

  const acts: {
    [Type in Happening['type']]: (happening: Happening & { readonly type: Type }) => Promise<void>
  } = {
    confirm: ({ count, isTwice }) => confirm(count, isTwice),
    fate: async ({ fate }) => void service.script.push(fate),
    wait: ({ milliseconds }) => live(({ clock }) => clock.advance(milliseconds)),
    move: ({ which: place, before }) =>
      live(({ procedures }) => {
        const batches = [...new Set(journal.waiting('sandbox', 1_000).map(({ batchId }) => batchId))]
        const [batchId, other] = [batches[place % batches.length], batches[before % batches.length]]
        if (!batchId || !other || batchId === other) return
        procedures['jobs.moveBatch']({ batchId, beforeBatchId: other, isExact: false })
        const order = [...new Set(journal.waiting('sandbox', 1_000).map((run) => run.batchId))]
        // A run on the wire is passed by none.
        if (journal.inState('sending').length > 0) return
        expect(order.indexOf(other)).toBe(order.indexOf(batchId) + 1)
      }),
    close: (happening) =>
      onRun(happening.which, (submissionId, { procedures }) => procedures['jobs.close']({ submissionId })),
    withdraw: (happening) =>
      onRun(happening.which, (submissionId, { procedures }) => procedures['jobs.withdraw']({ submissionId })),
    withdrawBatch: (happening) =>
      onRun(happening.which, (submissionId, { procedures }) => {
        const batchId = journal.get(submissionId)?.batchId ?? ''
        const result = procedures['jobs.withdrawBatch']({ batchId })
        for (const id of result.ok ? result.value.withdrawnIds : []) canceled.add(id)
      }),
    sendAgain: (happening) =>
      onRun(happening.which, (submissionId, { procedures }) =>
        procedures['jobs.sendAgain']({
          submissionId,
          newSubmissionId: crypto.randomUUID(),
          estimate: journal.get(submissionId)?.estimate ?? { kind: 'unlisted' },
          agreed: [],
        }),
      ),
    webhook: (happening) =>
      onRun(happening.which, (submissionId, { intake }) => notify(submissionId, intake)),
    crash: ({ afterWrites }) =>
      live(({ fuse }) => {
        if (afterWrites === 0) fuse.isBlown = true
        else fuse.writesLeft = Math.min(fuse.writesLeft, afterWrites)
      }),
    pause: () => live(({ procedures }) => procedures['jobs.pause']()),
    resume: () => live(({ procedures }) => procedures['jobs.resume']()),
    release: () => live(() => service.release()),
    list: async () => service.setListing(true),
    restart: () => live(() => restart()),
    wake: () => live(({ pipeline }) => pipeline.resumeAfterSleep()),
  }

  function onRun(place: number, act: (submissionId: string, life: Life) => unknown): Promise<void> {
    return live((now) => {
      const all = runs()
      const run = all[place % all.length]
      return run && act(run.submissionId, now)
    })
  }

  /** A verified delivery, read again: its own address identifies the run, so the job is this run's. */
  function notify(submissionId: string, intake: Life['intake']): void {
    const run = journal.get(submissionId)
    const own = service.purchases.find(
      ({ prompt, jobId, createdAt }) =>
        prompt === run?.values.prompt && run.sentAt === createdAt && !journal.findByJob(jobId),
    )
    if (own) intake.adopt(submissionId, sampleJob({ job_id: own.jobId }))
  }

  function happen(happening: Happening): Promise<void> {
    return (acts[happening.type] as (given: Happening) => Promise<void>)(happening)
  }

  /** No more faults, until nothing more happens. */
  async function calm(): Promise<void> {
    service.script.length = 0
    service.setListing(true)
    service.finish()
    await live(() => restart())
    for (let round = 0; round < 4; round += 1) {
      await live(() => service.release())
      await live(({ procedures }) => procedures['jobs.resume']())
      await live(({ clock }) => clock.advance(3_600_000))
    }
  }

  async function close(): Promise<void> {
    service.release()
    const closing = life.pipeline.close()
    await life.clock.advance(10_000)
    await closing
    database.close()
    rmSync(folder, { recursive: true })
  }

  return { service, journal, confirmed, canceled, runs, happen, calm, close }
}

type World = Awaited<ReturnType<typeof openDeps>>

/** Invariants at every moment. */
function check({ service, journal, confirmed, canceled, runs }: World): void {
  const all = runs()
  const claimed = all.filter(({ submissionId }) => canceled.has(submissionId))
  expect(claimed.filter(({ state }) => state !== 'withdrawn')).toEqual([])
  const known = new Set(all.map(({ submissionId }) => submissionId))
  expect(confirmed.filter((submissionId) => !known.has(submissionId))).toEqual([])
  for (const [prompt, together] of Map.groupBy(all, ({ values }) => String(values.prompt))) {
    expect(service.mayHaveBought(prompt), 'requests that may have bought').toBeLessThanOrEqual(
      together.length,
    )
  }
  const jobs = all.flatMap(({ job }) => job?.job_id ?? [])
  expect(new Set(jobs).size).toBe(jobs.length)
  const waiting = journal.waiting('sandbox', 1_000).map(({ batchId }) => batchId)
  const isTorn = waiting.some(
    (batchId, place) => waiting.indexOf(batchId) < place && waiting[place - 1] !== batchId,
  )
  expect(isTorn, 'a batch is torn apart').toBe(false)
}

/** Invariants when everything has ended. */
function checkEnd({ service, runs }: World): void {
  for (const [prompt, together] of Map.groupBy(runs(), ({ values }) => String(values.prompt))) {
    const bought = service.purchases.filter((purchase) => purchase.prompt === prompt)
    const states = together.map(({ state }) => state)
    expect(states.filter((state) => ['confirmed', 'sending', 'unsent'].includes(state))).toEqual([])
    const mayHave = states.filter((state) => ['accepted', 'unknown', 'closed'].includes(state))
    expect(bought.length, 'a paid job that no run stands for').toBeLessThanOrEqual(mayHave.length)
    for (const { state, job } of together) {
      expect(state === 'accepted').toBe(job !== null)
      if (job) expect(bought.map(({ jobId }) => jobId)).toContain(job.job_id)
    }
    if (together.length === 1 && bought.length === 1) expect(['accepted', 'closed']).toContain(states[0])
  }
}

// 80 lives of a queue, each of up to 40 events over a library of its own.
it('[JOB2] whatever happens, in whatever order, nothing is bought twice, nothing bought is lost, and the order is kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyHappening, { maxLength: 40 }), async (happenings) => {
      const deps = await openDeps()
      try {
        for (const happening of happenings) {
          await deps.happen(happening)
          check(deps)
        }
        await deps.calm()
        check(deps)
        checkEnd(deps)
      } finally {
        await deps.close()
      }
    }),
    { numRuns: 80 },
  )
}, 60_000)
