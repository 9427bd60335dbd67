import fc from 'fast-check'
import { describe, expect, it, test, vi } from 'vitest'
import type { LedgerLine, SpendDay, SpendSummary, SpendSums } from '../../../shared/bridge/spend-views.ts'
import { microUsd, usd } from '../../../shared/pricing/money.ts'
import { daysIn, isRange } from '../../reports/utc-dates.ts'
import { createFixtureStudio, done, failed, settle } from '../../testing/fixture-studio.ts'
import { fileView, studioStatus, submissionView } from '../../testing/fixtures.ts'
import { notices } from '../../words/en/notices.ts'
import { spend as spendWords } from '../../words/en/spend.ts'
import { english } from '../../words/en/words.ts'
import { createFormat } from '../../words/format.ts'
import { addUp, bucketsOf } from './chart-buckets.ts'
import { inCents } from './in-cents.ts'
import { costPerKeeper } from './keeper-cells.tsx'
import { localTime, writeLedgerCsv } from './ledger-csv.ts'
import { costWords } from './ledger-row.tsx'
import { createLedgerStore } from './ledger-store.ts'
import { rangeOf } from './presets.ts'
import { createSpendStore } from './spend-store.ts'
import { hasLines } from './spend-view.tsx'

const november = Date.UTC(2026, 10, 20)
const none = { jobs: 0, microUsd: microUsd(0), upToMicroUsd: microUsd(0), unlistedJobs: 0 }
const noOthers = { running: 0, waiting: 0, unknown: 0, closed: 0, not_billed: 0 }
const nothingPending = { runs: 0, microUsd: microUsd(0), unlistedRuns: 0 }

function day(date: string, some: Partial<SpendDay>): SpendDay {
  return { date, ...none, ...some }
}

function summary(some: Partial<SpendSummary> = {}): SpendSummary {
  return {
    account: 'sandbox',
    accounts: ['sandbox'],
    days: [],
    models: [],
    collections: [],
    totals: [],
    otherLines: noOthers,
    pending: { running: nothingPending, waiting: nothingPending, unknown: nothingPending },
    projection: { month: '2026-11', toDate: none, daysLeft: 10, pace: null },
    ...some,
  }
}

function line(some: Partial<LedgerLine> = {}): LedgerLine {
  return {
    submissionId: 'run',
    at: '2026-11-20T12:00:00.000Z',
    hasEnded: true,
    account: 'sandbox',
    modelId: 'v2',
    kind: 'video',
    prompt: 'A quiet sea',
    state: 'settled',
    estimate: { kind: 'exact', microUsd: usd(0.1) },
    settled: { kind: 'exact', microUsd: usd(0.1) },
    fileId: null,
    collections: [],
    keepers: 0,
    ...some,
  }
}

describe('[SPEND31] the details of a line', () => {
  const failedRun = submissionView({ submissionId: 'run', problem: null })

  it('are those of the run that was opened last, and follow it', async () => {
    const responses: Record<string, () => void> = {}
    const studio = createFixtureStudio({
      'jobs.get': ({ submissionId }) =>
        new Promise((resolve) => {
          responses[submissionId] = () => resolve(done({ ...failedRun, submissionId }))
        }),
    })
    const ledger = createLedgerStore(studio.bridge)
    ledger.openDetails(line({ submissionId: 'other' }))
    ledger.openDetails(line({ state: 'not_billed' }))
    await settle()
    responses.run?.()
    responses.other?.()
    await settle()
    expect(ledger.store.getState().details).toMatchObject({
      line: { submissionId: 'run' },
      run: { submissionId: 'run' },
    })
    studio.emit('submission.changed', { ...failedRun, sentAt: '2026-11-20T12:00:00.000Z' })
    expect(ledger.store.getState().details?.run?.sentAt).toBe('2026-11-20T12:00:00.000Z')
    ledger.closeDetails()
    studio.emit('submission.changed', failedRun)
    expect(ledger.store.getState().details).toBeNull()
    ledger.close()
  })

  it('say that they could not be read, and what the line tells stays', async () => {
    const studio = createFixtureStudio({ 'jobs.get': () => failed({ code: 'not_found', message: '' }) })
    const ledger = createLedgerStore(studio.bridge)
    ledger.openDetails(line({ state: 'closed' }))
    await settle()
    expect(ledger.store.getState().details).toMatchObject({ line: { state: 'closed' }, run: null })
    expect(ledger.store.getState().details?.failure).not.toBeNull()
    ledger.close()
  })
})

