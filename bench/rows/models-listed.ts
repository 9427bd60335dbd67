import type { Page } from '@playwright/test'
import { describeMany } from '../../main/testing/describe-many.ts'
import { openDescribedService } from '../../main/testing/described-service.ts'
import { percentile, type Row } from '../row.ts'
import { withPages } from '../with-browser.ts'

const rounds = 5
const models = 2000
/** Each key finds all of them or half. */
const keys = 'model 1'

/** All of them as plain lines below a search, made at each opening and filtered at each key. */
const bareHtml = `<!doctype html><title>bare</title><button aria-label="Model">Open</button><div></div>
<script>
const all = Array.from({ length: ${models} }, (_, at) => 'Model ' + at + ' of many')
const place = document.querySelector('div')
document.querySelector('button').addEventListener('click', () => {
  const search = document.createElement('input')
  const list = document.createElement('ul')
  const show = () => list.replaceChildren(...all.filter((name) => name.toLowerCase().includes(search.value)).map((name) => {
    const line = document.createElement('li')
    line.role = 'option'
    line.textContent = name
    return line
  }))
  search.addEventListener('input', show)
  show()
  place.replaceChildren(search, list)
  search.focus()
})
document.addEventListener('keydown', ({ key }) => key === 'Escape' && place.replaceChildren())
</script>`

type Measured = 'opened' | 'searched'

async function measure(what: Measured) {
  const service = await openDescribedService(describeMany(models))
  try {
    return await withPages(
      bareHtml,
      async ({ browser, bareAddress, studioAddress }) => {
        const bare = await browser.newPage()
        await bare.goto(bareAddress)
        const studio = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        await studio.goto(studioAddress)
        await studio.getByRole('combobox', { name: /^Model Model/ }).waitFor()
        const baseline: number[] = []
        const ours: number[] = []
        for (let round = 0; round < rounds; round++) {
          baseline.push((await timeList(bare, 'button'))[what])
          ours.push((await timeList(studio, 'combobox'))[what])
        }
        return { baseline, ours }
      },
      { service: service.url, env: { ATELIER_API_KEY: 'k' } },
    )
  } finally {
    await service.close()
  }
}

async function timeList(page: Page, role: 'button' | 'combobox'): Promise<Record<Measured, number>> {
  await page.evaluate(noteKeys)
  await page.getByRole(role, { name: /^Model/ }).press('Enter')
  const opened = await page.evaluate(waitForOptions)
  const times: number[] = []
  for (const key of keys) {
    await page.evaluate(noteKeys)
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    times.push(await page.evaluate(waitForOptions))
  }
  await page.keyboard.press('Escape')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  return { opened, searched: percentile(times, 0.9) }
}

/** In the page: notes when the next key is pressed. */
function noteKeys(): void {
  Reflect.set(window, 'pressedAt', null)
  const note = (event: KeyboardEvent) => Reflect.set(window, 'pressedAt', event.timeStamp)
  document.addEventListener('keydown', note, { capture: true, once: true })
}

/** In the page: milliseconds from that key to the end of the first frame that has options. */
async function waitForOptions(): Promise<number> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  do await nextFrame()
  while (document.querySelector('[role="option"]') === null)
  return performance.now() - (Reflect.get(window, 'pressedAt') as number)
}

/** From the key to the list of two thousand models. */
export const modelsOpened: Row = {
  what: 'list of 2,000 models opened',
  unit: 'ms',
  baselineIs: 'their names as plain lines',
  oursIs:
    'the picker of the real page at a service that describes them, from the key to the end of its frame',
  aim: { kind: 'limit', atMost: 300 },
  measure: () => measure('opened'),
}

/** From a key in its search to what it finds. */
export const modelsSearched: Row = {
  what: '2,000 models searched',
  unit: 'ms',
  baselineIs: 'their names as plain lines, filtered',
  oursIs: 'the same in the picker, the 90th percentile of seven keys',
  aim: { kind: 'limit', atMost: 100 },
  measure: () => measure('searched'),
}
