import type { Page } from '@playwright/test'
import { describeMany } from '../main/testing/describe-many.ts'
import { testDescribed } from './support/described-test.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { expectReachable } from './support/reachable.ts'
import { expectHighlighted } from './support/screens.ts'
import { expect } from './support/studio-test.ts'

/** The studio at a service with two thousand models. */
const test = testDescribed(describeMany(2000))

async function openPicker(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^Model/ }).press('Enter')
  await expect(page.getByRole('option').first()).toBeVisible()
}

test('of two thousand models all are found, by the wheel and by keys', async ({ studioPage: page }) => {
  test.slow()
  await test.step('[PICK22] the wheel leads through all of them, and what the pointer highlights stays where it is', async () => {
    await openPicker(page)
    const panel = page.getByRole('tabpanel', { name: 'Models' })
    await panel.hover()
    await page.mouse.wheel(0, 4000)
    const here = page
      .getByRole('option')
      .filter({ hasText: /Model (19|20|21)\d of many/ })
      .first()
    await expect(here).toBeVisible()
    const name = (await here.locator('b').textContent()) ?? ''
    await here.hover()
    await expectHighlighted(page, name)
    await expect(here).toBeInViewport()
    await here.click()
    await expect(page.getByRole('combobox', { name: `Model ${name}` })).toBeVisible()
  })

  await test.step('[PICK22] of two thousand models those in view are in the page, and all are found and chosen by keys', async () => {
    await openPicker(page)
    const options = page.getByRole('option')
    expect(await options.count()).toBeLessThan(40)
    await expect(options.first()).toHaveAttribute('aria-setsize', /^20\d\d$/)
    await expectNoFindings(page, 'the first of two thousand models')
    await expectReachable(page, 'the first of two thousand models')
    await page.keyboard.type('1999 of')
    await expectHighlighted(page, 'Model 1999 of many')
    await expect(options).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Model Model 1999 of many' })).toBeVisible()

    await openPicker(page)
    const chosen = page.getByRole('option', { selected: true })
    await expect(chosen).toContainText('Model 1999 of many')
    await expect(chosen).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1440, height: 560 })
    await expect(chosen).toBeInViewport({ ratio: 1 })
    for (let press = 0; press < 25; press += 1) await page.keyboard.press('ArrowUp')
    const highlighted = page.locator('[role="option"][data-highlighted]')
    await expect(highlighted).toContainText('Model 1924 of many')
    await expect(highlighted).toBeInViewport({ ratio: 1 })
  })
})
