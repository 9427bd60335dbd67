/** By address: stylesheets that could not be loaded into the page's one document, with the load under way. */
const failed = new Map<string, Promise<void> | null>()

/**
 * Takes links that fail to load out of the document and remembers the stylesheets among them: the loader of parts
 * requests none twice, so that a part loaded at the next try would have no styles. Returns a stop function.
 */
export function watchStyles(page: Document): () => void {
  function drop({ target }: Event): void {
    if (!(target instanceof HTMLLinkElement)) return
    target.remove()
    if (target.rel === 'stylesheet') failed.set(target.href, null)
  }
  page.addEventListener('error', drop, { capture: true })
  return () => page.removeEventListener('error', drop, { capture: true })
}

/** Loads what failed before; rejects where one fails again. */
export async function loadFailedStyles(): Promise<void> {
  for (const [href, underWay] of failed) failed.set(href, underWay ?? loadStyles(href))
  await Promise.all(failed.values())
}

function loadStyles(href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => {
      failed.delete(href)
      resolve()
    })
    link.addEventListener('error', () => reject(new Error(`The styles ${href} could not be loaded.`)))
    document.head.append(link)
  })
}
