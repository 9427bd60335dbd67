import { clearRuns, forgetForms } from './support/between-steps.ts'
import { expectNoFindings } from './support/no-findings.ts'
import {
  advancedOf,
  chooseModel,
  expectDone,
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

test('fields say what is wrong with them, what they leave open, and what they send', async ({
  studioPage: page,
  service,
}) => {
  test.slow()
  await test.step('[FORM4] [FORM14] [FORM351] what sets the price is in view, and a prompt, a price or a switch says at its field what is with it', async () => {
    for (const model of ['Flagship', 'Classic motion', 'Fast quality']) {
      await chooseModel(page, model)
      const highest = page.getByRole('radiogroup', { name: 'Resolution' }).getByRole('radio').last()
      await expect(highest).toBeInViewport({ ratio: 1 })
    }

    // An empty prompt is asked for only when a run is started.
    const prompt = promptOf(page)
    await prompt.fill('')
    await expect(prompt).not.toHaveAttribute('aria-invalid', 'true')
    await generateButton(page).click()
    await expect(prompt).toHaveAttribute('aria-invalid', 'true')
    await expect(prompt).toBeFocused()
    await prompt.fill('a'.repeat(4107))
    await prompt.blur()
    await expect(prompt).toHaveAccessibleDescription(/At most 4,096 characters; this is 4,107\./)
    await generateButton(page).click()
    await expect(prompt).toHaveAttribute('aria-invalid', 'true')
    await prompt.fill('a')
    await expect(prompt).not.toHaveAttribute('aria-invalid', 'true')

    // A price that hangs on a field that is wrong is not told: the field is named, and a click away.
    const duration = page.getByRole('textbox', { name: 'Duration' })
    await page.getByRole('radio', { name: '480p' }).click()
    await prompt.fill('')
    await duration.fill('99')
    await expect(priceOf(page)).toHaveText('No price yet: Duration needs another look first')
    await expectNoFindings(page, 'a price that isn’t known')
    await priceOf(page).getByRole('button', { name: 'Duration' }).click()
    await expect(duration).toBeFocused()
    await expect(duration).toHaveAccessibleDescription(/At most 15\./)
    await duration.fill('3')
    await expect(priceOf(page)).toContainText('3 s × $0.05')

    // A click on the label of an unset switch turns it on, as on any other field’s.
    await chooseModel(page, 'V10')
    const audio = page.getByRole('switch', { name: 'Generate audio' })
    await expect(audio).not.toBeChecked()
    await expect(audio).toHaveAccessibleDescription('The service decides')
    await page.locator('label', { hasText: 'Generate audio' }).click()
    await expect(audio).toBeChecked()
    await expect(audio).not.toHaveAccessibleDescription('The service decides')
    await expectNoFindings(page, 'a switch that its label turned on')
    expect(service.submissions()).toEqual([])

    // A URL has the width of the form, also where its field has half a line.
    await chooseModel(page, 'Flagship')
    const widthOf = async (name: string) =>
      (await page.getByRole('textbox', { name, exact: true }).boundingBox())?.width ?? 0
    for (const field of ['Start image', 'Reference images']) {
      await page.getByRole('button', { name: `URL for ${field}`, exact: true }).click()
      expect(await widthOf(`URL for ${field}`)).toBeGreaterThan(0.88 * (await widthOf('Prompt')))
      await page.keyboard.press('Escape')
    }
  })

  await test.step('[FORM3] a number out of bounds is refused at its field, and the advanced fields open by a key and by a problem, say how many are set, and stay as they were left', async () => {
    await chooseModel(page, 'Affordable')
    await promptOf(page).fill('A boat')
    const width = page.getByRole('textbox', { name: 'Width' })
    await width.fill('9000')
    await generateButton(page).click()
    await expect(width).toHaveAccessibleDescription(/At most 4,096\./)
    expect(service.submissions()).toEqual([])
    await width.fill('512')
    await generateButton(page).click()
    await expect(resultOf(page).getByRole('img')).toBeVisible()

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

  await test.step('[FORM7] [FORM10] a choice that is not set is Auto; a size and a ratio exclude each other, and a draft with both is sent only as one', async () => {
    // A size goes along from model to model.
    await forgetForms(page)
    const before = service.submissions().length
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
    await expect.poll(() => service.submissions().length - before).toBe(1)

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
    expect(service.submissions().length - before).toBe(1)
    await page.getByRole('button', { name: 'Keep 512 × 512 px' }).click()
    await expect(wide).not.toBeChecked()
    await generateButton(page).click()
    await expect.poll(() => service.submissions().length - before).toBe(2)
  })

  await test.step('an image from disk goes along, and a text file in its place is refused in words', async () => {
    await expectDone(runsOf(page).first(), 'Smart editing')
    await clearRuns(page)
    await forgetForms(page)
    const before = service.submissions().length
    const chooser = page.locator('input[type=file]').first()
    await chooser.setInputFiles({
      name: 'boat.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not an image'),
    })
    await expect(page.getByRole('alert')).toBeVisible()
    await chooser.setInputFiles({ name: 'boat.png', mimeType: 'image/png', buffer: onePixel })
    await expect(page.getByRole('alert')).toHaveCount(0)
    await promptOf(page).fill('The same, at night')
    await generateButton(page).click()
    await expect(resultOf(page).getByRole('img')).toBeVisible()
    expect(service.submissions().length - before).toBe(1)
  })
})

test('[RUN26] [FORM8] [FORM9] [FORM11] an unset field says its default or Auto; a length is entered in seconds or minutes and seconds, and sent in milliseconds', async ({
  studioPage: page,
  service,
}) => {
  await chooseModel(page, 'Music')
  const instrumental = page.getByRole('switch', { name: 'Instrumental only' })
  await expect(instrumental).toHaveAccessibleDescription('Default: off')
  await instrumental.press('Space')
  await expect(instrumental).not.toHaveAccessibleDescription('Default: off')

  await promptOf(page).fill('A waltz')
  const length = page.getByRole('textbox', { name: 'Length' })
  const field = page.locator('[data-field="length_ms"]')
  const slider = page.getByRole('slider', { name: 'Length' })
  await expect(length).toHaveValue('')
  await expect(length).toHaveAttribute('placeholder', 'Auto')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Auto')
  await expect(field).toContainText('0:03–10:00')
  await length.fill('700')
  await length.blur()
  await expect(length).toHaveAccessibleDescription('At most 10:00.')
  await length.fill('3:00')
  await expect(field).toContainText('180 s')
  await length.press('Tab')
  await expect(length).toHaveValue('180')
  await expect(field).toContainText('s · 3:00')
  await expect(slider).toHaveAttribute('aria-valuetext', '3:00')
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

  await length.fill('4.5')
  await length.press('Tab')
  await expect(length).toHaveValue('4.5')
  await generateButton(page).click()
  // As 4.5 it would be refused: the wire's bounds are milliseconds.
  await expect.poll(() => service.submissions().length).toBe(1)
  await expect(runsOf(page).first()).toContainText('made in')
  await length.fill('1:05')
  await expect(field).not.toContainText('This takes')
  await expectNoFindings(page, 'a length of minutes')
  await generateButton(page).click()
  await goTo(page, 'Library')
  // More than a minute of music is rendered and saved, which takes long beside other work.
  await expect(libraryFiles(page)).toHaveCount(2, { timeout: 120_000 })
  await libraryFiles(page).getByRole('button').first().press('Enter')
  const settings = fileViewer(page).getByRole('definition')
  await expect(settings.filter({ hasText: /^1:05$/ })).toBeVisible()
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
