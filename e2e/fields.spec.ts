import { expectNoFindings } from './support/no-findings.ts'
import { chooseModel, generateButton, priceOf, promptOf, resultOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

test('a prompt that is too long is refused at its field, in words, and nothing is sent', async ({
  studioPage,
  service,
}) => {
  await chooseModel(studioPage, 'fast and high quality')
  await promptOf(studioPage).fill('a'.repeat(4107))
  await promptOf(studioPage).blur()
  await expect(promptOf(studioPage)).toHaveAccessibleDescription(/At most 4,096 characters; this is 4,107\./)
  await generateButton(studioPage).click()
  await expect(promptOf(studioPage)).toHaveAttribute('aria-invalid', 'true')
  await promptOf(studioPage).fill('a')
  await expect(promptOf(studioPage)).not.toHaveAttribute('aria-invalid', 'true')
  expect(service.submissions()).toEqual([])
})

test('an empty prompt is asked for only when a run is started', async ({ studioPage, service }) => {
  await promptOf(studioPage).fill('')
  await expect(promptOf(studioPage)).not.toHaveAttribute('aria-invalid', 'true')
  await generateButton(studioPage).click()
  await expect(promptOf(studioPage)).toHaveAttribute('aria-invalid', 'true')
  await expect(promptOf(studioPage)).toBeFocused()
  expect(service.submissions()).toEqual([])
})

test('a number out of bounds is refused at its field', async ({ studioPage, service }) => {
  await chooseModel(studioPage, 'Affordable')
  await promptOf(studioPage).fill('A boat')
  const width = studioPage.getByRole('textbox', { name: 'Width' })
  await width.fill('9000')
  await generateButton(studioPage).click()
  await expect(width).toHaveAccessibleDescription(/At most 4,096\./)
  expect(service.submissions()).toEqual([])
  await width.fill('512')
  await generateButton(studioPage).click()
  await expect(resultOf(studioPage).getByRole('img')).toBeVisible()
})

test('a price that hangs on a field that is wrong is not told, and the field is named and a click away', async ({
  studioPage: page,
}) => {
  const duration = page.getByRole('textbox', { name: 'Duration' })
  await chooseModel(page, 'fast and high quality')
  await page.getByRole('radio', { name: '480p' }).click()
  await promptOf(page).fill('')
  await duration.fill('99')
  await expect(priceOf(page)).toHaveText('No price yet: Duration needs another look first')
  await expectNoFindings(page, 'a price that can’t be told')
  await priceOf(page).getByRole('button', { name: 'Duration' }).click()
  await expect(duration).toBeFocused()
  await expect(duration).toHaveAccessibleDescription(/At most 15\./)
  await duration.fill('3')
  await expect(priceOf(page)).toContainText('3 s × $0.05')
})

test('an image from disk goes along, and a text file in its place is refused in words', async ({
  studioPage,
  service,
}) => {
  const chooser = studioPage.locator('input[type=file]').first()
  await chooser.setInputFiles({
    name: 'boat.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not an image'),
  })
  await expect(studioPage.getByRole('alert')).toBeVisible()
  await chooser.setInputFiles({ name: 'boat.png', mimeType: 'image/png', buffer: onePixel })
  await expect(studioPage.getByRole('alert')).toHaveCount(0)
  await promptOf(studioPage).fill('The same, at night')
  await generateButton(studioPage).click()
  await expect(resultOf(studioPage).getByRole('img')).toBeVisible()
  expect(service.submissions()).toHaveLength(1)
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
