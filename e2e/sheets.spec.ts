import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/no-findings.ts'
import {
  chooseModel,
  generateButton,
  goTo,
  libraryFiles,
  priceOf,
  promptOf,
  resultOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

/** Writes into the open list and takes what it finds. */
async function pick(page: Page, name: string): Promise<void> {
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name })).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
}

test('a sheet of two by three comes home as one thing, from the keyboard', async ({
  studioPage: page,
  service,
}) => {
  test.slow()
  await chooseModel(page, 'Fast pictures')
  await promptOf(page).fill('A lighthouse')
  await page.getByRole('button', { name: 'Compare' }).press('Enter')
  const panel = page.getByRole('region', { name: 'Compare' })
  await panel.getByRole('combobox', { name: 'Across' }).press('Enter')
  await pick(page, 'Aspect ratio')
  const ratios = panel.getByRole('group', { name: 'Values of Aspect ratio' }).getByRole('button')
  for (const chip of await ratios.all()) {
    const isOn = (await chip.getAttribute('aria-pressed')) === 'true'
    const isWanted = /^(1:1|16:9)$/.test((await chip.textContent()) ?? '')
    if (isOn !== isWanted) await chip.press(' ')
  }
  await panel.getByRole('button', { name: 'Compare by something else too' }).press('Enter')
  await panel.getByRole('combobox', { name: /^Down/ }).press('Enter')
  await pick(page, 'Width')
  await panel.getByRole('textbox', { name: 'Values of Width' }).fill('512..1024 step 256')
  await expect(panel).toContainText('2 × 3 = 6 runs')
  await expect(priceOf(page)).toBeVisible()
  await expectNoFindings(page, 'compare')
  await generateButton(page).press('Enter')

  const sheet = resultOf(page).getByRole('table', { name: 'Contact sheet by Aspect ratio and Width' })
  await expect(sheet.getByRole('button')).toHaveCount(6)
  await expect(resultOf(page)).toContainText('6 of 6 done')
  expect(service.submissions()).toHaveLength(6)
  await expectNoFindings(page, 'a sheet that is home')
  await sheet.getByRole('button', { name: /^1:1, 512:/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(sheet.getByRole('button', { name: /^16:9, 512:/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(sheet.getByRole('button', { name: /^16:9, 768:/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(resultOf(page).getByRole('button', { name: 'Back to the sheet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()

  await goTo(page, 'Library')
  await expect(libraryFiles(page)).toHaveCount(1)
  await expectNoFindings(page, 'library with a sheet')
  await libraryFiles(page)
    .getByRole('button', { name: /Contact sheet of 6/ })
    .click()
  const opened = page.getByRole('dialog', { name: 'Contact sheet' })
  await expect(opened.getByRole('link')).toHaveCount(6)
  await expectNoFindings(page, 'a sheet of the library')
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('lighthouse')
  await expect(libraryFiles(page)).toHaveCount(6)
})

test('wildcards say how many prompts they make, and each is sent once', async ({
  studioPage: page,
  service,
}) => {
  await chooseModel(page, 'Fast pictures')
  await promptOf(page).fill('A {red|green|blue} boat')
  await expect(page.getByText('Makes 3 prompts')).toBeVisible()
  await expectNoFindings(page, 'wildcards')
  await generateButton(page).click()
  await expect.poll(() => service.submissions().length).toBe(3)
  await page.getByRole('button', { name: 'Use the braces as words' }).click()
  await expect(page.getByText('Makes 3 prompts')).toHaveCount(0)
  await generateButton(page).click()
  await expect.poll(() => service.submissions().length).toBe(4)
  await promptOf(page).fill('{a|b|c|d|e|f|g|h}{a|b|c|d|e|f|g|h}{a|b|c|d|e|f|g|h}')
  await page.getByRole('button', { name: 'Make a prompt of each' }).click()
  await expect(page.getByText('This makes 512 runs; at most 500 go out at once.')).toBeVisible()
  await expect(generateButton(page)).toBeDisabled()
})

test('a pasted list says which rows are wrong, and sends the others once they are left out by choice', async ({
  studioPage: page,
  service,
}) => {
  await chooseModel(page, 'Dense layouts')
  await page.getByRole('button', { name: 'Paste a list' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Paste a list' })
  await dialog
    .getByRole('textbox', { name: 'The list' })
    .fill('prompt,resolution\nA boat,1k\nA fox,9k\nA bear,1k,more\nA wolf,2k')
  await expect(dialog.getByRole('status')).toHaveText('2 runs; 2 rows can’t be sent.')
  await expect(dialog).toContainText('Resolution: One of 1k, 2k.')
  await expect(dialog).toContainText('This row has more cells than the first line has names.')
  await expectNoFindings(page, 'a pasted list')
  const send = dialog.getByRole('button', { name: /^Generate/ })
  await expect(send).toBeDisabled()
  await dialog.getByRole('switch', { name: 'Leave out the 2 rows that can’t be sent' }).press(' ')
  await expect(send).toHaveText('Generate 2 · $0.115')
  await send.press('Enter')
  await expect.poll(() => service.submissions().length).toBe(2)
})
