import type { Locator, Page } from '@playwright/test'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import {
  chooseModel,
  expectDone,
  generateButton,
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
})

test('[SHEET2] cells fill the stage without scrolling, and have the size that is chosen by key', async ({
  studioPage: page,
}) => {
  await pauseQueue(page)
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

test('[SHEET3] among many cells the chosen one is large beside them, and follows the arrows', async ({
  studioPage: page,
}) => {
  await pauseQueue(page)
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
})
