import type { Page } from '@playwright/test'
import { percentile, type Row } from '../row.ts'
import { withPages } from '../with-browser.ts'

const rounds = 3
const keysARound = 40

/** A field and a price written by one handler: the lower bound for a key press. */
const bareHtml = `<!doctype html><title>bare</title><input aria-label="Duration"><output role="status" aria-label="Price"></output>
<script>document.querySelector('input').addEventListener('input', (event) => {
  document.querySelector('output').textContent = '$' + (Number(event.target.value) * 0.3034).toFixed(4)
})</script>`

/** From a key press to the new price in the page, with the largest form: the 95th percentile. */
export const estimateAfterKey: Row = {
  what: 'estimate after a key press, p95',
  unit: 'ms',
  baselineIs: 'one input and one handler',
  oursIs: 'V1’s form in the real page',
  aim: { kind: 'limit', atMost: 16 },
  measure: () =>
    withPages(bareHtml, async ({ browser, bareAddress, studioAddress }) => {
      const bare = await browser.newPage()
      await bare.goto(bareAddress)
      const studio = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await studio.goto(studioAddress)
      await chooseLargestForm(studio)
      const baseline: number[] = []
      const ours: number[] = []
      for (let round = 0; round < rounds; round++) {
        baseline.push(percentile(await timeKeys(bare), 0.95))
        ours.push(percentile(await timeKeys(studio), 0.95))
      }
      return { baseline, ours }
    }),
}

async function chooseLargestForm(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^Model/ }).click()
  await page.getByRole('combobox', { name: 'Search models' }).fill('flagship')
  await page
    .getByRole('option', { name: /flagship/i })
    .first()
    .click()
  await page.getByRole('radio', { name: '720p' }).click()
}

/** Types lengths between 5 and 9 seconds, each another price. */
async function timeKeys(page: Page): Promise<number[]> {
  const field = page.getByRole('textbox', { name: 'Duration' })
  await field.fill('')
  await field.focus()
  await page.getByRole('status', { name: 'Price' }).evaluate(noteKeysAndPrices)
  for (let key = 0; key < keysARound; key++) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press(String(5 + (key % 5)))
  }
  return await page.evaluate(() => Reflect.get(window, 'measured') as number[])
}

/** In the page: records the time from each digit's key press to the next change of the price. */
function noteKeysAndPrices(price: Element): void {
  const measured: number[] = []
  Reflect.set(window, 'measured', measured)
  let pressedAt: number | null = null
  document.addEventListener(
    'keydown',
    (event) => {
      if (/^\d$/.test(event.key)) pressedAt = event.timeStamp
    },
    { capture: true },
  )
  new MutationObserver(() => {
    if (pressedAt !== null) measured.push(performance.now() - pressedAt)
    pressedAt = null
  }).observe(price, { subtree: true, childList: true, characterData: true })
}
