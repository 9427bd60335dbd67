import { goTo } from './support/screens.ts'
import { test } from './support/studio-test.ts'

test('shots', async ({ studioPage: page }) => {
  await goTo(page, 'Usage')
  await page.waitForTimeout(2500)
  for (const [w, h] of [
    [1440, 900],
    [1024, 700],
    [720, 450],
    [2560, 1440],
  ] as const) {
    await page.setViewportSize({ width: w, height: h })
    await page.waitForTimeout(300)
    await page.screenshot({ path: `/tmp/shots/dark-${w}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
  await page.locator('button[aria-label*="Nov"]').nth(20).hover()
  await page.screenshot({ path: '/tmp/shots/light-1440.png' })
  await page.mouse.move(700, 700)
  await page.mouse.wheel(0, 700)
  await page.waitForTimeout(400)
  await page.screenshot({ path: '/tmp/shots/light-table.png' })
})
