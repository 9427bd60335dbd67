import type { Browser, BrowserContext } from '@playwright/test'
import { pageOptions } from './page-options.ts'

export interface SharedWindow {
  readonly context: BrowserContext
  /** Closes every page, and leaves nothing of what they kept or were allowed. */
  forget(): Promise<void>
  close(): Promise<void>
}

/** One window for many specs, with a tab of its own that keeps it open between them. */
export async function openSharedWindow(browser: Browser): Promise<SharedWindow> {
  const context = await browser.newContext(pageOptions)
  // As for somebody who has been in the library before: the first time it opens on what isn’t reviewed.
  await context.addInitScript(() => {
    if (location.protocol === 'http:' && location.pathname === '/')
      localStorage['atelier.library-place'] ??= '{}'
  })
  const keeper = await context.newPage()
  const session = await context.newCDPSession(keeper)
  const origins = new Set<string>()
  context.on('request', (request) => {
    if (request.isNavigationRequest()) origins.add(new URL(request.url()).origin)
  })
  return {
    context,
    async forget() {
      const pages = context.pages().filter((page) => page !== keeper)
      await Promise.all(pages.map((page) => page.close()))
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.clearCookies()
      await context.clearPermissions()
      await context.grantPermissions(pageOptions.permissions)
      // A later studio may be given the port of an earlier one.
      for (const origin of origins)
        await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      origins.clear()
    },
    close: () => context.close(),
  }
}
