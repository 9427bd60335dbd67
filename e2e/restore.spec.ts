import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { sidecarOf, withRecipe } from '../main/testing/carrying-files.ts'
import { sampleCarried } from '../main/testing/sample-carried.ts'
import { dragFromOutside } from './support/drag.ts'
import { makeMediaFiles } from './support/media-files.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, fileViewer, goTo, libraryFiles, promptOf, resultOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

test('[RST24] [RST25] [RST26] a file gives its settings back: looked at first, some of them or all, or as a medium', async ({
  studioPage: page,
  dataFolder,
}) => {
  const boat = makeMediaFiles(dataFolder).path('boat.png')
  const carried = sampleCarried({
    modelId: 'i3',
    modelLabel: 'I3',
    prompt: 'A boat at dawn',
    values: { prompt: 'A boat at dawn', seed: 42, gone_field: 'x' },
  })
  const file = join(dataFolder, 'from another machine.png')
  writeFileSync(file, await withRecipe(readFileSync(boat), 'image/png', carried))

  // Dropped on its card: the settings are shown beside those of the form, and one of them is used.
  await chooseModel(page, 'Flagship')
  await promptOf(page).fill('Mine')
  const drag = await dragFromOutside(page, { files: [file] })
  await drag.over(resultOf(page))
  await drag.drop(page.getByText('Its settings'))
  const look = page.getByRole('dialog', { name: 'Settings in “from another machine.png”' })
  await expect(look.getByRole('row', { name: /^Prompt/ })).toContainText('A boat at dawn')
  await expect(look.getByRole('row', { name: /^Prompt/ })).toContainText('Mine')
  await expectNoFindings(page, 'the settings in a file')
  await look.getByRole('checkbox', { name: 'Model' }).uncheck()
  await look.getByRole('checkbox', { name: 'Seed' }).uncheck()
  await look.getByRole('checkbox', { name: 'Gone field' }).uncheck()
  await look.getByRole('button', { name: 'Use 1 setting' }).click()
  await expect(promptOf(page)).toHaveValue('A boat at dawn')
  await expect(page.getByRole('combobox', { name: /^Model/ })).toContainText('Flagship')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(promptOf(page)).toHaveValue('Mine')

  // Dropped anywhere: it may be meant as a medium. All of its settings, and what could not be taken.
  await (await dragFromOutside(page, { files: [file] })).drop(page.getByRole('combobox', { name: /^Model/ }))
  const asked = page.getByRole('dialog', { name: 'Where does this go?' })
  await expect(asked.getByRole('button', { name: /^Start image/ })).toBeVisible()
  await pressEnabled(asked.getByRole('button', { name: 'Use all settings' }))
  await expect(promptOf(page)).toHaveValue('A boat at dawn')
  const note = page.getByRole('region', { name: 'What became of the settings' })
  await expect(note).toContainText('from another machine.png')
  await expect(note).toContainText('gone field')
  await note.getByRole('button', { name: 'Undo' }).click()
  await expect(promptOf(page)).toHaveValue('Mine')

  // By the keyboard alone, from another program's text; what a medium offered is then out of date.
  await page.keyboard.press('Escape')
  const start = page.getByRole('group', { name: 'Start image', exact: true })
  await start.locator('input[type=file]').first().setInputFiles(file)
  const offered = page.getByText('“from another machine.png” carries the settings that made it.')
  await expect(offered).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await resultOf(page).focus()
  await page.keyboard.press('Shift+O')
  const text = 'A fox in snow\nNegative prompt: blur\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 77'
  await (await chooser).setFiles({ name: 'fox.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  const fox = page.getByRole('dialog', { name: 'Settings in “fox.txt”' })
  await expect(fox.getByRole('button', { name: 'Use all settings' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(promptOf(page)).toHaveValue('A fox in snow')
  // It would run out by itself, later.
  await expect(offered).toHaveCount(0, { timeout: 1_000 })
  const bare = page.waitForEvent('filechooser')
  await resultOf(page).focus()
  await page.keyboard.press('Shift+O')
  await (await bare).setFiles(boat)
  await expect(page.getByText('“boat.png” carries no settings that Atelier can read.')).toBeVisible()
})

test('[RST35] [RST40] [LIB563] [LIB564] a folder is imported by the keyboard alone, and says what was not added', async ({
  studioPage: page,
  dataFolder,
}) => {
  const media = makeMediaFiles(dataFolder)
  const boat = readFileSync(media.path('boat.png'))
  const folder = await mkdtemp(join(tmpdir(), 'atelier-e2e-import-'))
  try {
    const carried = sampleCarried({ prompt: 'A boat at dawn', values: { prompt: 'A boat at dawn' } })
    writeFileSync(join(folder, 'a.png'), await withRecipe(boat, 'image/png', carried))
    writeFileSync(join(folder, 'plain.png'), boat)
    await goTo(page, 'Library')
    await expect(page.getByRole('button', { name: 'Import a folder' }).last()).toBeVisible()
    await page.keyboard.press('Shift+I')
    const dialog = page.getByRole('dialog', { name: 'Import a folder' })
    await expect(dialog.getByRole('textbox', { name: 'Folder path' })).toBeFocused()
    await page.keyboard.type('nowhere')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText(
      '“nowhere” is no whole path. Give one such as /home/ann/exports.',
    )
    const another = dialog.getByRole('button', { name: 'Another folder' })
    await expect(another).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('/no/where')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText(
      'There is no folder /no/where. Check its path, or choose another one.',
    )
    await expect(another).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog.getByRole('textbox', { name: 'Folder path' }).fill(folder)
    await expectNoFindings(page, 'a folder is imported')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText('1 file added.')
    await expect(dialog.getByRole('listitem')).toHaveText('plain.png: it doesn’t say how it was made')
    await expectNoFindings(page, 'a folder was imported')
    await page.keyboard.press('Escape')
    const file = libraryFiles(page).first()
    await expect(file.getByRole('button')).toHaveAccessibleName(
      /picked, 4 stars, favorite, green A boat at dawn/,
    )

    // What was made years before stands below it, under its own day, though it is imported later.
    const older = sampleCarried({
      prompt: 'A harbor of before',
      values: { prompt: 'A harbor of before' },
      savedAt: '2024-03-05T12:00:00.000Z',
      fileId: '0198c000-0000-7000-8000-000000000011',
      submissionId: '0198c000-0000-7000-8000-000000000012',
      sha256: 'cd'.repeat(32),
    })
    writeFileSync(join(folder, 'b.png'), await withRecipe(boat, 'image/png', older))
    const tone = sampleCarried({
      prompt: 'A tone that swells',
      savedAt: '2024-03-05T11:00:00.000Z',
      fileId: '0198c000-0000-7000-8000-000000000021',
      submissionId: '0198c000-0000-7000-8000-000000000022',
      sha256: 'ef'.repeat(32),
    })
    const wav = await withRecipe(readFileSync(media.path('tone.wav')), 'audio/wav', tone)
    writeFileSync(join(folder, 'c.wav'), wav)
    const kept: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() === 'PUT' && pathname.includes(String(tone.fileId))) kept.push(pathname)
    })
    const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? 0
    const lines = [
      libraryFiles(page).filter({ hasText: 'A boat at dawn' }),
      page.getByText('Tuesday, March 5, 2024', { exact: true }),
      libraryFiles(page).filter({ hasText: 'A harbor of before' }),
    ]
    const isInOrder = async () => {
      const tops = await Promise.all(lines.map(topOf))
      return tops.every((top, at) => at === 0 || top > (tops[at - 1] ?? 0))
    }
    await page.keyboard.press('Shift+I')
    await dialog.getByRole('textbox', { name: 'Folder path' }).fill(folder)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toHaveText('2 files added, 1 already in the library.')
    await page.keyboard.press('Escape')
    await expect(libraryFiles(page)).toHaveCount(3)
    await expect.poll(isInOrder).toBe(true)
    // Audio is known by its waveform, which is drawn once and kept.
    const waveform = libraryFiles(page).filter({ hasText: 'A tone that swells' }).locator('img')
    await expect(waveform).toHaveJSProperty('complete', true)
    const drawn = await heightsOf(waveform)
    expect(drawn.map((height) => height > 0)).toEqual([true, true, true])
    expect(drawn[1]).toBeGreaterThan(2 * Math.max(drawn[0] ?? 0, drawn[2] ?? 0))
    const posters = readdirSync(join(dataFolder, 'posters'), { recursive: true }).map(String)
    expect(posters.filter((name) => name.endsWith(`${tone.fileId}.jpg`))).toHaveLength(1)
    await page.reload()
    await expect(libraryFiles(page)).toHaveCount(3)
    await expect.poll(isInOrder).toBe(true)
    await expect(waveform).toHaveJSProperty('complete', true)
    expect([await heightsOf(waveform), kept.length]).toEqual([drawn, 1])

    await file.getByRole('button').press('Enter')
    await expect(fileViewer(page)).toContainText('$1.517')
    await goTo(page, 'Create')
    await expect(page.getByText('Runs appear here, newest first.')).toBeVisible()
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('[DROP570] [RST572] [RST600] files that are dropped on the Library are imported, or used in Create', async ({
  studioPage: page,
  dataFolder,
}) => {
  const boat = readFileSync(makeMediaFiles(dataFolder).path('boat.png'))
  const folder = await mkdtemp(join(tmpdir(), 'atelier-e2e-drop-'))
  try {
    const carried = sampleCarried({ prompt: 'A boat at dawn', values: { prompt: 'A boat at dawn' } })
    const [own, plain, text] = ['own.png', 'plain.png', 'other.png.xmp'].map((name) => join(folder, name))
    if (!own || !plain || !text) throw new Error('There are three names.')
    writeFileSync(own, await withRecipe(boat, 'image/png', carried))
    writeFileSync(plain, boat)
    writeFileSync(text, '<x:xmpmeta/>')
    await goTo(page, 'Library')
    await expect(page.getByRole('button', { name: 'Import a folder' }).last()).toBeVisible()
    const drag = await dragFromOutside(page, { files: [own, plain, text] })
    await expect(page.getByText('What are these 3 files for?')).toBeVisible()
    await expectNoFindings(page, 'files over the library')
    await drag.drop(page.getByText('or drop anywhere to import'))
    const dialog = page.getByRole('dialog', { name: 'Import 3 files' })
    await expect(dialog.getByRole('status')).toHaveText('1 file added.')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'plain.png' })).toHaveText(
      'plain.png: it doesn’t say how it was made',
    )
    await expect(dialog.getByRole('listitem').filter({ hasText: 'xmp' })).toContainText('a settings file')
    await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused()
    await expectNoFindings(page, 'files were imported')
    await dialog.getByRole('button', { name: 'Import a folder…' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Import a folder' })).toBeVisible()
    await page.keyboard.press('Escape')
    const files = libraryFiles(page)
    await expect(files.getByRole('button')).toHaveAccessibleName(
      /picked, 4 stars, favorite, green A boat at dawn/,
    )

    // With its sidecar, which names another file, the plain one says how it was made.
    const beside = join(folder, 'plain.png.xmp')
    const other = sampleCarried({
      prompt: 'A harbor beside',
      fileId: '0198c000-0000-7000-8000-000000000031',
      submissionId: '0198c000-0000-7000-8000-000000000032',
      sha256: 'cd'.repeat(32),
    })
    writeFileSync(beside, sidecarOf(other))
    const again = await dragFromOutside(page, { files: [own, plain, beside] })
    await again.drop(page.getByText('Import into the library'))
    await expect(dialog.getByRole('status')).toHaveText('1 file added, 1 already in the library.')
    await expect(dialog.getByRole('listitem')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(files).toHaveCount(2)
    await expect(files.filter({ hasText: 'A harbor beside' }).getByRole('button')).toHaveAccessibleName(
      /picked, 4 stars, favorite, green A harbor beside/,
    )

    const asInput = await dragFromOutside(page, { files: [plain] })
    await asInput.drop(page.getByText('Use in Create'))
    await expect(page).toHaveURL(/#\/create/)
    // A note names it, too, as the library has it.
    await expect(page.getByText(/^1 of 1: plain\.png/)).toBeVisible()
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** How high what is drawn in an image is near its left end, in its middle and near its right end, of its height. */
function heightsOf(image: Locator): Promise<number[]> {
  return image.evaluate((element: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = element
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(element, 0, 0)
    return [0.08, 0.5, 0.92].map((share) => {
      // Wide enough for a bar and the gap beside it.
      const { data } = context?.getImageData(width * share - 8, 0, 16, height) ?? { data: [] }
      let rows = 0
      for (let row = 0; row < height; row += 1) {
        const pixels = data.slice(row * 64, row * 64 + 64)
        if (pixels.some((value, at) => at % 4 === 0 && value > 128)) rows += 1
      }
      return rows / height
    })
  })
}
