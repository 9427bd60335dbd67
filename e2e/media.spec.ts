import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import { forgetForms } from './support/between-steps.ts'
import { dragFromOutside } from './support/drag.ts'
import { type MediaFiles, makeMediaFiles } from './support/media-files.ts'
import { applyTheme, expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
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
import { test as base, expect } from './support/studio-test.ts'
import { unreachableControls } from './support/unreachable-controls.ts'

const mebibyte = 1024 * 1024

const test = base.extend<{ files: MediaFiles }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  async files({}, use) {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-e2e-media-'))
    await use(makeMediaFiles(folder))
    await rm(folder, { recursive: true, force: true })
  },
})

function fieldOf(page: Page, label: string): Locator {
  return page.getByRole('group', { name: label, exact: true })
}

/** The place that takes drops in a field. */
function zoneOf(page: Page, label: string): Locator {
  return fieldOf(page, label).locator('[data-drop-zone]').last()
}

function chooserOf(page: Page, label: string): Locator {
  return fieldOf(page, label).locator('input[type=file]').last()
}

/** A card of the layer that stands over the page while something is dragged. */
function cardOf(page: Page, label: string): Locator {
  return page.locator('[data-place=create] [data-drop-zone]').filter({ hasText: label })
}

function previewsOf(page: Page, label: string): Locator {
  return page.getByRole('img', { name: new RegExp(`^Preview of ${label}`) })
}

/** What each item of a list is, in its order, as it is read aloud. */
function itemsOf(page: Page, label: string): Locator {
  return fieldOf(page, label).getByRole('listitem').locator('.visually-hidden').first()
}

/** The contrast of words over an image with what is seen of it, in its middle line and so far across it. */
async function contrastAt(image: Locator, share: number): Promise<number> {
  const color = await image
    .locator('xpath=../p')
    .first()
    .evaluate((words) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      if (!context) return []
      context.fillStyle = getComputedStyle(words).color
      context.fillRect(0, 0, 1, 1)
      return [...context.getImageData(0, 0, 1, 1).data]
    })
  const shot = await loadImage(await image.locator('xpath=..').screenshot())
  const canvas = createCanvas(shot.width, shot.height)
  const drawing = canvas.getContext('2d')
  drawing.drawImage(shot, 0, 0)
  const seen = drawing.getImageData(Math.round(shot.width * share), Math.round(shot.height / 2), 1, 1)
  return (luminance(color) + 0.05) / (luminance([...seen.data]) + 0.05)
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

async function namesIn(page: Page, label: string): Promise<string[]> {
  const texts = await fieldOf(page, label).locator('li > .visually-hidden').allTextContents()
  return texts.map((text) => text.replace(/^\d+ of \d+: /, '').split(' · ')[0] ?? '')
}

