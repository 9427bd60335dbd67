import { describe, expect, test } from 'vitest'
import { flags, isKeeper, unjudged } from '../../shared/library/judgement.ts'
import type { Estimate } from '../../shared/pricing/estimate.ts'
import { usd } from '../../shared/pricing/money.ts'
import { settleWithoutResult } from '../../shared/pricing/settle.ts'
import { openLibrary } from '../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'
import { createSqliteCollections } from './sqlite-collections.ts'
import { createSqliteExportedFiles } from './sqlite-exported-files.ts'
import { createSqliteJudgements } from './sqlite-judgements.ts'
import { createSqliteLedger } from './sqlite-ledger.ts'
import { createSqliteLedgerLines } from './sqlite-ledger-lines.ts'

const november = { from: Date.parse('2026-11-01T00:00:00Z'), to: Date.parse('2026-12-01T00:00:00Z') }
const exact = (dollars: number): Estimate => ({ kind: 'exact', microUsd: usd(dollars) })
const range: Estimate = { kind: 'range', minMicroUsd: usd(1), maxMicroUsd: usd(3), fields: [] }

interface Made {
  readonly estimate: Estimate
  readonly files?: number
  readonly at?: string
  readonly modelId?: string
  readonly account?: string
}

async function open() {
  const { database, journal } = await openLibrary()
  const judgements = createSqliteJudgements(database)
  const collections = createSqliteCollections(database)
  let count = 0

  /** A completed run; returns the ids of its files. */
  function complete({
    estimate,
    files = 1,
    at = '2026-11-20T12:00:00Z',
    modelId = 'i3',
    account = 'sandbox',
  }: Made) {
    const submission = sampleSubmission({ estimate, modelId, serviceId: account })
    journal.insert([submission])
    const made = Array.from({ length: files }, (_, ordinal) => {
      count += 1
      const fileId = `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`
      return { fileId, ordinal, url: 'https://a.example', name: `file-${count}` }
    })
    const job = sampleJob({ status: 'completed', completed_at: at })
    journal.saveEnd({ ...submission, state: 'accepted', job, settled: settleWithoutResult(estimate) }, made)
    return made.map(({ fileId }) => fileId)
  }
  const collect = (collectionId: string, name: string, fileIds: readonly string[]) =>
    collections.create({ collectionId, name, fileIds, at: 1 })
  return {
    complete,
    collect,
    judgements,
    exported: createSqliteExportedFiles(database),
    collections,
    ledger: createSqliteLedger(database),
    lines: createSqliteLedgerLines(database, journal.accounts),
  }
}

test('[SPEND41] a row counts as a keeper exactly where its judgement does', async () => {
  const { complete, judgements, ledger } = await open()
  const [fileId = ''] = complete({ estimate: exact(1) })
  for (const rating of [0, 2, 3, 5])
    for (const flag of flags)
      for (const isFavorite of [false, true]) {
        judgements.judge([{ fileIds: [fileId], rating, flag, isFavorite, label: 6 }], 1)
        const kept = ledger.keepers('sandbox', november)
        expect(kept.length).toBe(isKeeper({ ...unjudged, rating, flag, isFavorite }, false) ? 1 : 0)
      }
})

test('[SPEND41] an exported file is a keeper, once, whatever its judgement', async () => {
  const { complete, judgements, ledger, lines, exported } = await open()
  const [one = '', two = ''] = complete({ estimate: exact(1), files: 3 })
  exported.mark([one], 1)
  exported.mark([one, two, 'no such file'], 2)
  judgements.judge([{ fileIds: [one], rating: 5, flag: 'reject' }], 1)
  expect(isKeeper(unjudged, true)).toBe(true)
  expect(ledger.keepers('sandbox', november)).toEqual([
    { modelId: 'i3', kind: 'image', keepers: { files: 2, jobs: 1, besideFiles: 0 } },
  ])
  const page = lines.lines({ account: 'sandbox', period: november, sort: 'newest', limit: 10 })
  expect(page.lines.map(({ keepers }) => keepers)).toEqual([2])
})

