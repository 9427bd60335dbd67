import { defineConfig } from '@playwright/test'
import { pageOptions } from './e2e/support/page-options.ts'
import { hostNames, obstacles } from './e2e/support/studio-host.ts'
import { chromiumFlags, knownChromium } from './tools/chromium.ts'

const executablePath = knownChromium()

/** What only a desktop has. */
const desktopSpecs = /desktop\.spec\.ts$/
/** Whole stories that show that the built desktop, without Electron's binary, carries the page. */
const doubledSpecs = [/whole-story\.spec\.ts$/]

/**
 * V8 optimizes what runs for long only: pages live for seconds here, and a tenth of their CPU
 * time went into code that hardly ran (decisions/0269). What it does is the same.
 */
const optimizeLate =
  '--js-flags=--invocation-count-for-maglev=8000 --invocation-count-for-maglev-osr=8000 --invocation-count-for-turbofan=20000'

export default defineConfig<object, { hostName: (typeof hostNames)[number] }>({
  testDir: 'e2e',
  outputDir: 'test-results',
  // One more than cores: a third of a spec's time is waiting for a program to start or a job to be done.
  workers: 3,
  // The longest file would otherwise be left to one worker while the other is idle.
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Videos are rendered beside the browsers with a lower priority: that takes long on a busy machine.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [['line']],
  // A host that can't be tested here has no project: skipping its specs one by one takes longer than some of
  // them.
  projects: hostNames
    .filter((hostName) => obstacles[hostName]() === null)
    .map((hostName) => ({
      name: hostName,
      use: { hostName },
      ...(hostName === 'browser' && { testIgnore: desktopSpecs }),
      ...(hostName === 'desktop-double' && { testMatch: [desktopSpecs, ...doubledSpecs] }),
    })),
  use: {
    // An element that never appears ends its test, and not the whole run's time.
    actionTimeout: 45_000,
    browserName: 'chromium',
    contextOptions: pageOptions,
    trace: 'off',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: [...chromiumFlags, optimizeLate],
    },
  },
})
