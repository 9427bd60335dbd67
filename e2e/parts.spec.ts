import { list as listWords } from '../renderer/words/en/list.ts'
import { english } from '../renderer/words/en/words.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { expectDone, generateButton, pauseQueue, promptOf, resultOf, runsOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

const { shell } = english

test.beforeEach(({ hostName }) => {
  test.skip(hostName !== 'browser', 'the window’s requests can’t be stopped from here')
})

/** The library's code and its styles. */
const libraryCode = '**/assets/library-screen-*'
/** What most parts of Create share: its dialogs, the palette, the targets of a drag. */
const laterCode = '**/assets/later-*'
/** What one action each needs. */
const actionCode = '**/assets/export-subject-*'
const clearCode = '**/assets/clear-runs-*'
const pageCode = '**/assets/main-*'

test('a screen whose code can’t be loaded says so, and comes whole at the next try', async ({
  context,
  studio,
}) => {
  await context.route(libraryCode, (route) => route.abort())
  const page = await studio.open()
  await page.getByRole('link', { name: shell.screens.library }).click()
  await expect(page.getByRole('alert')).toContainText(shell.partFailed)
  await context.unroute(libraryCode)
  await page.getByRole('button', { name: shell.retry }).press('Enter')
  await expect(page.getByRole('searchbox').first()).toBeVisible()
  await expect(page.locator('#content')).toBeFocused()
  const styles = await page
    .locator('link[href*="library-screen"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).sheet !== null))
  expect(styles).toEqual([true])
})

test('a part whose styles can’t be loaded keeps no other part from loading', async ({ context, studio }) => {
  await context.route(`${libraryCode}.css`, (route) => route.abort())
  const page = await studio.open()
  await page.getByRole('link', { name: shell.screens.library }).click()
  await expect(page.getByRole('alert')).toContainText(shell.partFailed)
  await page.getByRole('button', { name: shell.keysShow }).click()
  await expect(page.getByRole('dialog', { name: shell.keys })).toBeVisible()
})

test('a file dropped beside every target leaves the page where it is, also before the targets are loaded', async ({
  context,
  studio,
}) => {
  await context.route(laterCode, (route) => route.abort())
  const page = await studio.open()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible()
  const refused = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'x.png', { type: 'image/png' }))
    return ['dragover', 'drop'].map((type) => {
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
      return !document.querySelector('h1')?.dispatchEvent(event)
    })
  })
  expect(refused).toEqual([true, true])
})

test('[ACT360] [CLEAR360] [UI450] parts and actions whose code can’t be loaded say so, a dialog gives the focus back, and they come at the next try', async ({
  context,
  studio,
}) => {
  await context.route(laterCode, (route) => route.abort())
  const page = await studio.open()
  const show = page.getByRole('button', { name: shell.keysShow })
  await show.press('Enter')
  const failed = page.getByRole('dialog', { name: shell.partFailed })
  await expect(failed).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(failed).toHaveCount(0)
  await expect(show).toBeFocused()
  await show.press('Enter')
  await expect(failed).toBeVisible()
  await context.unroute(laterCode)
  await failed.getByRole('button', { name: shell.retry }).press('Enter')
  const sheet = page.getByRole('dialog', { name: shell.keys })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(show).toBeFocused()
  const retries = page.getByRole('alert').getByRole('button', { name: shell.retry })
  for (let left = await retries.count(); left > 0; left -= 1) {
    await retries.first().click()
    await expect(retries).toHaveCount(left - 1)
  }
  await expect(page.getByRole('button', { name: listWords.start })).toBeVisible()
  // [UI450] What has no place to say so is in one note.
  const clearAll = page.getByRole('button', { name: english.create.clear.all })
  await expect(clearAll).toHaveCount(0)
  const layers = page.getByRole('dialog', { name: shell.layersFailed })
  await expect(layers).toHaveCount(1)
  await layers.getByRole('button', { name: shell.retry }).press('Enter')
  await expect(clearAll).toBeVisible()
  await expect(layers).toHaveCount(0)

  await page.reload()
  await promptOf(page).fill('A boat')
  await pressEnabled(generateButton(page))
  await expectDone(runsOf(page).first())
  await context.route(actionCode, (route) => route.abort())
  const note = page.getByRole('dialog', { name: shell.partFailed })
  await runsOf(page).first().press('Shift+E')
  await expect(note).toBeVisible()
  await context.unroute(actionCode)
  await note.getByRole('button', { name: shell.retry }).press('Enter')
  const exporting = page.getByRole('dialog', { name: 'Export 1 file' })
  await exporting.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(exporting).toHaveCount(0)
  await context.route(clearCode, (route) => route.abort())
  await page.getByRole('button', { name: 'Clear ended runs' }).press('Enter')
  await expect(note).toBeVisible()
  await context.unroute(clearCode)
  await note.getByRole('button', { name: shell.retry }).press('Enter')
  await expect(runsOf(page)).toHaveCount(0)
})

test('[CMD40] a sheet’s row takes keys before the code of what stands beside it has arrived', async ({
  context,
  studio,
}) => {
  const arrival = Promise.withResolvers<void>()
  await context.route(laterCode, async (route) => {
    await arrival.promise
    await route.continue()
  })
  const page = await studio.open()
  await promptOf(page).fill('A single boat')
  await pressEnabled(generateButton(page))
  await expect(runsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'More runs' }).press('Enter')
  await promptOf(page).fill('A quiet river')
  await pressEnabled(generateButton(page))
  const [sheet, single] = [runsOf(page).first(), runsOf(page).last()]
  await expect(sheet).toContainText('A quiet river')
  await single.press('Enter')
  await expect(single).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(sheet).toBeFocused()
  await expect(sheet).toHaveAttribute('aria-current', 'true')
  arrival.resolve()
  await sheet.press('Enter')
  await expect(resultOf(page).getByRole('list', { name: 'Contact sheet of 2' })).toBeVisible()
  await expect(sheet.locator('xpath=..').getByRole('button', { name: 'Runs of A quiet river' })).toBeVisible()
})

test('a page whose program can’t be loaded says so, and opens at the next try', async ({
  context,
  studio,
}) => {
  await context.route(pageCode, (route) => route.abort())
  const page = await studio.open()
  await expect(page.getByRole('alert')).toContainText(shell.pageFailed)
  await context.unroute(pageCode)
  await page.getByRole('button', { name: shell.retry }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible()
})

test('what is typed while the palette is on its way is in it, and Escape cancels it', async ({
  context,
  studio,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await context.route(laterCode, async (route) => {
    await released
    await route.continue()
  })
  const page = await studio.open()
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill('a lighthouse')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('nothing')
  await page.keyboard.press('Escape')
  await page.keyboard.type('!')
  await expect(prompt).toHaveValue('a lighthouse!')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('spenx')
  await page.keyboard.press('Backspace')
  release()
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('spen')
  await page.keyboard.type('d')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/spend/)
  await expect(prompt).toBeHidden()
})

test('[SHEET6] a cell that is opened before the code of one run is there hands its focus to the way back', async ({
  studioPage: page,
}) => {
  // A page that is never idle loads nothing before it is shown.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.reload()
  await pauseQueue(page)
  await promptOf(page).fill('A boat {1|2|3}')
  await pressEnabled(generateButton(page))
  const sheet = resultOf(page).getByRole('list', { name: 'Contact sheet of 3' })
  await sheet.getByRole('button').first().press('Enter')
  await expect(resultOf(page).getByRole('button', { name: 'Back to the sheet' })).toBeFocused()
})
