import type { Locator, Page } from '@playwright/test'
import { moves } from '../renderer/words/en/moves.ts'
import { english } from '../renderer/words/en/words.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { expectDone, generateButton, pauseQueue, promptOf, resultOf, runsOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

const { names } = english.actions

async function generate(page: Page, prompt: string): Promise<void> {
  await promptOf(page).fill(prompt)
  await pressEnabled(generateButton(page))
  await expect(runsOf(page).first()).toContainText(prompt.split('{')[0]?.trim() ?? prompt)
  // Its row may come before its confirmation, which puts it on the stage: until then the button says "Sending".
  await expect(generateButton(page)).toBeEnabled()
}

function menuOf(page: Page): Locator {
  return page.getByRole('menu', { name: 'This image' })
}

/** Right-clicks an element; returns whether the browser's own menu would open. */
async function opensOwnMenu(page: Page, target: Locator): Promise<boolean> {
  const opened = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        window.addEventListener('contextmenu', (event) => resolve(!event.defaultPrevented), { once: true })
      }),
  )
  await target.click({ button: 'right' })
  return await opened
}

test('[RUN82] while its progress is not known, a run’s bar is a short piece', async ({
  studioPage: page,
  service,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const letPass = service.holdSubmissions()
  await promptOf(page).fill('A quiet harbour')
  await pressEnabled(generateButton(page))
  const bar = runsOf(page).first().getByRole('progressbar')
  await expect(bar).toBeVisible()
  const share = await bar.evaluate(({ clientWidth, firstElementChild: track }) => {
    return (track?.firstElementChild?.clientWidth ?? 0) / clientWidth
  })
  expect(share).toBeGreaterThan(0.1)
  expect(share).toBeLessThan(0.5)
  letPass()
  await expectDone(runsOf(page).first())
})

test('the menu of a waiting run is its own, and its row says each fact', async ({ studioPage: page }) => {
  test.slow()
  await test.step('[ACT11] a large cell has its menu, a plan has the browser’s, and a second right click moves the menu', async () => {
    expect(await opensOwnMenu(page, resultOf(page))).toBe(true)
    await pauseQueue(page)
    await promptOf(page).fill('A boat {0|1|2|3|4|5|6|7|8|9}{0|1|2|3|4|5|6|7|8|9}')
    await expect(resultOf(page).getByRole('list', { name: '100 runs' })).toBeVisible()
    expect(await opensOwnMenu(page, resultOf(page).getByRole('listitem').first())).toBe(true)
    await pressEnabled(generateButton(page))
    const cells = resultOf(page).getByRole('list', { name: 'Contact sheet of 100' }).getByRole('button')
    await expect(cells).toHaveCount(100)
    const large = resultOf(page).getByRole('region', { name: 'The chosen run' })
    await cells.nth(5).focus()
    await expect(resultOf(page)).toContainText('A boat 05')
    await large.click({ button: 'right' })
    const cancel = menuOf(page).getByRole('menuitem', { name: names.cancel })
    await expect(cancel).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(menuOf(page)).toHaveCount(0)

    await rightClickOver(page, cells.nth(14))
    await rightClickOver(page, cells.nth(11))
    // A menu stands on whole pixels.
    const middle = Math.floor((await middleOf(cells.nth(11))).y)
    await expect.poll(async () => (await menuOf(page).boundingBox())?.y).toBe(middle)
    await page.keyboard.press('Escape')
    await expect(menuOf(page)).toHaveCount(0)
    await expect(cells.nth(14)).toBeFocused()
    await rightClickOver(page, cells.nth(14))
    await rightClickOver(page, cells.nth(11))
    await cancel.click()
    await expect(cells.nth(11)).toContainText('Canceled')
    await expect(cells.nth(14)).toContainText('Waiting')
  })

  await test.step('[ACT11] the menu of what is clicked is never that of another run', async () => {
    await generate(page, 'A boat {1|2|3}')
    await generate(page, 'A harbour')
    const batch = runsOf(page).nth(1)
    expect(await opensOwnMenu(page, batch)).toBe(true)
    expect(await opensOwnMenu(page, page.getByRole('heading', { name: 'Runs' }))).toBe(true)
    await batch.focus()
    await page.keyboard.press('Shift+F10')
    await expect(menuOf(page)).toHaveCount(0)

    await resultOf(page).getByText('A harbour').click({ button: 'right' })
    await expect(menuOf(page).getByRole('menuitem', { name: names.cancel })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menuOf(page)).toHaveCount(0)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await page.keyboard.press('Shift+F10')
    await expect(menuOf(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menuOf(page)).toHaveCount(0)
  })

  await test.step('[SHEET61] a sheet’s row has one line for each fact, whole in its tooltip, and its price whole at every width', async () => {
    await generate(page, 'A {red|blue|green} boat that sails past a long stone pier')
    const row = runsOf(page).first()
    const price = row.getByText('Price not listed', { exact: true })
    await expect(row.getByTitle('Price not listed · I3 Fast images')).toBeVisible()
    await expect(row.getByTitle('A {red|blue|green} boat that sails past a long stone pier')).toBeVisible()
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
      [720, 450],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height })
      const cut = () => price.evaluate((line) => line.scrollWidth > line.clientWidth)
      await expect.poll(cut, `${width} × ${height}`).toBe(false)
      const heights = () =>
        row.evaluate((all) => [...all.querySelectorAll('[title]')].map((line) => line.clientHeight))
      await expect.poll(async () => Math.max(...(await heights()))).toBeLessThan(24)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

/** Also where a menu is open, which covers the page. */
async function rightClickOver(page: Page, target: Locator): Promise<void> {
  const { x, y } = await middleOf(target)
  await page.mouse.click(x, y, { button: 'right' })
  await expect(menuOf(page)).toHaveCount(1)
}

async function middleOf(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('It has no place on the page.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('[CLEAR3] [RUN85] Delete in the list is for the row that has the focus alone, and a canceled run can be sent again', async ({
  studioPage: page,
  service,
}) => {
  await generate(page, 'First light')
  await expectDone(runsOf(page).first())
  await pauseQueue(page)
  await generate(page, 'Second light')
  await generate(page, 'A boat {1|2|3}')
  await runsOf(page).nth(1).press('Enter')
  const chosen = runsOf(page).nth(1)
  await expect(chosen).toHaveAttribute('aria-current', 'true')
  await runsOf(page).first().press('Delete')
  await page.getByRole('button', { name: 'Runs of A boat {1|2|3}' }).press('Enter')
  const rows = page.getByRole('list', { name: 'Runs of A boat {1|2|3}' }).locator('[data-row]')
  await rows.last().press('Delete')
  await page.getByRole('button', { name: 'Runs of A boat {1|2|3}' }).press('Delete')

  await runsOf(page).last().focus()
  await page.keyboard.down('Delete')
  await expect(runsOf(page)).toHaveText([/^A boat/, /^A boat/, /^A boat/, /^A boat/, /^Second light/])
  await expect(runsOf(page).last()).toBeFocused()
  await page.keyboard.down('Delete')
  await page.keyboard.up('Delete')
  await expect(page.getByText('3 waiting').first()).toBeVisible()
  await expect(runsOf(page).last()).toContainText('Waiting')

  await runsOf(page).last().press('Enter')
  await expect(runsOf(page).last()).toHaveAttribute('aria-current', 'true')
  for (const key of ['n', 'Delete']) {
    await rows.last().press(key)
    await expect(rows.last()).toHaveAttribute('aria-current', 'true')
    await expect(page.getByText(/^It is sent/)).toHaveCount(0)
    await runsOf(page).last().press('Enter')
    await expect(runsOf(page).last()).toHaveAttribute('aria-current', 'true')
    await expect(runsOf(page).last()).toContainText('Waiting')
  }
  await page.keyboard.press('Delete')
  await expect(runsOf(page).last()).toContainText('Canceled')
  const note = page.getByRole('dialog', {
    name: /^“Second light” with .+ was canceled before it was sent\. Nothing was charged\.$/,
  })
  // The note of the cleared run moves up to where the second click hits its Undo.
  await note.getByRole('button', { name: /^Retry · / }).dblclick()
  await expect(resultOf(page)).toContainText('Waiting')
  await expect(note).toHaveCount(0)
  await expect(runsOf(page)).toHaveCount(6)
  expect(service.submissions()).toHaveLength(1)
})

test('[JOB18] a waiting run says how many are sent before it, also after one was moved in another window', async ({
  studioPage: page,
  studio,
}) => {
  await pauseQueue(page)
  for (const prompt of ['First light', 'Second light', 'Third light']) await generate(page, prompt)
  await expect(resultOf(page)).toContainText('2 runs are sent before it.')
  const other = await studio.open()
  await runsOf(other).nth(1).press('Enter')
  await expect(resultOf(other)).toContainText('1 run is sent before it.')
  await resultOf(page).focus()
  await page.keyboard.press('n')
  await expect(resultOf(page)).not.toContainText('before it.')
  await expect(resultOf(other)).toContainText('2 runs are sent before it.')
  await expect(runsOf(page)).toHaveText([/^Second.*3rd of 3/, /^First.*2nd of 3/, /^Third.*1st of 3/])
  await runsOf(page).nth(1).press('Enter')
  await expect(resultOf(page)).toContainText('1 run is sent before it.')
  await runsOf(page).first().press('Enter')
  await expect(resultOf(page)).toContainText('2 runs are sent before it.')
  await runsOf(page).last().press('Enter')
  await page.keyboard.press('Delete')
  await expect(runsOf(page).filter({ hasText: 'Third' })).toContainText('Canceled')
  await runsOf(page).filter({ hasText: 'Second' }).press('Enter')
  await expect(resultOf(page)).toContainText('1 run is sent before it.')
})

test('[JOB65] waiting runs stand in their order, which a button, keys and dragging change', async ({
  studioPage: page,
  studio,
}) => {
  await pauseQueue(page)
  for (const prompt of ['Alder', 'Birch', 'Cedar', 'Damson']) await generate(page, prompt)
  await expect(runsOf(page)).toHaveText([
    /^Damson.*4th of 4/,
    /^Cedar.*3rd of 4/,
    /^Birch.*2nd of 4/,
    /^Alder.*1st of 4/,
  ])
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Cedar' })
    .getByRole('button', { name: names.sendFirst })
    .click()
  await expect(runsOf(page)).toHaveText([/^Damson/, /^Birch/, /^Alder/, /^Cedar.*1st/])
  await runsOf(page).nth(1).press('Enter')
  await page.keyboard.press('j')
  await expect(runsOf(page)).toHaveText([/^Damson/, /^Alder/, /^Birch.*2nd/, /^Cedar/])
  await page.keyboard.press('Shift+J')
  await expect(runsOf(page)).toHaveText([/^Damson/, /^Birch.*3rd/, /^Alder/, /^Cedar/])
  await dragTo(page, runsOf(page).first(), runsOf(page).nth(2))
  await expect(runsOf(page)).toHaveText([/^Birch.*4th/, /^Alder/, /^Damson.*2nd/, /^Cedar/])
  const other = await studio.open()
  await expect(runsOf(other)).toHaveText([/^Birch/, /^Alder/, /^Damson/, /^Cedar/])
})

test('[RUN24] sending a sheet first names the sheet and its runs, and the note moves it back', async ({
  studioPage: page,
}) => {
  await pauseQueue(page)
  await generate(page, 'Alder')
  await generate(page, 'A boat {1|2|3}')
  await expect(runsOf(page)).toHaveText([/^A boat.*2nd to be sent/, /^Alder.*1st of 4/])
  await page
    .getByRole('listitem')
    .getByRole('button', { name: english.actions.sheetNames.sendFirst(3) })
    .click()
  await expect(runsOf(page)).toHaveText([/^Alder.*4th of 4/, /^A boat/])
  const moved = { prompt: 'A boat {1|2|3}', count: 3 }
  const note = page.getByRole('dialog', { name: moves.moved.first(moved) })
  await expectNoFindings(page, 'a sheet that was sent first')
  await note.getByRole('button', { name: moves.moveBack(3) }).click()
  await expect(runsOf(page)).toHaveText([/^A boat/, /^Alder.*1st of 4/])
  await expect(page.getByText(moves.movedBack(moved)).first()).toBeVisible()
  await resultOf(page).getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: english.actions.sheetNames.sendLast(3) })).toBeVisible()
})

/** Drags a row onto the lower half of another. */
async function dragTo(page: Page, row: Locator, onto: Locator): Promise<void> {
  const [from, to] = [await row.boundingBox(), await onto.boundingBox()]
  if (!from || !to) throw new Error('A row is not shown.')
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 24, from.y + 28, { steps: 3 })
  await page.mouse.move(to.x + 30, to.y + to.height - 6, { steps: 6 })
  await page.mouse.up()
}
