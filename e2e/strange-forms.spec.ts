import { strangeModels } from '../main/testing/strange-schemas.ts'
import { testDescribed } from './support/described-test.ts'
import { advancedOf, chooseModel, generateButton, promptOf } from './support/screens.ts'
import { expect } from './support/studio-test.ts'

/** More of them, or others, to look for faults: `STRANGE_MODELS=300 STRANGE_SEED=7`. */
const count = Number(process.env.STRANGE_MODELS ?? 12)
const seed = Number(process.env.STRANGE_SEED ?? 20_261_127)

const strange = strangeModels(count, seed)
const plain = {
  post: {
    summary: 'Plain',
    requestBody: {
      content: { 'application/json': { schema: { properties: { prompt: { type: 'string' } } } } },
    },
  },
}
const test = testDescribed({
  ...strange,
  paths: { ...(strange.paths as object), '/generate/image/plain/one': plain },
})

test(`[CAT160] every form of ${count} strange models (seed ${seed}) is drawn, and Create stays usable`, async ({
  studioPage: page,
  described,
}) => {
  test.setTimeout(90_000 + count * 10_000)
  const form = page.getByRole('region', { name: 'Settings of the run' })
  for (let at = 0; at < count; at += 1) {
    await test.step(`Strange ${at}`, async () => {
      await page.getByRole('combobox', { name: /^Model/ }).click()
      await page.getByRole('combobox', { name: 'Search models' }).fill(`Strange ${at}`)
      const option = page
        .getByRole('option')
        .filter({ has: page.locator('b', { hasText: new RegExp(`^Strange ${at}$`) }) })
      await option.click()
      await expect(
        page.getByRole('combobox', { name: new RegExp(`^Model Strange ${at}( |$)`) }),
      ).toBeVisible()
      // Its skeleton is gone: the form is drawn.
      await expect(form.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(generateButton(page)).toBeVisible()
      const advanced = advancedOf(page)
      if (await advanced.isVisible()) await advanced.click()
    })
  }
  await chooseModel(page, 'Plain')
  await promptOf(page).fill('A quiet sea')
  await generateButton(page).click()
  await expect.poll(() => described.posts.map(({ path }) => path)).toContain('/generate/image/plain/one')
})
