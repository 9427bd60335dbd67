import type { Page } from '@playwright/test'
import { expect } from './studio-test.ts'

// What the steps of one story do between them, so that each begins as in a page of its own.

/** Dismisses every note, so that the next one is the only one. */
export async function dismissNotes(page: Page): Promise<void> {
  const notes = page.getByRole('region', { name: 'Notifications' }).getByRole('dialog')
  const dismiss = notes.getByRole('button', { name: 'Dismiss', includeHidden: true })
  // One that ends by itself meanwhile is no failure, as it would be for a click.
  await expect(async () => {
    await dismiss.evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click()
    })
    expect(await notes.count()).toBe(0)
  }).toPass()
}

/** Takes what has ended out of the list of runs. */
export async function clearRuns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear ended runs' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Clear ended runs' })).toBeDisabled()
  await dismissNotes(page)
}

/** Opens the page again with nothing left of any form, on Create. */
export async function forgetForms(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load')
  await page.evaluate(() => {
    localStorage.removeItem('atelier.drafts')
    sessionStorage.clear()
    location.hash = '#/create'
    // This page goes on until the next one is there, and may be about to keep what was typed.
    Storage.prototype.setItem = () => {}
    location.reload()
  })
  await reloaded
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible()
}

/** Stops comparing, with the button that began it. */
export async function stopComparing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Compare' })).toHaveCount(0)
  await dismissNotes(page)
}
