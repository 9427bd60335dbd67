import type { Locator, Page } from '@playwright/test'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import {
  chooseModel,
  fileViewer,
  generateButton,
  goTo,
  libraryFiles,
  promptOf,
  resultOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

/** An image model with few fields. */
const model = 'Dense layouts'

/** Makes so many images, each of a run of its own, and opens the library with them. */
async function openWith(page: Page, count: number): Promise<Locator> {
  await chooseModel(page, model)
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  await promptOf(page).fill(`A boat {${numbers.join('|')}}`)
  await pressEnabled(generateButton(page))
  await goTo(page, 'Library')
  const files = libraryFiles(page)
  await expect(files).toHaveCount(count)
  await expect(files.locator('img')).toHaveCount(count)
  return files
}

/** Lets no image be decoded ahead until it is released: an original that was shown before is in the page's memory. */
async function holdDecoding(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const { decode } = HTMLImageElement.prototype
    const { promise, resolve } = Promise.withResolvers<void>()
    HTMLImageElement.prototype.decode = function () {
      return promise.then(() => decode.call(this))
    }
    return { release: resolve }
  })
  return () => held.evaluate(({ release }) => release())
}

const marksOf = (file: Locator) => file.locator('[data-marks]')

/** What a screen reader says of a file's marks. */
async function expectMarks(file: Locator, marks: string | null): Promise<void> {
  if (marks === null) await expect(marksOf(file)).toHaveCount(0)
  else await expect(marksOf(file).locator('.visually-hidden')).toHaveText(marks)
}

