import type { Page } from '@playwright/test'
import { expect } from './studio-test.ts'

/** Holds up the calls of a bridge procedure, in the browser host, until the returned function is called. */
export async function holdUp(page: Page, procedure: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const probe = 'hold-up-probe'
  await page.route(`**/bridge/${procedure}*`, async (route) => {
    if (route.request().url().endsWith(probe)) return await route.fulfill({ status: 204 })
    await promise
    await route.continue()
  })
  // A busy page goes on with requests of its own for a moment before it sends them this way.
  const isHeld = () =>
    page.evaluate(async (url) => (await fetch(url)).status === 204, `/bridge/${procedure}?${probe}`)
  await expect.poll(isHeld).toBe(true)
  return resolve
}
