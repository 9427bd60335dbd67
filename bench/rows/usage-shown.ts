import type { Page } from '@playwright/test'
import type { Row } from '../row.ts'
import { noService } from '../studio.ts'
import { fillLibrary, usageKey } from '../usage-report.ts'
import { type Pages, withPages } from '../with-browser.ts'

const rounds = 5
const scrollMs = 2_500
const pixelsASecond = 6_000

/** A button that draws thirty stacks of nine parts, and a page to scroll. */
const bareHtml = `<!doctype html><title>bare</title>
<div style="height:900px;overflow:auto" data-scroller><button>Draw</button><ul></ul><div style="height:1000000px"></div></div>
<script>
document.querySelector('button').addEventListener('click', () => {
  document.querySelector('ul').replaceChildren(...Array.from({ length: 30 }, (_, day) => {
    const stack = document.createElement('li')
    stack.append(...Array.from({ length: 9 }, (_, part) => {
      const span = document.createElement('span')
      span.style.height = (day * 7 + part) % 20 + 'px'
      return span
    }))
    return stack
  }))
})
</script>`

/** From the response with the units by day to the first frame with the chart. */
export const usageChart: Row = {
  what: 'usage chart of 30,000 jobs',
  unit: 'ms',
  baselineIs: 'thirty stacks of nine parts drawn by one handler',
  oursIs: 'the chart in the real page, from the summary’s response to the next frame',
  aim: { kind: 'limit', atMost: 300 },
  measure: () =>
    withUsage(async ({ browser, bareAddress, studioAddress }) => {
      const baseline: number[] = []
      const ours: number[] = []
      for (let round = 0; round < rounds; round++) {
        const bare = await browser.newPage()
        await bare.goto(bareAddress)
        baseline.push(await bare.evaluate(drawBare))
        await bare.close()
        const page = await openUsage(browser, studioAddress)
        ours.push(await page.evaluate(waitForChart))
        await page.close()
      }
      return { baseline, ours }
    }),
}

/** The longest task while the table is scrolled; tasks below 50 ms are not reported by the browser. */
export const usageScrolled: Row = {
  what: 'longest task, usage table scrolled',
  unit: 'ms',
  baselineIs: 'an empty page scrolled in the same way; 1 where no task took 50 ms',
  oursIs:
    'the table of 30,000 jobs at 6,000 pixels a second, pages read on the way; 1 where no task took 50 ms',
  aim: { kind: 'limit', atMost: 50 },
  measure: () =>
    withUsage(async ({ browser, bareAddress, studioAddress }) => {
      const bare = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await bare.goto(bareAddress)
      const page = await openUsage(browser, studioAddress)
      await page.getByRole('table', { name: 'Jobs' }).locator('[data-job]').first().waitFor()
      const baseline: number[] = []
      const ours: number[] = []
      const way = { scrollMs, pixelsASecond }
      for (let round = 0; round < rounds; round++) {
        baseline.push(await bare.evaluate(scrollDown, { ...way, within: '[data-scroller]' }))
        ours.push(await page.evaluate(scrollDown, { ...way, within: '[role="table"]' }))
      }
      return { baseline, ours }
    }),
}

function withUsage<Value>(work: (pages: Pages) => Promise<Value>): Promise<Value> {
  const prepare = (folder: string) => fillLibrary(folder, noService)
  return withPages(bareHtml, work, { env: { ATELIER_USAGE_KEY: usageKey }, prepare })
}

async function openUsage(browser: Pages['browser'], address: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Usage' }).click()
  return page
}

/** In the page: milliseconds from the click to the next frame. */
function drawBare(): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    document.querySelector('button')?.click()
    requestAnimationFrame(() => resolve(performance.now() - start))
  })
}

/** In the page: milliseconds from the end of the summary's response to the first frame with the chart. */
async function waitForChart(): Promise<number> {
  for (;;) {
    if (document.querySelector('li > button > span > [data-series]')) {
      const [summary] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('/bridge/usage.summary')) as PerformanceResourceTiming[]
      if (summary) return performance.now() - summary.responseEnd
    }
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** In the page: scrolls what scrolls around an element; returns the longest task in milliseconds. */
async function scrollDown({
  scrollMs,
  pixelsASecond,
  within,
}: {
  readonly scrollMs: number
  readonly pixelsASecond: number
  readonly within: string
}): Promise<number> {
  let scroller = document.querySelector<HTMLElement>(within)
  while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement
  if (!scroller) throw new Error('Nothing scrolls.')
  let longest = 1
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  })
  observer.observe({ type: 'longtask' })
  const start = performance.now()
  const from = scroller.scrollTop
  for (let now = start; now - start < scrollMs; now = performance.now()) {
    scroller.scrollTop = from + ((now - start) / 1_000) * pixelsASecond
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  observer.disconnect()
  return longest
}
