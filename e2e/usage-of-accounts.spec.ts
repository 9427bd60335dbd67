import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { settings } from '../renderer/words/en/settings.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { goTo } from './support/screens.ts'
import { type SandboxService, startSandbox, type WatchedService, watchService } from './support/service.ts'
import { test as base, expect } from './support/studio-test.ts'

/** A second service with a workspace of its own. */
const test = base.extend<{ second: { readonly sandbox: SandboxService; readonly service: WatchedService } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  async second({}, use) {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-e2e-second-'))
    const sandbox = await startSandbox(folder, 40)
    const service = await watchService(sandbox.url)
    await use({ sandbox, service })
    await service.close()
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  },
})

test.use({ hasService: false })

async function addAccount(
  page: Page,
  fields: { name: string; url: string; key: string; usage: string },
): Promise<void> {
  await page.getByRole('button', { name: settings.addAccount }).press('Enter')
  await page.getByLabel(settings.accountName, { exact: true }).fill(fields.name)
  await page.getByLabel(settings.baseUrl, { exact: true }).fill(fields.url)
  await page.getByLabel(settings.key, { exact: true }).fill(fields.key)
  await page.getByLabel(settings.usageKey, { exact: true }).fill(fields.usage)
  await page.getByRole('radio', { name: settings.consent }).press('Space')
  await page.getByRole('button', { name: settings.connect, exact: true }).press('Enter')
  await expect(
    page
      .getByRole('list', { name: settings.accounts })
      .getByRole('listitem')
      .filter({ hasText: fields.name }),
  ).toContainText(settings.active)
}

const usageRequests = ({ requests }: WatchedService) =>
  requests.filter((line) => line === 'GET /usage').length
const table = (page: Page) => page.getByRole('table', { name: 'Jobs' })
const rows = (page: Page) => table(page).locator('[data-job]')
const workspace = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Workspace' }).getByRole('radio', { name })

async function totalOf(page: Page): Promise<number> {
  return Number((await table(page).getAttribute('aria-rowcount')) ?? 0) - 1
}

test('[USE34] [USE50] [USE51] two workspaces are read by one request each, shown together and apart, and a refused key hides nothing', async ({
  studioPage: page,
  service,
  second,
}) => {
  test.slow()
  const south = second.service
  await goTo(page, 'Settings')
  await addAccount(page, { name: 'North', url: service.url, key: service.key, usage: service.usageKey ?? '' })
  await addAccount(page, {
    name: 'South',
    url: south.url,
    key: second.sandbox.key,
    usage: second.sandbox.usageKey,
  })
  const [northBefore, southBefore] = [usageRequests(service), usageRequests(south)]
  await goTo(page, 'Usage')
  await expect(rows(page).first()).toBeVisible()
  // It opens on the connected account's, and sums the sandbox with no other.
  await expect(workspace(page, 'South')).toBeChecked()
  await expect(page.locator('[data-coverage]')).toHaveCount(1)
  const requested = () => [usageRequests(service) - northBefore, usageRequests(south) - southBefore]
  await expect(page.locator('[data-coverage]')).toContainText('Covered:')
  expect(requested()).toEqual([0, 1])
  await workspace(page, 'All together').click()
  await expect(page.locator('[data-coverage]')).toHaveCount(2)
  for (const at of [0, 1]) await expect(page.locator('[data-coverage]').nth(at)).toContainText('Covered:')
  // What may have been added to South's meanwhile is asked for, too.
  await expect.poll(requested).toEqual([1, 2])
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled()
  const both = page.getByRole('region', { name: 'Workspace' }).getByRole('heading')
  await expect(both).toHaveText(['North', 'South'])
  await expectNoFindings(page, 'the usage of several workspaces')

  const apart: Record<string, number> = {}
  for (const name of ['North', 'South', 'Sandbox']) {
    await workspace(page, name).click()
    await expect(page.locator('[data-coverage]')).toHaveCount(1)
    await expect(rows(page).first()).toBeVisible()
    await expect(table(page).getByRole('columnheader', { name: 'Workspace' })).toHaveCount(1)
    for (const cell of await rows(page).locator('[data-column="workspace"]').allTextContents())
      expect(cell).toBe(name)
    apart[name] = await totalOf(page)
  }
  expect(apart.Sandbox).toBeGreaterThan(0)
  const together = (apart.North ?? 0) + (apart.South ?? 0)

  // The choice stays, also over a reload.
  await goTo(page, 'Spend')
  await goTo(page, 'Usage')
  await expect(workspace(page, 'Sandbox')).toBeChecked()
  await workspace(page, 'North').click()
  await page.reload()
  await expect(workspace(page, 'North')).toBeChecked()
  await expect(rows(page).first()).toBeVisible()
  await expect.poll(() => totalOf(page)).toBe(apart.North)

  await second.sandbox.control('workspace', { usageEntitled: false })
  await workspace(page, 'All together').click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  const trouble = page.locator('[data-failure]')
  await expect(trouble).toHaveCount(1)
  await expect(trouble).toHaveAttribute('data-failure', 'not_allowed')
  await expect(rows(page).first()).toBeVisible()
  await expect.poll(() => totalOf(page)).toBe(together)
  // A window that South was never read for shows North's.
  await page.getByRole('radio', { name: '7 days' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Read the whole window again' }).click()
  await expect(trouble).toHaveCount(1)
  await workspace(page, 'North').click()
  await expect(trouble).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()
  await expectNoFindings(page, 'one workspace of several')
})
