import type { Locator, Page } from '@playwright/test'
import { holdUp } from './support/hold-up.ts'
import { pressEnabled } from './support/press-enabled.ts'
import {
  chooseModel,
  expectDone,
  expectHighlighted,
  generateButton,
  goTo,
  pauseQueue,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

/** What is changed in the form for the person, or by a key that they pressed for something else. */

function noteOf(page: Page, text: string | RegExp): Locator {
  return page.getByRole('dialog', { name: text })
}

function previewOf(page: Page, label: string): Locator {
  return page.getByRole('img', { name: new RegExp(`^Preview of ${label}`) })
}

async function makeImage(page: Page, prompt: string): Promise<void> {
  await promptOf(page).fill(prompt)
  await pressEnabled(generateButton(page))
  await expect(resultOf(page).getByRole('img')).toBeVisible()
  await expectDone(runsOf(page).first())
}

async function dragResult(page: Page, row: Locator, field: string): Promise<void> {
  const place = page.getByRole('group', { name: field, exact: true }).locator('[data-drop-zone]')
  await row.dragTo(place)
}

test('[STYLE36] Enter adds no style of an earlier search', async ({ studioPage: page, hostName }) => {
  test.skip(hostName !== 'browser', 'only what goes over HTTP can be held up here')
  await chooseModel(page, 'Affordable')
  const field = page.getByRole('combobox', { name: 'Styles: Add a style' })
  const search = page.getByRole('combobox', { name: 'Search styles, or enter an id' })
  await goTo(page, 'Styles')
  for (const id of ['night-neon', 'ink-and-paper']) {
    await page.getByRole('button', { name: 'Add a style' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a style' })
    await dialog.getByRole('textbox', { name: 'Id' }).fill(id)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }
  await goTo(page, 'Create')
  await field.click()
  await expect(page.getByRole('option')).toHaveCount(2)
  const letPass = await holdUp(page, 'styles.list')
  await search.fill('neon')
  await page.keyboard.press('Enter')
  letPass()
  await expectHighlighted(page, /^night-neon/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 of 3')).toBeVisible()
  const picked = page.locator('[data-field="styles"]')
  await expect(picked).toContainText('night-neon')
  await expect(picked).not.toContainText('ink-and-paper')
})

test('[RUN22] a result is dragged to a field while other runs of its batch still wait', async ({
  studioPage: page,
  service,
}) => {
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: 'Jobs at once' }).fill('1')
  await page.keyboard.press('Enter')
  await goTo(page, 'Create')
  await promptOf(page).fill('A boat {1|2}')
  const letPass = service.holdJobs()
  await pressEnabled(generateButton(page))
  await page.getByRole('button', { name: 'Runs of A boat {1|2}' }).click()
  const rows = page.getByRole('list', { name: 'Runs of A boat {1|2}' }).locator('[data-row]')
  await expect(rows.last()).toContainText('Waiting')
  await expect.poll(() => service.submissions().length).toBe(1)
  await pauseQueue(page)
  letPass()
  await expectDone(rows.first())
  await expect(rows.last()).toContainText('Waiting')
  await chooseModel(page, 'Flagship')
  await dragResult(page, rows.first(), 'End image')
  await expect(previewOf(page, 'End image')).toBeVisible()
})

test('[FORM16] media that came back are removed with an undo, and leave the undo of a remix as it stands', async ({
  studioPage: page,
}) => {
  await makeImage(page, 'A harbour')
  await chooseModel(page, 'Flagship')
  await dragResult(page, runsOf(page).first(), 'Start image')
  await expect(previewOf(page, 'Start image')).toBeVisible()
  await resultOf(page).getByRole('button', { name: 'Remix', exact: true }).click()
  const remixed = noteOf(page, /^Remixed/)
  await expect(remixed).toBeVisible()
  // As a person keeps it: the pointer stays on it, and the model is chosen by key.
  await remixed.hover()
  await page.getByRole('combobox', { name: /^Model/ }).press('Enter')
  const search = page.getByRole('combobox', { name: 'Search models' })
  await search.fill('Flagship')
  await expect(page.getByRole('option').first()).toContainText('Flagship')
  await search.press('Enter')
  const back = page.getByText(/^Back from your last settings for V1/)
  await expect(back).toBeVisible()
  await expect(remixed).toBeVisible()

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(previewOf(page, 'Start image')).toHaveCount(0)
  await expect(back).toHaveCount(0)
  const removed = noteOf(page, 'Removed from the form: Start image.')
  await expect(removed).toBeVisible()
  const field = page.locator('[data-field="start_image"]')
  await expect(field.locator(':focus')).toHaveCount(1)
  await removed.hover()
  await removed.getByRole('button', { name: 'Undo' }).click()
  await expect(previewOf(page, 'Start image')).toBeVisible()
  await expect(back).toBeVisible()
  // What the note of the removal took the place of is shown again.
  const before = noteOf(page, /Before that: Remixed/)
  await before.hover()
  await before.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('combobox', { name: /^Model V1/ })).toBeVisible()
  await expect(back).toHaveCount(0)
})
