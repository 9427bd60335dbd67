import type { Locator, Page } from '@playwright/test'
import { english } from '../renderer/words/en/words.ts'
import { coveredByNotes } from './support/covered-by-notes.ts'
import { holdUp } from './support/hold-up.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import {
  chooseModel,
  expectDone,
  fileViewer,
  generateButton,
  goTo,
  libraryFiles,
  pressGenerateKey,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

const notes = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** A note stays as long as the window is behind another. */
async function keepNotes(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
}

test('[NOTE30] an urgent note and its buttons are there for a screen reader, and axe finds nothing', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  await chooseModel(page, 'Dense layouts')
  await promptOf(page).fill('A lost harbour')
  await sandbox.setFaults({ request: { kind: 'close' } })
  const pass = service.holdSubmissions()
  await generateButton(page).click()
  await goTo(page, 'Spend')
  pass()
  const note = notes(page).getByRole('dialog')
  await expect(note).toBeVisible()
  await keepNotes(page)
  await expect(note).toHaveAttribute('data-tone', 'danger')
  await expect(note).toHaveAttribute('aria-live', 'assertive')
  await expect(note.getByRole('button')).toHaveCount(2)
  await expect(note.getByRole('button', { name: 'Dismiss' })).toBeVisible()
  await expectNoFindings(page, 'an urgent note')
  await expect(note).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

const taken = (page: Page) => page.getByRole('dialog', { name: 'The earlier prompt is in the form.' })

/** Makes a run of each prompt, and takes the first one into the form again. */
async function takeEarlier(page: Page, prompts: readonly [string, string]): Promise<void> {
  for (const prompt of prompts) {
    await promptOf(page).fill(prompt)
    await pressEnabled(generateButton(page))
    await expectDone(runsOf(page).filter({ hasText: prompt }))
  }
  await keepNotes(page)
  await promptOf(page).focus()
  await page.keyboard.press('ControlOrMeta+ArrowUp')
  await page.keyboard.type(prompts[0])
  await page.keyboard.press('Enter')
  await expect(promptOf(page)).toHaveValue(prompts[0])
  await expect(taken(page)).toBeVisible()
}

test('a note of the form goes with the form that was sent, and a later one stays', async ({
  studioPage: page,
  hostName,
}) => {
  test.slow()
  await test.step('[NOTE70] a note of the form that was sent is gone for good, and a rating’s note above it stays', async () => {
    await takeEarlier(page, ['A red boat', 'A green hill'])
    await resultOf(page).focus()
    await page.keyboard.press('3')
    const rated = page.getByRole('dialog', { name: 'Rated 3 stars' })
    await expect(rated).toBeVisible()
    await keepNotes(page)
    await expect(taken(page)).toHaveCount(0)
    await pressEnabled(generateButton(page))
    await expect(runsOf(page)).toHaveCount(3)
    await expect(rated).toBeVisible()
    await rated.getByRole('button', { name: 'Undo' }).click()
    await expect(rated).toHaveCount(0)
    await expect(notes(page).getByRole('dialog')).toHaveCount(0)
  })

  // Only what goes over HTTP can be held up here.
  if (hostName === 'browser')
    await test.step('[NOTE70] a note of what was changed while the form was being sent stays', async () => {
      const before = await runsOf(page).count()
      await expect(promptOf(page)).toHaveValue('A red boat')
      const letPass = await holdUp(page, 'jobs.confirm')
      await pressEnabled(generateButton(page))
      await promptOf(page).focus()
      await page.keyboard.press('ControlOrMeta+ArrowUp')
      await page.keyboard.type('green')
      await page.keyboard.press('Enter')
      await expect(taken(page)).toBeVisible()
      await keepNotes(page)
      letPass()
      await expect(runsOf(page)).toHaveCount(before + 1)
      await taken(page).getByRole('button', { name: 'Undo' }).click()
      await expect(promptOf(page)).toHaveValue('A red boat')
    })
})

/** Whether the pointer, there, is on this. */
async function isHit(tooltip: Locator, x: number, y: number): Promise<boolean> {
  return tooltip.evaluate((element, at) => element.contains(document.elementFromPoint(...at)), [
    x,
    y,
  ] as const)
}

test('[NOTE71] [NOTE82] [NOTE580] [CMD60] a tooltip stays under the pointer, one that repeats a name lets it through, and none covers the price after Escape or is on the way to Generate', async ({
  studioPage: page,
}) => {
  const opener = page.getByRole('button', { name: 'Show keyboard shortcuts' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: english.shell.keys })
  await expect(sheet).toContainText('LibraryAltShift2')
  await expect(sheet).not.toContainText('Ctrl2')
  await expectTooltipLeaves(sheet)
  await expect(sheet).toHaveCount(0)
  await expect(opener).toBeFocused()
  const repeating = page.locator('[data-open][aria-hidden="true"]').filter({ hasText: 'shortcuts' })
  await expect(repeating).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(repeating).toBeVisible()

  await promptOf(page).fill('A quiet harbour')
  await expect(generateButton(page)).toBeEnabled()
  const line = page.getByRole('list', { name: english.shell.state }).getByRole('button').last()
  await line.hover()
  const tooltip = page.locator('[data-open][aria-hidden="true"]').filter({ hasText: /\$0/ })
  await expect(tooltip).toBeVisible()
  const box = await tooltip.boundingBox()
  if (!box) throw new Error('The tooltip has no place.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y, { steps: 8 })
  expect(await isHit(tooltip, x, y)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)

  await page.mouse.move(700, 300)
  await line.hover()
  await expect(tooltip).toBeVisible()
  const generate = await generateButton(page).boundingBox()
  if (!generate) throw new Error('Generate has no place.')
  await page.mouse.move(generate.x + 30, generate.y + generate.height / 2, { steps: 20 })
  await page.mouse.down()
  await page.mouse.up()
  await expect(runsOf(page)).toHaveCount(1)

  await expectDone(runsOf(page).first())
  await page.getByRole('button', { name: english.create.clear.all }).hover()
  const name = page.locator('[data-open][aria-hidden="true"]').filter({ hasText: english.create.clear.all })
  await expect(name).toBeVisible()
  await expect(name).toHaveCSS('pointer-events', 'none')

  await goTo(page, 'Library')
  await libraryFiles(page).getByRole('button').first().press('Enter')
  await expectTooltipLeaves(fileViewer(page))
})

/** The tooltip of its own button to close it lets Escape through to it. */
async function expectTooltipLeaves(dialog: Locator): Promise<void> {
  const page = dialog.page()
  const close = dialog.getByRole('button', { name: english.shell.close, exact: true }).first()
  await close.hover()
  await expect(
    page.locator('[data-open][aria-hidden="true"]').filter({ hasText: english.shell.close }),
  ).toBeVisible()
  await close.focus()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

const remixOf = (page: Page) => resultOf(page).getByRole('button', { name: 'Remix', exact: true })

async function makeOne(page: Page): Promise<void> {
  await promptOf(page).fill('A boat')
  await pressGenerateKey(page, promptOf(page))
  await expectDone(runsOf(page).first())
}

test('[NOTE60] [NOTE585] notes cover nothing that can be read or used, in windows of all sizes', async ({
  studioPage: page,
}) => {
  await promptOf(page).fill('A {red|blue|green} boat')
  await pressGenerateKey(page, promptOf(page))
  await expect(resultOf(page)).toContainText('3 of 3 done')
  await remixOf(page).press('Enter')
  const note = notes(page).getByRole('dialog')
  await expect(note).toBeVisible()
  await keepNotes(page)
  const large = [1440, 900, 2560, 1440, 1024, 700] as const
  const all = [...large, 720, 450] as const
  const expectFree = async (place: string, sizes: readonly number[]) => {
    for (let at = 0; at < sizes.length; at += 2) {
      const [width = 0, height = 0] = sizes.slice(at)
      await page.setViewportSize({ width, height })
      await expect.poll(() => coveredByNotes(page), `${place}, ${width} × ${height}`).toEqual([])
      await expect(note).toBeInViewport({ ratio: 1 })
    }
  }
  // In the smallest window a sheet leaves no room.
  await expectFree('a sheet', large)
  for (const screen of ['Library', 'Usage', 'Spend', 'Styles', 'Settings'] as const) {
    await goTo(page, screen)
    await expectFree(screen, all)
  }
  await goTo(page, 'Create')
  await page.getByRole('button', { name: 'Recipes' }).click()
  await expect(page.getByRole('dialog', { name: 'Recipes' })).toBeVisible()
  await expectFree('a dialog', all)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await resultOf(page).getByRole('button', { name: 'Animate' }).click()
  await expect(page.getByRole('dialog', { name: 'Animate with' })).toBeVisible()
  await expectFree('a dialog as high as a low window', all)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('[NOTE61] a note raised after another one ended behind a window ends, as one does that appears where the pointer rests; one under a moved pointer stays', async ({
  studioPage: page,
}) => {
  await makeOne(page)
  const note = notes(page).getByRole('dialog')
  await remixOf(page).press('Enter')
  await keepNotes(page)
  await note.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(note).toHaveCount(0)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await remixOf(page).press('Enter')
  await expect(note).toBeVisible()
  await expect(note).toHaveCount(0)

  await remixOf(page).press('Enter')
  // The first event of a mouse has no movement: nothing was known of where it was.
  for (const x of [20, 30]) await note.hover({ position: { x, y: 20 } })
  await expect(notes(page)).toHaveAttribute('data-expanded')
  await note.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(note).toHaveCount(0)

  await remixOf(page).press('Enter')
  await expect(note).toBeVisible()
  await expect(note).toHaveCount(0)
})
