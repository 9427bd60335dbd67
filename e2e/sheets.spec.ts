import type { Locator, Page } from '@playwright/test'
import { clearRuns, dismissNotes, forgetForms, stopComparing } from './support/between-steps.ts'
import { guideImage } from './support/guide-image.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import {
  chooseModel,
  expectDone,
  fileViewer,
  generateButton,
  goTo,
  libraryFiles,
  openAdvanced,
  pauseQueue,
  pressGenerateKey,
  priceOf,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

/** Writes into the open list and takes what it finds. */
async function pick(page: Page, name: string): Promise<void> {
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name })).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
}

/** What the list of runs shows, newest first: a run, or a sheet with its runs where it is unfolded. */
function entriesOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Runs' }).locator('ol').first().locator('> li')
}

function comparePanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Compare' })
}

async function openComparison(page: Page): Promise<Locator> {
  await pressEnabled(page.getByRole('button', { name: 'Compare' }))
  return comparePanel(page)
}

async function compareBy(page: Page, axis: 'Across' | 'Down', name: string): Promise<void> {
  await comparePanel(page).getByRole('combobox', { name: axis }).press('Enter')
  await pick(page, name)
}

async function compareByAnother(page: Page, name: string): Promise<void> {
  await comparePanel(page).getByRole('button', { name: 'Compare by something else too' }).press('Enter')
  await compareBy(page, 'Down', name)
}

/** Compares by seeds, across. */
async function compareSeeds(page: Page, seeds: string): Promise<void> {
  await openComparison(page)
  await compareBy(page, 'Across', 'Seed')
  await seedsOf(page).fill(seeds)
}

/** Compares by prompts, across. */
async function comparePrompts(page: Page, prompts: readonly string[]): Promise<void> {
  const panel = await openComparison(page)
  await compareBy(page, 'Across', 'Prompt')
  await panel.getByRole('textbox', { name: 'Values of Prompt' }).fill(prompts.join('\n'))
}

function seedsOf(page: Page): Locator {
  return comparePanel(page).getByRole('textbox', { name: 'Values of Seed' })
}

const waysToOpen = [
  ['Enter', (list: Locator) => list.press('Enter')],
  ['the arrow', (list: Locator) => list.press('ArrowDown')],
  // Not by `click`, which waits for frames.
  ['a click', pressInTheMiddle],
] as const

