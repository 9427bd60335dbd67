import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { readRestoredFile } from '../main/infra/disk-restored-file.ts'
import { readZip } from '../main/testing/read-zip.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, generateButton, goTo, libraryFiles, promptOf } from './support/screens.ts'
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

test('[EXP11] [EXP14] by the keyboard alone, a rated selection is exported to a folder with names and recipes', async ({
  studioPage: page,
  dataFolder,
}) => {
  const out = join(dataFolder, 'out')
  const files = await openWith(page, 3)
  await files.nth(0).getByRole('button').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('4')
  await page.keyboard.press('Shift+E')
  const dialog = page.getByRole('dialog', { name: 'Export 3 files' })
  await expect(dialog.getByRole('textbox', { name: 'File names' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('{n} {prompt} {rating}')
  await expect(dialog.getByText(/^For example 1 A boat \d 4\.png$/)).toBeVisible()
  await dialog.getByRole('radio', { name: 'ZIP' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type(out)
  await expectNoFindings(page, 'files are exported')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText(/^3 files exported, [\d.]+ \w?B, to /)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const names = readdirSync(out).toSorted()
  expect(names).toHaveLength(3)
  for (const name of names) {
    expect(name).toMatch(/^\d A boat \d 4\.png$/)
    expect(await readRestoredFile(join(out, name))).toMatchObject({ source: 'atelier', rating: 4 })
  }
  // The choices are there the next time.
  await page.keyboard.press('Shift+E')
  await expect(dialog.getByRole('textbox', { name: 'Folder path' })).toHaveValue(out)
  // A folder that can’t be one is said, with the way back.
  await dialog.getByRole('textbox', { name: 'Folder path' }).fill('relative')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('Give the folder’s whole path')
  await dialog.getByRole('button', { name: 'Change settings' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Folder path' })).toHaveValue('relative')
})

test('[EXP13] a selection is exported as one ZIP', async ({ studioPage: page }) => {
  const files = await openWith(page, 2)
  await files.nth(0).getByRole('button').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+E')
  const dialog = page.getByRole('dialog', { name: 'Export 2 files' })
  await dialog.getByRole('radio', { name: 'Beside each file' }).click()
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const zip = readZip(readFileSync(await (await saving).path()))
  expect(zip.map(({ name }) => name.replace(/^.*(\.png.*)$/, '$1'))).toEqual([
    '.png.xmp',
    '.png',
    '.png.xmp',
    '.png',
  ])
  await expect(dialog).toBeHidden()
})
