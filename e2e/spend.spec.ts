import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { notices } from '../renderer/words/en/notices.ts'
import { guideImage } from './support/guide-image.ts'
import { holdUp } from './support/hold-up.ts'
import { expectNoFindings, expectNoFindingsInBoth } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import {
  chooseModel,
  expectDone,
  fileViewer,
  generateButton,
  goTo,
  pauseQueue,
  promptOf,
  runsOf,
} from './support/screens.ts'
import { seedRuns, settledOfSeeded } from './support/seed-runs.ts'
import type { StudioHost } from './support/studio-host.ts'
import { expect, test } from './support/studio-test.ts'

/** It costs $0.04 or $0.075, by its resolution. */
const priced = 'Dense layouts'
const quarterHour = 15 * 60_000
const manyRuns = 5_000

const sizes = [
  [1440, 900],
  [1024, 700],
  [720, 450],
  [2560, 1440],
] as const

test.afterEach(async ({ sandbox }) => {
  await sandbox.setFaults({})
  await sandbox.setBalance(10_000)
})

interface Seeding {
  readonly studio: StudioHost
  readonly dataFolder: string
  readonly service: { readonly url: string }
}

/** The studio over a library of many runs, at its Spend screen. */
async function openFull({ studio, dataFolder, service }: Seeding, count = manyRuns): Promise<Page> {
  await studio.stop()
  const newestAt = Date.now() - 60_000
  seedRuns(dataFolder, { account: service.url, count, newestAt, everyMs: quarterHour })
  seedRuns(dataFolder, { account: 'https://api.service.example', count: 3, newestAt, everyMs: quarterHour })
  await studio.start()
  const page = await studio.open()
  await goTo(page, 'Spend')
  return page
}

async function choose(page: Page, select: RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: select }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const dateOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const lines = (page: Page) => page.getByRole('grid', { name: 'Runs' })
const banner = (page: Page) => page.getByRole('status', { name: 'Notices' })

function dollars(microUsd: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(microUsd / 1_000_000)
}