describe('[SPEND3] a period', () => {
  it.each([
    ['thisMonth', '2026-11-30T23:59:59.999Z', '2026-11-01', '2026-11-30'],
    ['thisMonth', '2026-12-01T00:00:00Z', '2026-12-01', '2026-12-31'],
    ['lastMonth', '2027-01-01T00:00:00Z', '2026-12-01', '2026-12-31'],
    ['thisMonth', '2028-02-29T12:00:00Z', '2028-02-01', '2028-02-29'],
    ['today', '2026-10-31T23:59:59.999Z', '2026-10-31', '2026-10-31'],
    ['today', '2026-11-01T00:00:00Z', '2026-11-01', '2026-11-01'],
    ['last7Days', '2026-11-20T23:59:59Z', '2026-11-14', '2026-11-20'],
    ['lastWeek', '2026-11-22T23:59:59Z', '2026-11-09', '2026-11-15'],
    ['lastWeek', '2026-11-23T00:00:00Z', '2026-11-16', '2026-11-22'],
    ['lastWeek', '2027-01-02T12:00:00Z', '2026-12-21', '2026-12-27'],
    ['last30Days', '2026-03-29T01:30:00Z', '2026-02-28', '2026-03-29'],
    ['last30Days', '2026-10-25T01:30:00Z', '2026-09-26', '2026-10-25'],
    ['thisYear', '2026-12-31T23:59:59.999Z', '2026-01-01', '2026-12-31'],
  ] as const)('%s at %s is %s to %s in every time zone', (preset, now, from, to) => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
      vi.stubEnv('TZ', zone)
      expect(rangeOf(preset, Date.parse(now))).toEqual({ from, to })
      vi.unstubAllEnvs()
    }
  })

  it('is no period where a date is none, or after the other', () => {
    expect(isRange({ from: '2026-11-01', to: '2026-11-01' })).toBe(true)
    for (const wrong of [
      { from: '2026-11-02', to: '2026-11-01' },
      { from: '', to: '2026-11-01' },
      { from: '2026-13-01', to: '2027-01-01' },
    ])
      expect(isRange(wrong)).toBe(false)
  })
})

describe('the chart', () => {
  const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })

  it('has every sum of the period in exactly one bar, whatever its length, and bars enough to be hit', () => {
    fc.assert(
      fc.property(
        date,
        fc.nat(3000),
        fc.array(fc.tuple(fc.nat(3000), fc.nat(1000)), { maxLength: 20 }),
        (start, length, spent) => {
          const from = start.toISOString().slice(0, 10)
          const to = new Date(start.getTime() + length * 86_400_000).toISOString().slice(0, 10)
          const byDate = new Map(
            spent.map(([after, cost]) => [
              new Date(Date.parse(from) + (after % (length + 1)) * 86_400_000).toISOString().slice(0, 10),
              cost,
            ]),
          )
          const days = [...byDate]
            .toSorted()
            .map(([at, cost]) => day(at, { jobs: 1, microUsd: microUsd(cost) }))
          const { buckets } = bucketsOf({ from, to }, days)
          expect(addUp(buckets as never)).toEqual(addUp(days))
          expect(buckets.length).toBeLessThanOrEqual(80)
          expect(new Set(buckets.map(({ key }) => key)).size).toBe(buckets.length)
          expect(buckets.map(({ key }) => key)).toEqual(buckets.map(({ key }) => key).toSorted())
        },
      ),
    )
  })

  it('shows days, months and years by the length of the period', () => {
    const unit = (from: string, to: string) => bucketsOf({ from, to }, []).unit
    expect([
      unit('2026-11-01', '2026-11-30'),
      unit('2026-01-01', '2026-12-31'),
      unit('2020-01-01', '2026-12-31'),
    ]).toEqual(['day', 'month', 'year'])
    expect(bucketsOf({ from: '2026-02-01', to: '2026-03-01' }, []).buckets).toHaveLength(29)
  })
})