test('files come into the form from another program: onto a field, over the window, and where a model takes none', async ({
  studioPage: page,
  files,
}) => {
  test.slow()
  await test.step('files dropped from another program fill the field they are dropped on, in their order, as many as it takes', async () => {
    await chooseModel(page, 'Flagship')
    const names = ['boat.png', 'sea.jpg', 'sky.webp']
    const drag = await dragFromOutside(page, { files: names.map(files.path) })
    await drag.drop(zoneOf(page, 'Reference images'))
    await expect(fieldOf(page, 'Reference images').getByRole('listitem')).toHaveCount(3)
    await expect.poll(() => namesIn(page, 'Reference images')).toEqual(names)
    await expect(page.getByText('3 of 9', { exact: true })).toBeVisible()
    await expect(itemsOf(page, 'Reference images')).toHaveText('1 of 3: boat.png · 320 × 200 · 27 kB')

    const videos = await dragFromOutside(page, { files: ['waves.mp4', 'waves.mov'].map(files.path) })
    await videos.drop(cardOf(page, 'Reference videos'))
    await expect(fieldOf(page, 'Reference videos').locator('video')).toHaveCount(2)
    const audios = await dragFromOutside(page, { files: ['tone.wav', 'quiet.mp3'].map(files.path) })
    await audios.drop(cardOf(page, 'Reference audio'))
    await expect(previewsOf(page, 'Reference audio')).toHaveCount(2)

    const tooMany = ['boat.png', 'hill.png', 'tree.png', 'road.png', 'wood.png', 'sea.jpg', 'sky.webp']
    const more = await dragFromOutside(page, { files: tooMany.map(files.path) })
    await more.drop(cardOf(page, 'Reference images'))
    await expect(page.getByText('9 of 9', { exact: true })).toBeVisible()
    await expect(fieldOf(page, 'Reference images').getByRole('alert')).toHaveText(
      /There was room for 6; “sky.webp” was left out\./,
    )
  })

  await test.step('[ACT41] [NOTE81] files over the window go to fields that take them, are asked about beside those and on other screens, and come back by one key', async () => {
    await forgetForms(page)
    await chooseModel(page, 'Flagship')
    const names = ['waves.mp4', 'boat.png', 'tone.wav', 'hill.png']
    const drag = await dragFromOutside(page, { files: names.map(files.path) })
    await drag.over(resultOf(page))
    await drag.drop(page.getByText('or drop it anywhere and choose then'))
    const requested = page.getByRole('dialog', { name: 'Where do these 4 go?' })
    await expect(requested.getByRole('button', { name: 'Place 4 files' })).toBeFocused()
    const chosen = requested.getByRole('list', { name: 'Files and their fields' }).getByRole('combobox')
    await expect(chosen).toHaveText(['Reference videos', 'Start image', 'Reference audio', 'End image'])
    await expectNoFindings(page, 'files and their fields')

    await requested.getByRole('combobox', { name: 'Field for hill.png: End image' }).press('Enter')
    await expect(page.getByRole('option', { name: 'End image' })).toBeFocused()
    await expectNoFindings(page, 'the fields for a file')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(chosen).toHaveText(['Reference videos', 'End image', 'Reference audio', 'Start image'])
    await pressEnabled(requested.getByRole('button', { name: 'Place 4 files' }))
    await expect(requested).toHaveCount(0)
    await expect(fieldOf(page, 'Start image')).toContainText('hill.png')
    await expect(fieldOf(page, 'End image')).toContainText('boat.png')
    await expect(fieldOf(page, 'Reference videos').locator('video')).toBeVisible()
    await expect(previewsOf(page, 'Reference audio')).toHaveCount(1)

    await page.getByRole('dialog', { name: '4 files placed.' }).getByRole('button', { name: 'Undo' }).click()
    await expect(fieldOf(page, 'Reference videos').locator('video')).toHaveCount(0)
    for (const label of ['Start image', 'End image', 'Reference audio'])
      await expect(previewsOf(page, label)).toHaveCount(0)

    const one = await dragFromOutside(page, { files: [files.path('boat.png')] })
    await one.over(resultOf(page))
    await expect(page.locator('[data-place=create] [data-drop-zone]')).toContainText([
      'Start image',
      'End image',
      'Reference images',
    ])
    await expectNoFindings(page, 'over the window')
    await one.drop(page.getByText('or drop it anywhere and choose then'))
    const asked = page.getByRole('dialog', { name: 'Where does this go?' })
    await expect(asked.getByRole('img', { name: 'Preview of boat.png' })).toBeVisible()
    await expectNoFindings(page, 'the question')
    await asked.getByRole('button', { name: /^End image/ }).click()
    await expect(previewsOf(page, 'End image')).toBeVisible()
    await expect(asked).toHaveCount(0)

    // Beside the files of a field it goes to that; on the form it is asked about.
    const drop = async (name: string, place: Locator) =>
      (await dragFromOutside(page, { files: [files.path(name)] })).drop(place)
    await drop('boat.png', cardOf(page, 'Reference images'))
    await expect.poll(() => namesIn(page, 'Reference images')).toEqual(['boat.png'])
    // Its middle is beside the only tile.
    await drop('hill.png', fieldOf(page, 'Reference images').getByRole('list'))
    await expect.poll(() => namesIn(page, 'Reference images')).toEqual(['boat.png', 'hill.png'])

    for (const place of [
      promptOf(page),
      page.getByRole('combobox', { name: /^Model/ }),
      generateButton(page),
    ]) {
      await drop('tree.png', place)
      await expect(asked.getByRole('img', { name: 'Preview of tree.png' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(asked).toHaveCount(0)
    }
    await drop('tree.png', page.getByRole('navigation').first())
    await expect(asked).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(asked).toHaveCount(0)

    // On any other screen it goes to Create, and the page stays.
    await goTo(page, 'Spend')
    const elsewhere = await dragFromOutside(page, { files: [files.path('boat.png')] })
    await elsewhere.drop(page.getByText('Drop to use it in Create'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Start image/ })
      .click()
    await expect(previewsOf(page, 'Start image')).toBeVisible()

    // The Undo of a removed file is gone once its field is full again.
    await page.getByRole('button', { name: 'Remove Start image' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    // Under the pointer it doesn't run out.
    await undo.hover()
    await chooserOf(page, 'Start image').setInputFiles(files.path('hill.png'))
    await expect(fieldOf(page, 'Start image')).toContainText('hill.png')
    await expect(undo).toHaveCount(0)
  })

  await test.step('several images go to a list at once, and what fits nowhere is said', async () => {
    await forgetForms(page)
    await chooseModel(page, 'Flagship')
    const drop = async (names: readonly string[]) => {
      const drag = await dragFromOutside(page, { files: names.map(files.path) })
      await drag.over(resultOf(page))
      await drag.drop(page.locator('[data-place=create] > p').first())
    }
    await drop(['boat.png', 'hill.png'])
    const requested = page.getByRole('dialog', { name: /^Where do these/ })
    await pressEnabled(requested.getByRole('button', { name: 'All in Reference images' }))
    await pressEnabled(requested.getByRole('button', { name: 'Place 2 files' }))
    await expect.poll(() => namesIn(page, 'Reference images')).toEqual(['boat.png', 'hill.png'])

    await chooseModel(page, 'Dense layouts')
    await drop(['tone.wav', 'sea.jpg'])
    await expect(requested).toContainText('Left out: I2 Dense layouts takes no audio.')
    await expectNoFindings(page, 'a file that fits nowhere')
    await expect(requested.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(requested).toHaveCount(0)
    await expect(previewsOf(page, 'Style images')).toHaveCount(1)
  })

  await test.step('a model that takes none says so and names some that do; one click brings the file there', async () => {
    await forgetForms(page)
    await chooseModel(page, 'Music')
    const drag = await dragFromOutside(page, { files: [files.path('boat.png')] })
    await drag.over(resultOf(page))
    await expect(page.getByText('A1 Music takes no images')).toBeVisible()
    await drag.drop(page.getByText('A1 Music takes no images'))
    const requested = page.getByRole('dialog', { name: 'Where does this go?' })
    await expect(requested).toContainText('A1 Music has no field for this.')
    await expectNoFindings(page, 'no field for this')
    await requested.getByRole('button', { name: /^I3 Fast images/ }).click()
    await expect(previewsOf(page, 'Images')).toBeVisible()
  })
})

const refused = [
  ['letter.png', 'This isn’t an image, video or audio file that Atelier supports, whatever its name says.'],
  ['photo.heic', 'HEIC images aren’t supported. Export the image as JPEG or PNG and add that.'],
  ['drawing.svg', 'SVG images aren’t supported. Export the image as PNG and add that.'],
  ['half.jpg', 'The file is damaged or was cut short.'],
  ['empty.png', 'The file is empty.'],
  ['waves.mp4', 'That is a video; this field takes an image.'],
] as const

test('a field takes files and pasted images, refuses others, and keeps them in order', async ({
  studioPage: page,
  files,
  context,
}) => {
  test.slow()
  await test.step('each file that can’t be taken is refused at its field with the reason, and the rest is taken; what comes from another tab is the image it shows', async () => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await chooserOf(page, 'Images').setInputFiles(files.video('huge.png', 257 * mebibyte))
    await expect(fieldOf(page, 'Images').getByRole('alert')).toContainText(
      'huge.png: The file is larger than 256 MiB.',
    )
    expect(requests.filter((url) => url.includes('/media/inputs'))).toEqual([])

    const names = [...refused.map(([name]) => name), 'boat.png']
    await chooserOf(page, 'Images').setInputFiles(names.map(files.path))
    await expect(previewsOf(page, 'Images')).toHaveCount(1)
    const words = fieldOf(page, 'Images').getByRole('alert')
    for (const [name, reason] of refused) await expect(words).toContainText(`${name}: ${reason}`)
    await expectNoFindings(page, 'refusals at a field')
    await words.getByRole('button', { name: 'Dismiss' }).click()
    await expect(words).toHaveCount(0)

    // Not the link around it.
    const html = '<a href="https://a.example/story"><img src="https://a.example/boat.png"></a>'
    const drag = await dragFromOutside(page, {
      items: [
        { mimeType: 'text/uri-list', data: 'https://a.example/story' },
        { mimeType: 'text/html', data: html },
      ],
    })
    await drag.drop(zoneOf(page, 'Images'))
    await expect(fieldOf(page, 'Images').getByRole('listitem').last()).toHaveAttribute(
      'title',
      'boat.png · a.example',
    )
    const long = await dragFromOutside(page, {
      items: [{ mimeType: 'text/uri-list', data: `https://a.example/${'x'.repeat(1100)}` }],
    })
    await long.drop(zoneOf(page, 'Images'))
    await expect(fieldOf(page, 'Images').getByRole('alert')).toHaveText(
      /URLs have at most 1,024 characters; this has 1,118\./,
    )
  })

  await test.step('an image in the clipboard is pasted anywhere in Create, and text stays text', async () => {
    await forgetForms(page)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(40, 30)
      canvas.getContext('2d')?.fillRect(4, 4, 20, 20)
      const png = await canvas.convertToBlob({ type: 'image/png' })
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
    })
    await expect(zoneOf(page, 'Images')).toBeVisible()
    await page.getByRole('main').focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(previewsOf(page, 'Images')).toHaveCount(1)
    await promptOf(page).focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(fieldOf(page, 'Images').getByRole('listitem')).toHaveCount(2)

    await page.evaluate(() => navigator.clipboard.writeText('https://a.example/boat.png'))
    await promptOf(page).fill('')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(promptOf(page)).toHaveValue('https://a.example/boat.png')
    await zoneOf(page, 'Images')
      .getByRole('button', { name: /Add images/ })
      .focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(fieldOf(page, 'Images').getByRole('listitem')).toHaveCount(3)
  })

  await test.step('items are moved by dragging and by key, replaced in their place, removed and brought back', async () => {
    await forgetForms(page)
    const names = ['boat.png', 'hill.png', 'tree.png']
    await chooserOf(page, 'Images').setInputFiles(names.map(files.path))
    await expect.poll(() => namesIn(page, 'Images')).toEqual(names)
    const tiles = fieldOf(page, 'Images').getByRole('listitem')

    await tiles.nth(0).dragTo(tiles.nth(2))
    await expect.poll(() => namesIn(page, 'Images')).toEqual(['hill.png', 'tree.png', 'boat.png'])

    await pressEnabled(page.getByRole('button', { name: 'Move item 3 of Images earlier' }))
    await expect.poll(() => namesIn(page, 'Images')).toEqual(['hill.png', 'boat.png', 'tree.png'])
    await expect(page.getByRole('button', { name: 'Move item 2 of Images earlier' })).toBeFocused()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => namesIn(page, 'Images')).toEqual(['boat.png', 'hill.png', 'tree.png'])

    const drag = await dragFromOutside(page, { files: [files.path('sea.jpg')] })
    await drag.drop(tiles.nth(1))
    await expect.poll(() => namesIn(page, 'Images')).toEqual(['boat.png', 'sea.jpg', 'tree.png'])

    await page.getByRole('button', { name: 'Remove item 2 of Images' }).click()
    await expect.poll(() => namesIn(page, 'Images')).toEqual(['boat.png', 'tree.png'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => namesIn(page, 'Images')).toEqual(['boat.png', 'sea.jpg', 'tree.png'])
    await page.getByRole('button', { name: 'Remove item 1 of Images' }).press('Delete')
    await expect.poll(() => namesIn(page, 'Images')).toEqual(['sea.jpg', 'tree.png'])
    // Under the pointer its note doesn't run out.
    await page.getByRole('button', { name: 'Undo' }).hover()
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => namesIn(page, 'Images')).toEqual(['boat.png', 'sea.jpg', 'tree.png'])
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)

    await page.getByRole('button', { name: 'Remove item 1 of Images' }).press('Delete')
    await expect.poll(() => namesIn(page, 'Images')).toEqual(['sea.jpg', 'tree.png'])
    await page.getByRole('button', { name: 'Remove item 2 of Images' }).press('Delete')
    await expect.poll(() => namesIn(page, 'Images')).toEqual(['sea.jpg'])
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => namesIn(page, 'Images')).toEqual(['sea.jpg', 'tree.png'])
    // The note that is closing is there for a frame more.
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => namesIn(page, 'Images')).toEqual(['boat.png', 'sea.jpg', 'tree.png'])
    await expectNoFindings(page, 'a list of images')
  })
})

