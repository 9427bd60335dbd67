import { testDescribed } from './support/described-test.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { sizes } from './support/reachable.ts'
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
import { expect } from './support/studio-test.ts'

/** The studio at a service that describes five models which no listing has. */
const test = testDescribed()

test('described models have their forms, their prices and their runs, by pointer and by keys', async ({
  studioPage: page,
  described,
}) => {
  test.slow()
  await test.step('[FORM585] [RUN585] a described model has its form, its price and its runs', async () => {
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
    // [FORM585] Names and ranges of both sides stand apart, and the controls in one line.
    const sides = page.locator('[data-field="width"], [data-field="height"]')
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      const boxes = await sides.evaluateAll((fields) =>
        fields.map((field) => {
          const own = field.getBoundingClientRect()
          const ends = [...field.querySelectorAll('label, label ~ span')].map(
            (one) => one.getBoundingClientRect().right,
          )
          return {
            room: own.right - Math.max(...ends),
            top: field.querySelector('input')?.getBoundingClientRect().top,
          }
        }),
      )
      expect(boxes).toHaveLength(2)
      for (const { room } of boxes) expect(room).toBeGreaterThanOrEqual(0)
      expect(boxes[0]?.top).toBe(boxes[1]?.top)
    }
    await page.setViewportSize({ width: 1440, height: 900 })

    // [RUN585] A prompt alone is not all that it needs.
    await page.getByRole('textbox', { name: 'Width' }).fill('1')
    await expect(resultOf(page)).toContainText('Fill in the form, and one click generates an image.')
    await page.getByRole('textbox', { name: 'Width' }).fill('512')
    await page.getByRole('textbox', { name: 'Palette 1' }).fill('#00ff00')
    await page.getByRole('button', { name: 'Send none for Mask image' }).click()
    await expect(resultOf(page)).toContainText('A prompt is ready. One click generates an image.')
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

  await test.step('lists, places, settings and conditions are entered by keys alone', async () => {
    const before = described.posts.length
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
      .poll(() => described.posts.slice(before).map(({ body }) => body))
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

  await test.step('a long list is searched, a hint is taken, and a condition is said where it bites', async () => {
    const before = described.posts.length
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
      .poll(() => described.posts.slice(before).map(({ body }) => body))
      .toEqual([{ language: 'Italiano', mood: 'dark', lyrics: 'La la', weights: { brass: 0.5 } }])
  })
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

test('[CAT76] a built-in model that the service lacks leaves picker and Compare; its recipe leads to another', async ({
  studioPage: page,
}) => {
  await expect(page.getByRole('combobox', { name: /^Model.*Fast images/ })).toBeVisible()
  await page.getByRole('combobox', { name: /^Model/ }).click()
  await expect(page.getByRole('option').locator('b')).toHaveText([
    'I3 Fast images',
    'Canvas 2',
    'canvas-2',
    'Dolly',
    'Chorus',
  ])
  await page.keyboard.press('Escape')

  const recipe = { name: 'Harbour', modelId: 'v1', values: { prompt: 'a harbour', aspect_ratio: '16:9' } }
  const text = JSON.stringify({ format: 'atelier-recipes', version: 1, recipes: [recipe] })
  await page.getByRole('button', { name: 'Recipes', exact: true }).click()
  const recipes = page.getByRole('dialog', { name: 'Recipes' })
  await recipes
    .locator('input[type="file"]')
    .setInputFiles({ name: 'theirs.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await expect(recipes).toContainText('V1 Flagship · not offered here')
  await recipes.getByRole('button', { name: /^Harbour/ }).click()
  const outcome = page.getByRole('region', { name: 'What became of the settings' })
  await expect(outcome).toContainText('This service doesn’t offer V1 Flagship, so the form stays as it was.')
  await outcome.getByRole('button', { name: 'Remix with the model in the form' }).click()
  await expect(promptOf(page)).toHaveValue('a harbour')

  await page.getByRole('button', { name: 'Recipes', exact: true }).click()
  await recipes.getByRole('listitem').hover()
  await recipes.getByRole('button', { name: 'More for Harbour' }).click()
  await page.getByRole('menuitem', { name: 'Move to another model…' }).click()
  const moving = page.getByRole('dialog', { name: 'Moving on from V1 Flagship' })
  await expect(moving).toContainText('Harbour')
  await expectNoFindings(page, 'moving on from a model that the service lacks')
  await moving.getByRole('button', { name: 'Move recipes and settings' }).click()
  await page.getByRole('button', { name: 'Recipes', exact: true }).click()
  await expect(recipes.getByRole('listitem')).not.toContainText('not offered here')
})

test('[CAT76] last settings for a model that the service lacks are kept, and another model opens with them', async ({
  studioPage: page,
}) => {
  await promptOf(page).fill('A quiet sea')
  const drafts = () => page.evaluate(() => localStorage.getItem('atelier.drafts'))
  await expect.poll(drafts).toContain('A quiet sea')
  const v1 = { prompt: 'a harbour', resolution: '480p' }
  await page.evaluate(
    (text) => localStorage.setItem('atelier.drafts', text),
    JSON.stringify({
      modelId: 'v1',
      runs: 1,
      seedLocked: false,
      byModel: { v1 },
    }),
  )
  await page.reload()
  await expect(page.getByRole('region', { name: 'What became of the settings' })).toContainText(
    'The model “V1 Flagship” of your last visit is not offered here any more. Your settings for it are kept',
  )
  await expect(page.getByRole('combobox', { name: /^Model.*Fast images/ })).toBeVisible()
  await expect(promptOf(page)).toHaveValue('a harbour')
  await expect.poll(drafts).toContain('480p')
})
