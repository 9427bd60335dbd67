import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import { notices } from '../renderer/words/en/notices.ts'
import { settings } from '../renderer/words/en/settings.ts'
import { usage } from '../renderer/words/en/usage.ts'
import { english } from '../renderer/words/en/words.ts'
import { coveredByNotes } from './support/covered-by-notes.ts'
import { dragFromOutside } from './support/drag.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { expectReachable, expectReachableMenu, sizes } from './support/reachable.ts'
import {
  advancedOf,
  chooseModel,
  expectDone,
  generateButton,
  goTo,
  libraryFiles,
  openAdvanced,
  pauseQueue,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { seedRuns } from './support/seed-runs.ts'
import { expect, test } from './support/studio-test.ts'

const pngOf = (width: number, height: number) => createCanvas(width, height).toBuffer('image/png')

/** The texts of these that don't fit into their own boxes. */
async function cutTexts(texts: Locator): Promise<readonly string[]> {
  return texts.evaluateAll((all) =>
    all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent, scrollWidth, clientWidth }) => `${textContent}: ${scrollWidth} > ${clientWidth}`),
  )
}

/** Where the prompt is now, and in the first frames in which a notice is seen. */
async function watchPrompt(page: Page): Promise<{ readonly before: number; readonly at: number }> {
  return page.evaluate(async () => {
    const top = () => document.querySelector('textarea')?.getBoundingClientRect().top ?? 0
    const before = top()
    while (!document.querySelector('[role="status"][aria-label="Notices"]')?.textContent)
      await new Promise(requestAnimationFrame)
    // Room is made for it after that frame's layout.
    await new Promise(requestAnimationFrame)
    return { before, at: top() }
  })
}

/** Whether what is open covers nothing beside the form. */
async function isOverForm(page: Page): Promise<boolean> {
  const form = await page.getByRole('region', { name: 'Settings of the run' }).boundingBox()
  const opened = await page.getByRole('dialog').first().boundingBox()
  if (!form || !opened) return false
  return opened.x >= form.x && opened.x + opened.width <= form.x + form.width
}

test.afterEach(async ({ sandbox }) => {
  await sandbox.setFaults({})
  await sandbox.setBalance(10_000)
  await sandbox.control('workspace', { usageEntitled: true })
})

test('in every state of Create each control that is in view can be reached, in all sizes', async ({
  studioPage: page,
  service,
  dataFolder,
}) => {
  test.slow()
  await expect(page.getByRole('list', { name: 'Samples' })).toBeVisible()
  await expectReachable(page, 'nothing made yet')
  await chooseModel(page, 'V1')
  // An open resolution may cost more than a paid account is asked about.
  await page.getByRole('radio', { name: '480p' }).click()
  await promptOf(page).fill('A quiet harbour')
  await expectReachable(page, 'the longest form')
  await openAdvanced(page)
  await advancedOf(page).scrollIntoViewIfNeeded()
  await expectReachable(page, 'its advanced fields')
  await page.getByRole('button', { name: 'URL for End image', exact: true }).click()
  await page.keyboard.type('https://images.example/boats/at-dusk.png')
  await expectReachable(page, 'a typed URL')
  await page.keyboard.press('Escape')
  const path = join(dataFolder, 'boat.png')
  await writeFile(path, pngOf(64, 48))
  const drag = await dragFromOutside(page, { files: [path, path] })
  await drag.over(resultOf(page))
  await drag.drop(page.getByText('or drop it anywhere and choose then'))
  await expect(page.getByRole('dialog', { name: 'Where do these 2 go?' })).toBeVisible()
  await expectReachable(page, 'files and their fields')
  await page.keyboard.press('Escape')
  const chooser = page.getByRole('group', { name: 'Start image', exact: true }).locator('input[type=file]')
  await chooser.last().setInputFiles(path)
  await expect(page.getByRole('img', { name: /^Preview of Start image/ })).toBeVisible()
  await expectReachable(page, 'a filled field')
  const letPass = service.holdSubmissions()
  await generateButton(page).click()
  await expect(resultOf(page)).toContainText('Sending')
  await expectReachable(page, 'a run on its way')
  const letJobs = service.holdJobs()
  letPass()
  await expect(page.getByRole('list', { name: 'State of the studio' })).toContainText('1 running')
  await expectReachable(page, 'a run under way, over its start image')
  letJobs()
  await expectDone(runsOf(page).first(), 'V1 Flagship')
  await expectReachable(page, 'a video')
  await chooseModel(page, 'V10 Native audio')
  await pressEnabled(generateButton(page))
  await expectDone(runsOf(page).first(), 'V10 Native audio')
  await expect(resultOf(page)).toContainText('5 s × $0.07')
  await expectReachable(page, 'a video with a settled price')
  await chooseModel(page, 'Fast images')
  await promptOf(page).fill('A {red|blue|green|golden} boat')
  await expect(resultOf(page)).toContainText('Not sent yet')
  await expectReachable(page, 'a plan')
  await generateButton(page).click()
  await expect(resultOf(page)).toContainText('4 of 4 done')
  await expectReachable(page, 'a sheet')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expectReachable(page, 'comparing')
})

