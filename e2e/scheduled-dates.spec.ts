import type { Page } from '@playwright/test'
import { paidRequests, testMovedClock as test } from './support/moved-clock-test.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, generateButton, pauseQueue, promptOf, runsOf } from './support/screens.ts'
import { expect } from './support/studio-test.ts'

/** The interface's dates, each with a model that the sandbox ends then, too. */
const dates = [
  { date: '2026-06-19', modelId: 'i5', label: 'I5 Photorealism' },
  { date: '2026-09-11', modelId: 'i7', label: 'I7 Smart editing' },
  { date: '2026-10-23', modelId: 'i8', label: 'I8 Affordable' },
  { date: '2026-10-30', modelId: 'i4', label: 'I4 Image editing' },
] as const

/** As another Atelier exported them years ago. */
const recipes = [
  {
    name: 'Harbour',
    modelId: 'v1',
    values: { prompt: 'a harbour', aspectRatio: '16:9', camera_fixed: true, duration: 4, resolution: '480p' },
    says: 'aspectRatio is now Aspect ratio.',
  },
  {
    name: 'Two boats',
    modelId: 'i3',
    values: { prompt: 'two boats', style_images: [{ url: 'https://media.example/a.png', strength: 1 }] },
    says: 'is now Images',
  },
  {
    name: 'Small print',
    modelId: 'i6',
    values: { prompt: 'tiny text', thinking_mode: 'instant' },
    says: '“instant” is now “fast”',
  },
]
const oldNames = /aspectRatio|camera_fixed|style_images|instant/

const endOf = (page: Page) => page.getByRole('region', { name: 'The end of this model' })
const recipeList = (page: Page) =>
  page.getByRole('list', { name: 'Recipes, pinned ones first' }).getByRole('listitem')

async function loadRecipe(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Recipes', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search names and prompts' }).fill(name)
  await expect(recipeList(page).filter({ hasNotText: name })).toHaveCount(0)
  await recipeList(page).getByRole('button', { name }).first().click()
  await expect(page.getByRole('dialog', { name: 'Recipes' })).toHaveCount(0)
}

test('[RECIPE9] [CAT19] each date passes while the studio runs: old names go by their present ones, and an end is told before and at its moment', async ({
  studioPage: page,
  ownSandbox,
  clocks,
}) => {
  test.slow()
  for (const { date, modelId } of dates)
    await ownSandbox.control(`models/${modelId}/deprecate`, { sunset: date, replacement: 'i3' })
  await page.getByRole('button', { name: 'Recipes', exact: true }).click()
  const file = {
    format: 'atelier-recipes',
    version: 1,
    recipes: recipes.map(({ says: _, ...recipe }) => recipe),
  }
  await page
    .getByRole('dialog', { name: 'Recipes' })
    .locator('input[type="file"]')
    .setInputFiles({
      name: 'theirs.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    })
  await expect(recipeList(page)).toHaveCount(3)
  await page.keyboard.press('Escape')

  let sent = 0
  const expectSent = async () => {
    sent += 1
    await expect.poll(async () => (await paidRequests(ownSandbox)).length).toBe(sent)
  }
  const outcome = page.getByRole('region', { name: 'What became of the settings' })
  async function runOldRecipes(): Promise<void> {
    for (const { name, says } of recipes) {
      await loadRecipe(page, name)
      await expect(outcome).toContainText(says)
      await pressEnabled(generateButton(page))
      await expectSent()
    }
  }

  for (const { date, label } of dates) {
    await clocks.move(new Date(Date.parse(date) - 60_000).toISOString())
    await runOldRecipes()
    await chooseModel(page, label)
    await promptOf(page).fill('A quiet sea')
    await pressEnabled(generateButton(page))
    await expectSent()
    await expect(endOf(page)).toContainText('less than a day left')
    await page.getByRole('combobox', { name: /^Model/ }).click()
    await expect(page.getByRole('option', { name: label }).first()).toContainText(/ends .* 2026/)
    await page.keyboard.press('Escape')
    await pauseQueue(page)
    await generateButton(page).click()
    await expect(runsOf(page).first()).toContainText('Waiting')

    await clocks.move(new Date(Date.parse(date) + 1_000).toISOString())
    await expect(endOf(page)).toContainText('This model ended')
    await expect(generateButton(page)).toBeDisabled()
    await expect(runsOf(page).first()).toContainText('Held')
    await expect(page.getByRole('dialog').filter({ hasText: `${label} has ended` })).toContainText(
      'waiting run',
    )
    await pressEnabled(page.getByRole('button', { name: 'Resume the queue' }))
  }
  await expectNoFindings(page, 'a model whose date has passed')
  await runOldRecipes()

  await page.getByRole('combobox', { name: /^Model/ }).click()
  await page.getByRole('button', { name: /^Show \d+ ended models$/ }).click()
  for (const { label } of dates)
    await expect(page.getByRole('option', { name: label }).first()).toContainText(/ended .* 2026/)
  const paid = await paidRequests(ownSandbox)
  expect(paid).toHaveLength(sent)
  expect(paid.filter(({ body }) => oldNames.test(JSON.stringify(body)))).toEqual([])
})