describe('the CSV', () => {
  const read = (csv: string) =>
    csv
      .split('\r\n')
      .slice(0, -1)
      .map((row) => row.split(','))

  it('has dollars with six decimals and micro-dollars, and nothing where a sum is not known', () => {
    const csv = writeLedgerCsv(
      [
        line({ settled: { kind: 'exact', microUsd: usd(1234.000005) } }),
        line({ settled: { kind: 'up_to', microUsd: usd(0.075), fields: [] }, state: 'open' }),
        line({ settled: { kind: 'unlisted' }, estimate: { kind: 'unlisted' }, state: 'unlisted' }),
      ],
      () => null,
    )
    const [head, ...rows] = read(csv)
    const cell = (row: number, name: string) => rows[row]?.[head?.indexOf(name) ?? -1]
    expect([cell(0, 'settled_usd'), cell(0, 'settled_micro_usd'), cell(0, 'up_to_usd')]).toEqual([
      '1234.000005',
      '1234000005',
      '',
    ])
    expect([cell(1, 'settled_usd'), cell(1, 'up_to_usd'), cell(1, 'up_to_micro_usd')]).toEqual([
      '',
      '0.075000',
      '75000',
    ])
    expect([cell(2, 'settled_usd'), cell(2, 'estimate_at_most_usd')]).toEqual(['', ''])
  })

  it('[SPEND72] says 0 of what cost nothing, and nothing of what has no price, or none yet', () => {
    const states = ['not_billed', 'unlisted', 'running', 'waiting', 'unknown', 'closed'] as const
    const csv = writeLedgerCsv(
      states.map((state) => line({ state, settled: null })),
      () => null,
    )
    const [head, ...rows] = read(csv)
    const column = (name: string) => rows.map((row) => row[head?.indexOf(name) ?? -1])
    expect(column('settled_usd')).toEqual(['0.000000', '', '', '', '', ''])
    expect(column('settled_micro_usd')).toEqual(['0', '', '', '', '', ''])
    expect(column('up_to_usd')).toEqual(['', '', '', '', '', ''])
  })

  it('gives no spreadsheet a formula, and keeps quotes and line ends inside of their cell', () => {
    const csv = writeLedgerCsv([line({ prompt: '=1+1, "quoted"\nnext' })], () => '+5 s')
    expect(csv).toContain(`"'=1+1, ""quoted""\nnext"`)
    expect(csv).toContain(`,'+5 s,`)
  })

  it.each([
    ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00+02:00'],
    ['Europe/Berlin', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00+01:00'],
    ['America/St_Johns', '2026-11-01T00:00:00.000Z', '2026-10-31T21:30:00-02:30'],
    ['UTC', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00+00:00'],
  ])('writes the local time of %s with its offset: %s', (zone, at, expected) => {
    vi.stubEnv('TZ', zone)
    expect(localTime(at)).toBe(expected)
    vi.unstubAllEnvs()
  })
})

it.each([
  ['America/New_York', 'Oct 24, 2026, 8:30\u00a0PM'],
  ['Europe/Berlin', 'Oct 25, 2026, 2:30\u00a0AM'],
])('a line’s time is local in %s, beside its UTC day', (zone, local) => {
  vi.stubEnv('TZ', zone)
  const at = '2026-10-25T00:30:00.000Z'
  expect(createFormat('en-US').dateTime(at)).toBe(local)
  expect(spendWords.ledger.utc(at)).toBe('2026-10-25 00:30 UTC')
  expect(spendWords.bucket('2026-10-25')).toBe('Oct 25, 2026')
  vi.unstubAllEnvs()
})

test('[SPEND60] beside the jobs stand the lines of the ledger that are none', () => {
  const { jobsNote, exportNote } = spendWords
  expect(jobsNote(0, noOthers)).toBe('None completed.')
  expect(jobsNote(3, { ...noOthers, not_billed: 8 })).toBe(
    'Completed on 3 days. The ledger has more runs: 8 that cost nothing.',
  )
  expect(jobsNote(1, { running: 1, waiting: 2, unknown: 1, closed: 1, not_billed: 4 })).toBe(
    'Completed on 1 day. The ledger has more runs: 1 under way, 2 waiting, 1 of unknown outcome, 1 closed without a known outcome, and 4 that cost nothing.',
  )
  expect(exportNote(51, 43)).toBe('51 lines were exported, 43 of them completed jobs.')
  expect(exportNote(1, 1)).toBe('1 line was exported.')
})

test('[SPEND590] a period has lines to export with completed jobs, and with runs that are none', () => {
  expect(hasLines(summary())).toBe(false)
  expect(hasLines(summary({ days: [day('2026-11-20', { jobs: 1 })] }))).toBe(true)
  expect(hasLines(summary({ otherLines: { ...noOthers, not_billed: 1 } }))).toBe(true)
})

describe('[SPEND70] a table in cents contradicts nothing, or it is in full', () => {
  const row = (microUsd: number, estimatedMicroUsd = microUsd) => ({
    microUsd,
    estimatedMicroUsd,
    jobs: 6,
    unlistedJobs: 0,
  })
  const cents = (amount: number) => amount * 10_000

  test.each([
    ['sums that add up', [row(2_160_000), row(1_051_000), row(471_000)], [216, 105, 47], [216, 105, 47]],
    [
      'the row with most above a cent goes up',
      [row(2_156_800), row(1_050_000), row(476_800)],
      [216, 105, 47],
      [216, 105, 47],
    ],
    ['a single job', [row(539_200)], [54], [54]],
    ['a difference of the amounts beside it', [row(475_000, 720_000)], [48], [72]],
    ['equal amounts among others', [row(475_000), row(31_000, 55_500)], [48, 3], [48, 5]],
    [
      'equal amounts alike, in the place of another',
      [row(15_000), row(15_000), row(4_000)],
      [1, 1, 1],
      [1, 1, 1],
    ],
    ['no rows', [], [], []],
  ] as const)('%s', (_, rows, settled, estimated) => {
    expect(inCents(rows)).toEqual(
      settled.map((one, at) => ({ microUsd: cents(one), estimatedMicroUsd: cents(estimated[at] ?? 0) })),
    )
  })

  test('a difference of less than a cent is no other one, and where none can be shown all is in full', () => {
    expect(inCents([row(54_000, 51_000)])).toEqual([{ microUsd: cents(5), estimatedMicroUsd: cents(5) }])
    expect(inCents([row(56_000, 54_000)])).toEqual([{ microUsd: cents(6), estimatedMicroUsd: cents(5) }])
    expect(inCents([row(4_000), row(4_000, 0)])).toBeNull()
    // Equal amounts that would read apart, or a smaller one that would read as more.
    expect(inCents([row(475_000), row(475_000)])).toBeNull()
    expect(inCents([row(5_000), row(5_000), row(4_000)])).toBeNull()
  })

  test('any table adds up, stays within a cent of each amount, keeps each sign, and equal amounts read alike', () => {
    const amount = fc.oneof(
      fc.integer({ min: 0, max: 9_000_000 }),
      fc.constantFrom(4_000, 5_000, 15_000, 475_000, 476_000),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, fc.option(amount)), { maxLength: 8 }), (pairs) => {
        const rows = pairs.map(([settled, estimated]) => row(settled, estimated ?? settled))
        const shown = inCents(rows)
        if (!shown) return
        for (const key of ['microUsd', 'estimatedMicroUsd'] as const) {
          const sum = (all: readonly { readonly [Name in typeof key]: number }[]) =>
            all.reduce((total, one) => total + one[key], 0)
          expect(sum(shown)).toBe(cents(Math.round(sum(rows) / cents(1))))
          for (const [at, one] of rows.entries())
            for (const [other, another] of rows.entries())
              if (one[key] >= another[key])
                expect(shown[at]?.[key] ?? 0).toBeGreaterThanOrEqual(shown[other]?.[key] ?? 0)
        }
        for (const [at, one] of rows.entries()) {
          const { microUsd: settled = 0, estimatedMicroUsd: estimated = 0 } = shown[at] ?? {}
          expect(Math.abs(settled - one.microUsd)).toBeLessThan(cents(1))
          expect(Math.abs(estimated - one.estimatedMicroUsd)).toBeLessThan(cents(1))
          const [difference, whole] = [settled - estimated, one.microUsd - one.estimatedMicroUsd]
          expect(difference === 0 || Math.sign(difference) === Math.sign(whole)).toBe(true)
        }
      }),
    )
  })

  test('the difference is in full as well, and what may be charged says what counts it', () => {
    expect(spendWords.differenceOf(-245_000, true)).toBe('−$0.245')
    const unknown = { runs: 1, microUsd: microUsd(5), unlistedRuns: 0 }
    expect(spendWords.unknownNote(unknown)).toBe(
      'At most; 1 run that may have been charged, not settled until it is found or closed; budgets count it.',
    )
  })
})

