import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/no-findings.ts'
import { chooseModel, generateButton, goTo, promptOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

const notes = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** A note stays as long as the window is behind another. */
async function keepNotes(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
}

test('[NOTE30] an urgent note and its buttons are there for a screen reader, and axe finds nothing', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  await chooseModel(page, 'Dense layouts')
  await promptOf(page).fill('A lost harbour')
  await sandbox.setFaults({ request: { kind: 'close' } })
  const pass = service.holdSubmissions()
  await generateButton(page).click()
  await goTo(page, 'Spend')
  pass()
  const note = notes(page).getByRole('dialog')
  await expect(note).toBeVisible()
  await keepNotes(page)
  await expect(note).toHaveAttribute('data-tone', 'danger')
  await expect(note).toHaveAttribute('aria-live', 'assertive')
  await expect(note.getByRole('button')).toHaveCount(2)
  await expect(note.getByRole('button', { name: 'Dismiss' })).toBeVisible()
  await expectNoFindings(page, 'an urgent note')
  await expect(note).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
