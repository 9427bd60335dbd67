import type { Locator, Page } from '@playwright/test'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, generateButton, goTo, libraryFiles, promptOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

/** It costs $0.04 at 1k. */
const priced = 'Dense layouts'

async function openWith(page: Page, count: number): Promise<Locator> {
  await chooseModel(page, priced)
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  await page.getByRole('radio', { name: '1k' }).click()
  await promptOf(page).fill(`A boat {${numbers.join('|')}}`)
  await pressEnabled(generateButton(page))
  await goTo(page, 'Library')
  const files = libraryFiles(page)
  await expect(files).toHaveCount(count)
  return files
}

const inCollection = (page: Page) =>
  page.getByRole('list', { name: 'Files of the collection, in your order' }).getByRole('listitem')

/** The ids of the listed files, in their order. */
function idsOf(files: Locator): Promise<(string | null)[]> {
  return files.locator('[data-file]').evaluateAll((all) => all.map((one) => one.getAttribute('data-file')))
}

const searchOf = (page: Page) => page.getByRole('searchbox', { name: 'Search and filter' })

async function collect(page: Page, name: string): Promise<void> {
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: /collection/ })
  await dialog.getByRole('textbox', { name: 'Collection' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

async function show(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Collection/ }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

async function undoByNote(page: Page, text: string | RegExp): Promise<void> {
  const note = page.getByRole('dialog', { name: text })
  await note.hover()
  await note.getByRole('button', { name: 'Undo' }).click()
}

test('[COLL2] [COLL4] [COLL6] [COLL7] [LIB170] [LIB171] a collection is made, filled, ordered, deleted and restored', async ({
  studioPage: page,
}) => {
  const files = await openWith(page, 4)
  const all = await idsOf(files)
  await files.nth(0).getByRole('button').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Space')
  await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toBeVisible()
  await collect(page, 'Harbours')
  await expect(page.getByText('“Harbours” was made, and 3 files are in it.')).toBeVisible()
  // The first is added to it by a beginning of its name.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await collect(page, 'harb')
  await expect(page.getByText('Added to “Harbours”.')).toBeVisible()

  // The bar above them stays low.
  const whole = page.viewportSize()
  const end = page.getByRole('slider', { name: 'Size of the files' })
  for (const [width, height, lines] of [
    [1280, 800, 1],
    [1024, 700, 2],
    [720, 450, 2],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const isSelected of [false, true]) {
      await files.nth(0).getByRole('button').focus()
      await page.keyboard.press(isSelected ? 'Control+a' : 'Escape')
      await expect(page.getByRole('button', { name: 'Clear the selection' })).toHaveCount(isSelected ? 1 : 0)
      const [search, slider] = await Promise.all([searchOf(page).boundingBox(), end.boundingBox()])
      expect((slider?.y ?? Number.NaN) - (search?.y ?? Number.NaN)).toBeLessThan(lines * 36)
    }
  }
  // Finds fewer, so that the list is seen to be read again.
  await searchOf(page).fill('boat 1')
  await expect(files).toHaveCount(1)
  await searchOf(page).press('Control+a')
  await expect(page.getByRole('button', { name: 'Clear the selection' })).toHaveCount(0)
  await page.keyboard.press('Delete')
  await expect(searchOf(page)).toHaveValue('')
  await expect(files).toHaveCount(4)
  await page.getByRole('link', { name: 'Library' }).focus()
  await page.keyboard.press('Control+a')
  await expect(page.getByRole('button', { name: 'Clear the selection' })).toBeVisible()
  await expect(files.first().getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Clear the selection' })).toHaveCount(0)
  if (whole) await page.setViewportSize(whole)

  await show(page, 'Harbours')
  const inside = inCollection(page)
  await expect(inside).toHaveCount(4)
  const [one, two, three, four] = [all[1], all[2], all[3], all[0]]
  expect(await idsOf(inside)).toEqual([one, two, three, four])

  // Alt and the arrows.
  await inside.nth(3).getByRole('button').focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => idsOf(inside)).toEqual([one, two, four, three])
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => idsOf(inside)).toEqual([one, four, two, three])
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => idsOf(inside)).toEqual([one, two, four, three])
  await page.keyboard.press('Control+z')
  await expect.poll(() => idsOf(inside)).toEqual([one, four, two, three])

  // Drag: the last before the first.
  await inside
    .nth(3)
    .getByRole('button')
    .dragTo(inside.nth(0).getByRole('button'), {
      targetPosition: { x: 8, y: 60 },
    })
  await expect.poll(() => idsOf(inside)).toEqual([three, one, four, two])

  // One is removed from it, and returns to its place.
  await inside.nth(1).getByRole('button').focus()
  await page.keyboard.press('Shift+B')
  await expect.poll(() => idsOf(inside)).toEqual([three, four, two])
  await undoByNote(page, 'Removed from the collection.')
  await expect.poll(() => idsOf(inside)).toEqual([three, one, four, two])

  // Another name, and the end.
  await page.getByRole('button', { name: 'Library menu' }).click()
  await page.getByRole('menuitem', { name: 'Rename the collection…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename the collection' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ports')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Collection: Ports' })).toBeVisible()
  await expectNoFindings(page, 'collection')
  await page.getByRole('button', { name: 'Library menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete the collection' }).click()
  await expect(files).toHaveCount(4)
  await expect(page.getByRole('combobox', { name: /^Collection/ })).toHaveCount(0)
  await undoByNote(page, /“Ports” was deleted/)
  await expect(page.getByRole('combobox', { name: 'Collection: Ports' })).toBeVisible()
  await expect.poll(() => idsOf(inside)).toEqual([three, one, four, two])
})

