import type { BrowserContextOptions } from '@playwright/test'

/** How every page of the tests is seen. */
export const pageOptions = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  timezoneId: 'UTC',
  // What moves is tried by name; everywhere else it would only be waited for.
  reducedMotion: 'reduce',
} as const satisfies BrowserContextOptions
