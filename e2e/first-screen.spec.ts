import { expectNoFindings } from './support/no-findings.ts'
import { generateButton, priceOf, promptOf, resultOf, runsOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

test('[UNDO2] a sample fills the form with its files and its comparison, can be undone by its note and by key, and sends nothing', async ({
  studioPage: page,
  service,
}) => {
  const samples = page.getByRole('list', { name: 'Samples' })
  await expect(samples.getByRole('button')).toHaveCount(6)
  await expectNoFindings(page, 'samples')
  const before = await promptOf(page).inputValue()
  await samples.getByRole('button', { name: /^A contact sheet/ }).press('Enter')
  await expect(page.getByRole('region', { name: 'Compare' })).toContainText('3 runs')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Compare' })).toHaveCount(0)
  await expect(promptOf(page)).toHaveValue(before)
  await samples.getByRole('button', { name: /^A contact sheet/ }).press('Enter')
  await expect(page.getByRole('region', { name: 'Compare' })).toContainText('3 runs')
  // Under the pointer its note doesn't run out.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await resultOf(page).getByRole('button', { name: 'Back', exact: true }).press('Enter')
  await expect(samples).toBeVisible()
  const plan = page.getByRole('button', { name: 'Show what Generate would make' })
  await expect(plan).toHaveAttribute('aria-pressed', 'false')
  await plan.press('Enter')
  await expect(samples).toHaveCount(0)
  await page.getByRole('button', { name: 'Compare', exact: true }).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('region', { name: 'Compare' })).toHaveCount(0)
  await expect(promptOf(page)).toHaveValue(before)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await samples.getByRole('button', { name: /^A video from that image/ }).press('Enter')
  await expect(page.getByRole('img', { name: /^Preview of Start image/ })).toBeVisible()
  await expect(priceOf(page)).toContainText('$0.5392')
  expect(service.submissions()).toEqual([])
  await generateButton(page).click()
  await expect(runsOf(page).first()).toContainText('made in')
  await expect(resultOf(page).locator('video')).toBeAttached()
  await expect(samples).toHaveCount(0)
})
