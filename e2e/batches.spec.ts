import type { Locator, Page } from '@playwright/test'
import { stage } from '../renderer/words/en/stage.ts'
import { english } from '../renderer/words/en/words.ts'
import { dismissNotes, stopComparing } from './support/between-steps.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import {
  chooseModel,
  expectDone,
  generateButton,
  goTo,
  libraryFiles,
  pauseQueue,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

function sheetOf(page: Page, count: number): Locator {
  return resultOf(page).getByRole('list', { name: `Contact sheet of ${count}` })
}

/** Sets how many runs of the same settings Generate makes. */
async function setRuns(page: Page, runs: number): Promise<void> {
  const more = page.getByRole('button', { name: 'More runs' })
  for (let press = 1; press < runs; press++) await more.press('Enter')
  await expect(page.getByRole('status', { name: 'Runs' })).toHaveText(String(runs))
}

/** Sets it to one again. */
async function setOneRun(page: Page, from: number): Promise<void> {
  const fewer = page.getByRole('button', { name: 'Fewer runs' })
  for (let press = from; press > 1; press--) await fewer.press('Enter')
  await expect(page.getByRole('status', { name: 'Runs' })).toHaveText('1')
}

test('[SHEET1] four runs of the same settings are one sheet and one entry, from the keyboard', async ({
  studioPage: page,
  service,
}) => {
  await promptOf(page).fill('A single boat')
  await pressEnabled(generateButton(page))
  await expectDone(runsOf(page).first())
  await promptOf(page).fill('A quiet river')
  await setRuns(page, 4)
  await pressEnabled(generateButton(page))
  const cells = sheetOf(page, 4).getByRole('button')
  await expect(cells).toHaveCount(4)
  await expect(runsOf(page)).toHaveCount(2)
  await expect(runsOf(page).first()).toHaveText(/^A quiet river4 done/)
  await expect(resultOf(page)).toContainText('4 of 4 done')
  expect(service.submissions()).toHaveLength(5)
  await expectNoFindings(page, 'a batch of four')

  await cells.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(cells.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(cells.nth(3)).toBeFocused()
  await page.keyboard.press('Enter')
  const back = resultOf(page).getByRole('button', { name: 'Back to the sheet' })
  await expect(back).toBeFocused()
  await expect(resultOf(page).getByRole('img', { name: 'A quiet river' })).toBeVisible()
  await expectNoFindings(page, 'one of a batch, large')
  await page.keyboard.press('Escape')
  await expect(cells.nth(3)).toBeFocused()

  await page.keyboard.press(']')
  await expect(resultOf(page)).toContainText('A single boat')
  await page.keyboard.press('[')
  await expect(cells).toHaveCount(4)
  await page.reload()
  await expect(cells).toHaveCount(4)
  await expect(runsOf(page)).toHaveCount(2)
  await runsOf(page).first().press('Delete')
  await expect(runsOf(page)).toHaveText([/^A single boat/])
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(runsOf(page)).toHaveCount(2)
})

test('the cells of sheets that wait: their size, their marks, and the ways into them and back', async ({
  studioPage: page,
}) => {
  test.slow()
  await test.step('[CMD40] Enter leads from a sheet’s row into the sheet, and Escape back, step by step', async () => {
    await pauseQueue(page)
    await promptOf(page).fill('A single boat')
    await pressEnabled(generateButton(page))
    await promptOf(page).fill('A quiet river')
    await setRuns(page, 4)
    await pressEnabled(generateButton(page))
    const cells = sheetOf(page, 4).getByRole('button')
    await expect(cells).toHaveCount(4)
    const [sheet, single] = [runsOf(page).first(), runsOf(page).last()]
    await single.press('Enter')
    await expect(resultOf(page)).toContainText('A single boat')
    await expect(single).toBeFocused()

    await sheet.press('Enter')
    await expect(cells.first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(cells.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(resultOf(page).getByRole('button', { name: 'Back to the sheet' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(cells.nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cells.nth(1)).toBeFocused()

    // On the way from another place of the stage.
    await resultOf(page).focus()
    await page.keyboard.press('ArrowDown')
    await expect(cells.nth(1)).toBeFocused()

    await page.getByRole('button', { name: /^Runs of / }).press('Enter')
    await sheet.press('Enter')
    await expect(cells.nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(
      page.getByRole('region', { name: 'Runs' }).locator('[data-row][aria-current="true"]'),
    ).toBeFocused()
    await setOneRun(page, 4)
  })

  await test.step('[SHEET5] [SHEET6] [SHEET7] the mark of the chosen cell is no focus ring, the arrows step through a sheet, and its strip and the list have one order', async () => {
    await promptOf(page).fill('A boat {1|2|3}')
    await generateButton(page).click()
    const cells = sheetOf(page, 3).getByRole('button')
    const cell = cells.first()
    await expect(cell).toHaveAttribute('aria-current', 'true')
    await expect(promptOf(page)).toBeFocused()
    const look = () =>
      cell.evaluate((element) => {
        const { boxShadow, outlineStyle, outlineColor } = getComputedStyle(element)
        return {
          outlineStyle,
          outlineColor,
          mark: boxShadow + getComputedStyle(element, '::after').boxShadow,
        }
      })
    const unfocused = await look()
    await promptOf(page).focus()
    await cell.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expect(cell).toBeFocused()
    const focused = await look()
    expect(unfocused).toMatchObject({ outlineStyle: 'none', mark: focused.mark })
    expect(focused.outlineStyle).toBe('solid')
    expect(unfocused.mark).not.toContain(focused.outlineColor)
    expect(unfocused.mark).toContain('inset')

    await cells.first().press('Enter')
    await expect(resultOf(page).getByRole('button', { name: 'Back to the sheet' })).toBeFocused()
    const ofBatch = resultOf(page).getByRole('group', { name: 'Runs' }).getByRole('button')
    const isShown = (index: number) => expect(ofBatch.nth(index)).toHaveAttribute('aria-current', 'true')
    await isShown(0)
    await page.keyboard.press('ArrowRight')
    await isShown(1)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await isShown(2)
    await page.keyboard.press('ArrowLeft')
    await isShown(1)
    await page.keyboard.press('Escape')
    await expect(cells.nth(1)).toBeFocused()

    await cells.first().press('Enter')
    await page.getByRole('button', { name: 'Runs of A boat {1|2|3}' }).press('Enter')
    const rows = page.getByRole('list', { name: 'Runs of A boat {1|2|3}' }).locator('[data-row]')
    const frames = resultOf(page).getByRole('group', { name: 'Runs of this batch' }).getByRole('button')
    await expect(rows).toHaveText([/^A boat 1/, /^A boat 2/, /^A boat 3/])
    await expect(frames).toHaveCount(3)
    for (const [at, prompt] of ['A boat 1', 'A boat 2', 'A boat 3'].entries())
      await expect(frames.nth(at)).toHaveAccessibleName(new RegExp(prompt))
    await frames.first().focus()
    for (const key of ['ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
    await expect(frames.nth(2)).toBeFocused()
    await expect(rows.nth(2)).toHaveAttribute('aria-current', 'true')
    await rows.nth(2).focus()
    await page.keyboard.press('ArrowUp')
    await expect(frames.nth(1)).toHaveAttribute('aria-current', 'true')
    await frames.nth(1).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(rows.first()).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press(']')
    await expect(frames.nth(1)).toHaveAttribute('aria-current', 'true')
    await expectNoFindings(page, 'the strip of a batch')
  })

  await test.step('[SHEET3] among many cells the chosen one is large beside them, and follows the arrows', async () => {
    await promptOf(page).fill('A boat {0|1|2|3|4|5|6|7|8|9}{0|1|2|3|4|5|6|7|8|9}')
    await pressEnabled(generateButton(page))
    const cells = sheetOf(page, 100).getByRole('button')
    await expect(cells).toHaveCount(100)
    const large = resultOf(page).getByRole('region', { name: 'The chosen run' })
    await expect(large).toContainText('Waiting')
    await cells.first().focus()
    await page.keyboard.press('End')
    await expect(cells.last()).toBeFocused()
    await expect(cells.last()).toBeInViewport({ ratio: 1 })
    await expect(resultOf(page)).toContainText('A boat 99')
    await expectNoFindings(page, 'a hundred cells')
    await page.setViewportSize({ width: 1024, height: 700 })
    await expect(cells.last()).toBeInViewport({ ratio: 1 })
    await expect(large).toBeInViewport()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('[SHEET2] cells fill the stage without scrolling, and have the size that is chosen by key', async () => {
    await chooseModel(page, 'Fast images')
    await page.getByRole('radio', { name: '16:9' }).click()
    await promptOf(page).fill('A boat {1|2|3|4}')
    await pressEnabled(generateButton(page))
    const cell = sheetOf(page, 4).getByRole('button').first()
    const sizeOf = async () =>
      await cell.evaluate(({ clientWidth: width, clientHeight: height }) => ({ width, height }))
    const [fitted, stage] = [await sizeOf(), await resultOf(page).boundingBox()]
    expect(fitted.width / fitted.height).toBeCloseTo(16 / 9, 1)
    expect(fitted.width * 2).toBeGreaterThan((stage?.width ?? 0) * 0.85)
    const last = sheetOf(page, 4).getByRole('button').last()
    await expect(last).toBeInViewport({ ratio: 1 })

    const slider = resultOf(page).getByRole('slider', { name: 'Size of the cells' })
    await expect(slider).toHaveAttribute('aria-valuetext', 'As large as fits')
    await slider.focus()
    for (let press = 0; press < 3; press++) await page.keyboard.press('PageUp')
    await expect.poll(async () => (await sizeOf()).width).toBeGreaterThan(fitted.width + 20)
    expect((await sizeOf()).width / (await sizeOf()).height).toBeCloseTo(16 / 9, 1)
    await page.keyboard.press('Home')
    await expect.poll(async () => (await sizeOf()).width).toBeLessThan(120)
    await expectNoFindings(page, 'small cells')
    await resultOf(page).getByRole('button', { name: 'Fit the cells to the room' }).press('Enter')
    await expect.poll(sizeOf).toEqual(fitted)
  })
})

test('keys and buttons act on the chosen cell of a sheet, which says what differs', async ({
  studioPage: page,
}) => {
  test.slow()
  await test.step('[SHEET6] the arrows step through what fills the screen, and keys act on it from the unfolded sheet', async () => {
    await promptOf(page).fill('A boat {1|2}')
    await pressEnabled(generateButton(page))
    await expect(runsOf(page).first()).toContainText('2 done')
    await sheetOf(page, 2).getByRole('button').first().press('Enter')
    await expect(resultOf(page).getByRole('img')).toBeVisible()
    await page.getByRole('button', { name: 'Runs of A boat {1|2}' }).click()
    await page.keyboard.press('y')
    await expect(page.getByRole('dialog', { name: english.actions.copied.prompt })).toBeVisible()

    await resultOf(page).getByRole('button', { name: 'Back to the sheet' }).focus()
    await page.keyboard.press('Shift+F')
    const isFullScreen = () => page.evaluate(() => document.fullscreenElement !== null)
    await expect.poll(isFullScreen).toBe(true)
    const shown = resultOf(page).getByRole('img').first()
    const first = await shown.getAttribute('src')
    await page.keyboard.press('ArrowRight')
    await expect(shown).not.toHaveAttribute('src', first ?? '')
    expect(await isFullScreen()).toBe(true)
    await page.keyboard.press('Shift+F')
    await expect.poll(isFullScreen).toBe(false)
  })

  await test.step('[SHEET8] what is chosen in a sheet has its keys, and its buttons where it is large', async () => {
    await dismissNotes(page)
    await promptOf(page).fill('A boat {1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16}')
    await pressEnabled(generateButton(page))
    // Sixteen images are rendered and saved, which takes long beside other work.
    await expect(runsOf(page).first()).toContainText('16 done', { timeout: 120_000 })
    const large = resultOf(page).getByRole('region', { name: 'The chosen run' })
    await sheetOf(page, 16).getByRole('button').nth(4).focus()
    await expect(large.getByRole('img', { name: 'Image: A boat 5' })).toBeVisible()
    await page.keyboard.press('r')
    await expect(promptOf(page)).toHaveValue('A boat 5')
    await sheetOf(page, 16).getByRole('button').nth(6).focus()
    const actions = resultOf(page).getByRole('region', { name: stage.sheet.chosenActions })
    await actions.getByRole('button', { name: /^Remix/ }).click()
    await expect(promptOf(page)).toHaveValue('A boat 7')
    await expectNoFindings(page, 'a sheet with its chosen run large')
  })

  await test.step('[SHEET10] [SHEET8] [SHEET4] a cell says what differs where the plan said it, and has its buttons in sight once it is clicked', async () => {
    await dismissNotes(page)
    await chooseModel(page, 'Fast images')
    await page.getByRole('radio', { name: '16:9' }).click()
    await promptOf(page).fill('A {red|blue} car at {night|noon}')
    const words = ['red · night', 'red · noon', 'blue · night', 'blue · noon']
    const planned = resultOf(page).getByRole('list', { name: '4 runs' }).getByRole('listitem')
    await expect(planned).toHaveText(words)
    const placesOf = async (cells: Locator) =>
      Promise.all((await cells.all()).map((one) => one.boundingBox()))
    const places = await placesOf(planned)
    await pressEnabled(generateButton(page))
    await expect(resultOf(page)).toContainText('4 of 4 done')
    const cells = sheetOf(page, 4).getByRole('button')
    await expect(cells).toHaveText(words)
    expect(await placesOf(cells)).toEqual(places)
    await expect(resultOf(page).getByText('A {red|blue} car at {night|noon}')).toBeVisible()
    await expect(runsOf(page).first()).toContainText('A {red|blue} car at {night|noon}')
    await expect(resultOf(page).getByRole('region', { name: 'The chosen run' })).toHaveCount(0)
    const actions = resultOf(page).getByRole('region', { name: stage.sheet.chosenActions })
    await cells.nth(2).click()
    await expect(actions).toContainText('A blue car at night')
    await expect(actions.getByRole('button', { name: english.actions.names.animate })).toBeInViewport()
    await expectNoFindings(page, 'a sheet with labels and the actions of its chosen cell')
    await cells.nth(2).click()
    await expect(resultOf(page).getByRole('button', { name: 'Back to the sheet' })).toBeVisible()
    await page.reload()
    await expect(runsOf(page).first()).toContainText('A {red|blue} car at {night|noon}')
  })
})

/** What the stage shows of the runs that Generate would make. */
function ghostsOf(page: Page, size: string): Locator {
  return resultOf(page).getByRole('list', { name: size })
}

test('a plan is outlined on the stage before it is made', async ({ studioPage: page, service }) => {
  test.slow()
  await test.step('[SHEET4] an open list is outlined on the stage behind it, a plan of hundreds is summed up, and a comparison has its headers', async () => {
    await pressEnabled(page.getByRole('button', { name: 'Paste a list' }))
    const list = page.getByRole('dialog', { name: 'Paste a list' }).getByRole('textbox', { name: 'The list' })
    await list.fill('A boat\nA fox\nA bear')
    const ofList = page.locator('ol[aria-label="3 runs"] > li')
    await expect(ofList).toHaveText(['1 · A boat', '2 · A fox', '3 · A bear'])
    await list.fill('A boat')
    await expect(ofList).toHaveCount(0)
    await list.fill('A boat\nA fox\nA bear')
    await expect(ofList).toHaveCount(3)
    await expectNoFindings(page, 'a list with its plan')
    await page.keyboard.press('Escape')
    await expect(ofList).toHaveCount(0)

    await promptOf(page).fill('A boat {0|1|2|3|4|5|6|7|8|9}{0|1|2|3|4|5|6|7|8|9}{0|1|2}')
    const cells = ghostsOf(page, '300 runs').getByRole('listitem')
    await expect(cells.last()).toHaveText(/^\+2\d\d$/)
    const drawn = await cells.count()
    expect(drawn).toBeLessThanOrEqual(60)
    await expect(cells.last()).toHaveText(`+${300 - drawn + 1}`)
    await expect(cells.last()).toBeInViewport({ ratio: 1 })
    await promptOf(page).fill('A boat')
    await expect(cells).toHaveCount(0)

    await pressEnabled(page.getByRole('button', { name: 'Compare' }))
    const panel = page.getByRole('region', { name: 'Compare' })
    await panel.getByRole('combobox', { name: 'Across' }).press('Enter')
    await page.keyboard.type('Prompt')
    await expect(page.getByRole('option', { name: 'Prompt' })).toHaveAttribute('data-highlighted', '')
    await page.keyboard.press('Enter')
    await panel
      .getByRole('textbox', { name: 'Values of Prompt' })
      .fill('A boat at the end of a long pier\nA fox')
    const table = resultOf(page).getByRole('table', { name: '2 runs' })
    await expect(table.getByRole('columnheader')).toHaveText(['A boat at the end of a long pier', 'A fox'])
    await expectNoFindings(page, 'a planned comparison')
    await page.setViewportSize({ width: 1024, height: 700 })
    await expect(table).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await stopComparing(page)
  })

  await test.step('[SHEET4] what Generate would make is outlined on the stage before it is made, and leaves by Escape', async () => {
    await promptOf(page).fill('A {red|green|blue} boat')
    const ghosts = ghostsOf(page, '3 runs').getByRole('listitem')
    await expect(ghosts).toHaveText(['red', 'green', 'blue'])
    await expect(resultOf(page)).toContainText('Not sent yet')
    await expectNoFindings(page, 'a plan')
    await pressEnabled(generateButton(page))
    await expect(sheetOf(page, 3)).toBeVisible()
    await expect(ghosts).toHaveCount(0)
    await expect.poll(() => service.submissions().length).toBe(3)

    await promptOf(page).fill('A boat')
    await expect(sheetOf(page, 3)).toBeVisible()
    await setRuns(page, 4)
    await expect(ghostsOf(page, '4 runs').getByRole('listitem')).toHaveText([
      'Run 1',
      'Run 2',
      'Run 3',
      'Run 4',
    ])
    await page.keyboard.press('Escape')
    await expect(sheetOf(page, 3)).toBeVisible()
    const show = page.getByRole('button', { name: 'Show what Generate would make' })
    await show.press('Enter')
    await expect(show).toHaveAttribute('aria-pressed', 'true')
    await expect(ghostsOf(page, '4 runs')).toBeVisible()
    await resultOf(page).getByRole('button', { name: 'Back to the runs' }).press('Enter')
    await expect(sheetOf(page, 3)).toBeVisible()
    await show.press('Enter')
    await page.keyboard.press(']')
    await expect(ghostsOf(page, '4 runs')).toBeVisible()
    await runsOf(page).first().press('Enter')
    await expect(sheetOf(page, 3)).toBeVisible()
  })
})

test('[CLEAR1] ended runs leave the list by Delete or all at once, come back by Undo, and stay away after a restart', async ({
  studio,
  studioPage: page,
}) => {
  const prompts = ['First light', 'Second light', 'Third light']
  for (const prompt of prompts) {
    await promptOf(page).fill(prompt)
    await pressEnabled(generateButton(page))
    await expectDone(runsOf(page).filter({ hasText: prompt }))
  }
  await runsOf(page).nth(1).press('Enter')
  await page.keyboard.press('Delete')
  // Under the pointer the note doesn't run out.
  await page.getByRole('dialog', { name: english.create.clear.done }).hover()
  await expect(runsOf(page)).toHaveText([/^Third light/, /^First light/])
  await expect(runsOf(page).nth(1)).toBeFocused()
  await expect(resultOf(page)).toContainText('First light')
  await expectNoFindings(page, 'a cleared run')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(runsOf(page)).toHaveCount(3)

  await runsOf(page).first().hover()
  await page.getByRole('button', { name: 'Clear Third light from this list' }).click()
  await expect(runsOf(page)).toHaveCount(2)
  await pauseQueue(page)
  await promptOf(page).fill('One that waits')
  await pressEnabled(generateButton(page))
  await page.getByRole('button', { name: 'Clear ended runs' }).press('Enter')
  await expect(runsOf(page)).toHaveText([/^One that waits/])
  await expect(page.getByRole('button', { name: 'Clear ended runs' })).toBeDisabled()
  await expectNoFindings(page, 'all ended runs cleared')

  await goTo(page, 'Library')
  await expect(libraryFiles(page)).toHaveCount(3)
  await page.close()
  await studio.stop()
  await studio.start()
  const again = await studio.open()
  await expect(runsOf(again)).toHaveText([/^One that waits/])
})
