import type { Browser, BrowserContext, Page } from '@playwright/test'
import { pageOptions } from './page-options.ts'

export interface SharedWindow {
  readonly context: BrowserContext
  /** An empty tab in the process that showed pages of this address's origin before; null where there were none. */
  openBeside(url: string): Promise<Page | null>
  /** Closes every page, and leaves nothing of what they kept or were allowed. */
  forget(): Promise<void>
  close(): Promise<void>
}

const site = 'http://127.0.0.1'
/** Nothing of the studio's: at whatever origin, it is an empty page that runs nothing. */
const emptyPath = '/empty-page-of-the-tests'

/**
 * One window for many specs, with a tab of its own that keeps it open between them. Once a studio was shown, that tab is
 * at the studio's origin and opens the tabs of the next ones there: they share its process, so that none is started for
 * each of them (docs/decisions/0160).
 */
export async function openSharedWindow(browser: Browser): Promise<SharedWindow> {
  const context = await browser.newContext(pageOptions)
  // As for somebody who has been in the library before: the first time it opens on what isn’t reviewed.
  await context.addInitScript(() => {
    if (location.protocol === 'http:') localStorage['atelier.library-place'] ??= '{}'
  })
  const keeper = await context.newPage()
  const session = await context.newCDPSession(keeper)
  const origins = new Set<string>()
  context.on('request', (request) => {
    if (request.isNavigationRequest()) origins.add(new URL(request.url()).origin)
  })
  return {
    context,
    async openBeside(url) {
      if (!keeper.url().startsWith(`${new URL(url).origin}/`)) return null
      const opened = context.waitForEvent('page')
      await keeper.evaluate(() => void window.open('about:blank'))
      return await opened
    },
    async forget() {
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      const pages = context.pages().filter((page) => page !== keeper)
      await Promise.all(pages.map(leave))
      await context.clearCookies()
      await context.clearPermissions()
      await context.grantPermissions(pageOptions.permissions)
      // A later studio may be given the port of an earlier one.
      for (const origin of origins) {
        if (origin.startsWith(`${site}:`)) {
          await showEmpty(keeper, origin)
          // First where the pages wrote: the browser hears of it later.
          await keeper.evaluate(() => localStorage.clear())
        }
        await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      }
      origins.clear()
    },
    close: () => context.close(),
  }
}

/** Ends what runs in a page before its tab is closed: in a tab that closes it may go on for a moment. */
async function leave(page: Page): Promise<void> {
  if (page.url().startsWith(`${site}:`)) await showEmpty(page, new URL(page.url()).origin).catch(() => {})
  await page.close()
}

async function showEmpty(page: Page, origin: string): Promise<void> {
  const url = `${origin}${emptyPath}`
  const response = {
    contentType: 'text/html',
    // As the studio's pages have it: else the browser would part it from them.
    headers: { 'cross-origin-opener-policy': 'same-origin' },
    body: '<!doctype html><title>Empty</title>',
  }
  await page.route(url, (route) => route.fulfill(response))
  await page.goto(url, { waitUntil: 'commit' })
  await page.unroute(url)
}