test('[SPEND50] [SPEND51] a year has its sums, a chart with axes, the table behind it, and a projection with its reason', async ({
  studio,
  dataFolder,
  service,
}) => {
  const page = await openFull({ studio, dataFolder, service })
  await expect(page.getByRole('region', { name: 'Projection' })).toContainText(
    /so far: \$[\d,.]+\. About \$[\d,.]+ by the end of the month\.At the pace of the last 7 days: \$[\d,.]+, \$[\d,.]+ a day/,
  )
  await expect(page.getByRole('columnheader', { name: /keeper/i })).toHaveCount(0)
  await expect(page.getByText(/^A keeper is a file/)).toHaveCount(0)
  await choose(page, /^Period/, 'Today')
  await expect(page.getByText(/^\w+ \d+, \d+, UTC$/)).toBeVisible()
  await expect(page.locator('[data-bar]')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Projection' })).toContainText(/so far: /)
  await choose(page, /^Period/, 'Own dates')
  await dateOf(page, 'From').fill('2020-01-01')
  await expect(page.getByRole('heading', { name: 'By year' })).toBeVisible()
  await expect(page.getByText(dollars(settledOfSeeded(manyRuns)), { exact: true }).first()).toBeVisible()
  await dateOf(page, 'To').fill('2019-01-01')
  await expect(page.getByText('Two dates, the first one not after the second.')).toBeVisible()
  await choose(page, /^Period/, 'Last 30 days')
  await expect(page.locator('[data-bar]')).toHaveCount(30)
  await guideImage(page, 'spend')
  const table = page.getByRole('table', { name: 'By day' })
  await expect(table.getByRole('row')).toHaveCount(31)
  const last = page.locator('[data-bar]').last()
  await last.hover()
  await expect(page.getByText(/jobs?$/).last()).toBeVisible()
  await page.getByRole('radio', { name: 'Table' }).click()
  await expect(table).toBeInViewport()
  await page.getByRole('radio', { name: 'Account' }).click()
  await expect(page.getByRole('row', { name: /^service\.example/ })).toContainText('3')
  await choose(page, /^Account/, 'service.example')
  await expect(page.getByText(/^At service\.example\. Completed/)).toBeVisible()
})

test('runs are exported, and read again under an open list and at the end of the ledger', async ({
  studio,
  dataFolder,
  service,
}) => {
  test.slow()
  const page = await openFull({ studio, dataFolder, service }, 1_200)

  await test.step('the lines are exported as CSV, whose amounts are the sum of the page', async () => {
    await choose(page, /^Period/, 'Last 30 days')
    await expect(page.locator('[data-bar]')).toHaveCount(30)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^atelier-spend-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    await expect(page.getByText('1,200 lines were exported.')).toBeVisible()
    const [head = '', ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    const names = head.split(',')
    // A prompt with a comma is quoted, and comes before the amounts.
    const cells = rows.map((row) => row.replace(/"[^"]*"/, 'prompt').split(','))
    const sum = (name: string) =>
      cells.reduce((total, row) => total + Number(row[names.indexOf(name)] ?? 0), 0)
    expect(rows).toHaveLength(1_200)
    expect(sum('settled_micro_usd')).toBe(settledOfSeeded(1_200))
    expect(sum('settled_usd')).toBeCloseTo(settledOfSeeded(1_200) / 1_000_000, 6)
    await expect(page.getByText(dollars(settledOfSeeded(1_200)), { exact: true }).first()).toBeVisible()
  })

  await test.step('[SPEND30] a list that is open when the first sums arrive keeps its options and the focus', async () => {
    for (const opensWith of ['mouse', 'keyboard', 'held mouse'] as const) {
      const release = await holdUp(page, 'spend.summary')
      await page.reload()
      const period = page.getByRole('combobox', { name: /^Period/ })
      if (opensWith === 'mouse') await period.click()
      else if (opensWith === 'keyboard') await period.press('Enter')
      else {
        await period.hover()
        await page.mouse.down()
      }
      await expect(page.getByRole('option'), opensWith).toHaveCount(8)
      const last30 = page.getByRole('option', { name: 'Last 30 days' })
      if (opensWith !== 'held mouse') {
        await page.keyboard.press('End')
        await expect(page.getByRole('option', { name: 'Own dates' })).toBeFocused()
      }
      release()
      // The choice of an account comes with the sums, before the open list's own control.
      await expect(page.locator('[role=combobox][aria-label^="Account"]')).toBeVisible()
      if (opensWith === 'held mouse') await page.mouse.up()
      await expect(page.getByRole('option'), opensWith).toHaveCount(8)
      if (opensWith !== 'held mouse')
        await expect(page.getByRole('option', { name: 'Own dates' })).toBeFocused()
      await last30.click()
      await expect(page.locator('[data-bar]')).toHaveCount(30)
      await page.unroute('**/bridge/spend.summary')
    }
  })

  await test.step('[SPEND65] the ledger reads on at its end although it was being read again', async () => {
    await choose(page, /^Period/, 'Own dates')
    await dateOf(page, 'From').fill('2020-01-01')
    await page.getByRole('radio', { name: 'Ledger' }).click()
    await expect(page.getByText('1,200 lines')).toBeVisible()
    const other = await studio.open()
    await chooseModel(other, priced)
    await promptOf(other).fill('A boat')
    await pauseQueue(other)
    const letPass = await holdUp(page, 'spend.ledger')
    async function readAgain() {
      const request = page.waitForRequest('**/bridge/spend.ledger')
      await pressEnabled(generateButton(other))
      await request
    }
    await readAgain()
    await page.locator('[data-line="0"]').focus()
    await page.keyboard.press('End')
    await expect(page.locator('[data-line="99"]')).toBeFocused()
    await readAgain()
    letPass()
    await expect(page.locator('[data-line="100"]')).toBeAttached()
  })
})

test('the ledger of thousands of runs scrolls by key, is filtered, ordered and found', async ({
  studio,
  dataFolder,
  service,
}) => {
  const page = await openFull({ studio, dataFolder, service })
  await choose(page, /^Period/, 'Own dates')
  await dateOf(page, 'From').fill('2020-01-01')
  await page.getByRole('radio', { name: 'Ledger' }).click()
  await expect(page.getByText('5,000 lines')).toBeVisible()
  await page.locator('[data-line="0"]').focus()
  for (let at = 0; at < manyRuns - 1; ) {
    await page.keyboard.press('End')
    await expect.poll(() => page.locator(':focus').getAttribute('data-line').then(Number)).toBeGreaterThan(at)
    at = Number(await page.locator(':focus').getAttribute('data-line'))
    if (at < manyRuns - 1) await expect(page.locator(`[data-line="${at + 1}"]`)).toBeAttached()
  }
  await expect(page.locator(':focus')).toContainText('Seeded harbour 4999')
  expect(await page.locator('[data-line]').count()).toBeLessThan(80)
  await page.keyboard.press('Home')
  await expect(page.locator(':focus')).toContainText('Seeded harbour 0')

  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('harbour lighth')
  await expect(page.getByText('100 lines')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await choose(page, /^State/, 'Price open')
  await expect(page.getByText('500 lines')).toBeVisible()
  await expect(page.locator('[data-line="0"]')).toContainText('the result doesn’t show resolution')
  await choose(page, /^Order/, 'Most expensive first')
  await expect(page.locator('[data-line="0"]')).toContainText('≤ $0.35')
  await choose(page, /^State/, 'All states')
  await choose(page, /^Model/, 'V2 Classic motion')
  await expect(page.getByText('1,667 lines')).toBeVisible()
  await choose(page, /^Kind/, 'Image')
  await expect(page.getByText('No run matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await choose(page, /^Account/, 'All accounts')
  await expect(page.getByText('5,003 lines')).toBeVisible()
  await expect(lines(page).getByRole('columnheader', { name: 'Account' })).toBeVisible()
})

test('what was spent is said, also where it could not be read, has no price, or is not known', async ({
  studioPage: page,
  hostName,
  sandbox,
}) => {
  test.slow()
  // Only what goes over HTTP can be stopped here.
  if (hostName === 'browser')
    await test.step('what could not be read says so, and a retry reads it', async () => {
      await page.route('**/bridge/spend.summary', (route) => route.abort())
      await goTo(page, 'Spend')
      await expect(page.getByText('The spending could not be read')).toBeVisible()
      await expectNoFindings(page, 'a failed Spend')
      await page.unroute('**/bridge/spend.summary')
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText('Nothing spent in this period')).toBeVisible()
    })

  await test.step('[SPEND60] [SPEND63] a line opens its result, what has no price says so, and a run whose outcome is unknown stands apart with what it may have cost', async () => {
    await goTo(page, 'Create')
    await chooseModel(page, priced)
    await promptOf(page).fill('A quiet harbour')
    await generateButton(page).click()
    await expectDone(runsOf(page).first(), priced)
    await chooseModel(page, 'Fast images')
    await pressEnabled(generateButton(page))
    await expectDone(runsOf(page).first(), 'Fast images')
    await chooseModel(page, priced)
    await sandbox.setFaults({ request: { kind: 'close' } })
    await pressEnabled(generateButton(page))
    await expect(runsOf(page).first()).toContainText(/unknown/i)
    await goTo(page, 'Spend')
    await expect(
      page.getByText('At most; 1 run that may have been charged, not settled until it is found'),
    ).toBeVisible()
    await expect(page.getByText('Nothing is running or waiting.')).toBeVisible()
    await expect(
      page.getByText('Completed on 1 day. The ledger has more runs: 1 of unknown outcome.'),
    ).toBeVisible()
    const unlisted = page.getByRole('row', { name: /Fast images/ }).getByRole('cell')
    await expect(unlisted).toHaveText(['', '1', '–', 'not listed', '–', '–'])
    const open = page
      .getByRole('row', { name: /Dense layouts/ })
      .getByRole('cell')
      .last()
    await expect(open).toHaveText('≤ $0.08')
    await expect(open.locator('[title="≤ $0.075"]')).toHaveText('≤ $0.08')
    await expectNoFindings(page, 'an unknown outcome')
    await page.getByRole('radio', { name: 'Ledger' }).click()
    await expect(page.getByText('3 lines')).toBeVisible()
    await expect(page.locator('[data-line="0"]')).toContainText('may have cost at most $0.075')
    await choose(page, /^State/, 'Price open')
    await expect(page.getByText('1 line', { exact: true })).toBeVisible()
    await page.locator('[data-line="0"]').focus()
    await page.keyboard.press('Enter')
    await expect(fileViewer(page)).toBeVisible()
    await page.goBack()
    await expect(page.locator('[data-line="0"]')).toContainText('A quiet harbour')
  })
})

test('[SPEND31] a line without a result says what is known of its run', async ({
  studioPage: page,
  sandbox,
}) => {
  await sandbox.setFaults({ job: { status: 'failed', code: 'content_refused', message: 'Not this one.' } })
  await chooseModel(page, priced)
  await promptOf(page).fill('A stormy harbour')
  await generateButton(page).click()
  await expect(runsOf(page).first()).toContainText(/failed/i)
  await sandbox.setFaults({ request: { kind: 'close', path: '/generate' } })
  await promptOf(page).fill('A foggy harbour')
  await pressEnabled(generateButton(page))
  await expect(runsOf(page).first()).toContainText(/unknown/i)
  await goTo(page, 'Spend')
  await page.getByRole('radio', { name: 'Ledger' }).click()
  await page.locator('[data-line]', { hasText: 'A stormy harbour' }).click()
  const details = page.getByRole('dialog', { name: 'Run' })
  await expect(details).toContainText(
    'Not billed. Jobs that failed, were canceled or were refused cost nothing.',
  )
  await expect(details).toContainText('Not this one. (content_refused)')
  await expect(details).toContainText('This run has no file.')
  await expectNoFindings(page, 'the details of a failed run')
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  const lost = page.locator('[data-line]', { hasText: 'A foggy harbour' })
  await lost.focus()
  await page.keyboard.press('Enter')
  await expect(details).toContainText('may be charged. What it may cost is not in what was spent')
  await expect(details).toContainText('may have cost at most $0.075')
  await details.getByRole('button', { name: 'Close' }).last().click()
  await expect(lost).toBeFocused()
})

test('[RUN33] budgets are the connected account’s, and a session’s asks, also to send an unknown run again', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  await goTo(page, 'Settings')
  await expect(
    page.getByText(/^The account “127\.0\.0\.1:\d+” has no budget of its own yet: these are shared/),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Per session' }).fill('0.1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('$0.00 of $0.10 is spent or committed at 127.0.0.1')).toBeVisible()
  await expect(page.getByText(/^For the account “127\.0\.0\.1:\d+” alone\. Atelier asks/)).toBeVisible()
  await goTo(page, 'Create')
  await chooseModel(page, priced)
  await promptOf(page).fill('A lost harbour')
  await sandbox.setFaults({ request: { kind: 'close' } })
  await generateButton(page).click()
  await expect(runsOf(page).first()).toContainText(/unknown/i)
  const form = page.getByRole('region', { name: 'Settings of the run' })
  await expect(form).toContainText('over this session’s budget at 127.0.0.1')
  await pressEnabled(generateButton(page))
  const question = page.getByRole('dialog', { name: 'Send this all the same?' })
  await expect(question).toContainText(/of your \$0\.10 this session is spent or on its way/)
  await expectNoFindings(page, 'the question of a session’s budget')
  await question.getByRole('button', { name: 'Don’t send' }).click()
  await page.getByRole('button', { name: 'Send again, it may charge twice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await expect(question).toContainText('over your budget of $0.10')
  await expectNoFindings(page, 'the question of sending again')
  const wordsWhileClosing = await question.evaluateHandle((dialog) => {
    const seen = [dialog.textContent]
    const note = () => seen.push(dialog.textContent)
    new MutationObserver(note).observe(dialog, { childList: true, characterData: true, subtree: true })
    return seen
  })
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  // [RUN33] The question keeps its words while it closes.
  expect(new Set(await wordsWhileClosing.jsonValue()).size).toBe(1)
  expect(service.submissions()).toHaveLength(1)
})

test('[CMD46] [CMD61] [NOTE101] an empty balance holds what waits, says what it may cost, tries one run when asked, and resumes', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  await chooseModel(page, priced)
  await promptOf(page).fill('A {red|blue|green} harbour')
  await sandbox.setBalance(0)
  await generateButton(page).click()
  // [NOTE101] The service's words say what the title says.
  await expect(banner(page)).toHaveText(
    /^The API balance is empty\. At 127\.0\.0\.1:\d+, 3 runs wait, at most \$0\.23 together\. Running jobs finish\./,
  )
  await expect(banner(page)).toContainText('$10, $25, $50, $100, or any amount from $5 to $10,000.')
  await expectNoFindings(page, 'an empty balance')
  const before = service.submissions().length
  const pass = service.holdSubmissions()
  await page.getByRole('button', { name: 'Try one run' }).dblclick()
  await expect(page.getByRole('button', { name: 'Trying one run…' })).toBeDisabled()
  pass()
  await expect(page.getByRole('button', { name: 'Try one run' })).toBeEnabled()
  expect(service.submissions().length - before).toBe(1)
  await expect(page.getByRole('dialog', { name: notices.tried.empty })).toBeVisible()
  await sandbox.setBalance(100)
  // The note is of a trial that was seen under way.
  const passNext = service.holdSubmissions()
  await pressEnabled(page.getByRole('button', { name: 'Try one run' }))
  await expect(page.getByRole('button', { name: 'Trying one run…' })).toBeDisabled()
  passNext()
  await expect(page.getByRole('dialog', { name: notices.tried.accepted })).toBeVisible()
  await expect(page.getByRole('dialog', { name: notices.tried.empty })).toHaveCount(0)
  await expect(banner(page)).toHaveCount(0)
  await expect(page.getByText(/^3 of 3 done/).first()).toBeVisible()
  expect(service.submissions().length - before).toBe(4)

  await sandbox.setBalance(0)
  await promptOf(page).fill('A harbour')
  await pressEnabled(generateButton(page))
  await expect(banner(page)).toContainText('1 run waits')
  await expect(page.getByRole('dialog', { name: notices.tried.accepted })).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel', exact: true }).first().click()
  await expect(banner(page)).toContainText(/At 127\.0\.0\.1:\d+, no run is waiting\./)
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(banner(page)).toHaveCount(0)
})

test('[SPEND590] axe finds nothing in Spend, empty, with nothing to export, and full, in both themes and in every size', async ({
  studioPage,
  studio,
  dataFolder,
  service,
}) => {
  test.slow()
  await goTo(studioPage, 'Settings')
  for (const theme of ['Light', 'Dark'] as const) {
    await studioPage.getByRole('radio', { name: theme }).click()
    await expect(studioPage.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
  }
  await goTo(studioPage, 'Spend')
  await expect(studioPage.getByText('Nothing spent in this period')).toBeVisible()
  const exporting = studioPage.getByRole('button', { name: 'Export CSV' })
  await expect(exporting).toBeDisabled()
  await expectNoFindingsInBoth(studioPage, 'an empty Spend')
  await studioPage.getByRole('radio', { name: 'Ledger' }).click()
  await expect(studioPage.getByText('No run in this period')).toBeVisible()
  await expect(exporting).toBeDisabled()
  await expect(exporting).toHaveAccessibleDescription('There is no run to export.')
  await expectNoFindingsInBoth(studioPage, 'an empty ledger')
  const page = await openFull({ studio, dataFolder, service }, 200)
  await choose(page, /^Period/, 'Last 30 days')
  await expect(page.locator('[data-bar]')).toHaveCount(30)
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await expectNoFindingsInBoth(page, `Spend, ${width} × ${height}`)
    await page.getByRole('radio', { name: 'Ledger' }).click()
    await expect(page.locator('[data-line="0"]')).toBeVisible()
    await expectNoFindingsInBoth(page, `the ledger, ${width} × ${height}`)
    const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(pageWidth).toBeLessThanOrEqual(width)
    await page.getByRole('radio', { name: 'Overview' }).click()
    await expect(page.locator('[data-bar]').first()).toBeVisible()
  }
})
