import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { parquetReadObjects } from 'hyparquet'
import { usage } from '../renderer/words/en/usage.ts'
import { english } from '../renderer/words/en/words.ts'
import { usageReportSchema } from '../shared/api/usage.ts'
import { pseudoWords } from '../shared/words/pseudo-words.ts'
import { guideImage } from './support/guide-image.ts'
import { holdUp } from './support/hold-up.ts'
import { expectNoFindings, expectNoFindingsInBoth } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { expectDone, fileViewer, generateButton, goTo, promptOf, runsOf } from './support/screens.ts'
import { foreignTexts, spokenTexts } from './support/spoken-texts.ts'
import { expect, test } from './support/studio-test.ts'
import { unreachableControls } from './support/unreachable-controls.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Jobs' })
const rows = (page: Page) => table(page).locator('[data-job]')
const chart = (page: Page) => page.getByRole('list', { name: /^Units by day, stacked/ })
const trouble = (page: Page) => page.locator('[data-failure]')

async function openUsage(page: Page): Promise<void> {
  await goTo(page, 'Usage')
  await expect(rows(page).first()).toBeVisible()
}

/** How many jobs the table says it has. */
async function totalOf(page: Page): Promise<number> {
  return Number((await table(page).getAttribute('aria-rowcount')) ?? 0) - 1
}

test.afterEach(async ({ sandbox }) => {
  await sandbox.setFaults({})
  await sandbox.control('workspace', { usageEntitled: true, removed: false })
})

/** The first row of a query of the studio's library. */
function readOne(dataFolder: string, query: string): Record<string, unknown> {
  const library = new DatabaseSync(join(dataFolder, 'library.sqlite'), { readOnly: true })
  const row = library.prepare(query).get() ?? {}
  library.close()
  return row
}

function storedJobs(dataFolder: string): number {
  return Number(readOne(dataFolder, 'SELECT count(*) AS jobs FROM usage_jobs').jobs)
}

