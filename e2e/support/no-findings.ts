import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './studio-test.ts'

/**
 * Axe finds nothing; what moves is judged where it comes to rest. `within`: only in there, where a note may come and go
 * beside it at any moment.
 */
export async function expectNoFindings(
  page: Page,
  place: string,
  within: string | null = null,
): Promise<void> {
  await page.evaluate(async () => {
    // What has just opened begins to move with the next frame.
    do await new Promise((drawn) => requestAnimationFrame(drawn))
    while (document.querySelector('[data-starting-style]') !== null)
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))
  })
  const findings = (await findViolations(page, within)).map(
    ({ id, targets }) => `${place}: ${id} at ${targets.join(', ')}`,
  )
  expect(findings).toEqual([])
}

/**
 * What axe finds in the page, which has no frames. Its own builder for Playwright reads half a megabyte of script
 * anew for every look and finishes each in a page of its own, which costs more than the looking.
 */
async function findViolations(
  page: Page,
  within: string | null,
): Promise<{ id: string; targets: string[] }[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(async (context) => {
    const { run } = Reflect.get(window, 'axe') as typeof axe
    const { violations } = await run(context ?? document, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }))
  }, within)
}
