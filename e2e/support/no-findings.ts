import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './studio-test.ts'

/** Axe finds nothing; what moves is judged where it comes to rest. */
export async function expectNoFindings(page: Page, place: string): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  const findings = violations.map(
    ({ id, nodes }) => `${place}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
  expect(findings).toEqual([])
}