test('[NOTE450] [VIEW4] [VIEW12] [VIEW371] the library is a source: chosen in the field by key, or from the file itself; a file made here offers its settings', async ({
  studioPage: page,
}) => {
  await promptOf(page).fill('A quiet harbour')
  await generateButton(page).click()
  await expectDone(runsOf(page).first())
  await promptOf(page).fill('Another')

  await pressEnabled(page.getByRole('button', { name: 'Choose from the library for Images' }))
  const picker = page.getByRole('dialog', { name: /from the library/ })
  await expect(picker.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('harb')
  const tile = picker.getByRole('button', { name: /^A quiet harbour/ })
  await expect(tile).toBeVisible()
  await expectNoFindings(page, 'the picker')
  await tile.press('Space')
  await expect(tile).toHaveAttribute('aria-pressed', 'true')
  await pressEnabled(picker.getByRole('button', { name: 'Use 1' }))
  await expect(previewsOf(page, 'Images')).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove item 1 of Images' }).click()

  await goTo(page, 'Library')
  await libraryFiles(page).getByRole('button').first().click()
  await expect(fileViewer(page).getByRole('img')).toBeVisible()
  await page.keyboard.press('w')
  await expect(previewsOf(page, 'Images')).toHaveCount(1)

  const download = page.waitForEvent('download')
  await resultOf(page).getByRole('button', { name: 'Download' }).click()
  const path = await (await download).path()
  await chooserOf(page, 'Images').setInputFiles({
    name: 'from-disk.png',
    mimeType: 'image/png',
    buffer: readFileSync(path),
  })
  const madeHere = page.getByRole('dialog', { name: /^Atelier made / })
  // Under the pointer it doesn't run out.
  await madeHere.hover()
  await expectNoFindings(page, 'made here')
  // [NOTE450] Also in a window that becomes smaller under the pointer.
  await page.setViewportSize({ width: 720, height: 450 })
  await expect(madeHere).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await madeHere.hover()
  await madeHere.getByRole('button', { name: 'Remix' }).click()
  await expect(promptOf(page)).toHaveValue('A quiet harbour')
  await expect(previewsOf(page, 'Images')).toHaveCount(0)

  // What is made from it leads back to it.
  await goTo(page, 'Library')
  await libraryFiles(page).getByRole('button').first().click()
  await expect(fileViewer(page).getByRole('img')).toBeVisible()
  await page.keyboard.press('w')
  await expect(previewsOf(page, 'Images')).toHaveCount(1)
  await pressEnabled(generateButton(page))
  await goTo(page, 'Library')
  await expect(libraryFiles(page)).toHaveCount(2)
  await libraryFiles(page).getByRole('button').first().click()
  await expect(fileViewer(page)).toContainText('1 / 2')
  const tree = page.getByRole('tree', { name: 'Lineage' })
  await expect(tree.getByRole('treeitem').first()).toHaveText('Made from 1 file')
  await tree.getByRole('treeitem').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(fileViewer(page)).toContainText('2 / 2')
  await expect(tree.getByRole('treeitem').first()).toBeFocused()
  await expect(tree.getByRole('treeitem').first()).toHaveText('Made into 1 item')
  await expectNoFindings(page, 'lineage is shown')

  // A contact sheet that was made from it closes to it, as does what is opened in the sheet, and keys go on in the tree.
  await goTo(page, 'Create')
  await pressEnabled(page.getByRole('button', { name: 'Compare' }))
  const compare = page.getByRole('region', { name: 'Compare' })
  await compare.getByRole('combobox', { name: 'Across' }).press('Enter')
  await page.keyboard.type('Prompt')
  await expect(page.getByRole('option', { name: 'Prompt' })).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
  await compare.getByRole('textbox', { name: 'Values of Prompt' }).fill('A wide bay\nA narrow bay')
  await pressEnabled(generateButton(page))
  await expect(resultOf(page)).toContainText('2 of 2 done')
  await goTo(page, 'Library')
  await libraryFiles(page).last().getByRole('button').click()
  const made = tree.getByRole('treeitem', { name: 'Contact sheet of 2' })
  await expect(made).toBeVisible()
  await made.click()
  const sheet = page.getByRole('dialog', { name: 'Contact sheet' })
  await sheet.locator('[data-sheet-file]').first().press('Enter')
  await expect(fileViewer(page).getByRole('img', { name: 'Image: A wide bay' })).toBeVisible()
  await expect(tree.getByRole('treeitem').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(made).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(tree.getByRole('treeitem').last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(libraryFiles(page).last().getByRole('button')).toBeFocused()
})

test('a file is brought to the service once it was read, and once', async ({
  studioPage: page,
  service,
  files,
}) => {
  test.slow()
  await test.step('a file is brought to the service once, before the run; the request names its URL there', async () => {
    await chooserOf(page, 'Images').setInputFiles(files.path('boat.png'))
    await expect(previewsOf(page, 'Images')).toHaveCount(1)
    expect(service.requests.filter((line) => line === 'POST /assets')).toEqual([])
    await promptOf(page).fill('The same, at night')
    for (const runs of [1, 2]) {
      await generateButton(page).click()
      await expect(runsOf(page)).toHaveCount(runs)
      await expectDone(runsOf(page).first())
    }
    const posts = service.requests.filter((line) => /^POST \/(assets|generate)/.test(line))
    expect(posts.map((line) => line.split('/')[1])).toEqual(['assets', 'generate', 'generate'])
  })

  await test.step('[FORM45] nothing is sent while a file is still being read', async () => {
    await forgetForms(page)
    const before = service.requests.length
    const earlier = await runsOf(page).count()
    const reading = Promise.withResolvers<void>()
    await page.route('**/media/inputs?*', async (route) => {
      await reading.promise
      await route.continue()
    })
    await promptOf(page).fill('A harbour')
    await chooserOf(page, 'Images').setInputFiles(files.path('hill.png'))
    await expect(page.getByText('A file is still being read.')).toBeVisible()
    await expect(generateButton(page)).toBeDisabled()
    await page.keyboard.press('Control+Enter')
    reading.resolve()
    await expect(previewsOf(page, 'Images')).toHaveCount(1)
    await pressEnabled(generateButton(page))
    await expect(runsOf(page)).toHaveCount(earlier + 1)
    await expectDone(runsOf(page).first())
    const posts = service.requests.slice(before).filter((line) => /^POST \/(assets|generate)/.test(line))
    expect(posts.map((line) => line.split('/')[1])).toEqual(['assets', 'generate'])
  })
})

test('200 MB go through: the page says how far they are, and both ways can be stopped', async ({
  studioPage: page,
  service,
  files,
}) => {
  test.slow()
  await chooseModel(page, 'Fast quality')
  const video = files.video('long.mp4', 200 * mebibyte)
  await chooserOf(page, 'Start video').setInputFiles(video)
  await page.getByRole('button', { name: 'Stop reading long.mp4' }).click()
  await expect(page.getByRole('button', { name: 'Stop reading long.mp4' })).toHaveCount(0)
  await expect(fieldOf(page, 'Start video').locator('video')).toHaveCount(0)

  await chooserOf(page, 'Start video').setInputFiles(video)
  await expect(page.getByRole('progressbar', { name: 'Reading long.mp4' })).toBeVisible()
  await expect(fieldOf(page, 'Start video').locator('video')).toBeVisible()
  await expect(page.getByText('long.mp4 · 64 × 64 · 1 s · 209.7 MB')).toBeVisible()

  await promptOf(page).fill('Waves')
  await page.getByRole('textbox', { name: 'Duration' }).fill('1')
  await page.getByRole('radio', { name: '480p' }).click()
  // It could be there before anybody looked.
  const letPass = service.holdUploads()
  await generateButton(page).click()
  await expect(page.getByRole('progressbar', { name: 'Bringing long.mp4 to the service' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/You stopped the upload\. The run was not sent/)
  expect(service.submissions()).toEqual([])
  letPass()

  await generateButton(page).click()
  await expect(resultOf(page).locator('video')).toBeVisible({ timeout: 60_000 })
  expect(service.submissions()).toHaveLength(1)
})

test('[SHEET365] [FORM365] [FORM450] [RUN450] a video that is under way lies over its start image, in its shape, and its thumbnail says how long it is', async ({
  studioPage: page,
  files,
  service,
}) => {
  await chooseModel(page, 'Flagship video')
  // An open resolution may cost more than a paid account is asked about.
  await page.getByRole('radio', { name: '480p' }).click()
  const halfWhite = createCanvas(320, 200)
  const painting = halfWhite.getContext('2d')
  painting.fillStyle = 'white'
  painting.fillRect(0, 0, 160, 200)
  const buffer = halfWhite.toBuffer('image/png')
  await chooserOf(page, 'Start image').setInputFiles({ name: 'half.png', mimeType: 'image/png', buffer })
  await expect(previewsOf(page, 'Start image')).toBeVisible()
  await promptOf(page).fill('It sways')
  const letPass = service.holdSubmissions()
  await generateButton(page).click()
  const beneath = resultOf(page).locator('img[src^="/media/inputs/"]')
  await expect(beneath).toBeVisible()
  await expect(resultOf(page)).toContainText('Sending')
  const shape = async () => {
    const frame = await beneath.first().locator('xpath=..').boundingBox()
    return (frame?.width ?? 0) / (frame?.height ?? 1)
  }
  // It takes the image's shape once that is read.
  await expect.poll(shape).toBeCloseTo(1.6, 1)
  await expectNoFindings(page, 'a video over its start image')
  // [RUN450] Axe reads no image: it is white on the left, and on the right nothing.
  for (const theme of ['light', 'dark'] as const) {
    await applyTheme(page, theme)
    for (const place of [0.1, 0.9]) expect(await contrastAt(beneath, place)).toBeGreaterThan(4.5)
  }
  letPass()
  const run = runsOf(page).first()
  await expect(run).toContainText('made in')
  await expect(run).toContainText(/^\d:\d\d/)

  // So do the cells of a sheet.
  await promptOf(page).fill('It {sways|rests}')
  await page.setViewportSize({ width: 1440, height: 900 })
  const resolution = page.getByRole('radio', { name: '480p' })
  await expect(resolution).toBeInViewport({ ratio: 1 })
  // [FORM450] However much is filled.
  await chooserOf(page, 'End image').setInputFiles(files.path('hill.png'))
  const names = ['boat.png', 'hill.png', 'tree.png', 'road.png', 'wood.png']
  await chooserOf(page, 'Reference images').setInputFiles(names.map(files.path))
  await chooserOf(page, 'Reference videos').setInputFiles(files.path('waves.mp4'))
  await chooserOf(page, 'Reference audio').setInputFiles(files.path('tone.wav'))
  await expect(previewsOf(page, 'Reference images')).toHaveCount(5)
  await expect(previewsOf(page, 'Reference images').last()).toBeInViewport({ ratio: 1 })
  for (const label of ['Reference videos', 'Reference audio'])
    await expect(fieldOf(page, label).getByRole('listitem')).toHaveCount(1)
  await expect(resolution).toBeInViewport({ ratio: 1 })
  expect(await unreachableControls(page)).toEqual([])
  await expectNoFindings(page, 'filled lists')
  await page.getByRole('button', { name: 'Remove End image' }).click()
  for (const label of ['Reference images', 'Reference videos', 'Reference audio'])
    await page.getByRole('button', { name: `Reset ${label}` }).click()
  const letBoth = service.holdSubmissions()
  await generateButton(page).click()
  await expect(beneath).toHaveCount(2)
  await expect.poll(shape).toBeCloseTo(1.6, 1)
  letBoth()
  await expect(beneath).toHaveCount(0)
})