test('[SPEND61] a sum is in cents, the most that it can be rounded up, and the notice says it as the page does', () => {
  const { total, atMost, exactAtMost, sum, differenceOf } = spendWords
  expect([total(224_000), atMost(224_000), exactAtMost(224_000)]).toEqual(['$0.22', '≤ $0.23', '≤ $0.224'])
  expect([atMost(230_000), atMost(1)]).toEqual(['≤ $0.23', '≤ $0.01'])
  expect(sum({ microUsd: 225_000, upToMicroUsd: 1_001_000 })).toBe('$0.23 + ≤ $1.01')
  expect([differenceOf(25_000), differenceOf(-3_400), differenceOf(0)]).toEqual([
    '+$0.03',
    '−$0.0034',
    'none',
  ])
  const waiting = { runs: 3, microUsd: microUsd(225_000), unlistedRuns: 0 }
  expect(notices.waiting(waiting, null)).toBe('3 runs wait, at most $0.23 together.')
  expect(notices.waiting(waiting, { id: 'sandbox', name: null })).toBe(
    'In the sandbox, 3 runs wait, at most $0.23 together.',
  )
  expect(notices.waitingInFull(waiting)).toBe('At most $0.225 together.')
  expect(notices.waitingInFull({ ...waiting, microUsd: microUsd(220_000) })).toBeNull()
})