test('[SHEET85] [SHEET87] [SHEET310] [RUN100] [NOTE100] [NOTE365] and while the queue is paused, in a comparison, with a song and an ending model', async ({
  studioPage: page,
  sandbox,
}) => {
  test.slow()
  await chooseModel(page, 'Dense layouts')
  await pauseQueue(page)
  await promptOf(page).fill('A lighthouse on a far headland, {early|late} in the evening')
  await pressEnabled(generateButton(page))
  await expect(resultOf(page)).toContainText('2 waiting')
  await expectReachable(page, 'a paused queue')
  await pressEnabled(resultOf(page).getByRole('button', { name: 'Cancel 2 unsent' }))
  await expect(page.getByRole('dialog', { name: '2 runs were canceled and are not charged.' })).toBeVisible()
  await expectReachable(page, 'a canceled batch')
  await pressEnabled(page.getByRole('button', { name: 'Undo' }))
  await expect(resultOf(page)).toContainText('2 waiting')
  await page.getByRole('button', { name: 'Resume the queue' }).press('Enter')
  const banner = page.getByRole('status', { name: 'Notices' })
  await expect(banner).toHaveCount(0)
  await expect(resultOf(page)).toContainText('2 of 2 done')
  // [NOTE100] What comes above the page doesn't move what is under the pointer; on the way to what it covers, it does.
  await promptOf(page).hover()
  const topAtFirst = watchPrompt(page)
  await sandbox.setBalance(0)
  await promptOf(page).press('ControlOrMeta+Enter')
  await expect(banner).toContainText(english.holdTitles.insufficientBalance)
  const { before, at } = await topAtFirst
  expect(at).toBe(before)
  await banner.hover()
  await expect.poll(async () => (await promptOf(page).boundingBox())?.y).toBeGreaterThan(before)
  await expectReachable(page, 'an empty balance')
  // [NOTE365] In a low window it has two lines, and the rest behind a button.
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 720, height: 450 })
  const heightOfBanner = async () => (await banner.boundingBox())?.height ?? 0
  await expect.poll(heightOfBanner).toBeLessThan(56)
  const details = banner.getByRole('button', { name: notices.details })
  await details.click()
  await expect.poll(heightOfBanner).toBeGreaterThan(60)
  await expectNoFindings(page, 'the details of an empty balance')
  await details.click()
  await page.setViewportSize(size)
  await expect(details).toHaveCount(0)
  await sandbox.setBalance(10_000)
  await pressEnabled(page.getByRole('button', { name: 'Try one run' }))
  await expect(banner).toHaveCount(0)

  await pressEnabled(page.getByRole('button', { name: 'Compare' }))
  const panel = page.getByRole('region', { name: 'Compare' })
  await panel.getByRole('combobox', { name: 'Across' }).press('Enter')
  await page.getByRole('option', { name: 'Resolution' }).click()
  await pressEnabled(panel.getByRole('button', { name: 'Compare by something else too' }))
  await panel.getByRole('combobox', { name: /^Down/ }).press('Enter')
  await page.getByRole('option', { name: 'Prompt' }).click()
  await panel.getByRole('textbox', { name: 'Values of Prompt' }).fill('A dark lighthouse\nA red lighthouse')
  await expect(panel).toContainText('2 × 2 = 4 runs')
  await expectReachable(page, 'values to compare')
  await pressEnabled(generateButton(page))
  await expect(resultOf(page)).toContainText('4 of 4 done')
  // [SHEET310] Called the same as in the list of runs.
  const called = page.getByText('Contact sheet by Resolution and Prompt', { exact: true })
  await expect(resultOf(page).locator(called)).toBeVisible()
  await expect(runsOf(page).first().locator(called)).toBeVisible()
  await expectReachable(page, 'a comparison')
  // [SHEET87] In the smallest window a row's name is whole.
  await page.setViewportSize({ width: 720, height: 450 })
  const names = resultOf(page).getByRole('rowheader').locator('span')
  const isWhole = () =>
    names.evaluateAll((all) => all.every(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight))
  await expect.poll(isWhole).toBe(true)
  // [SHEET451] At the end of aligned lines the ellipsis of a cut name would be drawn outside of it.
  for (const name of await names.all()) await expect(name).toHaveCSS('text-align', 'start')
  await page.setViewportSize({ width: 1440, height: 900 })
  // [SHEET85] From the end of a row an arrow leads to the next one.
  const cells = resultOf(page).locator('[data-run]')
  await cells.nth(1).focus()
  await page.keyboard.press('ArrowRight')
  await expect(cells.nth(2)).toBeFocused()
  await pressEnabled(
    panel
      .getByRole('button', { name: 'Close' })
      .or(page.getByRole('button', { name: 'Compare', exact: true }))
      .first(),
  )

  await chooseModel(page, 'Music')
  await promptOf(page).fill('A slow song')
  await pressEnabled(generateButton(page))
  await expectDone(runsOf(page).first(), 'A1 Music')
  await expectReachable(page, 'a song')
  await chooseModel(page, 'Classic motion')
  await expect(page.getByText('This model ends', { exact: false })).toBeVisible()
  await expectReachable(page, 'a model that ends')
})

