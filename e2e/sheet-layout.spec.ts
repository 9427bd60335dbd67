import { createCanvas } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, generateButton, goTo, pauseQueue, promptOf, resultOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

const sixteen = 'A boat {1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16}'

/** Remembers every size that the first cell of a sheet is drawn in from now on, since its room changed last. */
async function watchCells(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    let room = 0
    Object.assign(window, { seenCells: seen })
    const look = () => {
      const cell = document.querySelector<HTMLElement>('[data-stage] [data-run]')
      const height = document.querySelector('[data-stage]')?.clientHeight ?? 0
      const size = cell && `${cell.clientWidth}×${cell.clientHeight}`
      // Its cells follow a changed room within the frame.
      if (height !== room) seen.length = 0
      else if (size && seen.at(-1) !== size) seen.push(size)
      room = height
      requestAnimationFrame(look)
    }
    look()
  })
  return async () => await page.evaluate(() => Reflect.get(window, 'seenCells') as string[])
}

test('[SHEET50] a sheet is laid out anew at most once while its results arrive, and never for a known shape', async ({
  studioPage: page,
}) => {
  test.slow()
  await chooseModel(page, 'Dense layouts')
  await promptOf(page).fill(sixteen)
  await pauseQueue(page)
  await pressEnabled(generateButton(page))
  const cells = resultOf(page).getByRole('list', { name: 'Contact sheet of 16' }).getByRole('button')
  await expect(cells).toHaveCount(16)
  const first = await watchCells(page)
  await page.getByRole('button', { name: 'Resume the queue' }).click()
  await expect(resultOf(page)).toContainText('16 of 16 done')
  expect((await first()).length).toBeLessThanOrEqual(2)

  await promptOf(page).fill(sixteen.replace('boat', 'barge'))
  await pauseQueue(page)
  await pressEnabled(generateButton(page))
  await expect(cells.first()).toHaveAccessibleName(/Waiting/)
  const again = await watchCells(page)
  await page.getByRole('button', { name: 'Resume the queue' }).click()
  await expect(resultOf(page)).toContainText('16 of 16 done')
  expect(await again()).toHaveLength(1)
})

const pngOf = (width: number, height: number) => createCanvas(width, height).toBuffer('image/png')

test('[SHEET71] a sheet whose results have different shapes is laid out as before when it is shown again', async ({
  studioPage: page,
  service,
}) => {
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: 'Jobs at once' }).fill('1')
  await page.keyboard.press('Tab')
  await goTo(page, 'Create')
  await chooseModel(page, 'Dense layouts')
  await promptOf(page).fill('A boat {1|2}')
  service.bringBytes(pngOf(160, 80))
  const letFirst = service.holdSubmissions()
  await pressEnabled(generateButton(page))
  const cells = resultOf(page).getByRole('list', { name: 'Contact sheet of 2' }).getByRole('button')
  await expect(cells.first()).toHaveAccessibleName(/Sending/)
  // A request is held by what is set when it comes.
  await expect.poll(() => service.submissions().length).toBe(1)
  const letSecond = service.holdSubmissions()
  letFirst()
  await expect(resultOf(page)).toContainText('1 of 2 done')
  service.bringBytes(pngOf(80, 160))
  letSecond()
  await expect(resultOf(page)).toContainText('2 of 2 done')

  const layout = () => cells.evaluateAll((all) => all.map((one) => [one.clientWidth, one.clientHeight]))
  const before = await layout()
  await cells.first().press('Enter')
  await resultOf(page).getByRole('button', { name: 'Back to the sheet' }).click()
  await expect(cells).toHaveCount(2)
  expect(await layout()).toEqual(before)
  await goTo(page, 'Spend')
  await goTo(page, 'Create')
  await expect(cells).toHaveCount(2)
  expect(await layout()).toEqual(before)
})

/** The windows in which the bar has to say all that it has to say. */
const sizes = [
  [1024, 700],
  [1280, 800],
  [1440, 900],
  [720, 450],
  [2560, 1440],
] as const