test('[COLL1] [COLL5] an empty collection says what fills it, and a name that is taken is refused', async ({
  studioPage: page,
}) => {
  await openWith(page, 1)
  const make = async (name: string) => {
    await page.getByRole('button', { name: 'Library menu' }).click()
    await page.getByRole('menuitem', { name: 'New collection…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New collection' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Make' }).click()
  }
  await make('Seas')
  await expect(page.getByText('This collection is empty')).toBeVisible()
  await make('SEAS')
  await expect(page.getByText('Another collection has this name.').first()).toBeVisible()
})

test('[SPEND40] [SPEND41] [SPEND51] Spend shows what collections cost, and the cost per keeper', async ({
  studioPage: page,
}) => {
  const files = await openWith(page, 4)
  await files.nth(0).getByRole('button').focus()
  // Three keepers of four jobs at $0.04: $0.16 by 3.
  for (const key of ['Shift+Digit3', 'Shift+P', 'Shift+Digit2']) await page.keyboard.press(key)
  await page.keyboard.press('f')
  await expect(page.locator('[data-marks]')).toHaveCount(4)
  // Two collections of two, with one file in both.
  await page.keyboard.press('Shift+ArrowLeft')
  await collect(page, 'Seas')
  await page.keyboard.press('ArrowLeft')
  await collect(page, 'Dunes')
  await page.keyboard.press('ArrowRight')
  await collect(page, 'Dunes')
  await expect(page.getByText('Added to “Dunes”.')).toBeVisible()

  await goTo(page, 'Spend')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(row('I2')).toContainText('75 %')
  await expect(row('I2').getByRole('cell').last()).toHaveText('$0.05')
  await expect(row('I2').getByRole('cell').last().locator('span')).toHaveAttribute('title', '$0.053333')
  const whatKeepersAre = page.getByText(/^A keeper is a file .+ picked, a favorite or exported\./)
  await expect(whatKeepersAre).toBeVisible()
  const heads = page.getByRole('columnheader', { name: /keeper/i })
  await expect(heads).toHaveText(['Keepers', 'Keeper rate', 'Cost per keeper'])
  for (const head of await heads.all()) await expect(head).toHaveAccessibleDescription(/^A keeper is a file/)
  await expect(whatKeepersAre.locator('xpath=following-sibling::*').getByRole('table')).toBeVisible()
  await page.getByRole('radio', { name: 'Collection' }).click()
  await expect(whatKeepersAre).toHaveCount(0)
  await expect(row('Seas').getByRole('cell').nth(1)).toHaveText('$0.08')
  await expect(row('Dunes').getByRole('cell').nth(1)).toHaveText('$0.08')
  await expect(row('In no collection').getByRole('cell').nth(1)).toHaveText('$0.04')
  await expectNoFindings(page, 'spend by collection')
})

test('[COLL20] [COLL21] [COLL25] [LIB80] an open contact sheet is added whole, or the file of it that is chosen, and undone', async ({
  studioPage: page,
}) => {
  await chooseModel(page, priced)
  await promptOf(page).fill('A harbour')
  await pressEnabled(page.getByRole('button', { name: 'Compare' }))
  const compare = page.getByRole('region', { name: 'Compare' })
  await compare.getByRole('combobox', { name: 'Across' }).press('Enter')
  await page.keyboard.type('Resolution')
  await expect(page.getByRole('option', { name: 'Resolution' })).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
  await pressEnabled(generateButton(page))
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('2 of 2 done')
  await goTo(page, 'Library')
  await libraryFiles(page).first().getByRole('button').press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Contact sheet' })
  await expect(viewer.getByRole('link')).toHaveCount(2)
  await expect(viewer).toBeFocused()

  await collect(page, 'Best')
  await undoByNote(page, '“Best” was made, and 2 files are in it.')
  await expect(page.getByRole('dialog', { name: /was made/ })).toHaveCount(0)

  await viewer.getByRole('link').first().focus()
  await collect(page, 'First')
  await expect(page.getByRole('dialog', { name: '“First” was made, and the file is in it.' })).toBeVisible()

  const first = viewer.getByRole('link').first()
  const addOne = viewer.getByRole('button', { name: 'Add 1 file to a collection' })
  const addAll = viewer.getByRole('button', { name: 'Add 2 files to a collection' })
  await expect(first).toHaveAttribute('aria-current', 'true')
  await expectNoFindings(page, 'a contact sheet with a chosen file')
  await pressEnabled(addOne)
  const dialogForOne = page.getByRole('dialog', { name: 'Add to a collection' })
  await expect(dialogForOne).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogForOne).toHaveCount(0)
  await first.focus()
  await page.keyboard.press('Escape')
  await expect(addAll).toBeVisible()
  await expect(viewer).toBeFocused()
  await expect(viewer.locator('[aria-current]')).toHaveCount(0)

  await first.focus()
  await expect(addOne).toBeVisible()
  await viewer.getByRole('columnheader').first().click({ button: 'right' })
  await expect(first).toHaveAttribute('aria-current', 'true')
  await expect(addOne).toBeVisible()
  await viewer.getByRole('columnheader').first().click()
  await expect(addAll).toBeVisible()
  await page.keyboard.press('b')
  await page
    .getByRole('dialog', { name: /^Add 2 files/ })
    .getByRole('textbox')
    .fill('First')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Added to “First”.' })).toBeVisible()
  await viewer.getByRole('button', { name: 'Close' }).press('Enter')
  await page.getByRole('combobox', { name: /^Collection/ }).press('Enter')
  await expect(page.getByRole('option', { name: 'First', exact: true })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Best', exact: true })).toHaveCount(0)
  await page.getByRole('option', { name: 'First', exact: true }).click()
  await expect(inCollection(page)).toHaveCount(2)
})
