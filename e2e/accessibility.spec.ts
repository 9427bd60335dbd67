import { expectNoFindingsInBoth } from './support/no-findings.ts'
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

test('axe finds nothing on any screen in the dark and in the light theme', async ({ studioPage: page }) => {
  test.slow()
  await goTo(page, 'Settings')
  for (const theme of ['Light', 'Dark']) {
    await page.getByRole('radio', { name: theme }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
  }
  await expectNoFindingsInBoth(page, 'settings')
  await page.getByRole('button', { name: 'Show licenses and notices' }).click()
  const licenses = page.getByRole('dialog', { name: 'Licenses and notices' })
  await licenses.getByText('react-dom', { exact: true }).click()
  await expect(licenses.getByText(/Meta Platforms/).filter({ visible: true })).toHaveCount(1)
  await expectNoFindingsInBoth(page, 'settings, licenses')
  await page.keyboard.press('Escape')
  await goTo(page, 'Library')
  await expect(page.getByText('The library is empty')).toBeVisible()
  await expectNoFindingsInBoth(page, 'empty library')
  await goTo(page, 'Create')
  await expect(page.getByText('Runs appear here, newest first.')).toBeVisible()
  await expectNoFindingsInBoth(page, 'create, empty')

  await page.getByRole('combobox', { name: /^Model/ }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectNoFindingsInBoth(page, 'model list')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await chooseModel(page, 'Flagship')
  await promptOf(page).fill('')
  await generateButton(page).click()
  await expectNoFindingsInBoth(page, 'create, with an error at a field')
  await chooseModel(page, 'Affordable')
  await promptOf(page).fill('A quiet harbour')
  await generateButton(page).click()
  await expect(resultOf(page).getByRole('img')).toBeVisible()
  await expectDone(runsOf(page).first(), 'Affordable')
  await expectNoFindingsInBoth(page, 'create, with a result')

  await goTo(page, 'Library')
  await expect(libraryFiles(page)).toHaveCount(1)
  await expectNoFindingsInBoth(page, 'library')
  await libraryFiles(page).getByRole('button').first().click()
  await expect(fileViewer(page)).toBeVisible()
  await expectNoFindingsInBoth(page, 'a file, large')
  await page.keyboard.press('Escape')
  await goTo(page, 'Spend')
  await expect(page.locator('[data-bar]').first()).toBeVisible()
  await expectNoFindingsInBoth(page, 'spend')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoFindingsInBoth(page, 'palette')
})
