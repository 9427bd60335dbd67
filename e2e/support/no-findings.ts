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
  let looks = 0
  do {
    looks += 1
    look = await lookAt(page, within)
    if (looks === maxLooks) expect(look.moved, `${place}: moves again and again`).toEqual([])
  } while (look.moved.length > 0)
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

/** Notes come and go, one or two within a look. */
const maxLooks = 10
/** What is meant to end ends in less than a second; a busy machine takes longer. */
const maxRestMs = 60_000

interface Look {
  readonly violations: readonly { readonly id: string; readonly targets: readonly string[] }[]
  /** What with text began to move or fade meanwhile, such as a note that ended, and was judged halfway. */
  readonly moved: readonly string[]
}

/**
 * What axe finds in the page, which has no frames; fails with what still moves where that has no end. Its own builder for Playwright reads half a megabyte of script
 * anew for every look and finishes each in a page of its own, which costs more than the looking.
 */
async function lookAt(page: Page, within: string | null): Promise<Look> {
  return await page.evaluate(
    async ([context, limitMs]) => {
      const { run } = Reflect.get(window, 'axe') as typeof axe
      const starting = () => document.querySelector('[data-starting-style]')
      // One that a scrolled place drives runs for as long as that is there, and moves with it alone.
      const moving = () =>
        document
          .getAnimations()
          .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
      const tagOf = (element: Element) => (element.cloneNode() as Element).outerHTML
      const placeOf = (element: Element | null) =>
        element && `${element.parentElement && tagOf(element.parentElement)} > ${tagOf(element)}`
      let frames = 0
      async function rest() {
        // What has just opened begins to move with the next frame.
        do {
          await new Promise((drawn) => requestAnimationFrame(drawn))
          frames += 1
        } while (starting() !== null)
        while (moving().length > 0)
          await Promise.all(moving().map(({ finished }) => finished.catch(() => {})))
      }
      const limit = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        const names = moving().map(
          ({ effect }) =>
            effect instanceof KeyframeEffect && `${placeOf(effect.target)}${effect.pseudoElement ?? ''}`,
        )
        const said = `No rest after ${frames} frames. Starting: ${placeOf(starting())}. Moving: ${names.join(', ')}.`
        limit.reject(new Error(said))
      }, limitMs)
      await Promise.race([rest(), limit.promise])
      clearTimeout(timer)
      const watching = new AbortController()
      const moved: string[] = []
      const note = ({ target }: Event) => {
        if (target instanceof HTMLElement && target.textContent !== '') moved.push(placeOf(target) ?? '')
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
      return { violations: found, moved }
    },
    [within, maxRestMs] as const,
  )
}
