import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { shell } from '../../renderer/words/en/shell.ts'
import { outlineOf, type Seen } from '../../tools/guide/outline.ts'
import { root } from '../../tools/start-program.ts'
import { takesGuideImages } from './service.ts'

/**
 * An image of the guide (`docs/images`), as the browser host shows the page at this moment, with so many media in it.
 * Beside each image stand the headings and controls that are seen in it: where the page shows others now, the test
 * fails, so that no image is old. `npm run guide-images` takes all of them anew.
 */
export async function guideImage(page: Page, name: string, media = 0): Promise<void> {
  if (test.info().project.name !== 'browser') return
  const file = (ending: string) => join(root, 'docs', 'images', `${name}.${ending}`)
  const outline = async () => outlineOf(await page.evaluate(readSeen, passing))
  if (!takesGuideImages) {
    const kept = readFileSync(file('txt'), 'utf8')
    return expect
      .poll(outline, { message: `docs/images/${name}.jpg is old: npm run guide-images` })
      .toBe(kept)
  }
  await page.waitForFunction(
    (count) => [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length >= count,
    media,
  )
  writeFileSync(file('txt'), await outline())
  await page.evaluate(hide, { selector: notes, value: 'hidden' })
  await page.screenshot({ path: file('jpg'), type: 'jpeg', quality: 78, animations: 'disabled' })
  await page.evaluate(hide, { selector: notes, value: '' })
}

/** Notes come and go, and so does what the rail says of the account. */
const notes = `[role=region][aria-label="${shell.notifications}"]`
const passing = `${notes}, ul[aria-label="${shell.state}"]`

function hide({ selector, value }: { selector: string; value: string }): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) element.style.visibility = value
}

/** In the page: what is in view and can be used, or heads it. */
function readSeen(hidden: string): Seen[] {
  const kinds = 'h1, h2, h3, a[href], button, input, textarea, th, [role=tab], [role=radio], [role=switch]'
  return [...document.querySelectorAll<HTMLElement>(kinds)].flatMap((element) => {
    const { top, left, bottom, right, width, height } = element.getBoundingClientRect()
    const isInView =
      width > 1 && height > 1 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    const isBehind = element.closest(`${hidden}, [inert], [aria-hidden=true]`) !== null
    if (!isInView || isBehind || !element.checkVisibility({ visibilityProperty: true })) return []
    const label = document.getElementById(element.getAttribute('aria-labelledby')?.split(' ')[0] ?? '')
    const { labels = null } = element as HTMLInputElement
    const name = element.ariaLabel ?? label?.textContent ?? labels?.[0]?.textContent ?? element.textContent
    return [
      { kind: element.role ?? element.tagName.toLowerCase(), name: name.replaceAll(/\s+/g, ' ').trim() },
    ]
  })
}
