import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LedgerState, ledgerSorts, ledgerStates } from '../../shared/bridge/spend-views.ts'
import type { Estimate } from '../../shared/pricing/estimate.ts'
import { usd } from '../../shared/pricing/money.ts'
import { notBilled, settleWithoutResult } from '../../shared/pricing/settle.ts'
import type { LedgerPageQuery } from '../engine/spend/ports.ts'
import type { Submission } from '../engine/submissions/submission.ts'
import { openLibrary } from '../testing/open-library.ts'
import { recordStatements } from '../testing/record-statements.ts'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'
import { createSqliteLedger } from './sqlite-ledger.ts'
import { createSqliteLedgerLines } from './sqlite-ledger-lines.ts'

const always = { from: 0, to: Date.parse('2030-01-01T00:00:00Z') }
const exact = (dollars: number): Estimate => ({ kind: 'exact', microUsd: usd(dollars) })
const range: Estimate = { kind: 'range', minMicroUsd: usd(1), maxMicroUsd: usd(3), fields: [] }

async function open() {
  const library = await openLibrary()
  const { database, journal } = library
  function add(changes: Partial<Submission> = {}): string {
    const submission = sampleSubmission(changes)
    journal.insert([submission])
    journal.save({ ...submission, attempts: 0 })
    return submission.submissionId
  }
  function end(changes: Partial<Submission> = {}, at = '2026-11-20T12:00:00Z', status = 'completed'): string {
    const submission = sampleSubmission(changes)
    journal.insert([submission])
    const settled = status === 'completed' ? settleWithoutResult(submission.estimate) : notBilled
    const job = sampleJob({ status, completed_at: at })
    journal.saveEnd({ ...submission, state: 'accepted', job, settled }, [])
    if (settled.kind !== 'up_to' && status === 'completed')
      journal.saveSettled(submission.submissionId, settled)
    return submission.submissionId
  }
  const ledger = createSqliteLedgerLines(database, journal.accounts)
  const read = (query: Partial<LedgerPageQuery> = {}) =>
    ledger.lines({ account: 'sandbox', period: always, sort: 'newest', limit: 100, ...query })
  return { ...library, ledger, add, end, read }
}

test('[SPEND73] a run of unknown outcome is in no spent sum, and in what budgets and those of agents count; a closed one is in none', async () => {
  const { database, add, end } = await open()
  end({ estimate: exact(2), agent: 'Helper' })
  add({ state: 'unknown', estimate: exact(3), agent: 'Helper' })
  add({ state: 'closed', estimate: exact(5), agent: 'Helper' })
  const sums = createSqliteLedger(database)
  expect(sums.sums('sandbox', always).microUsd).toBe(usd(2))
  expect(sums.pending('sandbox').unknown).toEqual({ runs: 1, microUsd: usd(3), unlistedRuns: 0 })
  expect(sums.committedSince('sandbox', 0).committed).toBe(usd(5))
  expect(sums.committedByAgents('sandbox', 0)).toBe(usd(5))
})