test('[STYLE43] on the Styles screen and in what opens over it, too', async ({ studioPage: page }) => {
  const opened = page.getByRole('dialog')
  await goTo(page, 'Styles')
  await expect(page.getByText('No styles yet')).toBeVisible()
  await expectReachable(page, 'no styles')
  await page.getByRole('button', { name: 'Add a style' }).first().click()
  await opened.getByRole('textbox', { name: 'Id' }).fill('no-such-style')
  await expectReachable(page, 'adding a style')
  await opened.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(opened).toHaveCount(0)
  await expectReachable(page, 'a style in the list')
  // However long an id is, what is said of it stays where it is said.
  await page.getByRole('button', { name: 'Add a style' }).first().click()
  await opened.getByRole('textbox', { name: 'Id' }).fill('without-any-break'.replaceAll('-', '').repeat(20))
  await opened.getByRole('button', { name: 'Add', exact: true }).click()
  const note = page.getByText(/^“withoutanybreak.*was added\.$/)
  await expect(note).toBeVisible()
  expect(await cutTexts(note), '[STYLE43] the note').toEqual([])
  await page.getByRole('button', { name: 'Open no-such-style' }).click()
  await expectReachable(page, 'a style')
  await opened.getByRole('button', { name: 'Share with the workspace' }).click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(opened.getByRole('alert')).toBeVisible()
  await expectReachable(page, 'a refused share')
  // Its buttons are in view without scrolling, in the smallest window, too.
  await page.setViewportSize({ width: 720, height: 450 })
  await expect(opened.getByText('Close', { exact: true })).toBeInViewport({ ratio: 1 })
})

const vital = /^(Recipes|Save|Close|Import|Export all)$/

