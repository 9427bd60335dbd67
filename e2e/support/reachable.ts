import type { Page } from '@playwright/test'
import { expect } from './studio-test.ts'
import { unreachableControls } from './unreachable-controls.ts'

/** A small window, the usual one, the usual one at 200 % zoom, and a large one. */
export const sizes = [
  [1024, 700],
  [1440, 900],
  [720, 450],
  [2560, 1440],
] as const

/** In every size each control in view can be reached, what is open is whole, and the page is no wider than its window. */
export async function expectReachable(page: Page, state: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => unreachableControls(page), `${state}, ${width} × ${height}`).toEqual([])
    await expect.poll(() => cutDialogs(page), `whole dialogs: ${state}, ${width} × ${height}`).toEqual([])
    await expect.poll(() => cutFooters(page), `whole footers: ${state}, ${width} × ${height}`).toEqual([])
    const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(pageWidth, `the page’s width: ${state}`).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** In every size the menu that this opens is whole, and what is in view of it can be reached. */
export async function expectReachableMenu(
  page: Page,
  state: string,
  open: () => Promise<void>,
): Promise<void> {
  const menu = page.getByRole('menu')
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await open()
    await expect(menu).toBeInViewport({ ratio: 1 })
    await expect.poll(() => unreachableControls(page), `${state}, ${width} × ${height}`).toEqual([])
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** The open dialogs and popups that the window's edges cut off. */
async function cutDialogs(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role="dialog"][data-open]')].flatMap((dialog) => {
      const { top, left, bottom, right } = dialog.getBoundingClientRect()
      const isWhole = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
      return isWhole ? [] : [`${dialog.ariaLabel ?? dialog.textContent?.slice(0, 40)}: ${top} to ${bottom}`]
    }),
  )
}

/** The buttons in the last line of an open dialog that are out of its view until it is scrolled. */
async function cutFooters(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role="dialog"][data-open]')].flatMap((dialog) => {
      const { bottom } = dialog.getBoundingClientRect()
      return [...dialog.querySelectorAll('footer button')]
        .filter((button) => button.checkVisibility() && button.getBoundingClientRect().bottom > bottom)
        .map((button) => button.textContent ?? '')
    }),
  )
}
