import type { Browser } from '@playwright/test'
import type { Row } from '../row.ts'
import { withPages } from '../with-browser.ts'

const rounds = 9

const bareHtml =
  '<!doctype html><title>bare</title><body style="background:#111;color:#eee"><p>bare</p></body>'

/** From the start of the navigation to the first text or image, in a browser that has not seen the page. */
export const firstPaint: Row = {
  what: 'first paint with content',
  unit: 'ms',
  baselineIs: 'a raw HTML page under the same headers',
  oursIs: 'the built page, whose HTML carries the shell',
  aim: { kind: 'ratio', atMost: 1.3 },
  measure: () =>
    withPages(bareHtml, async ({ browser, bareAddress, studioAddress }) => {
      const baseline: number[] = []
      const ours: number[] = []
      await timeFirstPaint(browser, bareAddress)
      for (let round = 0; round < rounds; round++) {
        baseline.push(await timeFirstPaint(browser, bareAddress))
        ours.push(await timeFirstPaint(browser, studioAddress))
      }
      return { baseline, ours }
    }),
}

async function timeFirstPaint(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage()
  await page.goto(address, { waitUntil: 'load' })
  const painted = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint')
          if (entry) resolve(entry.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
  await page.close()
  return painted
}
