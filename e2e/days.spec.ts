import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { root } from '../tools/start-program.ts'
import { pageOptions } from './support/page-options.ts'
import { goTo } from './support/screens.ts'
import { seedRuns } from './support/seed-runs.ts'
import { test as base, expect } from './support/studio-test.ts'

/** The page in another time zone than the service’s days. */
function testIn(timezoneId: string) {
  return base.extend({
    async context({ browser }, use) {
      const context = await browser.newContext({ ...pageOptions, timezoneId })
      await use(context)
      await context.close()
    },
  })
}

async function choose(page: Page, select: RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: select }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const minuteMs = 60_000

/** The last moment of October in UTC, in the person’s own time; that day summer time ends in New York. */
const zones = [
  ['America/New_York', '31 Oct 2026, 19:59'],
  ['Asia/Kolkata', '1 Nov 2026, 05:29'],
  ['Pacific/Auckland', '1 Nov 2026, 12:59'],
] as const

for (const [zone, monthEnd] of zones) {
  const test = testIn(zone)

  test.describe(`in ${zone}`, () => {
    test.afterEach(async ({ sandbox }) => {
      await sandbox.control('clock', { now: new Date().toISOString() })
    })

    test('[SPEND3] [SPEND32] [SPEND50] days and months of Spend are UTC, the ledger says the person’s time beside it', async ({
      studioPage,
      studio,
      dataFolder,
      service,
      context,
    }) => {
      await expect(studioPage.getByRole('heading', { level: 1 })).toBeVisible()
      await studio.stop()
      const account = service.url
      // One millisecond apart, on either side of midnight, which ends the month; then one each hour.
      seedRuns(dataFolder, { account, count: 2, newestAt: Date.UTC(2026, 10, 1), everyMs: 1 })
      const newestAt = Date.UTC(2026, 10, 1, 7, 30)
      seedRuns(dataFolder, { account, count: 4, newestAt, everyMs: 60 * minuteMs })
      await studio.start()
      await context.clock.setFixedTime('2026-11-01T12:00:00Z')
      const page = await studio.open()
      await goTo(page, 'Spend')
      await expect(page.getByText('Nov 1, 2026 – Nov 30, 2026, UTC')).toBeVisible()
      await expect(page.getByText('Days are UTC, as the service counts them.')).toBeVisible()
      await expect(page.locator('[data-bar]')).toHaveCount(30)
      const rowOf = (day: RegExp) =>
        page.getByRole('table', { name: 'By day' }).getByRole('row', { name: day })
      await expect(rowOf(/^Nov 1, 2026/)).toContainText('$1.73')
      await choose(page, /^Period/, 'Today')
      await expect(page.getByText('Nov 1, 2026, UTC')).toBeVisible()
      await expect(page.locator('[data-bar]')).toHaveCount(1)
      await expect(page.getByRole('table', { name: 'By day' }).getByRole('row')).toHaveCount(2)
      await expect(rowOf(/^Nov 1, 2026/)).toContainText('$1.73')
      await choose(page, /^Period/, 'Last month')
      await expect(page.getByText('Oct 1, 2026 – Oct 31, 2026, UTC')).toBeVisible()
      await expect(rowOf(/^Oct 31, 2026/)).toContainText('$0.10')
      await page.getByRole('radio', { name: 'Ledger' }).click()
      await expect(page.getByText('1 line', { exact: true })).toBeVisible()
      await expect(page.locator('[data-line="0"]')).toContainText('2026-10-31 23:59 UTC')
      await expect(page.locator('[data-line="0"]')).toContainText(localWords(monthEnd))
    })

    test('[USE16] days and months of Usage are UTC, and so are its times', async ({
      studioPage,
      sandbox,
      studio,
      context,
    }) => {
      await expect(studioPage.getByRole('heading', { level: 1 })).toBeVisible()
      const job = (job_id: string, completed_at: string) => ({ job_id, completed_at, compute_units: 7 })
      const id = zone.replace('/', '-')
      await sandbox.control('usage-jobs', {
        jobs: [
          job(`${id}-before`, '2026-10-31T23:59:59.999Z'),
          job(`${id}-after`, '2026-11-01T00:00:00.000Z'),
        ],
      })
      await sandbox.control('clock', { now: '2026-11-01T12:00:00Z' })
      await context.clock.setFixedTime('2026-11-01T12:00:00Z')
      const page = await studio.open()
      await goTo(page, 'Usage')
      await expect(page.getByText(/^Dates are UTC calendar days/)).toBeVisible()
      const found = page.getByRole('table', { name: 'Jobs' }).locator('[data-job]')
      for (const [preset, end, time] of [
        ['This month', 'after', 'Nov 1, 2026, 00:00:00'],
        ['Last month', 'before', 'Oct 31, 2026, 23:59:59'],
      ] as const) {
        await page.getByRole('radio', { name: preset }).click()
        await page.getByRole('searchbox', { name: /Search ids/ }).fill(id)
        await expect(found).toHaveCount(1)
        await expect(found).toHaveAttribute('data-job', `${id}-${end}`)
        await expect(found.locator('[data-column="time"]')).toHaveText(time)
      }
    })
  })
}

