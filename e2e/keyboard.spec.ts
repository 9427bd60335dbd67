import { expect as expectPage, type Page } from '@playwright/test'
import { libraryFiles, promptOf, resultOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

/** Tabs until the element with this role and name has the focus. */
async function tabTo(page: Page, name: RegExp, limit = 60): Promise<void> {
  for (let step = 0; step < limit; step++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
    if (name.test(focused)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}.`)
}

test('from an empty studio to a saved picture without a mouse', async ({ studioPage: page }) => {
  await tabTo(page, /^Model/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('affordable')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: /^Model.*Affordable/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(promptOf(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('A boat by keyboard')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(resultOf(page).getByRole('img')).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('library')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeAttached()
  await expect(libraryFiles(page)).toHaveCount(1)
  await tabTo(page, /^Pictures, /)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('every key is on one sheet, and wherever the focus is it can be seen', async ({ studioPage: page }) => {
  await page
    .getByRole('heading', { level: 1 })
    .evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('?')
  await expectPage(page.getByRole('dialog')).toContainText('Generate')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  for (let step = 0; step < 12; step++) {
    const ring = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return 'none'
      const style = getComputedStyle(element)
      return `${style.outlineStyle} ${style.outlineWidth} ${style.boxShadow}`
    })
    expect(ring).not.toMatch(/^none .* none$/)
    await page.keyboard.press('Tab')
  }
})
