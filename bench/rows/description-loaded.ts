import type { Page } from '@playwright/test'
import { describeMany } from '../../main/testing/describe-many.ts'
import { openDescribedService } from '../../main/testing/described-service.ts'
import type { Row } from '../row.ts'
import { withPages } from '../with-browser.ts'

const rounds = 6
const models = 100

interface Loaded {
  readonly milliseconds: number
  /** Of the page's main thread; 1 where none took 50 ms. */
  readonly longestTask: number
}

/** The description read by hand in a page of its own, then in the studio, which shows how many models it has. */
async function measure(what: keyof Loaded) {
  const service = await openDescribedService(describeMany(models))
  try {
    return await withPages(
      '<!doctype html><title>bare</title><ul></ul>',
      async ({ browser, bareAddress, studioAddress }) => {
        const bare = await browser.newPage()
        await bare.goto(bareAddress)
        const studio = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        await studio.goto(studioAddress)
        await studio.getByRole('link', { name: 'Settings' }).click()
        await studio.getByRole('button', { name: `Show all ${models} models` }).waitFor()
        const baseline: number[] = []
        const ours: number[] = []
        // The first round warms both, and every second one brings one model more, which is seen.
        for (let round = 0; round <= rounds; round++) {
          const count = models + ((round + 1) % 2)
          const document = describeMany(count)
          service.describe(document)
          const byHand = await bare.evaluate(listByHand, JSON.stringify(document))
          const loaded = await loadAgain(studio, count)
          if (round === 0) continue
          baseline.push(byHand[what])
          ours.push(loaded[what])
        }
        return { baseline, ours }
      },
      { service: service.url, env: { ATELIER_API_KEY: 'k' } },
    )
  } finally {
    await service.close()
  }
}

async function loadAgain(page: Page, count: number): Promise<Loaded> {
  const button = page.getByRole('button', { name: 'Test the connection', disabled: false })
  await button.waitFor()
  return button.evaluate(pressAndWait, `Show all ${count} models`)
}

/** In the page: from the press to the frame after a button of this name is there. */
async function pressAndWait(button: HTMLElement | SVGElement, name: string): Promise<Loaded> {
  let longestTask = 1
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
  })
  observer.observe({ type: 'longtask' })
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const start = performance.now()
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  do await nextFrame()
  while (![...document.querySelectorAll('button')].some(({ textContent }) => textContent === name))
  const milliseconds = performance.now() - start
  // What it leads to, such as the telling of what changed, is still to come.
  for (let frame = 0; frame < 30; frame++) await nextFrame()
  observer.disconnect()
  return { milliseconds, longestTask }
}

/** In the page: the document parsed, and its models as plain lines. */
async function listByHand(text: string): Promise<Loaded> {
  const start = performance.now()
  const { paths } = JSON.parse(text) as { paths: object }
  document.querySelector('ul')?.replaceChildren(
    ...Object.keys(paths).map((path) => {
      const line = document.createElement('li')
      line.textContent = path
      return line
    }),
  )
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return { milliseconds: performance.now() - start, longestTask: 1 }
}

/** From the press of Test the connection to its models, through reading, comparing and keeping its description. */
export const descriptionLoaded: Row = {
  what: '100 described models loaded',
  unit: 'ms',
  baselineIs: 'their description parsed by hand in a page, with their paths as plain lines',
  oursIs: 'from a test of the connection to the frame that has them, in an open page',
  aim: { kind: 'limit', atMost: 1_000 },
  measure: () => measure('milliseconds'),
}

/** A frame is blocked by what takes longer. */
export const descriptionLongestTask: Row = {
  what: '100 described models loaded, longest task',
  unit: 'ms',
  baselineIs: '1: no task took 50 ms',
  oursIs: 'the page’s while they are loaded, and half a second after; 1 where no task took 50 ms',
  aim: { kind: 'limit', atMost: 50 },
  measure: () => measure('longestTask'),
}
