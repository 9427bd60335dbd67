import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readRestoredFile } from '../main/infra/disk-restored-file.ts'
import { guideImage } from './support/guide-image.ts'
import { expectNoFindings } from './support/no-findings.ts'
import {
  chooseModel,
  fileViewer,
  generateButton,
  libraryFiles,
  pressGenerateKey,
  promptOf,
} from './support/screens.ts'
import { startHost } from './support/studio-host.ts'
import { expect, test, watchTroubles } from './support/studio-test.ts'

/** Whether a program of the system is here: where one isn't, our own reader stands in for it. */
function hasProgram(name: string): boolean {
  try {
    execFileSync(name, [name === 'exiftool' ? '-ver' : '-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What another program reads of an exported file. */
async function readElsewhere(path: string): Promise<{ prompt: string; rating: number; format: string }> {
  if (hasProgram('ffprobe')) {
    const probed = execFileSync('ffprobe', [
      ...['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'default=nw=1:nk=1', path],
    ])
    expect(String(probed).trim()).toBe('png')
  }
  if (!hasProgram('exiftool')) {
    const restored = await readRestoredFile(path)
    return { prompt: String(restored?.values.prompt), rating: restored?.rating ?? 0, format: 'PNG' }
  }
  const [read] = JSON.parse(
    String(execFileSync('exiftool', ['-j', '-XMP:all', '-FileType', '-validate', path])),
  ) as [{ Description: string; Rating: number; FileType: string; AIPromptInformation: string }]
  expect(read.AIPromptInformation).toBe(read.Description)
  return { prompt: read.Description, rating: read.Rating, format: read.FileType }
}

/** Types into the search until it finds so many files, and goes on to them. */
async function find(page: Page, text: string, count: number): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.press('End')
  await page.keyboard.type(text)
  await expect(libraryFiles(page)).toHaveCount(count)
  await page.keyboard.press('Enter')
  await expect(libraryFiles(page).first().getByRole('button')).toBeFocused()
}

test('[LIB194] [JUDGE61] [EXP11] [META2] [RST30] by the keyboard alone, files are found, judged, compared and exported, and restored on an empty machine', async ({
  studioPage: page,
  service,
  context,
  hostName,
}) => {
  const out = mkdtempSync(join(tmpdir(), 'atelier-e2e-story-'))
  const elsewhere = mkdtempSync(join(tmpdir(), 'atelier-e2e-empty-'))
  await chooseModel(page, 'Dense layouts')
  await expect(generateButton(page)).toBeEnabled()
  await promptOf(page).fill('A {blue|red} {boat|kite} over the bay')
  await pressGenerateKey(page, promptOf(page))
  await page.keyboard.press('Alt+Shift+Digit2')
  await expect(libraryFiles(page)).toHaveCount(4)

  // Find: the two blue ones.
  await find(page, 'blue date:today', 2)
  await page.keyboard.press('Control+a')

  // Compare and judge: the first is a keeper, the other is not.
  await page.keyboard.press('c')
  const compare = page.getByRole('dialog', { name: 'Compare' })
  await expect(compare.locator('[data-pane]').first()).toBeFocused()
  await guideImage(page, 'compare', 2)
  await page.keyboard.press('Shift+Digit5')
  await page.keyboard.press('x')
  await page.keyboard.press('Escape')
  await expect(compare).toHaveCount(0)
  await expect(libraryFiles(page).getByRole('button').and(page.locator(':focus'))).toHaveCount(1)
  await find(page, ' rating:5', 1)
  await page.keyboard.press('Control+a')

  // Export, into a folder.
  await page.keyboard.press('Shift+E')
  const exporting = page.getByRole('dialog', { name: 'Export 1 file' })
  await expect(exporting.getByRole('textbox', { name: 'File names' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('{prompt}')
  while (
    !(await exporting.getByRole('radio', { name: 'ZIP' }).evaluate((one) => one === document.activeElement))
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type(out)
  await page.keyboard.press('Enter')
  await expect(exporting.getByRole('status')).toContainText('1 file exported')
  await page.keyboard.press('Escape')
  const [name = ''] = readdirSync(out)
  expect(name).toMatch(/^A blue (boat|kite) over the bay\.png$/)
  const prompt = name.replace('.png', '')
  expect(await readElsewhere(join(out, name))).toEqual({ prompt, rating: 5, format: 'PNG' })

  // Restore, where nothing is yet.
  const empty = await startHost[hostName]({
    ...{ dataFolder: elsewhere, service, context, studios: null },
  })
  const there = await empty.open()
  const troubles = watchTroubles(there)
  await expect(there.getByRole('heading', { level: 1 })).toBeVisible()
  await there.keyboard.press('Alt+Shift+Digit2')
  await expect(there.getByText('The library is empty')).toBeVisible()
  await there.keyboard.press('Shift+I')
  const importing = there.getByRole('dialog', { name: 'Import a folder' })
  await expect(importing.getByRole('textbox', { name: 'Folder path' })).toBeFocused()
  await there.keyboard.type(out)
  await there.keyboard.press('Enter')
  await expect(importing.getByRole('status')).toHaveText('1 file added.')
  await there.keyboard.press('Escape')
  await there.keyboard.press('Control+a')
  const restored = libraryFiles(there).first().getByRole('button')
  await expect(restored).toBeFocused()
  await expect(restored).toHaveAccessibleName(new RegExp(`5 stars.*${prompt}`))
  await there.keyboard.press('Escape')
  await there.keyboard.press('Enter')
  await expect(fileViewer(there)).toContainText(prompt)
  await expectNoFindings(there, 'a restored file')
  await there.keyboard.press('r')
  await expect(promptOf(there)).toHaveValue(prompt)
  await expect(there.getByRole('combobox', { name: /^Model/ })).toContainText('Dense layouts')
  expect(troubles()).toEqual([])
  await there.close()
  await empty.stop()
  for (const folder of [out, elsewhere]) rmSync(folder, { recursive: true })
})