test('[SPEND63] of a run without a listed price and a known outcome is said that it may be charged', () => {
  const { pricing } = english
  const unknown = line({ state: 'unknown', settled: null, estimate: { kind: 'unlisted' } })
  expect(costWords(unknown, spendWords, pricing)).toEqual({ amount: '–', working: 'may be charged' })
  const listed = { ...unknown, estimate: line().estimate }
  expect(costWords(listed, spendWords, pricing).working).toMatch(/^may have cost .*\$0\.10$/)
})

describe('the spend screen', () => {
  function start(at = november) {
    const clock = { now: at }
    const studio = createFixtureStudio({
      'spend.summary': () => done(summary()),
      'spend.ledger': ({ cursor }) =>
        done({
          lines: [line({ submissionId: cursor ?? 'first' })],
          nextCursor: cursor === undefined ? 'second' : null,
          total: cursor === undefined ? 2 : null,
        }),
    })
    const spend = createSpendStore({ bridge: studio.bridge, now: () => clock.now })
    return { clock, studio, spend, requested: () => studio.inputs('spend.summary') }
  }

  it('requests the dates of its period, and another account’s', async () => {
    const { spend, requested } = start()
    await spend.refresh()
    spend.choose('lastMonth')
    spend.chooseAccount('https://service.example')
    await settle()
    expect(requested()).toEqual([
      { from: '2026-11-01', to: '2026-11-30' },
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2026-10-01', to: '2026-10-31', account: 'https://service.example' },
    ])
  })

  it('[SPEND62] lists the lines of one account again once one is chosen, and keeps the choice meanwhile', async () => {
    const { studio, spend } = start()
    studio.respond({ 'spend.summary': () => done(summary({ accounts: ['sandbox', 'https://a.example'] })) })
    await spend.refresh()
    spend.ledger.filter({ allAccounts: true })
    spend.chooseAccount('https://a.example')
    expect(spend.store.getState()).toMatchObject({
      summary: null,
      accounts: ['sandbox', 'https://a.example'],
    })
    expect(spend.ledger.store.getState().allAccounts).toBe(false)
    await settle()
    // The page shows one account and no filter: so does what is exported from it.
    spend.ledger.filter({ allAccounts: true, state: 'unknown' })
    await spend.ledger.readAll({ isFiltered: false })
    const asked = studio.inputs('spend.ledger').at(-1)
    expect(asked?.account).toBe('sandbox')
    expect(asked).not.toHaveProperty('states')
  })

  it('reads the person’s own dates once both are in order', async () => {
    const { spend, requested } = start()
    await spend.refresh()
    spend.choose('own')
    spend.type({ from: '2026-12-01' })
    spend.type({ to: '2026-12-24' })
    await settle()
    expect(requested().slice(1)).toEqual([{ from: '2026-12-01', to: '2026-12-24' }])
  })

  it('[SPEND11] is in the new month once midnight UTC has passed', async () => {
    const { clock, spend, studio, requested } = start(Date.parse('2026-11-30T23:59:00Z'))
    await spend.refresh()
    studio.emit('studio.changed', studioStatus())
    clock.now = Date.parse('2026-12-01T00:00:01Z')
    studio.emit('studio.changed', studioStatus())
    await settle()
    expect(requested().at(-1)).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(spend.store.getState().range.from).toBe('2026-12-01')
  })

  it('[SPEND11] is of another day once midnight UTC has passed within a month', async () => {
    const { clock, spend, studio, requested } = start(Date.parse('2026-11-20T23:59:00Z'))
    spend.choose('last30Days')
    await settle()
    studio.emit('studio.changed', studioStatus())
    await settle()
    clock.now = Date.parse('2026-11-21T00:00:01Z')
    studio.emit('studio.changed', studioStatus())
    await settle()
    expect(requested().at(-1)).toEqual({ from: '2026-10-23', to: '2026-11-21' })
  })

  it('[SPEND11] reads again once for what an ended run settles at, and once its file is here', async () => {
    const { spend, studio, requested } = start()
    await spend.refresh()
    const settled = { kind: 'exact', microUsd: usd(0.1) } as const
    const file = fileView({ state: 'downloading' })
    studio.emit('submission.changed', submissionView({ settled: null }))
    await settle()
    expect(requested()).toHaveLength(1)
    for (let progress = 0; progress < 5; progress += 1)
      studio.emit('submission.changed', submissionView({ settled, files: [file] }))
    await settle()
    expect(requested()).toHaveLength(2)
    studio.emit('submission.changed', submissionView({ settled, files: [{ ...file, state: 'saved' }] }))
    await settle()
    expect(requested()).toHaveLength(3)
  })

  it('reads once more, not once each, for what changes while it reads', async () => {
    const { spend, studio, requested } = start()
    await spend.refresh()
    const settled = { kind: 'exact', microUsd: usd(0.1) } as const
    for (const submissionId of ['a', 'b', 'c', 'd'])
      studio.emit('submission.changed', submissionView({ submissionId, settled }))
    await settle()
    expect(requested()).toHaveLength(3)
  })

  it('requests again when money or jobs changed, and only then', async () => {
    const { spend, studio, requested } = start()
    await spend.refresh()
    studio.emit('studio.changed', studioStatus({ jobsRunning: 1 }))
    studio.emit('studio.changed', studioStatus({ jobsRunning: 1, dataFolder: '/elsewhere' }))
    await settle()
    expect(requested()).toHaveLength(2)
  })

  it('shows neither an older response over a newer one nor another period’s', async () => {
    const { spend, studio } = start()
    const responses: ((runs: number) => void)[] = []
    studio.respond({
      'spend.summary': () =>
        new Promise((resolve) => {
          responses.push((runs) => {
            const { pending } = summary()
            resolve(done(summary({ pending: { ...pending, running: { ...nothingPending, runs } } })))
          })
        }),
    })
    async function respond(request: number, runs: number) {
      responses[request]?.(runs)
      await settle()
    }
    const shown = () => spend.store.getState().summary?.pending.running.runs
    void spend.refresh()
    void spend.refresh()
    await settle()
    await respond(1, 2)
    await respond(0, 1)
    expect(shown()).toBe(2)
    void spend.refresh()
    spend.choose('lastMonth')
    await settle()
    await respond(2, 3)
    expect(shown()).toBeUndefined()
    await respond(3, 4)
    expect(shown()).toBe(4)
  })

  it('reads lines once they are shown, page by page, and anew with a filter', async () => {
    const { spend, studio } = start()
    await spend.refresh()
    expect(studio.inputs('spend.ledger')).toEqual([])
    spend.ledger.open()
    await settle()
    await spend.ledger.more()
    const { lines, total } = spend.ledger.store.getState()
    expect([lines?.map(({ submissionId }) => submissionId), total]).toEqual([['first', 'second'], 2])
    spend.ledger.filter({ state: 'unknown', search: ' sea ', allAccounts: true, sort: 'dearest' })
    await settle()
    expect(studio.inputs('spend.ledger').at(-1)).toMatchObject({
      account: null,
      from: '2026-11-01',
      to: '2026-11-30',
      states: ['unknown'],
      search: 'sea',
      sort: 'dearest',
    })
  })

  it('exports what was shown when it began, whatever is shown meanwhile', async () => {
    const { spend, studio } = start()
    await spend.refresh()
    const exporting = spend.ledger.readAll({ isFiltered: true })
    spend.ledger.filter({ sort: 'cheapest', search: 'sea' })
    await exporting
    const asked = studio.inputs('spend.ledger').filter(({ limit }) => limit === 500)
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.map(({ sort, search }) => [sort, search])).toEqual(asked.map(() => ['newest', undefined]))
  })

  it('says that further lines could not be read, beside those that were, and reads them again when asked', async () => {
    const { spend, studio } = start()
    const { ledger } = spend
    await spend.refresh()
    ledger.open()
    await settle()
    const respond = studio.respond
    respond({ 'spend.ledger': () => failed({ code: 'internal', message: '' }) })
    await ledger.more()
    expect(ledger.store.getState()).toMatchObject({ failure: { code: 'internal' }, lines: [{}] })
    respond({
      'spend.ledger': () =>
        done({ lines: [line(), line({ submissionId: 'b' })], nextCursor: null, total: 2 }),
    })
    await ledger.retry()
    expect(ledger.store.getState()).toMatchObject({ failure: null, lines: [{}, {}] })
  })

  it('exports every line, and reports what failed', async () => {
    const { spend, studio } = start()
    await spend.refresh()
    expect(await spend.ledger.readAll({ isFiltered: true })).toMatchObject({
      ok: true,
      value: [{ submissionId: 'first' }, { submissionId: 'second' }],
    })
    studio.respond({ 'spend.ledger': () => failed({ code: 'internal', message: '' }) })
    expect(await spend.ledger.readAll({ isFiltered: true })).toMatchObject({ ok: false })
    expect(spend.ledger.store.getState().exported).toBeNull()
  })
})

