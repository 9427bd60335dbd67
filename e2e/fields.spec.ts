import { expectNoFindings } from './support/no-findings.ts'
import {
  advancedOf,
  chooseModel,
  fileViewer,
  generateButton,
  goTo,
  libraryFiles,
  openAdvanced,
  priceOf,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

test('a prompt that is too long is refused at its field, in words, and nothing is sent', async ({
  studioPage,
  service,
}) => {
  await chooseModel(studioPage, 'Fast quality')
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

test('[RUN26] an unset switch says its default where one is stated', async ({ studioPage: page }) => {
  await chooseModel(page, 'Music')
  const instrumental = page.getByRole('switch', { name: 'Instrumental only' })
  await expect(instrumental).toHaveAccessibleDescription('Default: off')
  await instrumental.press('Space')
  await expect(instrumental).not.toHaveAccessibleDescription('Default: off')
})

test('[FORM14] an unset switch says that the service decides; a click on its label turns it on, as on any other field’s', async ({
  studioPage: page,
}) => {
  await chooseModel(page, 'V10')
  const audio = page.getByRole('switch', { name: 'Generate audio' })
  await expect(audio).not.toBeChecked()
  await expect(audio).toHaveAccessibleDescription('The service decides')
  await page.locator('label', { hasText: 'Generate audio' }).click()
  await expect(audio).toBeChecked()
  await expect(audio).not.toHaveAccessibleDescription('The service decides')
  await expectNoFindings(page, 'a switch that its label turned on')
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
  await chooseModel(page, 'Fast quality')
  await page.getByRole('radio', { name: '480p' }).click()
  await promptOf(page).fill('')
  await duration.fill('99')
  await expect(priceOf(page)).toHaveText('No price yet: Duration needs another look first')
  await expectNoFindings(page, 'a price that isn’t known')
  await priceOf(page).getByRole('button', { name: 'Duration' }).click()
  await expect(duration).toBeFocused()
  await expect(duration).toHaveAccessibleDescription(/At most 15\./)
  await duration.fill('3')
  await expect(priceOf(page)).toContainText('3 s × $0.05')
})

test('[FORM4] what sets the price is in view without scrolling', async ({ studioPage: page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const model of ['Flagship', 'Fast quality', 'Classic motion']) {
    await chooseModel(page, model)
    const highest = page.getByRole('radiogroup', { name: 'Resolution' }).getByRole('radio').last()
    await expect(highest).toBeInViewport({ ratio: 1 })
  }
})

test('[FORM7] a choice that is not set is Auto, and Auto clears it', async ({
  studioPage: page,
  service,
}) => {
  await chooseModel(page, 'Smart editing')
  await promptOf(page).fill('A boat')
  const group = (name: string) => page.getByRole('radiogroup', { name })
  for (const name of ['Aspect ratio', 'Resolution']) {
    const auto = group(name).getByRole('radio', { name: 'Auto' })
    await expect(auto).toBeChecked()
    await group(name).getByRole('radio').first().click()
    await expect(auto).not.toBeChecked()
    await auto.click()
    await expect(auto).toBeChecked()
  }
  await openAdvanced(page)
  await expect(group('Quality').getByRole('radio')).toHaveText(['Low', 'Medium', 'High', 'Auto', 'Default'])
  await expect(group('Quality').getByRole('radio', { name: 'Default' })).toBeChecked()
  await expectNoFindings(page, 'choices that are not set')
  await generateButton(page).click()
  await expect.poll(() => service.submissions().length).toBe(1)
})

test('[FORM8] [FORM9] an unset number shows no value, and a length in milliseconds is entered in seconds', async ({
  studioPage: page,
  service,
}) => {
  await chooseModel(page, 'Music')
  await promptOf(page).fill('A waltz')
  const length = page.getByRole('textbox', { name: 'Length' })
  await expect(length).toHaveValue('')
  await expect(length).toHaveAttribute('placeholder', 'Auto')
  await expect(page.getByRole('slider', { name: 'Length' })).toHaveAttribute('aria-valuetext', 'Auto')
  await length.fill('700')
  await length.blur()
  await expect(length).toHaveAccessibleDescription('At most 600.')
  await length.fill('4.5')
  await length.press('Tab')
  await expect(length).toHaveValue('4.5')
  await generateButton(page).click()
  // As 4.5 it would be refused: the wire's bounds are milliseconds.
  await expect.poll(() => service.submissions().length).toBe(1)
})

test('[FORM10] a size and a ratio exclude each other, and a draft with both is sent only as one', async ({
  studioPage: page,
  service,
}) => {
  await chooseModel(page, 'Smart editing')
  await promptOf(page).fill('A boat')
  const wide = page.getByRole('radio', { name: '16:9' })
  const width = page.getByRole('textbox', { name: 'Width' })
  await wide.click()
  await width.fill('512')
  await expect(wide).not.toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(wide).toBeChecked()
  await expect(width).toHaveValue('')
  await width.fill('512')
  await wide.click()
  await expect(width).toHaveValue('')
  // The undo of one model's form would change nothing in another's: its note goes.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await chooseModel(page, 'Fast images')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(wide).toBeChecked()
  await chooseModel(page, 'Smart editing')
  // Read: from here on nothing writes the drafts.
  await expect(promptOf(page)).toHaveValue('A boat')

  await page.evaluate(() => {
    const drafts = JSON.parse(localStorage.getItem('atelier.drafts') ?? '{}')
    const i7 = { prompt: 'A boat', aspect_ratio: '16:9', width: 512, height: 512 }
    localStorage.setItem('atelier.drafts', JSON.stringify({ ...drafts, byModel: { i7 } }))
  })
  await page.reload()
  await expect(page.getByText('A ratio and a size are both set.')).toBeVisible()
  await generateButton(page).click()
  await expect(wide).toBeFocused()
  await expectNoFindings(page, 'a ratio beside a size')
  expect(service.submissions()).toEqual([])
  await page.getByRole('button', { name: 'Keep 512 × 512 px' }).click()
  await expect(wide).not.toBeChecked()
  await generateButton(page).click()
  await expect.poll(() => service.submissions().length).toBe(1)
})

test('[FORM11] a length of minutes is typed and shown as minutes and seconds, and sent in milliseconds', async ({
  studioPage: page,
}) => {
  await chooseModel(page, 'Music')
  await promptOf(page).fill('A waltz')
  const length = page.getByRole('textbox', { name: 'Length' })
  const field = page.locator('[data-field="length_ms"]')
  await expect(field).toContainText('0:03–10:00')
  await length.fill('3:00')
  await expect(field).toContainText('180 s')
  await length.press('Tab')
  await expect(length).toHaveValue('180')
  await expect(field).toContainText('s · 3:00')
  await expect(page.getByRole('slider', { name: 'Length' })).toHaveAttribute('aria-valuetext', '3:00')
  await length.press('ArrowUp')
  await expect(field).toContainText('s · 3:')
  await length.fill('1:75')
  await expect(length).toHaveAttribute('aria-invalid', 'true')
  await length.press('Tab')
  await expect(length).toHaveValue('1:75')
  await expect(field).toContainText('This takes minutes and seconds such as 1:05')
  await expectNoFindings(page, 'a length that is none')
  await generateButton(page).click()
  await expect(length).toBeFocused()
  await expect(runsOf(page)).toHaveCount(0)
  await length.fill('1:05')
  await expect(field).not.toContainText('This takes')
  await expectNoFindings(page, 'a length of minutes')
  await generateButton(page).click()
  // More than a minute of music is rendered and saved, which takes long beside other work.
  await expect(runsOf(page).first()).toContainText('made in', { timeout: 120_000 })
  await goTo(page, 'Library')
  await libraryFiles(page).getByRole('button').first().press('Enter')
  const settings = fileViewer(page).getByRole('definition')
  await expect(settings.filter({ hasText: /^1:05$/ })).toBeVisible()
})

test('[FORM3] the advanced fields open by a key and by a problem, say how many are set, and stay as they were left', async ({
  studioPage: page,
}) => {
  await chooseModel(page, 'Affordable')
  await promptOf(page).fill('A boat')
  const advanced = advancedOf(page)
  const steps = page.getByRole('textbox', { name: 'Steps' })
  await expect(advanced).toHaveText('Advanced')
  await expect(steps).toBeHidden()
  await advanced.press('Enter')
  await expect(steps).toBeVisible()
  await steps.fill('30')
  await expect(advanced).toHaveText('Advanced1 set')
  await page.reload()
  await expect(steps).toHaveValue('30')
  await expect(steps).toBeVisible()
  await expectNoFindings(page, 'the advanced fields')
  await steps.fill('900')
  await advanced.press('Enter')
  await expect(steps).toBeHidden()
  await generateButton(page).click()
  await expect(steps).toBeFocused()
  await expect(steps).toHaveAccessibleDescription(/At most 50\./)
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