test('[NOTE102] [LIST360] in what opens over Create, too', async ({ studioPage: page }) => {
  const opened = page.getByRole('dialog')
  async function expectAllReachable(state: string, close = 'Escape') {
    await expect(opened.first()).toBeVisible()
    await expectReachable(page, state)
    await page.keyboard.press(close)
    await expect(opened).toHaveCount(0)
  }
  await promptOf(page).fill('A quiet harbour')
  await generateButton(page).click()
  await expectDone(runsOf(page).first())
  const shown = resultOf(page).getByRole('img').first()
  await expectReachableMenu(page, 'the menu of a result', () => shown.click({ button: 'right' }))
  await expectReachableMenu(page, 'the menu of a run', () => runsOf(page).first().click({ button: 'right' }))
  await page.getByRole('combobox', { name: /^Model/ }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectReachable(page, 'the model picker')
  await page.keyboard.type('no such model')
  await expect(page.getByText('No model matches.')).toBeVisible()
  await expectReachable(page, 'no model found')
  await page.keyboard.press('Escape')
  await pressEnabled(page.getByRole('button', { name: 'Paste a list' }))
  await opened.getByRole('textbox', { name: 'The list' }).fill('One boat\nTwo boats\nThree boats')
  await expect(opened.getByRole('button', { name: /^Generate 3/ })).toBeEnabled()
  await expectReachable(page, 'a list')
  // [LIST360] What keeps a list from being sent, and what to do about it, are in view in the lowest window.
  await opened
    .getByRole('textbox', { name: 'The list' })
    .fill(`prompt,aspect_ratio\nOne boat,7:5\n${'Two boats,16:9\n'.repeat(600)}`)
  const switches = opened.getByRole('switch')
  await expect(switches).toHaveCount(2)
  // Scrolled behind the buttons they would be within the window as well.
  const hidden = () =>
    switches.evaluateAll((all) =>
      all.flatMap((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
          ? []
          : [one.ariaLabel]
      }),
    )
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await expect.poll(hidden, `switches of a list, ${width} × ${height}`).toEqual([])
  }
  await expectAllReachable('a list with a row that can’t be sent')
  await page.keyboard.press('ControlOrMeta+s')
  await opened.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(opened.getByRole('button', { name: 'Export all' })).toBeVisible()
  await expectReachable(page, 'recipes')
  // [NOTE102] However little room there is, the note leaves the title and what can be used.
  await opened.getByRole('button', { name: /^A quiet harbour/ }).press('Delete')
  const note = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' })
  await expect(note).toBeVisible()
  for (const [width, height] of [sizes[0], sizes[2]]) {
    await page.setViewportSize({ width, height })
    const covered = async () => (await coveredByNotes(page)).filter((name) => vital.test(name))
    await expect.poll(covered, `what the note covers, ${width} × ${height}`).toEqual([])
    await expect(note).toBeVisible()
  }
  await expectAllReachable('no recipes')
  await generateButton(page).focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expectAllReachable('the palette')
  await page.keyboard.press('?')
  await expectAllReachable('the keys')
  await page.keyboard.press('ControlOrMeta+ArrowUp')
  await expect(opened.first()).toBeVisible()
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => isOverForm(page), `earlier prompts over the form, ${width}`).toBe(true)
  }
  await expectAllReachable('earlier prompts')
  await page.keyboard.press('a')
  await expectAllReachable('models that animate')
  await goTo(page, 'Library')
  await libraryFiles(page).first().click()
  await expectAllReachable('the viewer')
})