describe('[SPEND8] the ledger', () => {
  test('has one line a run, in the state that its cost is in', async () => {
    const { add, end, read, ledger } = await open()
    const runs: Record<string, LedgerState> = {
      [end({ estimate: exact(2) })]: 'settled',
      [end({ estimate: range })]: 'open',
      [end({ estimate: { kind: 'unlisted' } })]: 'unlisted',
      [add({ state: 'accepted', job: sampleJob() })]: 'running',
      [add({ state: 'confirmed' })]: 'waiting',
      [add({ state: 'unsent' })]: 'waiting',
      [add({ state: 'unknown' })]: 'unknown',
      [add({ state: 'closed' })]: 'closed',
      [end({}, '2026-11-20T12:00:00Z', 'failed')]: 'not_billed',
      [end({}, '2026-11-20T12:00:00Z', 'cancelled')]: 'not_billed',
      [add({ state: 'rejected' })]: 'not_billed',
      [add({ state: 'withdrawn' })]: 'not_billed',
    }
    const { lines } = read()
    expect(Object.fromEntries(lines.map(({ submissionId, state }) => [submissionId, state]))).toEqual(runs)
    const counted = Object.entries(Object.groupBy(Object.values(runs), (state) => state))
    expect(ledger.states('sandbox', always)).toEqual(
      Object.fromEntries(counted.map(([state, all]) => [state, all.length])),
    )
    expect(ledger.states('sandbox', { ...always, to: 0 })).toEqual({})
    for (const state of ledgerStates)
      expect(read({ states: [state] }).lines.every((line) => line.state === state)).toBe(true)
  })

  test('filters by account, period, model, kind and the words of the prompt', async () => {
    const { add, end, read, ledger } = await open()
    const sea = end(
      { values: { prompt: 'A quiet sea' }, modelId: 'v2', kind: 'video' },
      '2026-11-19T23:59:59.999Z',
    )
    const boat = end({ values: { prompt: 'A red boat at sea' } }, '2026-11-20T00:00:00Z')
    const elsewhere = add({ serviceId: 'https://service.example', values: { prompt: 'A sea far away' } })
    const ids = (query: Partial<LedgerPageQuery>) => read(query).lines.map(({ submissionId }) => submissionId)
    expect(ids({})).toEqual([boat, sea])
    expect(ids({ account: null })).toEqual([elsewhere, boat, sea])
    expect(ids({ account: 'nobody' })).toEqual([])
    expect(ids({ period: { from: Date.parse('2026-11-20'), to: Date.parse('2026-11-21') } })).toEqual([boat])
    expect(ids({ modelId: 'v2' })).toEqual([sea])
    expect(ids({ kind: 'image' })).toEqual([boat])
    expect(ids({ search: 'red' })).toEqual([boat])
    expect(ids({ search: 'sea qui' })).toEqual([sea])
    expect(ids({ search: '"sea OR' })).toEqual([])
    expect(ledger.count({ account: null, period: always, search: 'sea' })).toBe(3)
  })

  test('pages by key through every run once, in each order, also across accounts', async () => {
    const { end, read } = await open()
    await fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), fc.boolean()), {
          maxLength: 12,
        }),
        fc.integer({ min: 1, max: 5 }),
        (runs, limit) => {
          for (const [dollars, hour, isHere] of runs)
            end(
              { estimate: exact(dollars), serviceId: isHere ? 'sandbox' : 'https://service.example' },
              `2026-11-20T0${hour}:00:00Z`,
            )
          for (const sort of ledgerSorts) {
            const whole = read({ account: null, sort, limit: 500 }).lines
            const paged: (typeof whole)[number][] = []
            let cursor: string | null = null
            do {
              const page = read({ account: null, sort, limit, ...(cursor && { cursor }) })
              paged.push(...page.lines)
              cursor = page.nextCursor
            } while (cursor !== null)
            expect(paged).toEqual(whole)
            expect(new Set(paged.map(({ submissionId }) => submissionId)).size).toBe(paged.length)
          }
        },
      ),
      { numRuns: 12 },
    )
    const costs = read({ account: null, sort: 'dearest', limit: 500 }).lines.map(({ settled }) =>
      settled?.kind === 'exact' ? settled.microUsd : 0,
    )
    expect(costs).toEqual(costs.toSorted((left, right) => right - left))
  })

  test('names the first file that is here, and starts anew with a cursor that it does not know', async () => {
    const { saveFile, addFile, read } = await open()
    addFile()
    const fileId = saveFile()
    expect(read().lines.map((line) => line.fileId)).toContain(fileId)
    expect(read({ cursor: 'DROP TABLE' }).lines).toHaveLength(2)
    expect(read({ cursor: '[1,"2"]' }).lines).toHaveLength(2)
  })

  test('reads its pages and sums from indexes', async () => {
    const { database, journal, end } = await open()
    end({ estimate: exact(2) })
    const { database: recorded, plans } = recordStatements(database)
    const ledger = createSqliteLedgerLines(recorded, journal.accounts)
    const query = { account: 'sandbox', period: always, modelId: 'i3' }
    for (const sort of ledgerSorts) {
      const cursor = JSON.stringify([Date.parse('2026-11-20T12:00:00Z'), 5])
      ledger.lines({ ...query, sort, limit: 9 })
      ledger.lines({ ...query, sort, limit: 9, cursor })
      const index = sort === 'newest' || sort === 'oldest' ? 'submissions_ledger' : 'submissions_ledger_rank'
      const read = plans()
      expect(read).toHaveLength(2)
      for (const plan of read) {
        expect(plan).toContain(`SEARCH submissions USING INDEX ${index} (`)
        expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY')
      }
    }
    const sums = createSqliteLedger(recorded)
    sums.sums('sandbox', always)
    sums.days('sandbox', always)
    sums.models('sandbox', always)
    const summed = plans()
    expect(summed).toHaveLength(3)
    for (const plan of summed) expect(plan).toContain('USING COVERING INDEX submissions_spend')
  })
})
