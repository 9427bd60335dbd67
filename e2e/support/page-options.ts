import type { BrowserContextOptions } from '@playwright/test'

/** How every page of the tests is seen. */
export const pageOptions = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  timezoneId: 'UTC',
  // What moves is tried by name; everywhere else it would only be waited for.
  reducedMotion: 'reduce',
  // A browser with windows lets a page write there when a person presses something; one without them asks.
  permissions: ['clipboard-write'],
} satisfies BrowserContextOptions