test('[RUN452] [SHEET451] and in what fails, too', async ({ studioPage: page, sandbox, service }) => {
  test.slow()
  async function generate(run: RegExp) {
    await pressEnabled(generateButton(page))
    await expect(runsOf(page).first()).toContainText(run)
  }
  await promptOf(page).fill('A quiet harbour')
  await sandbox.setFaults({ job: { status: 'failed', code: 'filtered', message: 'The prompt was refused.' } })
  await generate(/Failed/)
  await expectReachable(page, 'a failed run')
  await sandbox.setFaults({ request: { kind: 'status', status: 422 } })
  await generate(/Refused/)
  await expectReachable(page, 'a refused run')
  await sandbox.setFaults({ request: { kind: 'accept-and-close' } })
  await generate(/Unknown|unknown/)
  await expectReachable(page, 'a run whose outcome is unknown')
  // [RUN452] What can be done is in view without scrolling.
  await page.setViewportSize({ width: 720, height: 450 })
  for (const name of [/^Close this run/, /^Send again/])
    await expect(resultOf(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await sandbox.setFaults({ job: { status: 'failed', code: 'filtered', message: 'The prompt was refused.' } })
  await promptOf(page).fill('A {red|blue} harbour')
  await generate(/1 failed/)
  await expect(resultOf(page)).toContainText('1 of 2 done')
  await expectReachable(page, 'a sheet with a failed run')
  // [SHEET451] No line of its reason is cut.
  const reason = resultOf(page).locator('[data-run] [data-trouble]').filter({ hasText: 'was refused' })
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await expect(reason).toBeVisible()
    const isWhole = () => reason.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)
    await expect.poll(isWhole, `a failed cell, ${width} × ${height}`).toBe(true)
  }
  await resultOf(page).locator('[data-run]').last().dblclick()
  await expect(page.getByRole('button', { name: 'Back to the sheet' })).toBeVisible()
  await expectReachable(page, 'a cell of a sheet')
  await sandbox.setFaults({})
  const letJobs = service.holdJobs()
  await promptOf(page).fill('A far harbour')
  await generate(/Sending|Pending|Queued|Processing|In the backlog|left/)
  await sandbox.setFaults({ request: { kind: 'close', path: '/jobs/', times: 0 } })
  letJobs()
  await expect(resultOf(page)).toContainText('The service can’t be reached')
  await expectReachable(page, 'a service out of reach')
  await sandbox.setFaults({})
  await sandbox.setFaults({ request: { kind: 'status', status: 402 } })
  await pressEnabled(generateButton(page))
  await expect(page.getByText(english.holdTitles.insufficientBalance).first()).toBeVisible()
  await expectReachable(page, 'an empty balance')
})

test('[RUN102] [DROP310] [DROP350] and with a refused key, a question about a budget, and a file over the window', async ({
  studioPage: page,
  sandbox,
  dataFolder,
}) => {
  await chooseModel(page, 'Flagship')
  await promptOf(page).fill('A lighthouse on a far headland')
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: 'Ask before sending above' }).fill('0.10')
  await page.keyboard.press('Tab')
  await goTo(page, 'Create')
  await pressEnabled(generateButton(page))
  await expect(page.getByRole('dialog')).toContainText('at most')
  await expectReachable(page, 'a question about a budget')
  await page.keyboard.press('Escape')
  const path = join(dataFolder, 'boat.png')
  await writeFile(path, pngOf(64, 64))
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    const drag = await dragFromOutside(page, { files: [path] })
    await drag.over(promptOf(page))
    const zones = page.locator('[data-place=create] [data-drop-zone]')
    await expect(zones.first()).toBeVisible()
    const hidden = () =>
      zones.evaluateAll((all) =>
        all.flatMap((zone) => {
          const { left, top, width: wide, height: high } = zone.getBoundingClientRect()
          const hit = document.elementFromPoint(left + wide / 2, top + high / 2)
          // [DROP310] Nothing can be scrolled to during a drag.
          const isWhole = left >= 0 && top >= 0 && left + wide <= innerWidth && top + high <= innerHeight
          return isWhole && hit && zone.contains(hit) ? [] : [zone.textContent]
        }),
      )
    await expect.poll(hidden, `the zones of a file over the window, ${width} × ${height}`).toEqual([])
    await expect(page.getByText('Where does it go?')).toBeInViewport({ ratio: 1 })
    await drag.away()
    await expect(zones).toHaveCount(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  // [DROP350] A filled field is marked as well.
  const filled = page.locator('[data-field="start_image"]')
  const brought = await dragFromOutside(page, { files: [path] })
  await brought.drop(filled)
  await expect(filled.locator('img')).toBeVisible()
  const replaced = filled.getByText('Drop to replace')
  await expect(replaced).toBeHidden()
  const over = await dragFromOutside(page, { files: [path] })
  await over.over(promptOf(page))
  await expect(replaced).toBeVisible()
  await over.away()
  await expect(replaced).toBeHidden()
  await chooseModel(page, 'Fast images')
  await sandbox.setFaults({ request: { kind: 'status', status: 401, times: 0 } })
  await pressEnabled(generateButton(page))
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('The service refused the key.')
  await expect(resultOf(page)).toContainText('Key refused')
  // It is on the stage.
  await expect(page.getByRole('dialog', { name: /^Refused/ })).toHaveCount(0)
  await expectReachable(page, 'a refused key')
})

