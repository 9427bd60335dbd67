import type { Page } from '@playwright/test'

/** Holds up the calls of a bridge procedure, in the browser host, until the returned function is called. */
export async function holdUp(page: Page, procedure: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/bridge/${procedure}`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