test('a report is read, drawn, sorted, filtered, exported, and kept where the connection is lost', async ({
  studioPage: page,
  sandbox,
}) => {
  test.slow()
  await test.step('[USE70] [USE71] [USE75] a report is read, drawn by day, found by what is shown, and its numbers stand behind the chart', async () => {
    const completed_at = new Date().toISOString()
    await sandbox.control('usage-jobs', { jobs: [{ job_id: 'nobody', completed_at, compute_units: 40 }] })
    await openUsage(page)
    await expect(page.getByText(usage.utc)).toHaveCount(1)
    await expect(page.getByText(usage.dollars)).toHaveCount(1)
    const legend = page.getByRole('list', { name: usage.legend }).getByRole('listitem')
    await expect(legend.filter({ hasText: usage.noMember })).toHaveCount(1)
    const members = page.getByRole('definition').filter({ hasText: /\d+ more jobs? names? no member$/ })
    await expect(members).toContainText(`${(await legend.count()) - 1}With a completed job`)
    await expect(page.locator('[data-coverage]')).toContainText(/Covered: .* UTC/)
    await expect(page.getByText('Jobs that are queued, running or failed.')).toBeVisible()
    await expect(page.getByText(/does not reconcile with the organization/)).toBeVisible()
    const bars = chart(page).getByRole('button')
    await expect(bars).toHaveCount(30)
    await guideImage(page, 'usage')
    // One of the days is a tab stop; arrows move between them.
    await bars.last().focus()
    await page.keyboard.press('ArrowLeft')
    await expect(bars.nth(28)).toBeFocused()
    await page.keyboard.press('Home')
    await expect(bars.first()).toBeFocused()

    const sum = await page.getByText(/^\d+ jobs, [\d,.]+ units$/).textContent()
    await page.getByRole('radiogroup', { name: 'Show as' }).getByRole('radio', { name: 'Table' }).click()
    const numbers = page.getByRole('region', { name: 'Numbers by day' }).getByRole('row')
    await expect(numbers).toHaveCount(31)
    const totals = await numbers.evaluateAll((all) =>
      all
        .slice(1)
        .map((row) => Number([...row.querySelectorAll('td')].at(-2)?.textContent?.replaceAll(',', '') ?? 0)),
    )
    const shown = Number(/([\d,.]+) units/.exec(sum ?? '')?.[1]?.replaceAll(',', ''))
    expect(totals.reduce((all, one) => all + one, 0)).toBeCloseTo(shown, 0)
    await page.getByRole('radio', { name: 'Type' }).click()
    await expect(page.getByRole('columnheader', { name: 'Video generation' })).toBeVisible()
    await page.getByRole('searchbox', { name: /Search ids/ }).fill(usage.noMember)
    await expect(page.locator('[data-job="nobody"]')).toBeVisible()
    const named = rows(page).locator('[data-column="member"]')
    for (const member of await named.allTextContents()) expect(member).toBe(usage.noMember)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('radio', { name: 'Member' }).click()
    await page.getByRole('radiogroup', { name: 'Show as' }).getByRole('radio', { name: 'Chart' }).click()
    await expect(chart(page).getByRole('button')).toHaveCount(30)
  })

  await test.step('[USE44] [USE53] [USE54] the jobs are sorted and filtered, and those that could not be read are said to be so and read again on request', async () => {
    await openUsage(page)
    const all = await totalOf(page)
    await page.getByRole('button', { name: 'Units', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'Units' })).toHaveAttribute('aria-sort', 'descending')
    const units = async () =>
      (await rows(page).locator('[data-column="units"]').allTextContents()).map((text) =>
        Number(text.replaceAll(',', '')),
      )
    const isSorted = async () => {
      const shown = await units()
      return shown.length > 1 && shown.every((value, at) => at === 0 || value <= (shown[at - 1] ?? 0))
    }
    await expect.poll(isSorted).toBe(true)
    await page.getByRole('searchbox', { name: /Search ids/ }).fill('upscale')
    await expect.poll(() => totalOf(page)).toBeLessThan(all)
    const types = rows(page).locator('[data-column="type"]')
    await expect(types.first()).toHaveText('Upscale')
    await expect(types.first()).toHaveAttribute('title', /^upscale\n/)
    for (const type of await types.allTextContents()) expect(type).toBe('Upscale')
    // Each word in a column of its own, a type also by its name in words.
    await page.getByRole('searchbox', { name: /Search ids/ }).fill('video generation aiko')
    await expect(types.first()).toHaveText('Video generation')
    const found = rows(page)
    await expect(found.first().locator('[data-column="member"]')).toHaveText('aiko@studio.example')
    for (const text of await found.allTextContents()) expect(text).toMatch(/aiko@.*Video generation/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => totalOf(page)).toBe(all)
    await page.getByRole('combobox', { name: /^Member/ }).click()
    await page.getByRole('option', { name: 'aiko@studio.example' }).click()
    await expect.poll(() => totalOf(page)).toBeLessThan(all)
    await expect(rows(page).first().locator('[data-column="member"]')).toHaveText('aiko@studio.example')
    await page.getByRole('button', { name: 'Clear filters' }).click()

    await page.route('**/bridge/usage.list', (route) =>
      route.fulfill({ json: { ok: false, error: { code: 'storage_failed' } } }),
    )
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.fill('x'.repeat(300))
    await expect(search).toHaveValue('x'.repeat(200))
    const alert = page.getByRole('alert')
    await expect(alert).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    await expectNoFindings(page, 'jobs that could not be read')
    await page.unroute('**/bridge/usage.list')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('[USE56] [USE73] the first rows are there under their heads, each control can be reached in all sizes, dates that can’t be used move none, and an export is opened by another program', async () => {
    for (const screen of ['Spend', 'Library'] as const) {
      await goTo(page, screen)
      await openUsage(page)
      await table(page).evaluate((one) => one.scrollIntoView({ block: 'start' }))
      for (const row of [0, 1, 2]) await expect(page.locator(`[data-row="${row}"]`)).toBeInViewport()
    }

    await page.getByRole('heading', { level: 1, name: 'Usage' }).scrollIntoViewIfNeeded()
    for (const [width, height] of [
      [1024, 700],
      [1440, 900],
      [720, 450],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => unreachableControls(page), `${width} × ${height}`).toEqual([])
      const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
      await expect.poll(pageWidth).toBeLessThanOrEqual(width)
    }

    const refresh = page.getByRole('button', { name: usage.refresh })
    for (const [width, height] of [
      [1440, 900],
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height })
      const from = page.getByLabel(usage.from, { exact: true })
      const right = await from.inputValue()
      const before = [await from.boundingBox(), await refresh.boundingBox()]
      await from.fill('2099-01-01')
      await expect(page.getByRole('alert')).toHaveText(usage.wrongDates)
      await expect(from).toHaveAccessibleDescription(usage.wrongDates)
      expect([await from.boundingBox(), await refresh.boundingBox()]).toEqual(before)
      await from.fill(right)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(from).toHaveAccessibleDescription(usage.utc)
    }

    const all = await totalOf(page)
    async function save(form: string): Promise<Buffer> {
      await page.getByRole('button', { name: 'Save as' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: form }).click()
      return readFileSync(await (await download).path())
    }
    const report = usageReportSchema.parse(JSON.parse((await save('JSON')).toString()))
    expect(report.jobs).toHaveLength(all)
    const lines = (await save('CSV')).toString().trim().split('\r\n')
    expect(lines[0]).toBe('job_id,user_id,user_email,type,completed_at,compute_units')
    expect(lines).toHaveLength(all + 1)
    const parquet = await save('Parquet')
    const read = await parquetReadObjects({ file: new Uint8Array(parquet).buffer })
    expect(read.map((row) => row.job_id)).toEqual(report.jobs.map((job) => job.job_id))
  })

  await test.step('[USE30] a list of members that is open when they are read gets them, and keeps the focus', async () => {
    await openUsage(page)
    const release = await holdUp(page, 'usage.facets')
    await page.setViewportSize({ width: 1440, height: 1200 })
    await page.reload()
    await page.getByRole('combobox', { name: /^Member/ }).click()
    const options = page.getByRole('option')
    await expect(options).toHaveCount(1)
    await page.keyboard.press('End')
    await expect(options.first()).toBeFocused()
    // What stands above the table comes late, and is higher than the window. A page at its top has no scroll anchor.
    await page.getByRole('heading', { name: 'Usage', level: 1 }).evaluate((heading) => {
      heading.style.marginBottom = '100vh'
    })
    await expect(page.getByRole('combobox', { name: /^Member/ })).toBeInViewport()
    release()
    await expect(page.getByRole('option', { name: 'aiko@studio.example' })).toBeVisible()
    await expect(page.getByRole('option', { name: 'All members' })).toBeFocused()
    const aiko = page.getByRole('option', { name: 'aiko@studio.example' })
    await aiko.hover()
    await expect(aiko).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(rows(page).first().locator('[data-column="member"]')).toHaveText('aiko@studio.example')
  })

  await test.step('a lost connection leaves what was read before', async () => {
    await openUsage(page)
    await sandbox.setFaults({ request: { kind: 'close', path: '/usage', times: 0 } })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(trouble(page)).toHaveAttribute('data-failure', 'unreachable')
    await expect(rows(page).first()).toBeVisible()
  })
})