test('[USE60] [USE61] [USE74] on the Usage screen, read, refused and waiting, in all sizes', async ({
  studioPage: page,
  sandbox,
}) => {
  const trouble = page.locator('[data-failure]')
  const refuse = (status: number) =>
    sandbox.setFaults({ request: { kind: 'status', path: '/usage', status, retryAfter: 600, times: 0 } })
  await refuse(401)
  await goTo(page, 'Usage')
  await expect(trouble).toHaveAttribute('data-failure', 'key_refused')
  await expect(page.getByText(usage.empty.failed.title)).toBeVisible()
  // A refresh would be refused as well.
  await expect(page.getByText(usage.empty.notRead.body)).toHaveCount(0)
  // [USE74] Nothing that was read has an end yet.
  await expect(page.getByText(usage.notFinal)).toHaveCount(0)
  await expectReachable(page, 'a refused usage key')
  await refuse(503)
  await page.getByRole('button', { name: usage.retry }).click()
  await expect(page.getByText(usage.empty.waiting.title)).toBeVisible()
  // [USE74] Nothing is being read.
  await expect(page.getByRole('progressbar', { name: usage.loading })).toHaveCount(0)
  await expect(page.getByText(/^Waiting to read /)).toBeVisible()
  await expectReachable(page, 'a report that is waited for')
  await sandbox.setFaults({})
  await page.getByRole('button', { name: usage.retry }).click()
  const cells = page.getByRole('table', { name: usage.table }).getByRole('cell')
  await expect(cells.first()).toBeVisible()
  await expectReachable(page, 'a report')
  await page.setViewportSize({ width: 720, height: 450 })
  await expect.poll(() => cutTexts(cells), 'the jobs at 200 % zoom').toEqual([])
  const chart = page.getByRole('list', { name: usage.chart('member') })
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    const isLarge = async () => {
      const box = await chart.boundingBox()
      return box !== null && box.height >= 200 && box.width > width / 2
    }
    await expect.poll(isLarge, `the chart, ${width} × ${height}`).toBe(true)
  }
  await page
    .getByRole('radiogroup', { name: usage.show })
    .getByRole('radio', { name: usage.views.table })
    .click()
  await expectReachable(page, 'the numbers of the days')
})

test('[SPEND55] on the Spend screen, full and with an empty balance, in all sizes', async ({
  studioPage,
  studio,
  dataFolder,
  service,
  sandbox,
}) => {
  await sandbox.setBalance(0)
  await chooseModel(studioPage, 'Dense layouts')
  await promptOf(studioPage).fill('A quiet harbour')
  await generateButton(studioPage).click()
  await expect(studioPage.getByText(english.holdTitles.insufficientBalance).first()).toBeVisible()
  await studio.stop()
  const seeded = { count: 400, newestAt: Date.now() - 60_000, everyMs: 900_000 }
  seedRuns(dataFolder, { account: service.url, ...seeded })
  seedRuns(dataFolder, { account: 'https://api.service.example', ...seeded })
  await studio.start()
  const page = await studio.open()
  await goTo(page, 'Spend')
  await expect(page.locator('[data-bar]').first()).toBeVisible()
  await expectReachable(page, 'a full overview')
  await page.getByRole('radio', { name: 'Ledger' }).click()
  await page.getByRole('combobox', { name: /^Account/ }).click()
  await page.getByRole('option', { name: 'All accounts' }).click()
  await expect(page.getByRole('columnheader', { name: 'Account' })).toBeVisible()
  await expectReachable(page, 'the lines of all accounts')
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    const moments = page.locator('[data-line] [data-column="when"]')
    await expect(moments.first()).toBeVisible()
    await expect.poll(() => cutTexts(moments), `moments, ${width} × ${height}`).toEqual([])
  }
})

