import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sidecarOf, withRecipe } from '../main/testing/carrying-files.ts'
import { sampleCarried } from '../main/testing/sample-carried.ts'
import { claimingPng } from '../main/testing/sample-media.ts'
import { makeMediaFiles } from './support/media-files.ts'
import { expectNoFindings } from './support/no-findings.ts'
import {
  chooseModel,
  expectDone,
  fileViewer,
  generateButton,
  goTo,
  libraryFiles,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

async function make(page: Page, prompt: string): Promise<void> {
  await promptOf(page).fill(prompt)
  await generateButton(page).click()
  await expectDone(runsOf(page).first())
}

function savedPath(dataFolder: string, words = ''): string {
  const name = readdirSync(join(dataFolder, 'media'), { recursive: true }).find(
    (one) => String(one).endsWith('.png') && String(one).includes(words),
  )
  return join(dataFolder, 'media', String(name))
}

/** Of which nothing but its head can be read. */
function brokenPng(folder: string): Buffer {
  const broken = readFileSync(makeMediaFiles(folder).path('boat.png'))
  return broken.fill(0x55, broken.indexOf('IDAT') + 8, broken.length - 20)
}

test('[RUN310] an image of more pixels than a page decodes, and a damaged one, say so in every place, and can be taken home', async ({
  studioPage: page,
  service,
  dataFolder,
}) => {
  const said = 'Too large to preview: 20,000 × 20,000'
  const huge = claimingPng(20_000, 20_000)
  service.bringBytes(huge)
  await make(page, 'A wall of a thousand windows')
  await expect(resultOf(page).getByText(said)).toBeVisible()
  // As a batch: in its cells, in the list, in the strip and where one of them is large.
  service.bringBytes(brokenPng(join(dataFolder, 'made')))
  await promptOf(page).fill('A {red|blue} boat')
  await generateButton(page).click()
  const cells = resultOf(page).locator('[data-run]')
  await expect(cells.first()).toContainText('No preview')
  await expect(cells.first()).toHaveAccessibleName(/No preview: Damaged or unsupported format/)
  await expect(cells).toContainText(['No preview', 'No preview'])
  await expectNoFindings(page, 'cells that can’t be shown')
  await page.getByRole('button', { name: 'Runs of A {red|blue} boat' }).click()
  const rows = page.getByRole('list', { name: 'Runs of A {red|blue} boat' }).locator('[data-row]')
  await expect(rows.first()).toContainText('No preview')
  await cells.first().focus()
  await page.keyboard.press('Enter')
  const frames = page.getByRole('group', { name: 'Runs of this batch' }).getByRole('button')
  await expect(frames.first()).toHaveAccessibleName(/No preview: Damaged or unsupported format/)
  await expect(resultOf(page).getByText('Download it to open it elsewhere')).toBeVisible()
  await expectNoFindings(page, 'a result that can’t be shown')
  service.bringBytes(huge)
  await make(page, 'A wall of a thousand doors')
  await goTo(page, 'Library')
  await expect(libraryFiles(page).first()).toContainText('Too large to preview')
  await libraryFiles(page).first().getByRole('button').click()
  await expect(fileViewer(page).getByText(said)).toBeVisible()
  const download = page.waitForEvent('download')
  await fileViewer(page).getByRole('button', { name: 'Download' }).click()
  expect((await (await download).createReadStream()).readableLength).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Escape')
  await goTo(page, 'Create')
  await chooseModel(page, 'Flagship')
  const path = join(dataFolder, 'huge.png')
  writeFileSync(path, huge)
  const field = page.getByRole('group', { name: 'Reference images', exact: true })
  await field.locator('input[type=file]').last().setInputFiles(path)
  await expect(field.getByText('Too large to preview')).toBeVisible()
})

test('[RUN311] a file that was cut on the disk says so where it is shown, and comes whole again at one click', async ({
  studioPage: page,
  dataFolder,
}) => {
  await make(page, 'A lighthouse')
  await expect(resultOf(page).getByRole('img')).toBeVisible()
  await expect(runsOf(page).first().locator('img')).toBeVisible()
  await goTo(page, 'Library')
  await expect(libraryFiles(page).first().locator('img')).toBeVisible()
  truncateSync(savedPath(dataFolder), 1_000)
  // What the browser has kept of it is as it was; another visit reads the disk.
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await libraryFiles(page).first().getByRole('button').click()
  await expect(fileViewer(page).getByText('File missing or damaged')).toBeVisible()
  await expect(fileViewer(page)).toContainText('1,000 of its')
  await page.keyboard.press('Escape')
  await expect(libraryFiles(page).first()).toContainText('Missing or damaged')
  await goTo(page, 'Create')
  await expect(resultOf(page).getByText('File missing or damaged')).toBeVisible()
  // [RUN310] It is known by its thumbnail.
  await expect(runsOf(page).first()).toContainText('Missing or damaged')
  await expect(runsOf(page).first().locator('img')).toBeVisible()
  await resultOf(page).getByRole('button', { name: 'Download again' }).click()
  await expect(resultOf(page).getByRole('img')).toBeVisible()
  expect(readdirSync(join(dataFolder, 'lost+found'), { recursive: true }).length).toBeGreaterThan(0)

  // Both of a batch, by one button.
  await promptOf(page).fill('A {wide|narrow} bay')
  await generateButton(page).click()
  await expect(resultOf(page)).toContainText('2 of 2 done')
  await goTo(page, 'Library')
  await expect(libraryFiles(page)).toHaveCount(3)
  for (const words of ['wide-bay', 'narrow-bay']) rmSync(savedPath(dataFolder, words))
  await session.send('Network.clearBrowserCache')
  await libraryFiles(page).first().getByRole('button').click()
  await expect(fileViewer(page).getByText('File missing or damaged')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(fileViewer(page).getByText('File missing or damaged')).toBeVisible()
  await page.keyboard.press('Escape')
  await goTo(page, 'Create')
  const cells = resultOf(page).locator('[data-run]')
  await expect(cells).toContainText(['Missing or damaged', 'Missing or damaged'])
  await resultOf(page).getByRole('button', { name: 'Download 2 files again' }).click()
  await expect(cells.locator('img')).toHaveCount(2)
  await expect(resultOf(page).getByRole('button', { name: /again$/ })).toHaveCount(0)
})

test('[LIB191] [LIB410] [LIB192] [LIB193] [RST41] what is missing or can’t be read says so wherever it is shown, with a way to get it back', async ({
  studioPage: page,
  dataFolder,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-e2e-from-'))
  const boat = readFileSync(makeMediaFiles(join(dataFolder, 'made')).path('boat.png'))
  const broken = brokenPng(join(dataFolder, 'made'))
  const days = ['A whole boat', 'A lost boat', 'A broken boat'].map((prompt, index) =>
    sampleCarried({
      prompt,
      savedAt: `2026-11-2${index}T10:00:00.000Z`,
      sha256: String(index).repeat(64),
      fileId: `0198c000-0000-7000-8000-00000000000${index}`,
      submissionId: `0198c000-0000-7000-8000-00000000010${index}`,
    }),
  )
  for (const [index, carried] of days.slice(0, 2).entries())
    writeFileSync(join(folder, `${index}.png`), await withRecipe(boat, 'image/png', carried))
  writeFileSync(join(folder, 'broken.png'), broken)
  writeFileSync(join(folder, 'broken.png.xmp'), sidecarOf(days[2] ?? sampleCarried()))
  async function importAll(said: string) {
    const dialog = page.getByRole('dialog', { name: 'Import a folder' })
    await dialog.getByRole('textbox', { name: 'Folder path' }).fill(folder)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText(said)
    await page.keyboard.press('Escape')
  }
  await goTo(page, 'Library')
  await page.keyboard.press('Shift+I')
  await importAll('3 files added.')
  const [unreadable, lost] = [libraryFiles(page).nth(0), libraryFiles(page).nth(1)]
  await expect(unreadable).toContainText('No preview')
  await expect(lost.locator('img')).toBeVisible()

  // By the keyboard: the broken one, the lost one, and both beside the whole one.
  const path = savedPath(dataFolder, 'a-lost-boat')
  const kept = readFileSync(path)
  rmSync(path)
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await unreadable.getByRole('button').press('Enter')
  await expect(fileViewer(page).getByRole('status')).toContainText('This image is damaged')
  await page.keyboard.press('ArrowRight')
  await expect(fileViewer(page).getByText('File missing or damaged')).toBeVisible()
  await expect(fileViewer(page)).toContainText('No service has it.')
  // It is still known by its thumbnail, which is asked for anew.
  const thumbnail = await fileViewer(page).locator('img').getAttribute('src')
  expect(
    await page.evaluate(async (url) => (await fetch(url, { cache: 'reload' })).status, thumbnail ?? ''),
  ).toBe(200)
  await expectNoFindings(page, 'a file is missing')
  await fileViewer(page).getByRole('button', { name: 'Look again' }).press('Enter')
  await expect(page.getByText('The file isn’t back in its place')).toBeVisible()
  writeFileSync(path, kept)
  await fileViewer(page).getByRole('button', { name: 'Look again' }).press('Enter')
  await expect(fileViewer(page).getByRole('img', { name: 'Image: A lost boat' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lost).not.toContainText('Missing or damaged')

  rmSync(path)
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await lost.getByRole('button').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Survey' })).toContainText('No preview')
  await page.keyboard.press('c')
  const compare = page.getByRole('dialog', { name: 'Compare' })
  await expect(compare.getByText('This image is damaged')).toBeVisible()
  await expect(compare).toContainText('File missing or damaged')
  await compare.getByRole('button', { name: 'Import a folder' }).press('Enter')
  await importAll('1 file added, 2 already in the library.')
  await expect(compare.getByRole('img', { name: 'Image: A lost boat' })).toBeVisible()
  rmSync(folder, { recursive: true })
})
