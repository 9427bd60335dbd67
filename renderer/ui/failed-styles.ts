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

/** The addresses of the stylesheets that could not be loaded so far. */
export function failedStyles(): ReadonlySet<string> {
  return new Set(failed.keys())
}

/** Loads those of these that failed before; rejects where one fails again. */
export async function loadFailedStyles(hrefs: Iterable<string>): Promise<void> {
  const wanted = [...hrefs].filter((href) => failed.has(href))
  for (const href of wanted) failed.set(href, failed.get(href) ?? loadStyles(href))
  await Promise.all(wanted.map((href) => failed.get(href)))
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