/** As the page’s own words write it. */
function localWords(text: string): string {
  const [, day = '', month = '', year = '', hour = '', minute = ''] =
    /^(\d+) (\w+) (\d+), (\d+):(\d+)$/.exec(text) ?? []
  const half = Number(hour) < 12 ? 'AM' : 'PM'
  return `${month} ${day}, ${year}, ${Number(hour) % 12 || 12}:${minute} ${half}`
}

/** Long before midnight, so that none passes while the studio starts. */
const before = '2026-10-31T18:00:00Z'
const after = '2026-11-01T00:00:05Z'
/** The page may not be behind the studio, whose midnight it hears of once; both are one clock outside of tests. */
const aheadMs = 10_000

const test = testIn('America/New_York').extend<{ clockFile: string }>({
  async clockFile({ dataFolder }, use) {
    const file = `${dataFolder}-clock`
    await writeFile(file, before)
    await use(file)
    await rm(file)
  },
  async environment({ clockFile }, use) {
    await use({
      NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'chaos', 'inside', 'moved-clock.ts'))}`,
      ATELIER_CLOCK_FILE: clockFile,
    })
  },
})

test.describe('at midnight UTC, which ends a month', () => {
  test.afterEach(async ({ sandbox }) => {
    await sandbox.control('clock', { now: new Date().toISOString() })
  })

  test('[SPEND11] [USE33] Spend and Usage go on with the new day and month', async ({
    studioPage,
    studio,
    dataFolder,
    clockFile,
    service,
    sandbox,
    context,
  }) => {
    await expect(studioPage.getByRole('heading', { level: 1 })).toBeVisible()
    await studio.stop()
    const newestAt = Date.parse(before) - minuteMs
    seedRuns(dataFolder, { account: service.url, count: 2, newestAt, everyMs: minuteMs })
    await studio.start()
    await sandbox.control('clock', { now: before })
    await context.clock.setSystemTime(before)
    // A page's clock begins when it is opened, which may be long after the context's was set.
    const open = async () => {
      const page = await studio.open()
      await page.clock.setSystemTime(Date.parse(before) + aheadMs)
      return page
    }
    const usage = await open()
    await goTo(usage, 'Usage')
    await usage.getByRole('radio', { name: 'This month' }).click()
    await expect(usage.getByLabel('To', { exact: true })).toHaveValue('2026-10-31')
    const page = await open()
    await goTo(page, 'Spend')
    await expect(page.getByText('Oct 1, 2026 – Oct 31, 2026, UTC')).toBeVisible()
    await expect(page.getByText('$0.14', { exact: true }).first()).toBeVisible()
    for (const one of [usage, page]) await one.clock.setSystemTime(Date.parse(after) + aheadMs)
    await sandbox.control('clock', { now: after })
    await writeFile(clockFile, after)
    await expect(page.getByText('Nov 1, 2026 – Nov 30, 2026, UTC')).toBeVisible()
    await expect(page.getByText('Nothing spent in this period')).toBeVisible()
    await expect(usage.getByLabel('To', { exact: true })).toHaveValue('2026-11-01')
    await expect(usage.getByLabel('From', { exact: true })).toHaveValue('2026-11-01')
    await expect(usage.getByRole('radio', { name: 'This month' })).toBeChecked()
  })
})
