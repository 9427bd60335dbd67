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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  let look: Look
  do look = await lookAt(page, within)
  while (look.hasMoved)
  const findings = look.violations.map(({ id, targets }) => `${place}: ${id} at ${targets.join(', ')}`)
  expect(findings).toEqual([])
}

/**
 * The same in both themes, as Settings applies them; in the dark one what moves may move. A place that is reached once
 * for both costs half (decisions/0297).
 */
export async function expectNoFindingsInBoth(page: Page, place: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ reducedMotion: theme === 'dark' ? 'no-preference' : 'reduce' })
    await applyTheme(page, theme)
    await expectNoFindings(page, `${place}, ${theme}`)
  }
}

/** Applies a theme as the page does once it is chosen in Settings (`renderer/shell/shell.tsx`). */
export async function applyTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen
  }, theme)
  await expect(page.locator('html')).toHaveCSS('color-scheme', theme)
}

interface Look {
  readonly violations: readonly { readonly id: string; readonly targets: readonly string[] }[]
  /** Something with text began to move or fade meanwhile, such as a note that ended, and was judged halfway. */
  readonly hasMoved: boolean
}

/**
 * What axe finds in the page, which has no frames. Its own builder for Playwright reads half a megabyte of script
 * anew for every look and finishes each in a page of its own, which costs more than the looking.
 */
async function lookAt(page: Page, within: string | null): Promise<Look> {
  return await page.evaluate(async (context) => {
    const { run } = Reflect.get(window, 'axe') as typeof axe
    // What has just opened begins to move with the next frame.
    do await new Promise((drawn) => requestAnimationFrame(drawn))
    while (document.querySelector('[data-starting-style]') !== null)
    // One that a scrolled place drives runs for as long as that is there, and moves with it alone.
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
    while (moving().length > 0) await Promise.all(moving().map(({ finished }) => finished.catch(() => {})))
    const watching = new AbortController()
    let hasMoved = false
    const note = ({ target }: Event) => {
      hasMoved ||= target instanceof HTMLElement && target.textContent !== ''
    }
    document.addEventListener('transitionrun', note, { signal: watching.signal })
    document.addEventListener('animationstart', note, { signal: watching.signal })
    // None of its rules that run here reads stylesheets, which it would parse anew each time.
    const { violations } = await run(context ?? document, {
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
    })
    watching.abort()
    const found = violations.map(({ id, nodes }) => ({
      id,
      targets: nodes.map(
        ({ target, html, failureSummary }) => `${target.join(' ')} ${html} ${failureSummary ?? ''}`,
      ),
    }))
    return { violations: found, hasMoved }
  }, within)
}