/** Its height in each of them. */
async function barHeights(page: Page): Promise<readonly number[]> {
  const heights: number[] = []
  const bar = resultOf(page).locator('[data-sheet-bar]')
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    heights.push((await bar.boundingBox())?.height ?? 0)
  }
  return heights
}

test('[SHEET70] [SHEET350] the bar below a sheet says its price and what can be canceled whole in every size, and stays as high', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: 'Jobs at once' }).fill('2')
  await page.keyboard.press('Tab')
  await goTo(page, 'Create')
  await chooseModel(page, 'Dense layouts')
  await promptOf(page).fill(sixteen)
  await sandbox.setFaults({ job: { status: 'failed', message: 'The prompt was refused.', times: 2 } })
  await pauseQueue(page)
  await pressEnabled(generateButton(page))
  await expect(resultOf(page)).toContainText('0 of 16 done · 16 waiting')
  const before = await barHeights(page)
  expect(before[sizes.findIndex(([width]) => width === 720)]).toBeLessThan(86)
  await page.getByRole('button', { name: 'Resume the queue' }).click()
  await expect(resultOf(page)).toContainText('of 16 done · 2 failed')
  const letPass = service.holdSubmissions()
  await expect(resultOf(page)).toContainText('2 already sent can’t be')
  const [price, notes] = [
    resultOf(page).getByText(/^≤ \$\d\.\d\d$/),
    resultOf(page).getByText(/ unsent can still be canceled; .* Failed jobs are not billed\.$/),
  ]
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    for (const text of [price, notes]) await expect(text, `${width} × ${height}`).toBeInViewport({ ratio: 1 })
  }
  expect(await barHeights(page)).toEqual(before)
  letPass()
  await expect(resultOf(page)).toContainText('14 of 16 done · 2 failed')
  expect(await barHeights(page)).toEqual(before)
})

test('[SHEET83] [SHEET84] four columns are in view at 1024 × 700, and a sheet that scrolls fades where it goes on', async ({
  studioPage: page,
  sandbox,
}) => {
  await sandbox.limitSize(256)
  await page.setViewportSize({ width: 1024, height: 700 })
  await chooseModel(page, 'V7 Fast')
  await promptOf(page).fill('A boat')
  await page.getByRole('radio', { name: '480p' }).click()
  await pressEnabled(page.getByRole('button', { name: 'Compare' }))
  const panel = page.getByRole('region', { name: 'Compare' })
  await panel.getByRole('combobox', { name: 'Across' }).press('Enter')
  await page.keyboard.type('Duration')
  await page.keyboard.press('Enter')
  await panel.getByRole('textbox', { name: 'Values of Duration' }).fill('1, 2, 3, 4')
  await panel.getByRole('button', { name: 'Compare by something else too' }).press('Enter')
  await panel.getByRole('combobox', { name: 'Down' }).press('Enter')
  await page.keyboard.type('Model')
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'V4 New generation' }).press(' ')
  await pressEnabled(generateButton(page))
  await expect(resultOf(page)).toContainText('8 of 8 done')
  const cells = resultOf(page).locator('[data-run]')
  await expect(cells).toHaveCount(8)
  for (const cell of await cells.all()) await expect(cell).toBeInViewport({ ratio: 1 })
  const room = cells.first().locator('xpath=ancestor::table[1]/..')
  const fades = () =>
    room.evaluate((element) =>
      ['--more-inline', '--more-block'].map((name) => getComputedStyle(element).getPropertyValue(name)),
    )
  expect(await fades()).toEqual(['0px', '0px'])
  await page.setViewportSize({ width: 720, height: 400 })
  await expect.poll(fades).toEqual(['28px', '28px'])
  await room.evaluate((element) => element.scrollTo(element.scrollWidth, element.scrollHeight))
  await expect.poll(fades).toEqual(['0px', '0px'])
})
