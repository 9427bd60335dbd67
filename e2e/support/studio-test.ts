import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { type SandboxService, smallSide, startSandbox, type WatchedService, watchService } from './service.ts'
import { openSharedWindow, type SharedWindow } from './shared-window.ts'
import { type HostName, type StudioHost, startHost } from './studio-host.ts'
import { createStudios, type Studios } from './studios.ts'

/** How much faster than life the sandbox of the tests is. */
const speed = 40

interface TestFixtures {
  /** The service as the studio sees it, with a count of what it was asked. */
  service: WatchedService & { readonly key: string; readonly usageKey?: string }
  /** False: the studio starts as for the first time, with the sandbox that comes with it. */
  hasService: boolean
  /** What the studio finds in its environment besides. */
  environment: Readonly<Record<string, string>>
  /**
   * True: the studio's program is its own, as it is with an environment and with the sandbox that comes along. Else it
   * shares one with the worker's other studios.
   */
  ownProgram: boolean
  /** What the double of Electron encrypts by; null: a keychain, and the keys are given. */
  keychainBackend: string | null
  dataFolder: string
  studio: StudioHost
  /** The studio's page, open and connected. What goes wrong in it fails the test. */
  studioPage: Page
}

interface WorkerFixtures {
  sandbox: SandboxService
  hostName: HostName
  window: SharedWindow
  studios: Studios
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  hostName: ['browser', { option: true, scope: 'worker' }],
  hasService: [true, { option: true }],
  environment: [{}, { option: true }],
  ownProgram: [false, { option: true }],
  keychainBackend: [null, { option: true }],

  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'atelier-e2e-sandbox-'))
      const sandbox = await startSandbox(folder, speed)
      await use(sandbox)
      await sandbox.close()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  window: [
    async ({ browser }, use) => {
      const window = await openSharedWindow(browser)
      await use(window)
      await window.close()
    },
    { scope: 'worker' },
  ],

  studios: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const studios = createStudios()
      await use(studios)
      await studios.close()
    },
    { scope: 'worker' },
  ],

  // The worker's own: a window costs more than all that most specs do in it.
  async context({ window }, use) {
    await use(window.context)
    await window.forget()
  },

  async service({ sandbox }, use) {
    await sandbox.limitSize(smallSide)
    const service = await watchService(sandbox.url)
    await use({ ...service, key: sandbox.key, usageKey: sandbox.usageKey })
    await service.close()
    // The sandbox is the worker's: the next test would meet them.
    await sandbox.setFaults({})
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  async dataFolder({}, use) {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-e2e-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },

  async studio(
    { hostName, hasService, service, dataFolder, context, environment, ownProgram, studios, keychainBackend },
    use,
  ) {
    const isShared = hasService && !ownProgram && Object.keys(environment).length === 0
    const studio = await startHost[hostName]({
      dataFolder,
      service: hasService ? service : null,
      context,
      env: environment,
      studios: isShared ? studios : null,
      backend: keychainBackend ?? undefined,
    })
    await use(studio)
    await studio.stop()
  },

  async studioPage({ studio }, use, info) {
    const page = await studio.open()
    const troubles = watchTroubles(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await use(page)
    // Playwright's own note of a failure shows the window's first tab, which is not this one.
    if (info.status !== info.expectedStatus && !page.isClosed())
      await info.attach('studio', { body: await page.locator('body').ariaSnapshot() })
    expect(troubles()).toEqual([])
  },
})

/** What the page threw, and what its own policy kept it from doing. */
export function watchTroubles(page: Page): () => string[] {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    // An answer other than 2xx and a lost connection are the page's to say; the browser notes them too.
    const isResponse = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isResponse) troubles.push(message.text())
  })
  return () => troubles
}

export { expect }
