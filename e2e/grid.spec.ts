import type { Page } from '@playwright/test'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, generateButton, goTo, libraryFiles, promptOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

type Point = readonly [x: number, y: number]

async function dragOver(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 4 })
  await page.mouse.up()
}

test('[LIB550] [LIB551] [LIB552] videos play under the pointer, are selected by a rectangle, and the scroll bar names months', async ({
  studioPage: page,
}) => {
  await chooseModel(page, 'V6')
  await promptOf(page).fill('A {red|blue|old|new} boat')
  await pressEnabled(generateButton(page))
  await goTo(page, 'Library')
  const files = libraryFiles(page)
  await expect(files).toHaveCount(4)
  await expect(files.locator('img')).toHaveCount(4)

  // One of them plays, in a loop and silently, while the pointer rests on it.
  const video = files.nth(0).locator('video')
  await expect(video).toHaveCount(0)
  await files.nth(0).hover()
  await expect(video).toHaveJSProperty('paused', false)
  await expect(video).toHaveJSProperty('loop', true)
  await expect(video).toHaveJSProperty('muted', true)
  await page.getByRole('searchbox', { name: 'Search and filter' }).hover()
  await expect(video).toHaveCount(0)

  // A rectangle from below the first to the second, and one that adds the third.
  const selected = files.locator('[data-selected]')
  const boxes = await Promise.all([0, 1, 2].map((at) => files.nth(at).boundingBox()))
  const [first, second, third] = boxes
  if (!first || !second || !third) throw new Error('The files have no place.')
  const below = first.y + first.height + 200
  await dragOver(page, [first.x + 10, below], [second.x + 20, second.y + 20])
  await expect(selected).toHaveCount(2)
  await page.keyboard.down('Control')
  await dragOver(page, [third.x + 20, below], [third.x + 40, third.y + 20])
  await page.keyboard.up('Control')
  await expect(selected).toHaveCount(3)
  // To all that is found nothing can be added.
  await page.keyboard.press('Control+a')
  await expect(selected).toHaveCount(4)
  await page.keyboard.down('Shift')
  await dragOver(page, [third.x + 20, below], [third.x + 40, third.y + 20])
  await page.keyboard.up('Shift')
  await expect(selected).toHaveCount(4)
  // A press beside the files clears the selection.
  await page.mouse.click(first.x + 10, below)
  await expect(selected).toHaveCount(0)

  // In a window that they don’t fit into, the scroll bar says of which month what is in view is.
  await page.getByRole('slider', { name: 'Size of the files' }).press('End')
  await page.setViewportSize({ width: 720, height: 450 })
  const scrubber = page.getByRole('slider', { name: 'Place in the library' })
  await expect(scrubber).toHaveAttribute('aria-valuetext', /\d{4}.*1 of 4/)
  await scrubber.press('End')
  await expect(scrubber).not.toHaveAttribute('aria-valuetext', /\b1 of 4/)
  await scrubber.press('Home')
  await expect(scrubber).toHaveAttribute('aria-valuetext', /\b1 of 4/)
})
