import type { Locator, Page } from '@playwright/test'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, fileViewer, generateButton, goTo, libraryFiles, promptOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

const compareOf = (page: Page) => page.getByRole('dialog', { name: 'Compare' })
const surveyOf = (page: Page) => page.getByRole('dialog', { name: 'Survey' })
const panesOf = (page: Page) => compareOf(page).locator('[data-pane]')
const tilesOf = (page: Page) => surveyOf(page).locator('[data-tile]')
const marksOf = (place: Locator) => place.locator('[data-marks] .visually-hidden')

/** The judged images that a note lies over. */
async function overlapped(page: Page, note: Locator): Promise<readonly (string | null)[]> {
  const box = await note.boundingBox()
  if (!box) throw new Error('There is no note.')
  return page.locator('[data-tile] img').evaluateAll(
    (all, { x, y, width, height }) =>
      all
        .filter((image) => {
          if (!(image instanceof HTMLImageElement) || image.naturalWidth === 0) return false
          const { left, top, right, bottom } = image.getBoundingClientRect()
          return left < x + width && right > x && top < y + height && bottom > y
        })
        .map((image) => image.getAttribute('alt')),
    box,
  )
}

/** In the image’s frame, where the image isn’t. */
async function clickBeside(image: Locator): Promise<void> {
  const frame = image.locator('xpath=..')
  const [its, all] = await Promise.all([image.boundingBox(), frame.boundingBox()])
  if (!its || !all) throw new Error('The image has no place.')
  const isWide = all.height - its.height > all.width - its.width
  await frame.click({
    position: isWide ? { x: all.width / 2, y: 3 } : { x: 3, y: all.height / 2 },
  })
}

/** The part of each whole image that is in the middle of its frame, and how large it is shown, rounded. */
function readParts(page: Page): Promise<readonly (readonly number[])[]> {
  return panesOf(page)
    .locator('img[style*="scale"]')
    .evaluateAll((images) =>
      images.map((image) => {
        const [frame, shown] = [image.parentElement?.getBoundingClientRect(), image.getBoundingClientRect()]
        if (!frame) return []
        const x = (frame.left + frame.width / 2 - shown.left) / shown.width
        const y = (frame.top + frame.height / 2 - shown.top) / shown.height
        return [x, y, shown.width / frame.width].map((one) => Math.round(one * 200) / 200)
      }),
    )
}

/** By keys and by dragging one of them, all show the same part, equally large. */
async function expectInStep(page: Page): Promise<void> {
  const first = async () => (await readParts(page))[0] ?? []
  const expectAlike = async () => {
    const [one, ...others] = await readParts(page)
    for (const other of others) expect(other).toEqual(one)
  }
  // The images of the tests are small: until they are larger than their frames.
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('+')
  const [x = 0, y = 0, size = 0] = await first()
  await expectAlike()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => ((await first())[0] ?? 0) > x && ((await first())[1] ?? 0) > y).toBe(true)
  await expectAlike()
  const [right = 0] = await first()
  const box = await panesOf(page).nth(2).getByRole('img').locator('xpath=..').boundingBox()
  if (!box) throw new Error('The frame has no place.')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x + 60, middle.y, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => ((await first())[0] ?? 1) < right).toBe(true)
  await expectAlike()
  await page.keyboard.press('-')
  await expect.poll(async () => ((await first())[2] ?? size) < size).toBe(true)
  await expectAlike()
}

