import type { Locator, Page } from '@playwright/test'
import { english } from '../renderer/words/en/words.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { generateButton, pauseQueue, promptOf, resultOf, runsOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

const { names } = english.actions

async function generate(page: Page, prompt: string): Promise<void> {
  await promptOf(page).fill(prompt)
  await pressEnabled(generateButton(page))
  await expect(runsOf(page).first()).toContainText(prompt.split('{')[0]?.trim() ?? prompt)
}

function menuOf(page: Page): Locator {
  return page.getByRole('menu', { name: 'This image' })
}

/** Right-clicks an element; returns whether the browser's own menu would open. */
async function opensOwnMenu(page: Page, target: Locator): Promise<boolean> {
  const opened = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        window.addEventListener('contextmenu', (event) => resolve(!event.defaultPrevented), { once: true })
      }),
  )
  await target.click({ button: 'right' })
  return await opened
}

test('[ACT11] the menu of what is clicked is never that of another run', async ({ studioPage: page }) => {
  await pauseQueue(page)
  await generate(page, 'A boat {1|2|3}')
  await generate(page, 'A harbour')
  const batch = runsOf(page).last()
  expect(await opensOwnMenu(page, batch)).toBe(true)
  expect(await opensOwnMenu(page, page.getByRole('heading', { name: 'Runs' }))).toBe(true)
  await batch.focus()
  await page.keyboard.press('Shift+F10')
  await expect(menuOf(page)).toHaveCount(0)

  await resultOf(page).getByText('A harbour').click({ button: 'right' })
  await expect(menuOf(page).getByRole('menuitem', { name: names.cancel })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menuOf(page)).toHaveCount(0)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('Shift+F10')
  await expect(menuOf(page)).toBeVisible()
})