it('a period has its days, the first and the last counted', () => {
  expect([
    daysIn({ from: '2026-10-25', to: '2026-10-25' }),
    daysIn({ from: '2026-10-01', to: '2026-10-31' }),
  ]).toEqual([1, 31])
})

describe('[SPEND41] the cost per keeper', () => {
  const costOf = (files: number, besideFiles: number, sums: Partial<SpendSums>) => {
    const keepers = { files, jobs: files, besideFiles }
    return costPerKeeper({ microUsd: usd(0), upToMicroUsd: usd(0), unlistedJobs: 0, ...sums, keepers })
  }

  it('is the settled sum by the keepers, to the micro-dollar, and nothing without one', () => {
    expect(costOf(3, 2, { microUsd: usd(1.75), unlistedJobs: 1 })).toEqual({
      kind: 'exact',
      microUsd: 583_333,
    })
    expect(costOf(1, 0, { microUsd: usd(0.04) })).toEqual({ kind: 'exact', microUsd: 40_000 })
    expect(costOf(0, 0, { microUsd: usd(3), upToMicroUsd: usd(1) })).toBe(null)
  })

  it('[SPEND370] is at most the sum of settled and open prices where only jobs without an exact price made keepers', () => {
    expect(costOf(0, 3, { microUsd: usd(1), upToMicroUsd: usd(1) })).toEqual({
      kind: 'at_most',
      microUsd: 666_667,
    })
    expect(spendWords.keepers.bounds.at_most(666_667)).toBe('≤ $0.67')
  })

  it('[SPEND370] is at least the settled sum where some of them have no listed price, and unknown without one', () => {
    expect(costOf(0, 3, { microUsd: usd(1), upToMicroUsd: usd(1), unlistedJobs: 1 })).toEqual({
      kind: 'at_least',
      microUsd: 333_333,
    })
    expect(costOf(0, 3, { upToMicroUsd: usd(1), unlistedJobs: 1 })).toBe(null)
    const { bounds } = spendWords.keepers
    expect([bounds.at_least(339_999), bounds.at_least(9_999)]).toEqual(['≥ $0.33', '≥ $0.009999'])
  })

  it('gives the reason where there is none', () => {
    const { reason } = spendWords.keepers
    expect([reason(1), reason(0)]).toEqual([
      'The jobs that made keepers have no listed price.',
      'No file of this model is a keeper yet.',
    ])
  })
})

it('[SPEND43] the export names a run’s collections and counts its keepers', () => {
  const csv = writeLedgerCsv([line({ collections: ['Dunes', 'Seas, calm'], keepers: 2 })], () => null)
  const [heads = '', row = ''] = csv.split('\r\n')
  expect(heads).toContain(',working,collections,keepers,run_id')
  expect(row).toContain(',,"Dunes; Seas, calm",2,run')
})
