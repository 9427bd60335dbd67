import { defineConfig } from '@playwright/test'
import { hostNames } from './e2e/support/studio-host.ts'
import { chromiumFlags, knownChromium } from './tools/chromium.ts'

const executablePath = knownChromium()

export default defineConfig<object, { hostName: (typeof hostNames)[number] }>({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Videos are made beside the browsers, and give way to both: a busy machine takes its time over them.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [['line']],
  projects: hostNames.map((hostName) => ({ name: hostName, use: { hostName } })),
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    launchOptions: { ...(executablePath === null ? {} : { executablePath }), args: [...chromiumFlags] },
  },
})
