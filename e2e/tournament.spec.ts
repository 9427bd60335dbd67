import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, generateButton, goTo, libraryFiles, promptOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

const tournamentOf = (page: Page) => page.getByRole('dialog', { name: 'Tournament' })
const panesOf = (page: Page) => tournamentOf(page).locator('[data-pane]')

test('[JUDGE83] [JUDGE84] [JUDGE431] five images are judged in pairs by keys, left over a restart, resumed, undone, and found by their scores', async ({
  studioPage: page,
  studio,
}) => {
  await chooseModel(page, 'Dense layouts')
  await promptOf(page).fill('A boat {1|2|3|4|5}')
  await pressEnabled(generateButton(page))
  await goTo(page, 'Library')
  const files = libraryFiles(page)
  await expect(files).toHaveCount(5)
  await expect(files.locator('img')).toHaveCount(5)
  await files.nth(0).getByRole('button').focus()
  await page.keyboard.press('Shift+N')
  await expect(page.getByText('A tournament needs at least two files.')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Shift+N')
  const progress = tournamentOf(page).getByRole('status')
  await expect(panesOf(page)).toHaveCount(2)
  await expect(panesOf(page).nth(0)).toBeFocused()
  await expect(progress).toHaveText(/Round 1 of \d · 0 of \d+ choices/)
  // Fours, and back, as long as nothing was chosen.
  await tournamentOf(page).getByRole('radio', { name: 'Fours' }).click()
  await expect(panesOf(page)).toHaveCount(3)
  await tournamentOf(page).getByRole('radio', { name: 'Pairs' }).click()
  await expect(panesOf(page)).toHaveCount(2)
  await expectNoFindings(page, 'tournament')

  await page.keyboard.press('1')
  await expect(progress).toContainText('1 of')
  await expect(panesOf(page).nth(0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(progress).toContainText('2 of')
  await page.keyboard.press('Control+z')
  await expect(progress).toContainText('1 of')

  // Left, over a restart of the studio, and resumed.
  await expect(tournamentOf(page).locator('img')).toHaveCount(2)
  const images = await tournamentOf(page)
    .locator('img')
    .evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  await page.keyboard.press('Escape')
  await expect(tournamentOf(page)).toHaveCount(0)
  await expect(page.locator('[data-file]:focus')).toHaveCount(1)
  await page.close()
  await studio.stop()
  await studio.start()
  const again = await studio.open()
  await goTo(again, 'Library')
  await libraryFiles(again).nth(0).getByRole('button').focus()
  await again.keyboard.press('Shift+N')
  await expect(tournamentOf(again).getByRole('status')).toContainText('1 of')
  await expect
    .poll(() =>
      tournamentOf(again)
        .locator('img')
        .evaluateAll((all) => all.map((one) => one.getAttribute('src'))),
    )
    .toEqual(images)
  const status = tournamentOf(again).getByRole('status')
  const total = Number(/of (\d+) choices/.exec((await status.textContent()) ?? '')?.[1])
  for (let played = 1; played < total; played += 1) {
    await expect(status).toContainText(`${played} of ${total} choices`)
    await expect(panesOf(again).nth(0)).toBeFocused()
    await again.keyboard.press('1')
  }
  await expect(status).toHaveText('Result')
  await expect(tournamentOf(again).getByRole('listitem')).toHaveCount(5)
  for (const theme of ['dark', 'light']) {
    await again.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    await expectNoFindings(again, `result ${theme}`)
  }
  // The best one, opened: its score stands beside its price; stars are as they were.
  await again.keyboard.press('Enter')
  const details = again.getByRole('complementary', { name: 'Details' })
  await expect(details).toContainText(/Score\s*\d+ of 100/)
  await again.keyboard.press('Escape')
  await expect(tournamentOf(again).getByRole('status')).toHaveText('Result')
  await again.keyboard.press('Escape')
  await again.keyboard.press('/')
  await again.keyboard.type('-score:>=0 ')
  await expect(again.getByText('No file matches all of these filters and words.')).toBeVisible()
  await again.keyboard.press('Home')
  await again.keyboard.press('Delete')
  await expect(libraryFiles(again)).toHaveCount(5)
})
