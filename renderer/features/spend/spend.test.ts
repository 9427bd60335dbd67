import { describe, expect, it } from 'vitest'
import type { SpendRow } from '../../../shared/bridge/views.ts'
import { microUsd } from '../../../shared/pricing/money.ts'
import { createFixtureStudio, done, settle } from '../../testing/fixture-studio.ts'
import { studioStatus } from '../../testing/fixtures.ts'
import { daysOf, monthOf, shiftMonth } from './month.ts'
import { createSpendStore } from './spend-store.ts'
import { summarize } from './summarize.ts'

const november = Date.UTC(2026, 10, 20)

function row(date: string, modelId: string, some: Partial<SpendRow>): SpendRow {
  const nothing = { jobs: 0, microUsd: microUsd(0), upToMicroUsd: microUsd(0), unlistedJobs: 0 }
  return { date, account: 'sandbox', modelId, ...nothing, ...some }
}

describe('a month', () => {
  it('is the UTC month, whatever the hour', () => {
    expect(monthOf(Date.UTC(2026, 10, 30, 23, 59))).toBe('2026-11')
    expect(monthOf(Date.UTC(2026, 11, 1))).toBe('2026-12')
  })

  it('has its days, in leap years too', () => {
    expect(daysOf('2026-11')).toHaveLength(30)
    expect(daysOf('2028-02').at(-1)).toBe('2028-02-29')
  })

  it('turns over the year', () => {
    expect(shiftMonth('2026-12', 1)).toBe('2027-01')
    expect(shiftMonth('2026-01', -1)).toBe('2025-12')
  })
})

describe('the sums of a month', () => {
  const sum = summarize('2026-11', [
    row('2026-11-02', 'v1', { jobs: 2, microUsd: microUsd(300), unlistedJobs: 0 }),
    row('2026-11-02', 'i3', { jobs: 5, microUsd: microUsd(0), unlistedJobs: 5 }),
    row('2026-11-09', 'v2', { jobs: 1, microUsd: microUsd(900), unlistedJobs: 0 }),
  ])

  it('add up by day, including days without spend', () => {
    expect(sum.days).toHaveLength(30)
    expect(sum.days[1]).toEqual({
      date: '2026-11-02',
      jobs: 7,
      microUsd: 300,
      upToMicroUsd: 0,
      unlistedJobs: 5,
    })
    expect(sum.activeDays).toBe(2)
    expect(sum.largestDay).toBe(900)
  })

  it('add up by model, the most expensive first, and count jobs without a listed price', () => {
    expect(sum.models.map((model) => model.modelId)).toEqual(['v2', 'v1', 'i3'])
    expect(sum).toMatchObject({ jobs: 8, microUsd: 1200, unlistedJobs: 5 })
  })
})

describe('the spend screen', () => {
  function start() {
    const studio = createFixtureStudio({
      'spend.summary': () => done({ rows: [], running: [] }),
    })
    const spend = createSpendStore({ bridge: studio.bridge, now: () => november })
    return { studio, spend, requested: () => studio.calls.map((call) => call.input) }
  }

  it('requests whole months, and never a future one', async () => {
    const { spend, requested } = start()
    await spend.refresh()
    spend.step(1)
    spend.step(-1)
    await settle()
    expect(requested()).toEqual([
      { from: '2026-11-01', to: '2026-11-30' },
      { from: '2026-10-01', to: '2026-10-31' },
    ])
  })

  it('requests again when money or jobs changed, and only then', async () => {
    const { spend, studio, requested } = start()
    await spend.refresh()
    studio.emit('studio.changed', studioStatus({ jobsRunning: 1 }))
    studio.emit('studio.changed', studioStatus({ jobsRunning: 1, dataFolder: '/elsewhere' }))
    await settle()
    expect(requested()).toHaveLength(2)
  })

  it('shows neither an older response over a newer one nor another month’s', async () => {
    const { spend, studio } = start()
    const responses: ((jobs: number) => void)[] = []
    studio.respond({
      'spend.summary': () =>
        new Promise((resolve) => {
          responses.push((jobs) =>
            resolve(
              done({
                rows: [],
                running: [{ account: 'sandbox', jobs, microUsd: microUsd(0), unlistedJobs: 0 }],
              }),
            ),
          )
        }),
    })
    async function respond(request: number, jobs: number) {
      responses[request]?.(jobs)
      await settle()
    }
    const shown = () => spend.store.getState().summary?.running[0]?.jobs
    void spend.refresh()
    void spend.refresh()
    await settle()
    await respond(1, 2)
    await respond(0, 1)
    expect(shown()).toBe(2)
    void spend.refresh()
    spend.step(-1)
    await settle()
    await respond(2, 3)
    expect(shown()).toBeUndefined()
    await respond(3, 4)
    expect(shown()).toBe(4)
  })
})
