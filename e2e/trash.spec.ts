import { readdirSync } from 'node:fs'
import { join } from 'node:path'
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

async function openWith(page: Page, count: number): Promise<Locator> {
  await chooseModel(page, 'Dense layouts')
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  await promptOf(page).fill(`A boat {${numbers.join('|')}}`)
  await pressEnabled(generateButton(page))
  await goTo(page, 'Library')
  const files = libraryFiles(page)
  await expect(files).toHaveCount(count)
  return files
}

const trashed = (page: Page) =>
  page.getByRole('list', { name: 'Files in the trash, last deleted first' }).getByRole('listitem')

async function openTrash(page: Page): Promise<void> {
  await pressEnabled(page.getByRole('button', { name: 'Library menu' }))
  await page.getByRole('menuitem', { name: 'Trash', exact: true }).press('Enter')
}

function onDisk(dataFolder: string): string[] {
  const media = join(dataFolder, 'media')
  return readdirSync(media, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.png'))
}

test('[TRASH1] [TRASH2] [TRASH8] [NOTE570] [LIB565] [LIB601] what is selected goes to the trash by key, comes back by Ctrl+Z, by its note and by Restore', async ({
  studioPage: page,
}) => {
  const files = await openWith(page, 4)
  await files.nth(0).getByRole('button').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Space')
  await page.keyboard.press('Delete')
  await expect(files).toHaveCount(1)
  await expect(page.getByText('3 files moved to the trash.')).toBeVisible()
  await expect(files.nth(0).getByRole('button')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(files).toHaveCount(4)

  // One alone, by the menu, and back by its note.
  await page.keyboard.press('Escape')
  // One menu for all tiles: none listens for it itself, or has one to open.
  const listening = await page.getByRole('list', { name: 'Files, newest first' }).evaluate((list) =>
    [list, ...list.querySelectorAll('*')].filter((element) => {
      const props = Object.entries(element).find(([name]) => name.startsWith('__reactProps$'))?.[1]
      return !props || 'onContextMenu' in props || element.ariaHasPopup !== null
    }),
  )
  expect(listening).toHaveLength(0)
  await files.nth(0).click({ button: 'right' })
  await expect(page.getByRole('menu')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await files.nth(1).click({ button: 'right' })
  await expect(page.getByRole('menu')).toHaveCount(1)
  await page.getByRole('menuitem', { name: /^Move to the trash/ }).click()
  await expect(files).toHaveCount(3)
  const note = page.getByRole('dialog', { name: 'Moved to the trash.' })
  // Later notes that offer nothing leave it its place; their time stops while the window is behind another.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await files.nth(1).getByRole('button').focus()
  await page.keyboard.press('y')
  await expect(page.getByRole('dialog', { name: 'Prompt copied' })).toBeVisible()
  await page.keyboard.press('Control+c')
  await expect(page.getByRole('dialog', { name: 'Image copied' })).toBeVisible()
  await page.keyboard.press('Shift+S')
  await page.getByRole('button', { name: 'Copy image' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'The contact sheet was copied.' })).toBeVisible()
  expect(await note.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await note.hover()
  await note.getByRole('button', { name: 'Undo' }).click()
  await expect(files).toHaveCount(4)

  // In the viewer the next one is shown at once.
  await files.nth(0).getByRole('button').focus()
  await page.keyboard.press('4')
  await page.keyboard.press('Enter')
  await expect(fileViewer(page)).toContainText('1 / 4')
  await page.keyboard.press('Delete')
  await expect(fileViewer(page)).toContainText('1 / 3')
  await page.keyboard.press('Escape')
  await expect(files).toHaveCount(3)

  await openTrash(page)
  await expect(trashed(page)).toHaveCount(1)
  await expect(trashed(page).nth(0)).toContainText(/Deleted \w{3} \d+, \d{4}/)
  await expectNoFindings(page, 'the trash')
  // The narrowest tile has room for what it says, without its marks being covered.
  await page.getByRole('slider', { name: 'Size of the files' }).press('Home')
  const tile = trashed(page).nth(0).getByRole('button')
  const [says, marks] = [tile.locator('[data-worded]'), tile.locator('[data-marks]')]
  await expect(marks).toBeVisible()
  const boxes = [tile, says, says.locator('span'), marks].map(async (one) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await one.boundingBox()) ?? {}
    return { right: x + width, top: y, bottom: y + height, height }
  })
  const [whole, badge, text, above] = await Promise.all(boxes)
  if (!whole || !badge || !text || !above) throw new Error('There are four boxes.')
  expect(badge.right).toBeLessThanOrEqual(whole.right)
  expect(text.height).toBeLessThanOrEqual(badge.height)
  expect(above.bottom).toBeLessThanOrEqual(badge.top)
  await trashed(page).nth(0).getByRole('button').focus()
  await page.keyboard.press('Shift+R')
  await expect(page.getByText('The trash is empty', { exact: true })).toBeVisible()
  await pressEnabled(page.getByRole('button', { name: 'Back to the library' }))
  await expect(files).toHaveCount(4)
})

test('[TRASH3] [TRASH4] [TRASH6] [TRASH9] [ACT541] files are deleted for good from the trash alone, asked about once, and their runs stay', async ({
  studioPage: page,
  dataFolder,
}) => {
  const files = await openWith(page, 4)
  await files.nth(0).getByRole('button').focus()
  const fileId = await files.nth(0).locator('[data-file]').getAttribute('data-file')
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Move 4 files to the trash' }).click()
  await expect(page.getByText('The library is empty', { exact: true })).toBeVisible()
  const moved = page.getByText('4 files moved to the trash.')
  await expect(moved.first()).toBeVisible()
  // A note stays as long as the window is behind another.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  expect(onDisk(dataFolder)).toHaveLength(4)
  await goTo(page, 'Create')
  await expect(resultOf(page)).toContainText('4 of 4 done')

  await goTo(page, 'Library')
  await openTrash(page)
  await expect(trashed(page)).toHaveCount(4)
  await page.locator(`[data-file="${fileId}"]`).focus()
  await page.keyboard.press('Shift+Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete 1 file permanently?' })
  await expect(dialog).toContainText(/1 file, [\d.]+ \w?B, is deleted from the disk\. This can’t be undone\./)
  await expectNoFindings(page, 'the question')
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(onDisk(dataFolder)).toHaveLength(4)
  await page.locator(`[data-file="${fileId}"]`).focus()
  await page.keyboard.press('Shift+Delete')
  await expect(dialog).toContainText(/1 file, [\d.]+/)
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(trashed(page)).toHaveCount(3)
  expect(onDisk(dataFolder)).toHaveLength(3)

  await pressEnabled(page.getByRole('button', { name: 'Empty the trash…' }))
  // Of more than three notes the oldest would not be seen.
  const others = page.getByRole('dialog', { name: /runs are done|deleted permanently/ })
  await others.getByRole('button', { name: 'Dismiss', includeHidden: true }).evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })
  await expect(others).toHaveCount(0)
  await expect(moved.first()).toBeVisible()
  const all = page.getByRole('dialog', { name: 'Delete 3 files permanently?' })
  await pressEnabled(all.getByRole('button', { name: 'Delete 3 files' }))
  await expect(page.getByText(/^3 files, [\d.]+ \w?B, deleted permanently\.$/)).toBeVisible()
  await expect(page.getByText('The trash is empty', { exact: true })).toBeVisible()
  await expect(moved).toHaveCount(0)
  expect(onDisk(dataFolder)).toHaveLength(0)

  // What is left says so, downloads nothing, and is remixed.
  await page.evaluate((id) => {
    location.hash = `#/library/${id}`
  }, fileId)
  await expect(fileViewer(page).getByText('File deleted', { exact: true })).toBeVisible()
  await expect(fileViewer(page).getByRole('button', { name: 'Download again' })).toHaveCount(0)
  await expectNoFindings(page, 'a deleted file')
  await page.keyboard.press('r')
  await expect(promptOf(page)).toHaveValue(/^A boat/)
})