test('[USE55] [USE72] [SPEND64] a job that is a run of this studio opens its result, one that may be leads to the unknown runs, and others say where they come from', async ({
  studioPage: page,
  sandbox,
  dataFolder,
}) => {
  await promptOf(page).fill('a quiet harbour')
  await generateButton(page).click()
  await expectDone(runsOf(page).first())
  const job_id = String(readOne(dataFolder, 'SELECT job_id FROM submissions').job_id)
  const completed_at = new Date().toISOString()
  await sandbox.control('usage-jobs', { jobs: [{ job_id, completed_at, compute_units: 3 }] })

  await sandbox.setFaults({ request: { kind: 'close' } })
  await promptOf(page).fill('a lost harbour')
  await generateButton(page).click()
  await expect(runsOf(page).first()).toContainText(/unknown/i)
  await sandbox.control('usage-jobs', {
    jobs: [{ job_id: 'maybe', completed_at: new Date().toISOString(), compute_units: 3 }],
  })
  await openUsage(page)
  const own = page.locator(`[data-job="${job_id}"]`)
  await expect(own).toBeVisible()
  await expect(
    rows(page).filter({ hasText: 'Made elsewhere' }).first().locator('[data-column="run"]'),
  ).toHaveText('Made elsewhere')
  await expectNoFindings(page, 'a run of this studio among the jobs')
  await own.locator('[data-column="run"]').getByRole('button').click()
  await expect(fileViewer(page)).toBeVisible()
  await page.goBack()
  await own.focus()
  await page.keyboard.press('Enter')
  await expect(fileViewer(page)).toBeVisible()
  await page.goBack()

  const row = page.locator('[data-job="maybe"]')
  const sign = row.getByRole('button', { name: usage.maybeOwn })
  await expect(sign).toHaveAccessibleDescription(usage.maybeOwnNote)
  await row.focus()
  await page.keyboard.press('Tab')
  await expect(sign).toBeFocused()
  await expect(page.getByText(usage.maybeOwnNote).last()).toBeVisible()
  await expectNoFindings(page, 'a job that may be one’s own')
  const expectUnknownRuns = async () => {
    await expect(page.getByRole('combobox', { name: /^State/ })).toHaveAccessibleName('State: Unknown')
    await expect(page.locator('[data-line="0"]')).toContainText('a lost harbour')
  }
  await page.keyboard.press('Enter')
  await expectUnknownRuns()
  await page.goBack()
  await row.focus()
  await page.keyboard.press('Enter')
  await expectUnknownRuns()
  await expect(page).toHaveURL(/#\/spend\/lines$/)
})

test('[USE31] [USE32] a window that is too large comes in parts, keys go through its jobs, and a day leads to its first one', async ({
  studioPage: page,
  sandbox,
  dataFolder,
}) => {
  test.slow()
  await sandbox.control('seed', { usageJobs: 40_000, usageDays: 7 })
  await goTo(page, 'Usage')
  await page.getByRole('radio', { name: '7 days' }).click()
  await expect.poll(() => totalOf(page)).toBeGreaterThan(30_000)
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled()
  await rows(page).first().hover()
  await page.mouse.wheel(0, 12_000)
  await expect
    .poll(async () => Number(await rows(page).last().getAttribute('aria-rowindex')))
    .toBeGreaterThan(150)

  await page.getByRole('radio', { name: '30 days' }).click()
  await expect.poll(() => totalOf(page)).toBeGreaterThan(30_000)
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled()
  // The page may still be reading what came last.
  const all = storedJobs(dataFolder)
  await expect.poll(() => totalOf(page)).toBe(all)
  const focusedRow = async () => Number((await page.locator(':focus').getAttribute('aria-rowindex')) ?? 0) - 2
  const focusedDay = async () =>
    (await page.locator(':focus').locator('[data-column="time"]').getAttribute('title'))?.slice(0, 10)
  await rows(page).first().focus()
  await page.keyboard.press('Home')
  await expect.poll(focusedRow).toBe(0)
  await page.keyboard.press('PageDown')
  await expect.poll(focusedRow).toBeGreaterThan(5)
  await page.keyboard.press('End')
  await expect.poll(focusedRow).toBe(all - 1)
  await expect(page.locator(':focus')).toBeInViewport()
  await page.keyboard.press('PageUp')
  await expect.poll(focusedRow).toBeLessThan(all - 6)
  await page.keyboard.press('Home')
  await expect.poll(focusedRow).toBe(0)
  await expect(page.locator(':focus')).toBeInViewport()

  const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  const before = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Day to go to (UTC)').fill(day)
  await page.getByRole('button', { name: 'Go to day' }).click()
  await expect.poll(focusedDay).toBe(day)
  const row = await focusedRow()
  await page.keyboard.press('ArrowUp')
  await expect.poll(focusedRow).toBe(row - 1)
  expect(await focusedDay()).not.toBe(day)
  await chart(page).getByRole('button').nth(-7).press('Enter')
  await expect.poll(focusedDay).toBe(before)
  await page.getByRole('radiogroup', { name: 'Show as' }).getByRole('radio', { name: 'Table' }).click()
  const numbers = page.getByRole('region', { name: 'Numbers by day' })
  await numbers.getByRole('row').nth(6).getByRole('button').click()
  await expect.poll(focusedDay).toBe(day)
  await expectNoFindings(page, 'a day that was gone to')
})

const statuses = [
  [401, 'key_refused', /owner or admin/],
  [422, 'query_refused', /other dates/],
] as const

const refusals = [
  [{ usageEntitled: false, removed: false }, 'not_allowed', /only enterprise plans do/],
  [{ usageEntitled: true, removed: true }, 'workspace_unknown', /may have been removed/],
] as const

test('a report that can’t be read says why, and is asked for again', async ({
  studioPage: page,
  sandbox,
  service,
}) => {
  test.slow()
  await test.step('an unavailable service is asked again by itself, or at once', async () => {
    const request = { kind: 'status', path: '/usage', status: 503, retryAfter: 600, times: 0 }
    await sandbox.setFaults({ request })
    await goTo(page, 'Usage')
    await expect(trouble(page)).toHaveAttribute('data-failure', 'unavailable')
    await expect(trouble(page)).toContainText(/sends the same request again at/)
    await sandbox.setFaults({})
    await trouble(page).getByRole('button', { name: 'Retry now' }).click()
    await expect(rows(page).first()).toBeVisible()
    await sandbox.setFaults({ request: { ...request, retryAfter: 0, times: 1 } })
    const coverage = page.locator('[data-coverage]')
    const ofMonth = (await coverage.textContent()) ?? ''
    const asked = () => service.requests.filter((line) => line === 'GET /usage').length
    const before = asked()
    await page.getByRole('radio', { name: '90 days' }).click()
    await expect.poll(asked).toBeGreaterThanOrEqual(before + 2)
    await expect(coverage).toContainText('Covered: ')
    await expect(coverage).not.toHaveText(ofMonth)
    await expect(trouble(page)).toHaveCount(0)
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('a refusal says what to do, and what the service says', async () => {
    const refresh = page.getByRole('button', { name: 'Refresh' })
    for (const [status, kind, words] of statuses) {
      await sandbox.setFaults({ request: { kind: 'status', path: '/usage', status, times: 0 } })
      await pressEnabled(refresh)
      await expect(trouble(page)).toHaveAttribute('data-failure', kind)
      await expect(trouble(page)).toContainText(words)
      await expect(trouble(page)).toContainText(`The service says (${status})`)
    }
    await sandbox.setFaults({})
    for (const [workspace, kind, words] of refusals) {
      await sandbox.control('workspace', workspace)
      await refresh.click()
      await expect(trouble(page)).toHaveAttribute('data-failure', kind)
      await expect(trouble(page)).toContainText(words)
      await sandbox.control('workspace', { usageEntitled: true, removed: false })
      await trouble(page).getByRole('button', { name: 'Retry now' }).click()
      await expect(rows(page).first()).toBeVisible()
      await expect(trouble(page)).toHaveCount(0)
      await expect(refresh).toBeEnabled()
    }
  })
})

test('axe finds nothing in any state of Usage in both themes', async ({ studioPage: page, sandbox }) => {
  test.slow()
  await goTo(page, 'Settings')
  for (const theme of ['Dark', 'Light'] as const) {
    await page.getByRole('radio', { name: theme }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
  }
  await sandbox.setFaults({
    request: { kind: 'status', path: '/usage', status: 503, retryAfter: 600, times: 0 },
  })
  await goTo(page, 'Usage')
  await expect(trouble(page)).toBeVisible()
  await expectNoFindingsInBoth(page, 'unavailable')
  await sandbox.setFaults({})
  await trouble(page).getByRole('button', { name: 'Retry now' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expectNoFindingsInBoth(page, 'full')
  await chart(page).getByRole('button').nth(3).hover()
  await expectNoFindingsInBoth(page, 'a day')
  await page.getByRole('radiogroup', { name: 'Show as' }).getByRole('radio', { name: 'Table' }).click()
  await expectNoFindingsInBoth(page, 'the numbers of the days')
  await page.getByRole('searchbox', { name: /Search ids/ }).fill('nowhere')
  await expect(page.getByText('No job matches.')).toBeVisible()
  await expectNoFindingsInBoth(page, 'no match')
})

test.describe('without a usage key', () => {
  test.use({ environment: { ATELIER_USAGE_KEY: '' } })
  test('the screen says what it takes, and leads to Settings', async ({ studioPage: page }) => {
    await goTo(page, 'Usage')
    await expect(page.getByText('No usage key yet')).toBeVisible()
    await expectNoFindings(page, 'no key')
    await page.getByRole('button', { name: 'Open settings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  })
})

test.describe('with the sandbox that comes with Atelier', () => {
  test.use({ hasService: false })
  test('usage is there from the first start, by its key and the palette', async ({ studioPage: page }) => {
    await page.keyboard.press('ControlOrMeta+4')
    await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
  })
})

test.describe('in a second language', () => {
  test.use({ environment: { ATELIER_USAGE_KEY: '', ATELIER_PSEUDO_LANGUAGE: '1' } })
  test('the screen’s own words are translated with the others', async ({ studioPage: page }) => {
    const { shell } = pseudoWords(english)
    await goTo(page, 'Settings')
    await page.getByRole('radio', { name: shell.languageName }).click()
    await page.getByRole('navigation').getByRole('link', { name: shell.screens.usage }).click()
    await expect(page.getByRole('heading', { level: 1, name: shell.screens.usage })).toBeVisible()
    await expect(page.getByText(pseudoWords(usage).keylessTitle)).toBeVisible()
    const foreign = async () =>
      foreignTexts(await spokenTexts(page), { own: ['127.0.0.1'], described: new Set() })
    await expect.poll(foreign).toEqual([])
  })
})
