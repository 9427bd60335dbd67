import type { Page } from '@playwright/test'

/** What the notes cover of what can be used or read, as it is found below them, point by point. */
export async function coveredByNotes(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>('[role="region"] > [data-tone]:not([data-ending-style])'),
    ]
    const boxes = all.map((note) => note.getBoundingClientRect())
    const frames = new Set(all.map((note) => note.parentElement))
    for (const frame of frames) frame?.style.setProperty('visibility', 'hidden')
    const used =
      'button, a[href], input, select, textarea, summary, img, video, canvas, [data-run], [role="radio"], [role="option"]'
    const covered = new Set<string>()
    const range = document.createRange()
    for (const { left, top, right, bottom } of boxes)
      for (let x = left + 1; x < right; x += 6)
        for (let y = top + 1; y < bottom; y += 4) {
          const [element] = document.elementsFromPoint(x, y)
          const control = element?.closest(used)
          if (control)
            covered.add(control.getAttribute('aria-label') ?? control.textContent ?? control.tagName)
          for (const child of element?.childNodes ?? []) {
            if (child.nodeType !== Node.TEXT_NODE || child.nodeValue?.trim() === '') continue
            range.selectNodeContents(child)
            const isHere = (rect: DOMRect) =>
              rect.left < x && x < rect.right && rect.top < y && y < rect.bottom
            if ([...range.getClientRects()].some(isHere)) covered.add(child.nodeValue ?? '')
          }
        }
    for (const frame of frames) frame?.style.removeProperty('visibility')
    return [...covered]
  })
}
