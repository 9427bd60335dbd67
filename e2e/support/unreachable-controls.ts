import type { Page } from '@playwright/test'

const controls =
  'button, a[href], input:not([type=file]), textarea, summary, [role=combobox], [role=radio], [role=slider], [role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]'

/**
 * The controls that a pointer can't reach where they are shown: covered by something else, or beyond the window with
 * nothing to scroll. Those that a list has scrolled out of view count as reachable. While something is open over the
 * page, only what is in it counts.
 */
export async function unreachableControls(page: Page): Promise<readonly string[]> {
  return page.evaluate((selector) => {
    const root =
      [...document.querySelectorAll(':is([role="dialog"], [role="menu"])[data-open]')].at(-1) ?? document
    // Outside the window until it has the focus.
    const skipLink = document.querySelector('button, a')
    const isShown = (element: Element) =>
      element !== skipLink &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden="true"], .visually-hidden') === null
    /** What scrolls it, from the inside to the outside. */
    const scrollersOf = (element: Element): readonly Element[] => {
      const found: Element[] = []
      for (let at = element.parentElement; at; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at)
        const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
        if (scrolls(overflowX) || scrolls(overflowY)) found.push(at)
      }
      return found
    }
    /** What stays in view, and is over it, while its scroller scrolls. */
    const keptOver = (element: Element, hit: Element | null) => {
      for (let at = hit; at && !at.contains(element); at = at.parentElement)
        if (getComputedStyle(at).position === 'sticky') return at
      return null
    }
    // The right and lower edges themselves are outside, as for elementFromPoint.
    const holds = (box: DOMRect, x: number, y: number) =>
      x >= box.left && x < box.right && y >= box.top && y < box.bottom
    const wholePage = new DOMRect(0, 0, innerWidth, innerHeight)
    return [...root.querySelectorAll(selector)].filter(isShown).flatMap((element) => {
      const box = element.getBoundingClientRect()
      if (box.width < 2 || box.height < 2) return []
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const scrollers = scrollersOf(element)
      if (scrollers.some((scroller) => !holds(scroller.getBoundingClientRect(), x, y))) return []
      if (!holds(wholePage, x, y)) return [`beyond the window: ${nameOf(element)}`]
      const hit = document.elementFromPoint(x, y)
      const label = element.closest('label')
      // What is scrolled under something that stays in view is scrolled out of it.
      const kept = keptOver(element, hit)
      if (scrollers.some((scroller) => kept && scroller.contains(kept))) return []
      const isHit = hit !== null && (element.contains(hit) || hit.contains(element) || label?.contains(hit))
      return isHit ? [] : [`covered: ${nameOf(element)} by ${hit?.outerHTML.slice(0, 120)}`]
    })

    function nameOf(element: Element): string {
      return element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? element.tagName
    }
  }, controls)
}
