import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pageOptions } from './page-options.ts'
import { type SandboxService, smallSide, startSandbox, watchService } from './service.ts'
import { test as base } from './studio-test.ts'

interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

interface Clocks {
  /** From here on it is this moment for the service, the studio and the page, and time goes on. */
  move(moment: string): Promise<void>
}

interface MovedFixtures {
  /** When everything starts. */
  firstMoment: string
  clocks: Clocks
  /** A sandbox of the test's own: what ends there stays ended. */
  ownSandbox: SandboxService
  clockFile: string
}

/** The studio, its page and a sandbox of their own, whose clocks a test moves while they run. */
export const testMovedClock = base.extend<MovedFixtures>({
  firstMoment: ['2026-06-18T12:00:00Z', { option: true }],
  ownProgram: true,

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  async ownSandbox({}, use) {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-e2e-clock-'))
    const sandbox = await startSandbox(folder, 40)
    await sandbox.limitSize(smallSide)
    await use(sandbox)
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  },

  async service({ ownSandbox, firstMoment }, use) {
    await ownSandbox.control('clock', { now: firstMoment })
    const service = await watchService(ownSandbox.url)
    await use({ ...service, key: ownSandbox.key, usageKey: ownSandbox.usageKey })
    await service.close()
  },

  async clockFile({ firstMoment }, use) {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-e2e-clock-'))
    const file = join(folder, 'ahead')
    writeFileSync(file, `${Date.parse(firstMoment) - Date.now()}`)
    await use(file)
    await rm(folder, { recursive: true, force: true })
  },

  async environment({ clockFile }, use) {
    const module = pathToFileURL(join(import.meta.dirname, 'moved-clock.mjs')).href
    await use({ NODE_OPTIONS: `--import=${module}`, ATELIER_MOVED_CLOCK: clockFile })
  },

  // A window of its own: a page's clock is its window's.
  async context({ browser, firstMoment }, use) {
    const context = await browser.newContext(pageOptions)
    await context.clock.install({ time: firstMoment })
    await use(context)
    await context.close()
  },

  async clocks({ context, clockFile, ownSandbox }, use) {
    await use({
      async move(moment) {
        const time = Date.parse(moment)
        await ownSandbox.control('clock', { now: moment })
        writeFileSync(clockFile, `${time - Date.now()}`)
        const [page] = context.pages()
        const pageTime = (await page?.evaluate(() => Date.now())) ?? time
        await context.clock.fastForward(Math.max(0, time - pageTime))
      },
    })
  },
})

/** The bodies of the paid requests that the sandbox received, in order, with their paths. */
export async function paidRequests({ url }: SandboxService): Promise<ReceivedRequest[]> {
  const response = await fetch(`${url}/__sandbox/requests`)
  return ((await response.json()) as { requests: ReceivedRequest[] }).requests.filter(
    ({ method, path }) => method === 'POST' && path.startsWith('/generate/'),
  )
}