async function pressInTheMiddle(list: Locator): Promise<void> {
  const box = await list.boundingBox()
  if (!box) throw new Error('What is to be clicked is not shown')
  await list.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

test('a comparison is planned, changed and given up', async ({ studioPage: page, service }) => {
  test.slow()
  await test.step('what is typed right after Enter, the arrow or a click opened a list is searched for, also where the page draws late', async () => {
    const list = (await openComparison(page)).getByRole('combobox', { name: 'Across' })
    await expect(list).toBeVisible()
    await page.evaluate(() => {
      const draw = window.requestAnimationFrame.bind(window)
      const drop = window.cancelAnimationFrame.bind(window)
      const frames = new Map<number, number>()
      window.requestAnimationFrame = (callback) => {
        const id = window.setTimeout(() => frames.set(id, draw(callback)), 200)
        return id
      }
      window.cancelAnimationFrame = (id) => {
        window.clearTimeout(id)
        drop(frames.get(id) ?? 0)
      }
    })
    const search = page.getByRole('combobox', { name: 'Search what to compare' })
    for (const [way, open] of waysToOpen) {
      await open(list)
      await page.keyboard.type('Aspect ratio')
      await expect(search, way).toHaveValue('Aspect ratio', { timeout: 10_000 })
      await page.keyboard.press('Escape')
      await expect(list, way).toBeFocused()
      await expect(search, way).toHaveCount(0)
    }
    // Drawn at once again.
    await forgetForms(page)
  })

  await test.step('[SHEET9] [SHEET60] a compared model that lacks what is compared beside it is marked, and can be left out', async () => {
    await chooseModel(page, 'Affordable')
    await promptOf(page).fill('A pier')
    const panel = await openComparison(page)
    await compareBy(page, 'Across', 'Model')
    const lacking = panel.getByRole('button', { name: 'I3 Fast images' })
    await lacking.press(' ')
    await compareByAnother(page, 'Steps')
    await panel.getByRole('textbox', { name: 'Values of Steps' }).fill('10, 20')
    await expect(lacking).toContainText('has no Steps')
    await expect(panel.getByRole('button', { name: 'I8 Affordable' })).toHaveText('I8 Affordable')
    const settings = page.getByRole('region', { name: 'Settings of the run' })
    await expect(settings.getByText(/I3 Fast images (can’t be compared|has no steps)/)).toHaveText([
      'I3 Fast images can’t be compared by Steps. Leave the model out, or compare something else.',
    ])
    await expectNoFindings(page, 'a model that can’t be compared')
    await lacking.press(' ')
    await expect(lacking).toHaveAttribute('aria-pressed', 'false')
    await expect(settings).not.toContainText('I3 Fast images can’t be compared')
    await expect(panel).toContainText('2 runs')
  })

  await test.step('[SHEET81] a model that can’t be compared is marked, and can’t be chosen, before it is; a field names the models that lack it', async () => {
    await stopComparing(page)
    await chooseModel(page, 'V1 Flagship')
    await promptOf(page).fill('A pier')
    const panel = await openComparison(page)
    await compareBy(page, 'Across', 'Duration')
    await panel.getByRole('textbox', { name: 'Values of Duration' }).fill('4, 15')
    await compareByAnother(page, 'Model')
    const models = panel.getByRole('group', { name: 'Values of Model' })
    const short = models.getByRole('button', { name: /^V3/ })
    await expect(short).toContainText('doesn’t take all values of Duration')
    await expect(models.getByRole('button', { name: /^V9/ })).toContainText('has no Duration')
    await expect(short).toHaveAttribute('aria-disabled', 'true')
    await expect(models.getByRole('button', { name: /^V4/ })).toHaveText('V4 New generation')
    await expectNoFindings(page, 'models that can’t be compared')
    await short.press(' ')
    await expect(short).toHaveAttribute('aria-pressed', 'false')
    await models.getByRole('button', { name: /^V4/ }).press(' ')
    await panel.getByRole('combobox', { name: 'Across' }).press('Enter')
    await expect(page.getByRole('option', { name: /^Seed/ })).toContainText('Seed: not for V4')
    await expect(page.getByRole('option', { name: /^Duration/ })).not.toContainText('not for')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
  })

  await test.step('[SHEET82] a form’s model that is compared is left out with the form, which says so and can be undone', async () => {
    await stopComparing(page)
    await chooseModel(page, 'I8 Affordable')
    await promptOf(page).fill('A pier')
    const panel = await openComparison(page)
    await compareBy(page, 'Across', 'Model')
    const models = panel.getByRole('group', { name: 'Values of Model' })
    await models.getByRole('button', { name: 'I3 Fast images' }).press(' ')
    await expect(panel).toContainText('2 runs')
    await chooseModel(page, 'V1 Flagship')
    const note = page.getByText('Left out of the comparison: Model I8 Affordable / I3 Fast images.')
    await expect(note).toBeVisible()
    await expect(models.getByRole('button', { pressed: true })).toHaveText(['V1 Flagship'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(models.getByRole('button', { pressed: true })).toHaveText([
      'I3 Fast images',
      'I8 Affordable',
    ])
  })

  await test.step('what was compared comes back after a slip, by the note and by key', async () => {
    await stopComparing(page)
    await chooseModel(page, 'Flagship video')
    await compareSeeds(page, '3, 5, 8')
    const panel = comparePanel(page)
    await expect(panel).toContainText('3 values')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(panel).toHaveCount(0)
    await expect(page.getByText('Nothing is compared any more.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(seedsOf(page)).toHaveValue('3, 5, 8')

    await pressEnabled(panel.getByRole('button', { name: 'Compare nothing' }))
    await expect(panel).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Compare', exact: true })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(seedsOf(page)).toHaveValue('3, 5, 8')
    await expect(page.getByText('Nothing is compared any more.')).toHaveCount(0)

    await pressEnabled(panel.getByRole('button', { name: 'Add 4 at random' }))
    await expect(panel).toContainText('7 values')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(seedsOf(page)).toHaveValue('3, 5, 8')

    await panel.getByRole('combobox', { name: /^Across/ }).press('Enter')
    await pick(page, 'Resolution')
    const note = page.getByRole('dialog', { name: 'Seed is not compared any more.' })
    await note.getByRole('button', { name: 'Undo' }).click()
    await expect(seedsOf(page)).toHaveValue('3, 5, 8')
    await expect(note).toHaveCount(0)

    await pressEnabled(panel.getByRole('button', { name: 'Remove: Across' }))
    await expect(seedsOf(page)).toHaveCount(0)
    await expect(panel).toBeFocused()
    await expect(note).toBeVisible()
    await expectNoFindings(page, 'an axis that was removed')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(seedsOf(page)).toHaveValue('3, 5, 8')
  })

  await test.step('[SHEET40] [RUN23] a second comparison begins with two values, and what is dear together is asked about', async () => {
    await stopComparing(page)
    await chooseModel(page, 'Flagship')
    await promptOf(page).fill('A lighthouse')
    const panel = await openComparison(page)
    const pressed = (name: string) =>
      panel.getByRole('group', { name: `Values of ${name}` }).getByRole('button', { pressed: true })
    await compareBy(page, 'Across', 'Aspect ratio')
    await expect(pressed('Aspect ratio')).toHaveCount(4)
    await compareByAnother(page, 'Resolution')
    await expect(pressed('Resolution')).toHaveCount(2)
    await expect(panel).toContainText('4 × 2 = 8 runs')
    await expectNoFindings(page, 'two comparisons')
    await pressEnabled(generateButton(page))
    const question = page.getByRole('dialog', { name: 'Send this all the same?' })
    await expect(question).toContainText('Atelier asks before it sends more than $5.00 at once.')
    await question.getByRole('button', { name: 'Don’t send' }).click()
    expect(service.submissions()).toEqual([])
    await goTo(page, 'Settings')
    const limit = page.getByRole('textbox', { name: 'Ask before sending above' })
    await expect(limit).toHaveValue('5.00')
    await limit.fill('')
    await limit.press('Enter')
    await page.reload()
    await expect(limit).toHaveValue('')
  })
})

test('a sheet of two by three comes home as one thing, from the keyboard', async ({
  studioPage: page,
  service,
}) => {
  test.slow()
  await chooseModel(page, 'Fast images')
  await promptOf(page).fill('A lighthouse')
  const panel = await openComparison(page)
  await compareBy(page, 'Across', 'Aspect ratio')
  const ratios = panel.getByRole('group', { name: 'Values of Aspect ratio' }).getByRole('button')
  await expect(ratios.first()).toBeVisible()
  for (const chip of await ratios.all()) {
    const isOn = (await chip.getAttribute('aria-pressed')) === 'true'
    const isWanted = /^(1:1|16:9)$/.test((await chip.textContent()) ?? '')
    if (isOn !== isWanted) await chip.press(' ')
  }
  await pressEnabled(panel.getByRole('button', { name: 'Compare by something else too' }))
  await panel.getByRole('combobox', { name: /^Down/ }).press('Enter')
  await expect(page.getByRole('option', { name: 'Prompt' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Width' })).toHaveCount(0)
  await pick(page, 'Prompt')
  await panel
    .getByRole('textbox', { name: 'Values of Prompt' })
    .fill('A dark lighthouse\nA red lighthouse\nA white lighthouse')
  await expect(panel).toContainText('2 × 3 = 6 runs')
  await expect(priceOf(page)).toBeVisible()
  await expectNoFindings(page, 'compare')
  await guideImage(page, 'plan')
  await pressEnabled(generateButton(page))

  const sheet = resultOf(page).getByRole('table', { name: 'Contact sheet by Aspect ratio and Prompt' })
  await expect(sheet.getByRole('button')).toHaveCount(6)
  await expect(resultOf(page)).toContainText('6 of 6 done')
  expect(service.submissions()).toHaveLength(6)
  await expectNoFindings(page, 'a sheet that is home')
  await guideImage(page, 'create', 10)
  await sheet.getByRole('button', { name: /^16:9, A dark lighthouse:/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(sheet.getByRole('button', { name: /^1:1, A dark lighthouse:/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(sheet.getByRole('button', { name: /^1:1, A red lighthouse:/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(resultOf(page).getByRole('button', { name: 'Back to the sheet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()

  await goTo(page, 'Library')
  await expect(libraryFiles(page)).toHaveCount(1)
  await expectNoFindings(page, 'library with a sheet')
  await libraryFiles(page)
    .getByRole('button', { name: /Contact sheet of 6/ })
    .click()
  const opened = page.getByRole('dialog', { name: 'Contact sheet' })
  await expect(opened.getByRole('link')).toHaveCount(6)
  await expectNoFindings(page, 'a sheet of the library')
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search and filter' }).fill('lighthouse')
  await expect(libraryFiles(page)).toHaveCount(6)
  await guideImage(page, 'library', 6)
})

test('[SHEET80] a sheet of four by three is in view whole, with the chosen run where that leaves it so', async ({
  studioPage: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await chooseModel(page, 'Fast images')
  await promptOf(page).fill('A red tower')
  const panel = await openComparison(page)
  await compareBy(page, 'Across', 'Aspect ratio')
  await pressEnabled(panel.getByRole('button', { name: 'Compare by something else too' }))
  await panel.getByRole('combobox', { name: /^Down/ }).press('Enter')
  await pick(page, 'Prompt')
  await panel
    .getByRole('textbox', { name: 'Values of Prompt' })
    .fill('A red tower\nA white tower\nA dark tower')
  await expect(panel).toContainText('4 × 3 = 12 runs')
  await pressEnabled(generateButton(page))
  const cells = resultOf(page).getByRole('table').getByRole('button')
  await expect(resultOf(page)).toContainText('12 of 12 done')
  await expect(cells).toHaveCount(12)
  for (const cell of await cells.all()) await expect(cell).toBeInViewport({ ratio: 1 })
  const slider = resultOf(page).getByRole('slider', { name: 'Size of the cells' })
  const before = Number(await slider.inputValue())
  await slider.press('ArrowRight')
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(before + 3)
})

test('[SHEET300] [SHEET301] models side by side: what both take is kept, what one lacks is said, and one thing comes home', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  await sandbox.limitSize(512)
  await chooseModel(page, 'Affordable')
  await promptOf(page).fill('A pier')
  const more = page.getByRole('button', { name: 'More runs' })
  for (let runs = 1; runs < 8; runs += 1) await more.press(' ')
  await expect(more).toBeDisabled()
  await expect(more).toBeFocused()
  await expect(more).toHaveAccessibleDescription(/^At most 8 runs .* vary the prompt/)
  const bound = page.getByRole('region', { name: 'Settings of the run' }).getByText(/^At most 8 runs/)
  await expect(bound).toBeVisible()
  for (let runs = 8; runs > 1; runs -= 1) await page.getByRole('button', { name: 'Fewer runs' }).press(' ')
  await expect(bound).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Width' }).fill('512')
  await openAdvanced(page)
  await page.getByRole('textbox', { name: 'Steps' }).fill('20')
  const panel = await openComparison(page)
  await compareBy(page, 'Across', 'Model')
  const models = panel.getByRole('group', { name: 'Values of Model' })
  await models.getByRole('button', { name: 'I3 Fast images' }).press(' ')
  await expect(panel).toContainText('I3 Fast images has no steps. Sent without it.')
  await models.getByRole('button', { name: 'I2 Dense layouts' }).press(' ')
  await expect(panel).toContainText('I2 Dense layouts has no width and no steps. Sent without them.')
  await expect(priceOf(page)).toContainText('$0.04 – $0.0753 runs · 2 of 3 without a listed price')
  await expect(resultOf(page).getByRole('table', { name: '3 runs' }).getByRole('cell')).toHaveText([
    'price not listed',
    'price not listed',
    '≤ $0.075',
  ])
  await expectNoFindings(page, 'models to compare')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(panel).toContainText('2 runs')
  await expect(panel).not.toContainText('I2 Dense layouts has')
  await pressGenerateKey(page)

  const sheet = resultOf(page).getByRole('table', { name: 'Contact sheet by Model' })
  await expect(resultOf(page)).toContainText('2 of 2 done')
  await expect(sheet.getByRole('columnheader')).toHaveText(['I8 Affordable', 'I3 Fast images'])
  expect(service.submissions()).toHaveLength(2)
  expect(new Set(service.submissions()).size).toBe(2)
  await expectNoFindings(page, 'a sheet of models')
  for (const name of ['I8 Affordable', 'I3 Fast images']) {
    await pressEnabled(sheet.getByRole('button', { name: new RegExp(`^${name}:`) }))
    await expect(resultOf(page)).toContainText(new RegExp(`A pier${name} · 512 ×`))
    await expect(resultOf(page).getByRole('button', { name: 'Back to the sheet' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(sheet.getByRole('button', { name: new RegExp(`^${name}:`) })).toBeFocused()
  }

  await goTo(page, 'Library')
  await expect(libraryFiles(page)).toHaveCount(1)
  await libraryFiles(page)
    .getByRole('button', { name: /Contact sheet of 2/ })
    .press('Enter')
  const opened = page.getByRole('dialog', { name: 'Contact sheet' })
  await expect(opened.getByRole('columnheader', { name: 'I3 Fast images' })).toBeVisible()
  await expect(opened.getByRole('link')).toHaveCount(2)
  await expectNoFindings(page, 'a sheet of models in the library')
})

test('a sheet says how its runs stand, and what failed of it is tried again', async ({
  studioPage: page,
  sandbox,
  service,
}) => {
  test.slow()
  await test.step('[SHEET20] the runs of a sheet are one entry that says how they stand and unfolds by key', async () => {
    await promptOf(page).fill('A single boat')
    await generateButton(page).click()
    await expectDone(runsOf(page).first())
    await chooseModel(page, 'Dense layouts')
    await promptOf(page).fill('A harbour')
    await sandbox.setFaults({
      job: { status: 'failed', code: 'filtered', message: 'The prompt was refused.' },
    })
    await openComparison(page)
    await compareBy(page, 'Across', 'Resolution')
    await pressEnabled(generateButton(page))
    const sheet = entriesOf(page).first()
    await expect(entriesOf(page)).toHaveCount(2)
    await expect(sheet).toContainText(
      /A harbour2 × resolution · 1 done · 1 failed\$0\.0(4|75) · I2 Dense layouts/,
    )
    await expect(runsOf(page).first()).toHaveAttribute('aria-current', 'true')

    const toggle = page.getByRole('button', { name: /^Runs of / })
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press(']')
    await expect(resultOf(page)).toContainText('A single boat')
    await page.keyboard.press('[')
    await expect(resultOf(page).getByRole('table')).toBeVisible()
    await toggle.press('Enter')
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    const runs = sheet.getByRole('list', { name: /^Runs of / }).getByRole('button')
    await expect(runs).toHaveCount(2)
    await expect(runs.first()).toHaveText(/^1K/)
    await expect(runs.first()).toHaveAttribute('aria-current', 'true')
    await expectNoFindings(page, 'an unfolded sheet')
    await page.keyboard.press(']')
    await expect(runs.nth(1)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press(']')
    await expect(resultOf(page)).toContainText('A single boat')
    await page.keyboard.press('[')
    await toggle.press(' ')
    await expect(runs).toHaveCount(0)
    await expect(toggle).toBeFocused()
    await expect(entriesOf(page)).toHaveCount(2)
    await expectNoFindings(page, 'a folded sheet')
    await toggle.press('ArrowDown')
    await expect(runsOf(page).last()).toBeFocused()
    await expect(resultOf(page)).toContainText('A single boat')
  })

  await test.step('cells tell how long they take, and a failed one is tried again from where the focus is', async () => {
    await stopComparing(page)
    await clearRuns(page)
    await chooseModel(page, 'Fast images')
    await promptOf(page).fill('A weir')
    await openComparison(page)
    await compareBy(page, 'Across', 'Prompt')
    await comparePanel(page).getByRole('textbox', { name: 'Values of Prompt' }).fill('A weir\nA lock')
    const letPass = service.holdSubmissions()
    await pressEnabled(generateButton(page))
    const cell = resultOf(page).getByRole('button', { name: /^A weir:/ })
    await expect(cell).toContainText(/Sending.*\d+ s/)
    await sandbox.setFaults({ job: { status: 'failed', message: 'The prompt was refused.', times: 2 } })
    await expectNoFindings(page, 'a cell that is on its way')
    letPass()
    await expect(cell).toContainText('Failed')
    await expect(cell).not.toContainText(/0:\d\d/)
    await cell.press('Enter')
    await expect(resultOf(page).getByRole('button', { name: 'Back to the sheet' })).toBeFocused()
    await resultOf(page)
      .getByRole('button', { name: /^Retry ·/ })
      .press('Enter')
    await expect(resultOf(page).locator(':focus')).toHaveCount(1)
    await expect(entriesOf(page)).toHaveCount(1)
    await expect(entriesOf(page)).toContainText('1 done · 1 failed')
    await page.keyboard.press('Tab')
    await expect(resultOf(page).locator(':focus')).toHaveCount(1)
  })

  await test.step('what failed of a sheet is tried again in one act, at the whole price on the button', async () => {
    await sandbox.setFaults({})
    await stopComparing(page)
    await clearRuns(page)
    const before = service.submissions().length
    await chooseModel(page, 'Dense layouts')
    await page.getByRole('radio', { name: '1k' }).click()
    await comparePrompts(page, ['A weir', 'A lock', 'A mill', 'A barn', 'A fox'])
    await sandbox.setFaults({ job: { status: 'failed', message: 'The prompt was refused.', times: 3 } })
    await pressEnabled(generateButton(page))
    await expect(resultOf(page)).toContainText('2 of 5 done · 3 failed · $0.08')
    await expect(resultOf(page)).toContainText('Failed jobs are not billed.')
    await expect(page.getByRole('status').filter({ hasText: 'Sheet: 2 of 5 done, 3 failed.' })).toBeAttached()
    await expectNoFindings(page, 'a sheet of which some failed')
    await resultOf(page).getByRole('button', { name: 'Retry 3 failed · $0.12' }).dblclick()
    await expect(resultOf(page)).toContainText('5 of 5 done · $0.20')
    await expect(entriesOf(page)).toHaveCount(1)
    await expect(resultOf(page).getByRole('button', { name: /again/ })).toHaveCount(0)
    expect(service.submissions().length - before).toBe(8)
    await page.reload()
    await expect(resultOf(page)).toContainText('5 of 5 done · $0.20')
    await goTo(page, 'Library')
    await libraryFiles(page)
      .getByRole('button', { name: /Contact sheet of 5/ })
      .click()
    const opened = page.getByRole('dialog', { name: 'Contact sheet' })
    await expect(opened.getByRole('link')).toHaveCount(5)
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
  })

  await test.step('[JOB30] what failed of a batch that compares nothing is tried again in its own place, and asks once where that goes beyond the ceiling', async () => {
    // Its own reload has ended the comparison.
    await goTo(page, 'Create')
    await clearRuns(page)
    const before = service.submissions().length
    await chooseModel(page, 'Dense layouts')
    await page.getByRole('radio', { name: '1k' }).click()
    await promptOf(page).fill('A {weir|lock|mill}')
    await sandbox.setFaults({ job: { status: 'failed', message: 'The prompt was refused.' } })
    await pressEnabled(generateButton(page))
    await expect(resultOf(page)).toContainText('2 of 3 done · 1 failed')
    await resultOf(page).getByRole('button', { name: 'Retry 1 failed · $0.04' }).press('Enter')
    await expect(resultOf(page)).toContainText('3 of 3 done · $0.12')
    await expect(entriesOf(page)).toHaveCount(1)
    const cells = resultOf(page).getByRole('button', { name: /^(weir|lock|mill):/ })
    const names = () =>
      cells.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(':')[0]))
    const order = ['weir', 'lock', 'mill']
    await expect.poll(names).toEqual(order)
    await page.reload()
    await expect(resultOf(page)).toContainText('3 of 3 done · $0.12')
    await expect.poll(names).toEqual(order)
    expect(service.submissions().length - before).toBe(4)

    await comparePrompts(page, ['A weir', 'A lock'])
    await sandbox.setFaults({ job: { status: 'failed', message: 'The prompt was refused.', times: 2 } })
    await pressEnabled(generateButton(page))
    const again = resultOf(page).getByRole('button', { name: 'Retry 2 failed · $0.08' })
    await expect(again).toBeVisible()
    await goTo(page, 'Settings')
    await page.getByRole('textbox', { name: /^Ask before/ }).fill('0.01')
    await page.keyboard.press('Tab')
    await goTo(page, 'Create')
    await pressEnabled(again)
    const question = page.getByRole('dialog', { name: 'Send this all the same?' })
    await question.getByRole('button', { name: 'Don’t send' }).click()
    await expect(question).toHaveCount(0)
    expect(service.submissions().length - before).toBe(6)
    await pressEnabled(again)
    await question.getByRole('button', { name: 'Send anyway for $0.08' }).click()
    await expect(again).toHaveCount(0)
    await expect(entriesOf(page)).toHaveCount(2)
    await expect.poll(() => service.submissions().length - before).toBe(8)
  })
})

test('what waits of a sheet is canceled, on the stage and in the list, and among many runs the current one stays in sight', async ({
  studioPage: page,
  service,
}) => {
  test.slow()
  await test.step('what has not left of a sheet is canceled in one act, and what has left goes on and is priced', async () => {
    await goTo(page, 'Settings')
    await page.getByRole('textbox', { name: 'Jobs at once' }).fill('2')
    await page.keyboard.press('Tab')
    await goTo(page, 'Create')
    await chooseModel(page, 'Dense layouts')
    await page.getByRole('radio', { name: '1k' }).click()
    await comparePrompts(page, ['A weir', 'A lock', 'A mill', 'A barn', 'A fox', 'A bear'])
    const letPass = service.holdSubmissions()
    await pressEnabled(generateButton(page))
    await expect(resultOf(page).getByRole('button', { name: /: Sending/ })).toHaveCount(2)
    const cancel = resultOf(page).getByRole('button', { name: 'Cancel 4 unsent' })
    const why = '4 unsent can still be canceled; 2 already sent can’t'
    await expect(resultOf(page)).toContainText(why)
    const said = '4 runs were canceled and are not charged. 2 were already sent and continue: $0.08.'
    // It is there for four seconds.
    await Promise.all([page.getByRole('dialog', { name: said }).waitFor(), cancel.dblclick()])
    await expect(resultOf(page).getByRole('button', { name: /: Canceled/ })).toHaveCount(4)
    await expect(cancel).toHaveCount(0)
    await expect(resultOf(page)).not.toContainText('already sent can’t')
    await expectNoFindings(page, 'a sheet of which some was canceled')
    letPass()
    await expect(resultOf(page)).toContainText('2 of 6 done · 4 canceled · $0.08')
    expect(service.submissions()).toHaveLength(2)
  })

  await test.step('a folded sheet is canceled from the list, and the focus stays with it', async () => {
    await stopComparing(page)
    const before = service.submissions().length
    await pauseQueue(page)
    await chooseModel(page, 'Fast images')
    await comparePrompts(page, ['A weir', 'A lock', 'A mill'])
    await pressEnabled(generateButton(page))
    const sheet = entriesOf(page).first()
    const cancel = sheet.getByRole('button', { name: 'Cancel 3 unsent' })
    await expect(cancel).toBeVisible()
    await expectNoFindings(page, 'a folded sheet that waits')
    await cancel.press('Enter')
    await expect(sheet).toContainText('3 canceled')
    await expect(sheet.locator('[data-row]')).toBeFocused()
    await page.getByRole('button', { name: 'Resume the queue' }).click()
    await comparePanel(page).getByRole('button', { name: 'Compare nothing' }).click()
    await generateButton(page).click()
    await expect.poll(() => service.submissions().length - before).toBe(1)
  })

  await test.step('among a hundred runs the current one stays in sight, in the list and in the strip', async () => {
    await dismissNotes(page)
    await pauseQueue(page)
    await promptOf(page).fill('A boat {0|1|2|3|4|5|6|7|8|9}{0|1|2|3|4|5|6|7|8|9}')
    await pressEnabled(generateButton(page))
    // Once they are confirmed the first is chosen; what is chosen before that doesn't stay.
    await expect(page.getByRole('button', { name: /^Runs of A boat \{0/ })).toBeVisible()
    await expect(generateButton(page)).toBeEnabled()
    const row = page.getByRole('region', { name: 'Runs' }).locator('[aria-current="true"]')
    const frame = resultOf(page)
      .getByRole('group', { name: 'Runs of this batch' })
      .locator('[aria-current="true"]')
    await page.getByRole('button', { name: /^Runs of A boat \{0/ }).press('Enter')
    await resultOf(page).getByRole('button', { name: /^00: / }).press('Enter')
    await expect(row).toContainText('A boat 00')
    await expect(row).toBeInViewport({ ratio: 1 })
    for (let step = 0; step < 40; step++) await page.keyboard.press(']')
    await expect(row).toContainText('A boat 40')
    await expect(row).toBeInViewport({ ratio: 1 })
    await expect(frame).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1024, height: 700 })
    for (let step = 0; step < 30; step++) await page.keyboard.press(']')
    await expect(row).toContainText('A boat 70')
    await expect(row).toBeInViewport({ ratio: 1 })
    await expect(frame).toBeInViewport({ ratio: 1 })
  })
})

test('[JUDGE85] [FIND4] a cell shows every file that its run brought, and each can be reached', async ({
  studioPage: page,
  service,
}) => {
  service.bringFiles(3)
  await chooseModel(page, 'Fast images')
  await promptOf(page).fill('A mill')
  await page.getByRole('button', { name: 'Compare' }).click()
  await comparePanel(page).getByRole('combobox', { name: 'Across' }).click()
  await pick(page, 'Prompt')
  await comparePanel(page).getByRole('textbox', { name: 'Values of Prompt' }).fill('A mill\nA barn')
  await generateButton(page).click()
  const cell = resultOf(page).getByRole('button', { name: 'A mill: Done. 3 files' })
  await expect(cell.locator('img')).toHaveCount(3)
  await cell.click()
  const strip = resultOf(page).getByRole('group', { name: 'Runs of this batch' })
  await expect(strip.getByRole('button')).toHaveCount(6)
  const third = strip.getByRole('button').nth(2)
  await third.click()
  await expect(third).toHaveAttribute('aria-current', 'true')
  await strip.getByRole('button').nth(4).click()
  await expect(strip).toBeVisible()
  await page.keyboard.press('Escape')

  await goTo(page, 'Library')
  await libraryFiles(page)
    .getByRole('button', { name: /Contact sheet of 6/ })
    .click()
  const opened = page.getByRole('dialog', { name: 'Contact sheet' })
  await expect(opened.getByRole('link')).toHaveCount(6)
  await expectNoFindings(page, 'a sheet with several files a cell')
  // A mark with Shift goes on, also into the next cell; the last one stays.
  await opened.getByRole('link', { name: 'Open A mill, 2 of 3' }).focus()
  for (const key of ['Shift+Digit4', 'Shift+P', 'Shift+Digit2']) await page.keyboard.press(key)
  await expect(opened.getByRole('link', { name: 'Open A barn, 2 of 3' })).toBeFocused()
  const marks = opened.locator('[data-marks] .visually-hidden')
  await expect(marks).toHaveText(['4 stars', 'picked', '2 stars'])
  await opened.getByRole('link', { name: 'Open A mill, 2 of 3' }).click()
  await expect(fileViewer(page)).toBeVisible()
  await page.keyboard.press('Escape')

  // Its files alone, as a filter that says which sheet it is.
  await opened.getByRole('button', { name: 'Show its files in the grid' }).click()
  await expect(libraryFiles(page)).toHaveCount(6)
  await expect(page.getByRole('button', { name: 'Remove the filter Contact sheet: A mill' })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search and filter' })
  await search.fill('sheet:mil')
  await expect(page.getByRole('option', { name: 'A mill' })).toBeVisible()
  await search.fill('-sheet:any')
  await expect(libraryFiles(page)).toHaveCount(0)
})

test('[PROMPT60] [LIST361] wildcards say how many prompts they make, braces without alternatives are sent as written, and a pasted list says which rows are wrong', async ({
  studioPage: page,
  service,
}) => {
  await chooseModel(page, 'Fast images')
  await promptOf(page).fill('A {red|green|blue} boat')
  await expect(page.getByText('Makes 3 prompts')).toBeVisible()
  await expect(generateButton(page)).toContainText('Generate 3')
  await expectNoFindings(page, 'wildcards')
  await generateButton(page).click()
  await expect.poll(() => service.submissions().length).toBe(3)
  await page.getByRole('button', { name: 'Use the braces as words' }).click()
  await expect(page.getByText('Makes 3 prompts')).toHaveCount(0)
  await generateButton(page).click()
  await expect.poll(() => service.submissions().length).toBe(4)
  await promptOf(page).fill('{a|b|c|d|e|f|g|h}{a|b|c|d|e|f|g|h}{a|b|c|d|e|f|g|h}')
  await page.getByRole('button', { name: 'Make a prompt of each' }).click()
  await expect(page.getByText('This makes 512 runs; at most 500 go out at once.')).toBeVisible()
  await expect(generateButton(page)).toBeDisabled()

  const line = page.getByText('Braces without | are sent as written. Choices are written {one|two}.')
  const prompt = promptOf(page)
  await prompt.fill('{"scene": {"sky": "grey"}, "boats": {"count": "{1..3}"}}')
  await expect(line).toHaveCount(1)
  await prompt.fill('{} boats')
  await expect(line).toHaveCount(0)
  await prompt.fill('{1..3} {red|blue} boats')
  await expect(line).toBeVisible()
  await expect(page.getByText('Makes 2 prompts')).toBeVisible()
  await prompt.fill('{1..3} boats {red|blue')
  await expect(page.getByText('The brace at character 14')).toBeVisible()
  await expect(line).toHaveCount(0)
  await prompt.fill('{1..3} boats')
  await expect(line).toBeVisible()
  await expectNoFindings(page, 'braces that are words')
  await generateButton(page).click()
  await expect.poll(() => service.submissions().length).toBe(5)
  await expect(runsOf(page).first()).toContainText('{1..3} boats')

  await chooseModel(page, 'Dense layouts')
  await pressEnabled(page.getByRole('button', { name: 'Paste a list' }))
  const dialog = page.getByRole('dialog', { name: 'Paste a list' })
  await dialog
    .getByRole('textbox', { name: 'The list' })
    .fill('prompt,resolution\nA boat,1K\nA fox,9k\nA bear,1k,more\nA wolf,2k')
  await expect(dialog.getByRole('status')).toHaveText('2 runs; 2 rows can’t be sent.')
  await expect(dialog).toContainText('Resolution: One of 1K, 2K.')
  await expect(dialog).toContainText('This row has more cells than the first line has names.')
  await expectNoFindings(page, 'a pasted list')
  const send = dialog.getByRole('button', { name: /^Generate/ })
  await expect(send).toBeDisabled()
  // [LIST361] By the words beside it.
  await dialog.getByText('Leave out the 2 rows that can’t be sent').click()
  await expect(send).toHaveText('Generate 2 · $0.115')
  await send.press('Enter')
  await expect.poll(() => service.submissions().length).toBe(7)
})
