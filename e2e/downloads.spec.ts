import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { readZip } from '../main/testing/read-zip.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, generateButton, goTo, libraryFiles, promptOf, resultOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

async function make(page: Page, count: number): Promise<void> {
  await chooseModel(page, 'Dense layouts')
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  await promptOf(page).fill(`A boat {${numbers.join('|')}}`)
  await pressEnabled(generateButton(page))
}

async function openWith(page: Page, count: number): Promise<Locator> {
  await make(page, count)
  await goTo(page, 'Library')
  const files = libraryFiles(page)
  await expect(files).toHaveCount(count)
  return files
}

/** What the disk has, by name. */
function onDisk(dataFolder: string): Map<string, Buffer> {
  const media = join(dataFolder, 'media')
  const paths = readdirSync(media, { recursive: true, encoding: 'utf8' })
  const files = paths.filter((path) => path.endsWith('.png'))
  return new Map(files.map((path) => [path.split('/').at(-1) ?? '', readFileSync(join(media, path))]))
}

/** The files of the ZIP that is saved by `act`. */
async function zipOf(page: Page, act: () => Promise<void>) {
  const saving = page.waitForEvent('download')
  await act()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^atelier-\d{4}-\d\d-\d\d\.zip$/)
  return new Map(readZip(readFileSync(await download.path())).map(({ name, bytes }) => [name, bytes]))
}

test('[LIB60] [LIB61] [LIB63] [LIB65] [HOST383] all that is selected in the library is saved as one ZIP, by key, button and menu', async ({
  studioPage: page,
  service,
  dataFolder,
}) => {
  const files = await openWith(page, 4)
  await files.nth(0).getByRole('button').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Space')
  await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toBeVisible()
  const kept = onDisk(dataFolder)
  const byKey = await zipOf(page, () => page.keyboard.press('d'))
  expect([byKey.size, kept.size]).toEqual([3, 4])
  for (const [name, bytes] of byKey) expect(kept.get(name)?.equals(bytes)).toBe(true)
  await expect(page.getByText(/^3 files, [\d.]+ \w?B, are being downloaded as one ZIP\.$/)).toBeVisible()
  await expectNoFindings(page, 'several files are downloaded')

  // One of them goes away: the others still come, and it is named.
  const [gone = ''] = byKey.keys()
  rmSync(join(dataFolder, 'media', gone.slice(0, 7), gone))
  const byMenu = await zipOf(page, async () => {
    await files.nth(1).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Download/ }).click()
  })
  expect([...byMenu.keys()]).toEqual([...byKey.keys()].filter((name) => name !== gone))
  await expect(page.getByText(`Not on this disk: ${gone}.`)).toBeVisible()

  // One alone is saved as it is.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await files.nth(0).getByRole('button').focus()
  const saving = page.waitForEvent('download')
  await page.keyboard.press('d')
  expect((await saving).suggestedFilename()).toMatch(/\.png$/)

  // Diagnostics know of the files, and nothing of what is in them.
  await goTo(page, 'Settings')
  const diagnostics = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save diagnostics' }).press('Enter')
  const saved = await diagnostics
  expect(saved.suggestedFilename()).toMatch(/^atelier-diagnostics-.+\.json$/)
  const text = readFileSync(await saved.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ library: { runs: { accepted: 4 } } })
  for (const secret of [service.key, gone, dataFolder, 'boat']) expect(text).not.toContain(secret)
})

test('[LIB65] a batch on the stage and a sheet of the library are saved whole', async ({
  studioPage: page,
}) => {
  await chooseModel(page, 'Dense layouts')
  await promptOf(page).fill('A lighthouse')
  await pressEnabled(page.getByRole('button', { name: 'Compare' }))
  const panel = page.getByRole('region', { name: 'Compare' })
  await panel.getByRole('combobox', { name: 'Across' }).press('Enter')
  await page.getByRole('option', { name: 'Prompt' }).click()
  await panel.getByRole('textbox', { name: 'Values of Prompt' }).fill('A dark one\nA red one\nA white one')
  await pressEnabled(generateButton(page))
  await expect(resultOf(page)).toContainText('3 of 3 done')
  await resultOf(page).getByRole('table').getByRole('button').first().focus()
  const saving = page.waitForEvent('download')
  await page.keyboard.press('d')
  expect((await saving).suggestedFilename()).toMatch(/\.png$/)
  expect((await zipOf(page, () => page.keyboard.press('Shift+D'))).size).toBe(3)
  const button = resultOf(page).getByRole('button', { name: 'Download the whole batch' })
  expect((await zipOf(page, () => button.click())).size).toBe(3)

  await goTo(page, 'Library')
  await libraryFiles(page).getByRole('button').first().focus()
  expect((await zipOf(page, () => page.keyboard.press('d'))).size).toBe(3)
  await page.keyboard.press('Enter')
  const opened = page.getByRole('dialog', { name: 'Contact sheet' })
  await expect(opened.getByRole('link')).toHaveCount(3)
  expect((await zipOf(page, () => page.keyboard.press('d'))).size).toBe(3)
  await opened.getByRole('link').nth(1).focus()
  const one = page.waitForEvent('download')
  await opened.getByRole('button', { name: 'Download 1 file' }).click()
  expect((await one).suggestedFilename()).toMatch(/\.png$/)
})