test('in the settings of an account and of webhooks, too', async ({ studioPage: page, sandbox }) => {
  await goTo(page, 'Settings')
  await sandbox.setFaults({ request: { kind: 'status', path: '/', status: 503, times: 0 } })
  await page.getByRole('button', { name: settings.test }).click()
  // No tick for what is not known.
  await expect(page.locator('[data-good="unknown"]')).toHaveText([
    settings.testResult.unclear,
    settings.testResult.usage.unclear,
  ])
  await expectReachable(page, 'a test without a clear end')
  await sandbox.setFaults({})
  await page.getByRole('button', { name: settings.addAccount }).click()
  await page.getByLabel(settings.baseUrl, { exact: true }).fill('http://127.0.0.1:9')
  await page.getByLabel(settings.key, { exact: true }).fill('a-key')
  await page.getByRole('radio', { name: settings.consent }).press('Space')
  await page.getByRole('button', { name: settings.connect, exact: true }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expectReachable(page, 'an account that is out of reach')
  await page.getByRole('textbox', { name: 'Per day' }).fill('$1.2345678')
  await page.keyboard.press('Enter')
  await expect(page.getByText(settings.budget.problems.too_fine)).toBeVisible()
  await page.getByRole('radio', { name: 'Webhook' }).click()
  await expect(page.getByRole('textbox', { name: 'Public URL' })).toBeVisible()
  await expectReachable(page, 'webhooks')
})

test('[JUDGE310] [JUDGE311] [UI310] in what opens over the Library, too', async ({ studioPage: page }) => {
  test.slow()
  await chooseModel(page, 'Fast images')
  await promptOf(page).fill('A boat {1|2|3|4}')
  await pressEnabled(generateButton(page))
  await expect(resultOf(page)).toContainText('4 of 4 done')
  await chooseModel(page, 'V6')
  await promptOf(page).fill('A quiet harbour')
  await pressEnabled(generateButton(page))
  await expectDone(runsOf(page).first(), 'V6 Dynamic motion')
  await goTo(page, 'Library')
  const files = libraryFiles(page)
  await expect(files).toHaveCount(5)
  await files.first().getByRole('button').focus()
  await page.keyboard.press('Control+a')
  const opened = page.locator('[role="dialog"][data-open]')
  const dialogs = [
    ['Shift+E', 'Export 5 files'],
    ['Shift+S', 'Contact sheet of 5 files'],
    ['Shift+W', 'Proof page of 5 files'],
    ['b', 'Add 5 files to a collection'],
    ['Shift+T', 'Tag 5 files'],
  ] as const
  for (const [key, name] of dialogs) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expectReachable(page, name)
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
  }
  await page.keyboard.press('n')
  const survey = page.getByRole('dialog', { name: 'Survey' })
  const tiles = survey.locator('[data-tile]')
  await expect(tiles).toHaveCount(5)
  await expect(tiles.first()).toHaveAccessibleName(/^Video 1 of 5, 0:\d\d$/)
  await expectReachable(page, 'a survey')
  await expectNoFindings(page, 'a survey with a video')
  await page.keyboard.press('Escape')
  await expect(survey).toHaveCount(0)
  await files.first().getByRole('button').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+N')
  const tournament = page.getByRole('dialog', { name: 'Tournament' })
  await tournament.getByRole('radio', { name: 'Fours' }).click()
  await expectReachable(page, 'a tournament of fours')
  const panes = tournament.locator('[data-pane]')
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    for (const pane of await panes.all()) await expect(pane).toBeInViewport({ ratio: 1 })
  }
})

test('on the other screens, too', async ({ studioPage: page }) => {
  await chooseModel(page, 'Fast images')
  await promptOf(page).fill('A quiet harbour')
  await generateButton(page).click()
  await expectDone(runsOf(page).first())
  for (const screen of ['Library', 'Spend', 'Settings'] as const) {
    await goTo(page, screen)
    await expectReachable(page, screen)
  }
})
