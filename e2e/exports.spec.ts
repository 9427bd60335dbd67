import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { readRestoredFile } from '../main/infra/disk-restored-file.ts'
import { readZip } from '../main/testing/read-zip.ts'
import { exportChoicesSchema } from '../shared/library/export-choices.ts'
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

test('[EXP11] [EXP14] [EXP410] [EXP411] [EXP540] [EXP560] [EXP570] [EXP600] by the keyboard alone, a rated selection is exported to a folder with names and recipes', async ({
  studio,
  studioPage: page,
  dataFolder,
}) => {
  const out = join(dataFolder, 'out')
  const files = await openWith(page, 3)
  const fileIds = await files
    .getByRole('button')
    .evaluateAll((all) => all.map((button) => button.getAttribute('data-file') ?? ''))
  await files.nth(0).getByRole('button').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('4')
  await expect(page.getByRole('button', { name: 'Export 3 files…' })).toBeVisible()
  await page.keyboard.press('Shift+E')
  const dialog = page.getByRole('dialog', { name: 'Export 3 files' })
  await expect(dialog.getByRole('textbox', { name: 'File names' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('{n} {foo}')
  const unknown = '{foo} is not one of these parts. It stays in the names as written.'
  await expect(dialog.getByRole('textbox', { name: 'File names' })).toHaveAccessibleDescription(
    new RegExp(`^${unknown.replace(/[{}.]/g, '\\$&')}`),
  )
  await page.keyboard.press('Control+a')
  await page.keyboard.type('{n} {prompt} {rating}')
  await expect(dialog.getByText(unknown)).toHaveCount(0)
  await expect(dialog.getByText(/^For example 1 A boat \d 4\.png$/)).toBeVisible()
  await dialog.getByRole('radio', { name: 'ZIP' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type(out)
  await expectNoFindings(page, 'files are exported')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText(/^3 files exported, [\d.]+ \w?B, to /)
  await expect(dialog.locator('footer').getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
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
  await expect(dialog.getByRole('status')).toContainText('“relative” is no whole path.')
  await dialog.getByRole('button', { name: 'Change settings' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Folder path' })).toHaveValue('relative')

  // What a kill leaves of two exports: a plan each, of one a file, and half of the next.
  await page.close()
  await studio.stop()
  const [key, other] = ['a'.repeat(32), 'b'.repeat(32)]
  const killed = join(dataFolder, 'killed')
  mkdirSync(killed)
  writeFileSync(join(killed, 'boat 1.png'), 'whole')
  writeFileSync(join(killed, `.atelier-export-${key}.part`), 'half')
  for (const [one, folder] of [
    [key, killed],
    [other, '/no/where'],
  ] as const) {
    const plan = fileIds.map((fileId, index) => ({
      fileId,
      name: `boat ${index + 1}.png`,
      number: index + 1,
    }))
    const choices = exportChoicesSchema.parse({ folder })
    const begun = {
      key: one,
      startedAt: one === key ? 2 : 1,
      choices,
      collection: '',
      files: plan,
      isOffered: true,
    }
    writeFileSync(join(dataFolder, 'exports', `${one}.json`), JSON.stringify(begun))
  }
  await studio.start()
  const again = await studio.open()
  const notice = again.getByRole('status', { name: 'Notices' })
  await expect(notice).toContainText('An export is unfinished.')
  await notice.getByRole('button', { name: 'Continue…' }).press('Enter')
  const unfinished = again.getByRole('dialog', { name: 'Unfinished exports' })
  const rows = unfinished.getByRole('listitem')
  await expect(rows).toContainText([/killed.*1 of 3 files written/, /no.where.*0 of 3 files written/])
  await expect(rows.nth(0).getByRole('button', { name: /^Continue/ })).toBeFocused()
  await expectNoFindings(again, 'unfinished exports')
  const resume = rows.nth(1).getByRole('button', { name: /^Continue/ })
  await resume.press('Enter')
  await expect(unfinished.getByRole('alert')).toHaveText(
    'The folder isn’t there, or can’t be read. Connect its drive, or make the folder again.',
  )
  await expect(resume).toBeFocused()
  expect(existsSync('/no')).toBe(false)
  await rows.nth(1).getByRole('button', { name: 'Don’t continue' }).press('Enter')
  await expect(unfinished.getByRole('alert')).toHaveCount(0)
  await expect(rows).toHaveCount(1)
  // The focus stays in the dialog where the button that had it is gone.
  await expect(rows.nth(0).getByRole('button', { name: /^Continue/ })).toBeFocused()
  await again.keyboard.press('Enter')
  await expect(unfinished.getByRole('status')).toHaveText(/^3 files exported, /)
  await expect(unfinished.locator('footer').getByRole('button', { name: 'Close' })).toBeFocused()
  await again.keyboard.press('Escape')
  await expect(unfinished).toBeHidden()
  await expect(again.getByText('An export is unfinished.')).toHaveCount(0)
  expect(readdirSync(killed).toSorted()).toEqual(['boat 1.png', 'boat 2.png', 'boat 3.png'])
  expect(readFileSync(join(killed, 'boat 1.png'), 'utf8')).toBe('whole')
  expect(readdirSync(join(dataFolder, 'exports'))).toEqual([])
})

test('a selection becomes a contact sheet, or one ZIP', async ({ studioPage: page }) => {
  test.slow()
  await test.step('[EXP22] a selection becomes a contact sheet by the keyboard, saved as one image and copied', async () => {
    const files = await openWith(page, 3)
    await files.nth(0).getByRole('button').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('5')
    await page.keyboard.press('Shift+S')
    const dialog = page.getByRole('dialog', { name: 'Contact sheet of 3 files' })
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await page.keyboard.type('Boats')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await dialog.getByRole('button', { name: 'Rating' }).press('Space')
    await dialog.getByRole('radio', { name: 'Dark' }).press('ArrowRight')
    const size = dialog.getByText(/^3,000 × [\d,]+ pixels$/)
    await expect(size).toBeVisible()
    await expectNoFindings(page, 'a contact sheet is chosen')
    const saving = page.waitForEvent('download')
    await dialog.getByRole('textbox', { name: 'Title' }).press('Enter')
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^contact-sheet-\d{4}-\d\d-\d\d\.png$/)
    const png = readFileSync(await download.path())
    expect(png.toString('latin1', 1, 4)).toBe('PNG')
    expect(png.readUInt32BE(16)).toBe(3_000)
    await expect(dialog).toBeHidden()
    await expect(page.getByText('The contact sheet was saved.')).toBeVisible()
    // What was chosen stands the next time, without the title.
    await page.keyboard.press('Shift+S')
    await expect(dialog.getByRole('button', { name: 'Rating', pressed: true })).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy image' }).press('Enter')
    await expect(page.getByText('The contact sheet was copied.')).toBeVisible()
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      return (await createImageBitmap((await item?.getType('image/png')) ?? new Blob())).width
    })
    expect(copied).toBe(3_000)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('[EXP13] a selection is exported as one ZIP', async () => {
    const files = libraryFiles(page)
    await files.nth(0).getByRole('button').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Shift+E')
    const dialog = page.getByRole('dialog', { name: 'Export 3 files' })
    await dialog.getByRole('radio', { name: 'Beside each file' }).click()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const zip = readZip(readFileSync(await (await saving).path()))
    expect(zip.map(({ name }) => name.replace(/^.*(\.png.*)$/, '$1'))).toEqual([
      '.png.xmp',
      '.png',
      '.png.xmp',
      '.png',
      '.png.xmp',
      '.png',
    ])
    await expect(dialog).toBeHidden()
  })
})
