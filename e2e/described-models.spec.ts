import { type DescribedService, openDescribedService } from '../main/testing/described-service.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import {
  advancedOf,
  chooseModel,
  expectHighlighted,
  generateButton,
  openAdvanced,
  pressGenerateKey,
  priceOf,
  promptOf,
  resultOf,
} from './support/screens.ts'
import { watchService } from './support/service.ts'
import { test as base, expect } from './support/studio-test.ts'

/** The studio at a service that describes five models which no listing has. */
const test = base.extend<{ described: DescribedService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  async described({}, use) {
    const service = await openDescribedService()
    await use(service)
    await service.close()
  },
  async service({ described }, use) {
    const service = await watchService(described.url)
    await use({ ...service, key: 'k' })
    await service.close()
  },
})

test('a described model has its form, its price and its runs', async ({ studioPage: page, described }) => {
  await chooseModel(page, 'Canvas 2')
  await promptOf(page).fill('A quiet sea')
  await expect(priceOf(page)).toContainText('$0.02')
  await page.getByRole('radio', { name: 'fine' }).click()
  await expect(priceOf(page)).toContainText('$0.08')
  await page.getByRole('radio', { name: 'Exact' }).click()
  await openAdvanced(page)
  await page.getByRole('textbox', { name: 'Width' }).fill('513')
  await page.getByRole('textbox', { name: 'Height' }).fill('768')
  await page.getByRole('button', { name: 'Add to Palette' }).click()
  await page.getByRole('textbox', { name: 'Palette 1' }).fill('#00ff0')
  await page.getByRole('switch', { name: 'Zero retention' }).click()
  await generateButton(page).click()
  await expect(page.getByRole('textbox', { name: 'Width' })).toHaveAccessibleDescription('In steps of 8.')
  await expect(page.getByRole('textbox', { name: 'Palette 1' })).toHaveAccessibleDescription(
    /fit the pattern/,
  )
  await expectNoFindings(page, 'a described form with problems')
  expect(described.posts).toEqual([])

  await page.getByRole('textbox', { name: 'Width' }).fill('512')
  await page.getByRole('textbox', { name: 'Palette 1' }).fill('#00ff00')
  await page.getByRole('button', { name: 'Send none for Mask image' }).click()
  await generateButton(page).click()
  await expect(resultOf(page).getByRole('img', { name: 'Image: A quiet sea' })).toBeVisible()
  expect(described.posts).toMatchObject([
    {
      path: '/generate/image/acme/canvas-2',
      headers: { 'x-zero-retention': 'true' },
      body: {
        prompt: 'A quiet sea',
        quality: 'fine',
        size: { width: 512, height: 768 },
        palette: ['#00ff00'],
        mask_image: null,
      },
    },
  ])
})

test('what was left in a described model’s form is there again, also before the service has described it', async ({
  studioPage: page,
  studio,
  described,
}) => {
  await chooseModel(page, 'Canvas 2')
  await promptOf(page).fill('A quiet sea')
  await page.getByRole('radio', { name: 'fine' }).click()
  await page.close()
  await studio.stop()
  const resume = described.holdDescription()
  await studio.start()
  const again = await studio.open()
  const model = again.getByRole('combobox', { name: /^Model/ })
  await expect(model).toBeVisible()
  await model.click()
  await expect(again.getByRole('option', { name: /Fast images/ })).toBeVisible()
  await expect(again.getByRole('option', { name: /Canvas 2/ })).toHaveCount(0)
  await again.keyboard.press('Escape')
  resume()
  await expect(again.getByRole('combobox', { name: /^Model.*Canvas 2/ })).toBeVisible()
  await expect(promptOf(again)).toHaveValue('A quiet sea')
  await expect(again.getByRole('radio', { name: 'fine' })).toBeChecked()
  await expect(again.getByText('were brought up to date')).toHaveCount(0)
})

test('lists, places, settings and conditions are entered by keys alone', async ({
  studioPage: page,
  described,
}) => {
  await chooseModel(page, 'Dolly')
  await promptOf(page).fill('A pier')
  await pressEnabled(advancedOf(page))
  await pressEnabled(page.getByRole('button', { name: 'Add Camera' }))
  await page.getByRole('combobox', { name: 'Move' }).press('Enter')
  await expect(page.getByRole('combobox', { name: 'Search Move' })).toBeFocused()
  await page.keyboard.type('tru')
  await expectHighlighted(page, /tru/i)
  await page.keyboard.press('Enter')
  await pressEnabled(page.getByRole('button', { name: 'Add to Path' }))
  await page.getByRole('textbox', { name: 'X' }).focus()
  await page.keyboard.type('1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2')
  await pressEnabled(page.getByRole('button', { name: 'Add to Path' }))
  await page.getByRole('textbox', { name: 'X' }).nth(1).fill('3')
  await page.getByRole('textbox', { name: 'Y' }).nth(1).fill('4')
  await pressEnabled(page.getByRole('button', { name: 'Move Path 2 up' }))
  await expectNoFindings(page, 'lists and places')
  await pressGenerateKey(page)
  await expect
    .poll(() => described.posts.map(({ body }) => body))
    .toEqual([
      {
        mode: 'cinema',
        prompt: 'A pier',
        camera: {
          move: 'truck',
          path: [
            [3, 4],
            [1, 2],
          ],
        },
      },
    ])
})

test('a long list is searched, a hint is taken, and a condition is said where it bites', async ({
  studioPage: page,
  described,
}) => {
  await chooseModel(page, 'Chorus')
  await openAdvanced(page)
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('combobox', { name: 'Search Language' }).fill('ital')
  await expectNoFindings(page, 'a long list')
  await expectHighlighted(page, /ital/i)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use dark for Mood' }).click()
  await generateButton(page).click()
  const lyrics = page.getByRole('textbox', { name: 'Lyrics' })
  await expect(lyrics).toHaveAccessibleDescription('This is needed.')
  await expect(lyrics).toBeFocused()
  await lyrics.fill('La la')
  await page.getByRole('button', { name: 'Add Weights' }).click()
  await page.getByRole('button', { name: /^Add a value to/ }).click()
  await page.getByRole('textbox', { name: 'Name of value 1' }).fill('brass')
  await page.getByRole('textbox', { name: 'Name of value 1' }).blur()
  await page.getByRole('textbox', { name: 'brass' }).fill('0.5')
  await expectNoFindings(page, 'a map of weights')
  await generateButton(page).click()
  await expect
    .poll(() => described.posts.map(({ body }) => body))
    .toEqual([{ language: 'Italiano', mood: 'dark', lyrics: 'La la', weights: { brass: 0.5 } }])
})
