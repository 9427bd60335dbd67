import type { Page } from '@playwright/test'
import { percentile, type Row } from '../row.ts'
import { withPages } from '../with-browser.ts'

const rounds = 5
const switchesARound = 6

/** Two forms of plain inputs, rebuilt at each click. */
const bareHtml = `<!doctype html><title>bare</title><button>Switch</button><form aria-label="form"></form>
<script>
let isLarge = false
document.querySelector('button').addEventListener('click', () => {
  isLarge = !isLarge
  const labels = Array.from({ length: isLarge ? 12 : 6 }, (_, index) => 'Field ' + index)
  document.querySelector('form').replaceChildren(...labels.concat(isLarge ? 'Large' : 'Small').map((text) => {
    const label = document.createElement('label')
    label.append(text, document.createElement('input'))
    return label
  }))
})
</script>`

/** Words that only this model's form contains. */
const forms = [
  { words: 'flagship', marker: 'Reference videos' },
  { words: 'image editing', marker: 'Guidance scale' },
] as const

/** From the click on a model to its form on screen, between the largest form and another. */
export const modelSwitched: Row = {
  what: 'model switched',
  unit: 'ms',
  baselineIs: 'two forms of plain inputs by one handler',
  oursIs: 'V1’s form and I4’s in the real page, from the click in the picker to the next frame',
  aim: { kind: 'limit', atMost: 100 },
  measure: () =>
    withPages(bareHtml, async ({ browser, bareAddress, studioAddress }) => {
      const bare = await browser.newPage()
      await bare.goto(bareAddress)
      const studio = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await studio.goto(studioAddress)
      const baseline: number[] = []
      const ours: number[] = []
      for (let round = 0; round < rounds; round++) {
        baseline.push(percentile(await timeSwitches(bare, switchBare), 0.5))
        ours.push(percentile(await timeSwitches(studio, switchModel), 0.5))
      }
      return { baseline, ours }
    }),
}

type Switch = (page: Page, turn: number) => Promise<string>

async function timeSwitches(page: Page, change: Switch): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < switchesARound; turn++) {
    await page.evaluate(noteClicks)
    const marker = await change(page, turn)
    const time = await page.evaluate(waitForForm, marker)
    times.push(time)
  }
  return times
}

async function switchBare(page: Page, turn: number): Promise<string> {
  await page.getByRole('button', { name: 'Switch' }).click()
  return turn % 2 === 0 ? 'Large' : 'Small'
}

async function switchModel(page: Page, turn: number): Promise<string> {
  const { words, marker } = forms[turn % 2] as (typeof forms)[number]
  await page.getByRole('combobox', { name: /^Model/ }).click()
  await page.getByRole('combobox', { name: 'Search models' }).fill(words)
  await page
    .getByRole('option', { name: new RegExp(words, 'i') })
    .first()
    .click()
  return marker
}

/** In the page: records the last click, and each later change with its words and the frame that showed it. */
function noteClicks(): void {
  const noted: { clickedAt: number; seen: { text: string; shownAt: number }[] } = { clickedAt: 0, seen: [] }
  Reflect.set(window, 'noted', noted)
  const onClick = (event: Event) => {
    noted.clickedAt = event.timeStamp
    noted.seen = []
  }
  document.addEventListener('click', onClick, { capture: true })
  const observer = new MutationObserver(() => {
    const text = document.querySelector('form, section')?.textContent ?? ''
    requestAnimationFrame(() => noted.seen.push({ text, shownAt: performance.now() }))
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  Reflect.set(window, 'stopNoting', () => {
    document.removeEventListener('click', onClick, { capture: true })
    observer.disconnect()
  })
}

/** In the page: milliseconds from the last click to the first frame with these words. */
async function waitForForm(marker: string): Promise<number> {
  const noted = Reflect.get(window, 'noted') as {
    clickedAt: number
    seen: { text: string; shownAt: number }[]
  }
  for (;;) {
    const found = noted.seen.find(({ text }) => text.includes(marker))
    if (found) {
      ;(Reflect.get(window, 'stopNoting') as () => void)()
      return found.shownAt - noted.clickedAt
    }
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}