test('[SPEND41] [SPEND42] keepers of settled jobs and the jobs that made them are counted, others beside them', async () => {
  const { complete, judgements, ledger } = await open()
  const [one = '', two = ''] = complete({ estimate: exact(1), files: 4 })
  const [three = ''] = complete({ estimate: exact(0.5) })
  complete({ estimate: exact(0.25) })
  const [open_ = ''] = complete({ estimate: range })
  const [unlisted = ''] = complete({ estimate: { kind: 'unlisted' } })
  const [earlier = ''] = complete({ estimate: exact(9), at: '2026-10-31T23:59:59.999Z' })
  const [elsewhere = ''] = complete({ estimate: exact(9), account: 'https://service.example' })
  const [video = ''] = complete({ estimate: exact(2), modelId: 'v4' })
  judgements.judge(
    [
      { fileIds: [one, open_, earlier, elsewhere], rating: 3 },
      { fileIds: [two, unlisted], flag: 'pick' },
      { fileIds: [three], isFavorite: true, flag: 'reject' },
      { fileIds: [video], rating: 2 },
    ],
    1,
  )
  expect(ledger.keepers('sandbox', november)).toEqual([
    { modelId: 'i3', kind: 'image', keepers: { files: 3, jobs: 2, besideFiles: 2 } },
  ])
  // 1.75 dollars of three settled jobs: 0.58 and a third for each of three keepers.
  expect(ledger.models('sandbox', november).find(({ modelId }) => modelId === 'i3')).toMatchObject({
    jobs: 5,
    settledJobs: 3,
    microUsd: usd(1.75),
    upToMicroUsd: usd(3),
    unlistedJobs: 1,
  })
})

describe('[SPEND40] by collection', () => {
  const [seas, dunes, empty] = [1, 2, 3].map((n) => `0199a4d2-7b1c-7c3e-8f00-00000000000${n}`) as [
    string,
    string,
    string,
  ]

  test('a job counts once in each that has a file of it, and what is in none is one line', async () => {
    const { complete, collect, collections, ledger } = await open()
    const four = complete({ estimate: exact(1), files: 4 })
    const [half = ''] = complete({ estimate: exact(0.5) })
    const [open_ = ''] = complete({ estimate: range })
    complete({ estimate: exact(0.25) })
    complete({ estimate: { kind: 'unlisted' } })
    expect(ledger.collections('sandbox', november)).toEqual([])
    collect(seas, 'Seas', [...four.slice(0, 3), half])
    collect(dunes, 'Dunes', [...four.slice(2), open_])
    collect(empty, 'Nothing', [])
    expect(ledger.collections('sandbox', november)).toEqual([
      {
        collection: { collectionId: dunes, name: 'Dunes' },
        jobs: 2,
        microUsd: usd(1),
        upToMicroUsd: usd(3),
        unlistedJobs: 0,
      },
      {
        collection: { collectionId: seas, name: 'Seas' },
        jobs: 2,
        microUsd: usd(1.5),
        upToMicroUsd: 0,
        unlistedJobs: 0,
      },
      { collection: null, jobs: 2, microUsd: usd(0.25), upToMicroUsd: 0, unlistedJobs: 1 },
    ])
    collections.delete(dunes, 2)
    expect(ledger.collections('sandbox', november)).toMatchObject([
      { collection: { name: 'Seas' }, microUsd: usd(1.5) },
      { collection: null, jobs: 3, microUsd: usd(0.25), upToMicroUsd: usd(3), unlistedJobs: 1 },
    ])
  })

  test('[SPEND43] a line names the collections of its run, and counts its keepers', async () => {
    const { complete, collect, judgements, lines } = await open()
    const four = complete({ estimate: exact(1), files: 4 })
    complete({ estimate: exact(2), at: '2026-11-19T12:00:00Z' })
    collect(seas, 'Seas', four)
    collect(dunes, 'Dunes', four.slice(1))
    judgements.judge([{ fileIds: four.slice(2), rating: 4 }], 1)
    const query = { account: 'sandbox', period: november, sort: 'newest', limit: 9 } as const
    expect(lines.lines(query).lines).toMatchObject([
      { collections: ['Dunes', 'Seas'], keepers: 2 },
      { collections: [], keepers: 0 },
    ])
  })
})
