import type { Locator, Page } from '@playwright/test'
import { expectNoFindings } from './support/no-findings.ts'
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
import { expect, test } from './support/studio-test.ts'

async function expectAsWritten(text: Locator): Promise<void> {
  await expect(text).toHaveCSS('font-variant-ligatures', 'no-contextual')
  await expect(text).toHaveCSS('unicode-bidi', 'plaintext')
}

async function saveRecipe(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Save these settings as' }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Saved as “${name}”.` })).toBeVisible()
}

test('[RUN15] [UI370] prompts, the service’s words, ids and addresses are shown as they are written', async ({
  studioPage: page,
  sandbox,
  service,
}) => {
  const prompt = 'A poster of 1600x900 -> print'
  await promptOf(page).fill(prompt)
  await pressEnabled(generateButton(page))
  await expectDone(runsOf(page).first())
  await sandbox.setFaults({ job: { status: 'failed', code: 'too_large', message: 'It is 9000x9000.' } })
  await pressEnabled(generateButton(page))
  await expectAsWritten(resultOf(page).getByText('It is 9000x9000.'))
  await expectAsWritten(resultOf(page).getByText(prompt, { exact: true }))
  await expectAsWritten(runsOf(page).first().getByText(prompt, { exact: true }))
  await goTo(page, 'Settings')
  await expectAsWritten(page.getByText(service.url, { exact: true }).first())
  await goTo(page, 'Library')
  await libraryFiles(page).first().click()
  await expectAsWritten(fileViewer(page).getByText(/^[0-9a-f]{8}-/))
  // An Arabic note begins at the right.
  const note = fileViewer(page).getByRole('textbox', { name: 'Note' })
  await note.fill('مرفأ هادئ')
  await expectAsWritten(note)
})

test('[RUN10] [FORM30] a running video says how long it has run, and its details have units', async ({
  studioPage: page,
  service,
}) => {
  await chooseModel(page, 'V3')
  await promptOf(page).fill('A boat')
  await page.getByRole('textbox', { name: 'Duration' }).fill('3')
  const letPass = service.holdJobs()
  await pressEnabled(generateButton(page))
  await expect(runsOf(page).first()).toContainText(/sent \d+ s ago|running for \d+ s/)
  await expectNoFindings(page, 'a running video')
  letPass()
  await expect(resultOf(page)).toContainText('made in', { timeout: 60_000 })
  await goTo(page, 'Library')
  await libraryFiles(page).first().click()
  const details = fileViewer(page).getByRole('complementary')
  await expect(details.getByText('Duration', { exact: true }).locator('+ dd')).toHaveText('3 s')
  await expectNoFindings(page, 'the details of a video')
})

test('[RUN13] recipes that are deleted one after the other come back with one undo', async ({
  studioPage: page,
}) => {
  await page.getByRole('button', { name: 'Recipes', exact: true }).click()
  for (const name of ['Dawn', 'Dusk', 'Noon']) await saveRecipe(page, name)
  const list = page.getByRole('list', { name: 'Recipes, pinned ones first' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  for (const name of ['Dawn', 'Dusk', 'Noon']) {
    await list.getByRole('button', { name: new RegExp(`^${name}`) }).press('Delete')
    await expect(list.getByText(name, { exact: true })).toHaveCount(0)
  }
  const note = page.getByRole('dialog', { name: '3 recipes were deleted.' })
  await expect(note).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'deleted' })).toHaveCount(1)
  await note.hover()
  await note.getByRole('button', { name: 'Undo' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
})