async function chooseOption(page: Page, select: RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: select }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('images are judged by keys, alone and together, and found by their marks', async ({
  studioPage: page,
}) => {
  test.slow()
  await test.step('[JUDGE9] [JUDGE10] [JUDGE11] [JUDGE430] [LIB190] [VIEW13] [VIEW330] ten images are judged by keys alone, in the grid and in the viewer, and undone', async () => {
    const files = await openWith(page, 10)
    await files.nth(0).getByRole('button').focus()
    // Five in the grid, each with Shift, which goes on to the next.
    for (const key of ['Shift+Digit5', 'Shift+Digit4', 'Shift+P', 'Shift+X', 'Shift+Digit6'])
      await page.keyboard.press(key)
    await expect(files.nth(5).getByRole('button')).toBeFocused()
    for (const [index, marks] of ['5 stars', '4 stars', 'picked', 'rejected', 'red'].entries())
      await expectMarks(files.nth(index), marks)
    await expect(files.nth(3).getByRole('button')).toHaveAttribute('data-rejected')

    // Five in the viewer. The thumbnail stands there, where and as large as the image will be, until that is loaded.
    const release = await holdDecoding(page)
    await page.keyboard.press('Enter')
    const viewer = fileViewer(page)
    const thumbnail = viewer.locator('img[src^="/media/posters/"]')
    await expect(thumbnail).toHaveJSProperty('complete', true)
    const seen = await thumbnail.evaluate(fittedBox)
    await expect(viewer.getByRole('img', { name: 'Image: A boat' })).toHaveCount(0)
    await expect(viewer).toContainText('6 / 10')
    await release()
    const original = viewer.getByRole('img', { name: 'Image: A boat' })
    await expect(original).toBeVisible()
    await expect(thumbnail).toHaveCount(0)
    const box = await original.boundingBox()
    for (const [side, value] of Object.entries(seen))
      expect(Math.abs(value - (box?.[side as keyof typeof seen] ?? 0)), side).toBeLessThan(1.5)
    await page.keyboard.press('i')
    const details = page.getByRole('complementary', { name: 'Details' })
    await expect(details).toHaveCount(0)
    const shown = await viewer.elementHandle()
    for (const key of ['Shift+Digit3', 'Shift+Digit1', 'Shift+X', 'Shift+Digit9'])
      await page.keyboard.press(key)
    await expect(viewer).toContainText('10 / 10')
    // A slip: its undo shows the file that had it, for the right key.
    await page.keyboard.press('Control+z')
    await expect(viewer).toContainText('9 / 10')
    await page.keyboard.press('Shift+Digit9')
    await expect(viewer).toContainText('10 / 10')
    await expect(details).toHaveCount(0)
    expect(await shown?.evaluate((one) => one.isConnected && one.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('f')
    await page.keyboard.press('2')
    await expect(viewer.getByRole('button', { name: 'Favorite' })).toHaveAttribute('aria-pressed', 'true')
    await expect(viewer.getByRole('button', { name: 'Rate 2 stars' })).toHaveAttribute('aria-pressed', 'true')
    await viewer.getByRole('button', { name: 'Rate 4 stars' }).click()
    await expect(viewer.getByRole('button', { name: 'Rate 2 stars' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await page.keyboard.press('Escape')
    for (const [index, marks] of ['3 stars', '1 star', 'rejected', 'blue', '4 stars, favorite'].entries())
      await expectMarks(files.nth(5 + index), marks)

    // All twelve changes are undone in turn by the key, more than any note still stands for.
    await page.keyboard.press('Control+z')
    await expectMarks(files.nth(9), '2 stars, favorite')
    for (let count = 0; count < 6; count += 1) await page.keyboard.press('Control+z')
    await expectMarks(files.nth(5), null)
    await expectMarks(files.nth(4), 'red')
    for (let count = 0; count < 5; count += 1) await page.keyboard.press('Control+z')
    await expect(page.locator('[data-marks]')).toHaveCount(0)

    // In a window of another width the last file is in another row, and keys are still for it.
    const last = files.nth(9).getByRole('button')
    await last.focus()
    await page.keyboard.press('Control+a')
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
    for (const other of [720, 1024, width]) {
      await page.setViewportSize({ width: other, height })
      await expect(last).toBeFocused()
    }
    await page.keyboard.press('Shift+T')
    await expect(page.getByRole('dialog', { name: 'Tag 10 files' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveCount(0)
  })

  await test.step('[JUDGE9] [JUDGE11] the selection is judged together, and its note undoes it', async () => {
    const files = libraryFiles(page)
    await files.nth(0).getByRole('button').focus()
    await page.keyboard.press('5')
    await expectMarks(files.nth(0), '5 stars')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toBeVisible()
    await page.keyboard.press('3')
    for (const index of [0, 1, 2]) await expectMarks(files.nth(index), '3 stars')
    await expectMarks(files.nth(3), null)
    const note = page.getByRole('dialog', { name: 'Rated 3 stars: 3 files.' })
    await note.hover()
    await note.getByRole('button', { name: 'Undo' }).click()
    await expectMarks(files.nth(0), '5 stars')
    await expectMarks(files.nth(1), null)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveCount(0)

    // With the mouse, and by the menu.
    await files
      .nth(1)
      .getByRole('button')
      .click({ modifiers: ['ControlOrMeta'] })
    await files
      .nth(3)
      .getByRole('button')
      .click({ modifiers: ['ControlOrMeta'] })
    await files.nth(3).getByRole('button').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Rate and mark' }).click()
    await page.getByRole('menuitem', { name: 'Pick', exact: true }).click()
    await expectMarks(files.nth(1), 'picked')
    await expectMarks(files.nth(3), 'picked')
    await expectMarks(files.nth(2), null)
    // Nothing is marked again.
    await page.keyboard.press('Escape')
    for (let count = 0; count < 2; count += 1) await page.keyboard.press('Control+z')
    await expect(page.locator('[data-marks]')).toHaveCount(0)
  })

  await test.step('[JUDGE6] [JUDGE13] the library is filtered by marks, and says in words where nothing has them', async () => {
    const files = libraryFiles(page)
    await files.nth(0).getByRole('button').focus()
    await page.keyboard.press('Shift+Digit4')
    await page.keyboard.press('Shift+X')
    await page.keyboard.press('f')
    await expectMarks(files.nth(2), 'favorite')
    await chooseOption(page, /^Rating/, '★★★ or more')
    await expect(files).toHaveCount(1)
    await expectMarks(files.nth(0), '4 stars')
    await chooseOption(page, /^Rating/, 'Any rating')
    await chooseOption(page, /^Flag/, 'No flag')
    await expect(files).toHaveCount(9)
    await chooseOption(page, /^Flag/, 'Rejected')
    await expect(files).toHaveCount(1)
    await files.nth(0).getByRole('button').focus()
    await page.keyboard.press('u')
    await expect(page.getByText('No file has these marks.')).toBeVisible()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await page.getByRole('button', { name: 'Favorites' }).click()
    await expect(files).toHaveCount(1)
    await expectMarks(files.nth(0), 'favorite')
  })
})

/** In the page: where an image lies that fills its element without being cut. */
function fittedBox(image: Element): { x: number; y: number; width: number; height: number } {
  if (!(image instanceof HTMLImageElement)) throw new Error('This is no image.')
  const place = image.getBoundingClientRect()
  const scale = Math.min(place.width / image.naturalWidth, place.height / image.naturalHeight)
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale]
  return { x: place.x + (place.width - width) / 2, y: place.y + (place.height - height) / 2, width, height }
}

test('results are judged on the stage, one and many', async ({ studioPage: page }) => {
  test.slow()
  await test.step('[JUDGE9] [JUDGE13] a result on the stage is judged by the same keys, and the library has it', async () => {
    await chooseModel(page, model)
    await promptOf(page).fill('A boat')
    await pressEnabled(generateButton(page))
    const stage = resultOf(page)
    await expect(stage.getByRole('button', { name: 'Download' })).toBeVisible()
    await page.getByRole('region', { name: 'Runs' }).locator('[data-row]').first().focus()
    await page.keyboard.press('4')
    await page.keyboard.press('p')
    await expect(stage.locator('[data-marks] .visually-hidden')).toHaveText('picked, 4 stars')
    await page.keyboard.press('Control+z')
    await expect(stage.locator('[data-marks] .visually-hidden')).toHaveText('4 stars')
    await goTo(page, 'Library')
    await expectMarks(libraryFiles(page).nth(0), '4 stars')
  })

  await test.step('[JUDGE90] on the stage a mark with Shift goes on in the sheet and in its large view, by keys alone', async () => {
    await goTo(page, 'Create')
    await chooseModel(page, model)
    await promptOf(page).fill('A boat {1|2|3|4}')
    await pressEnabled(generateButton(page))
    const cells = page.locator('[data-stage] [data-run]')
    await expect(cells.locator('img')).toHaveCount(4)
    await cells.nth(0).focus()
    await page.keyboard.press('Shift+Digit4')
    await expect(cells.nth(1)).toBeFocused()
    await expectMarks(cells.nth(0), '4 stars')
    await page.keyboard.press('Shift+X')
    await expect(cells.nth(2)).toBeFocused()
    await expect(cells.nth(2)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Back to the sheet' })).toBeVisible()
    await page.keyboard.press('Shift+Digit5')
    await page.keyboard.press('Shift+Digit2')
    await page.keyboard.press('Escape')
    await expectMarks(cells.nth(1), 'rejected')
    await expectMarks(cells.nth(2), '5 stars')
    await expectMarks(cells.nth(3), '2 stars')
    await expect(cells.nth(3)).toHaveAttribute('aria-current', 'true')
  })
})

test('[JUDGE12] all marks are legible in the grid and in the viewer, in both themes, and findings are none', async ({
  studioPage: page,
}, info) => {
  const files = await openWith(page, 6)
  await files.nth(0).getByRole('button').focus()
  const marks = [['5', 'p', 'f', '6'], ['3', '7'], ['x', '1'], ['8', 'f'], ['9', 'p'], []]
  for (const keys of marks) {
    for (const key of keys) await page.keyboard.press(key)
    await page.keyboard.press('ArrowRight')
  }
  await expectMarks(files.nth(0), 'picked, 5 stars, favorite, red')
  await expectMarks(files.nth(4), 'picked, blue')
  await files
    .nth(5)
    .getByRole('button')
    .click({ modifiers: ['ControlOrMeta'] })
  for (const theme of ['dark', 'light'])
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name
      }, theme)
      await page.screenshot({ path: info.outputPath(`grid-${theme}-${width}.png`) })
      await expectNoFindings(page, `grid ${theme}`)
      await files.nth(0).getByRole('button').click()
      await expect(fileViewer(page).getByRole('toolbar', { name: 'Rate and mark' })).toBeVisible()
      await page.screenshot({ path: info.outputPath(`viewer-${theme}-${width}.png`) })
      await expectNoFindings(page, `viewer ${theme}`)
      await page.keyboard.press('Escape')
      await expect(fileViewer(page)).toHaveCount(0)
    }
})