test('[NOTE350] [NOTE351] [ACT70] [JUDGE60] [JUDGE61] [JUDGE64] [JUDGE66] [JUDGE70] [JUDGE71] [JUDGE410] [JUDGE540] [VIEW1] six images are narrowed down and compared by keys alone', async ({
  studioPage: page,
}) => {
  await chooseModel(page, 'Dense layouts')
  await promptOf(page).fill('A {red|blue|old} boat in a {calm|wild} sea')
  await pressEnabled(generateButton(page))
  await goTo(page, 'Library')
  const files = libraryFiles(page)
  await expect(files).toHaveCount(6)
  await expect(files.locator('img')).toHaveCount(6)
  // One of them can’t be shown any more.
  const damaged = await files.nth(1).getByRole('button').getAttribute('data-file')
  await page.route(`**/media/files/${damaged}`, (route) => route.fulfill({ body: 'no image' }))

  // Survey: three of six go, which leaves their marks as they are; one comes back.
  await files.nth(0).getByRole('button').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('c')
  await expect(page.getByText('Compare shows up to four files.')).toBeVisible()
  await page.keyboard.press('n')
  await expect(tilesOf(page)).toHaveCount(6)
  await expect(tilesOf(page).nth(0)).toBeFocused()
  const before = await tilesOf(page).nth(0).boundingBox()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('4')
  await expect(marksOf(tilesOf(page).nth(1))).toHaveText('4 stars')
  await page.keyboard.press('End')
  for (const left of [5, 4, 3]) {
    await page.keyboard.press('-')
    await expect(tilesOf(page)).toHaveCount(left)
    await expect(tilesOf(page).nth(left - 1)).toBeFocused()
  }
  await expect
    .poll(async () => ((await tilesOf(page).nth(0).boundingBox())?.width ?? 0) > (before?.width ?? 0))
    .toBe(true)
  await page.keyboard.press('Control+z')
  await expect(tilesOf(page)).toHaveCount(4)
  // In the smallest window a note covers none of what is judged, and said again it is one note.
  await page.setViewportSize({ width: 720, height: 450 })
  await expect(tilesOf(page).last()).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('y')
  await page.keyboard.press('y')
  const copied = page.getByRole('dialog', { name: 'Prompt copied' })
  await expect(copied).toHaveCount(1)
  const removed = page.getByRole('dialog', { name: /Before that: Removed from the survey/ })
  for (const note of [copied, removed]) await expect.poll(() => overlapped(page, note)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectNoFindings(page, 'survey')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(fileViewer(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tilesOf(page)).toHaveCount(4)

  // Compare what is left: focus, marks for the focused one, what differs.
  await page.keyboard.press('c')
  await expect(panesOf(page)).toHaveCount(4)
  await expect(panesOf(page).nth(0)).toBeFocused()
  await expect(panesOf(page).nth(1)).toContainText('This file can’t be shown here')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(panesOf(page).nth(2)).toBeFocused()
  await page.keyboard.press('Shift+P')
  await expect(panesOf(page).nth(3)).toBeFocused()
  await page.keyboard.press('x')
  await expect(marksOf(panesOf(page).nth(2))).toHaveText('picked')
  await expect(marksOf(panesOf(page).nth(3))).toHaveText('rejected')
  const differing = page.getByRole('complementary', { name: 'What differs' })
  await expect(differing.locator('ins').first()).toBeVisible()
  await expect(differing).toContainText('The same: Model')
  const zoomed = compareOf(page).locator('[data-zoomed]')
  await clickBeside(panesOf(page).nth(3).getByRole('img'))
  await expect(zoomed).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(zoomed).toHaveCount(3)
  await expectInStep(page)
  await page.keyboard.press('Escape')
  await expect(zoomed).toHaveCount(0)
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    await expectNoFindings(page, `compare ${theme}`)
  }
  // Loaded again, the address still names them; Escape then leads to the grid.
  await page.reload()
  await expect(panesOf(page)).toHaveCount(4)
  await expect(marksOf(panesOf(page).nth(2))).toHaveText('picked')
  // More than two: no wipe, and why.
  await page.keyboard.press('q')
  await expect(page.getByText('Wipe needs exactly two images.')).toBeVisible()
  await page.keyboard.press('c')
  await expect(compareOf(page)).toHaveCount(0)

  // Two from the viewer: the open one and the next, with a wipe.
  await files.nth(2).getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(fileViewer(page)).toContainText('3 / 6')
  const details = page.getByRole('complementary', { name: 'Details' })
  for (const name of ['Submitted', 'Started', 'Completed', 'Downloaded'])
    await expect(details.getByText(name, { exact: true })).toBeVisible()
  await page.keyboard.press('c')
  await expect(panesOf(page)).toHaveCount(2)
  await page.keyboard.press('q')
  const line = page.getByRole('slider', { name: 'Wipe line' })
  await expect(line).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(line).toHaveValue('60')
  await expectNoFindings(page, 'wipe')
  await page.keyboard.press('5')
  await expect(marksOf(panesOf(page).nth(0))).toHaveText('picked, 5 stars')
  await page.keyboard.press('Escape')
  await expect(fileViewer(page)).toContainText('3 / 6')
})

test('[JUDGE63] [VIEW411] [ACT550] two videos play, are sought and stepped together, and one that can’t be played says so', async ({
  studioPage: page,
}) => {
  await chooseModel(page, 'V6')
  await promptOf(page).fill('A {red|blue} boat')
  await pressEnabled(generateButton(page))
  await goTo(page, 'Library')
  const files = libraryFiles(page)
  await expect(files).toHaveCount(2)
  await expect(files.locator('img')).toHaveCount(2)
  await files.nth(0).getByRole('button').focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Compare 2 files' }).click()
  const videos = compareOf(page).locator('video')
  await expect(videos).toHaveCount(2)
  for (const index of [0, 1]) await expect(videos.nth(index)).toHaveJSProperty('readyState', 4)
  const read = () =>
    videos.evaluateAll((all: HTMLVideoElement[]) =>
      all.map(({ paused, currentTime }) => ({ paused, currentTime })),
    )
  const apart = async () => {
    const [one, other] = await read()
    return Math.abs((one?.currentTime ?? 0) - (other?.currentTime ?? 9))
  }
  const playing = async () => (await read()).map(({ paused }) => !paused)
  const times = async () => (await read()).map(({ currentTime }) => currentTime)
  expect(await playing()).toEqual([false, false])

  await page.keyboard.press('k')
  await expect.poll(playing).toEqual([true, true])
  await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(0.2)
  await expect.poll(apart).toBeLessThan(0.2)
  await page.keyboard.press('k')
  await expect.poll(playing).toEqual([false, false])
  await expect.poll(apart).toBeLessThan(0.05)

  // Frame by frame, and to a place of the slider.
  const before = (await times())[0] ?? 0
  await page.keyboard.press('.')
  await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(before)
  await expect.poll(apart).toBeLessThan(0.01)
  await compareOf(page)
    .getByRole('slider', { name: /position/i })
    .press('Home')
  await expect.poll(times).toEqual([0, 0])

  const damaged = await videos.nth(1).getAttribute('src')
  await page.route(`**${damaged}`, (route) => route.fulfill({ body: 'no video' }))
  await page.keyboard.press('Escape')
  await files.nth(1).getByRole('button').press('Enter')
  const said = fileViewer(page).getByText('This file can’t be played here')
  await expect(said).toBeVisible()
  await expect(fileViewer(page)).toContainText('Download it to open it elsewhere.')
  const actionOf = (id: string) => fileViewer(page).locator(`[data-action="${id}"]`)
  for (const id of ['lastFrame', 'useAsReference']) await expect(actionOf(id)).toBeDisabled()
  await page.keyboard.press('ArrowLeft')
  await expect(said).toHaveCount(0)
  await expect(actionOf('lastFrame')).toBeEnabled()
})
