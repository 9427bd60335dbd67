import { expect, type Locator, type Page } from '@playwright/test'
import { pressEnabled } from './press-enabled.ts'

export type Screen = 'Create' | 'Library' | 'Spend' | 'Usage' | 'Styles' | 'Settings'

/** Goes to a screen by the rail. */
export async function goTo(page: Page, screen: Screen): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click()
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeAttached()
}

/** Chooses a model by some of its words. */
export async function chooseModel(page: Page, words: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Model/ }).click()
  const search = page.getByRole('combobox', { name: 'Search models' })
  await search.fill(words)
  const option = page.getByRole('option').filter({ hasText: words }).first()
  const headline = await option.locator('b').textContent()
  await option.click()
  await expect(page.getByRole('combobox', { name: `Model ${headline}` })).toBeVisible()
}

/** Opens the fields of the chosen model's form that are out of view. */
export async function openAdvanced(page: Page): Promise<void> {
  const advanced = advancedOf(page)
  await advanced.click()
  await expect(advanced.locator('xpath=..')).toHaveAttribute('open')
}

/** The heading of the form's advanced fields. */
export function advancedOf(page: Page): Locator {
  return page.locator('summary', { hasText: 'Advanced' })
}

/** Pauses the queue, and waits until it is: what is generated from here on stays. */
export async function pauseQueue(page: Page): Promise<void> {
  await pressEnabled(page.getByRole('button', { name: 'Pause the queue' }))
  await expect(page.getByRole('button', { name: 'Resume the queue' })).toBeVisible()
}

/** Presses the key of Generate where the focus is, once there is something that hears it. */
export async function pressGenerateKey(
  page: Page,
  focused: Locator | Page['keyboard'] = page.keyboard,
): Promise<void> {
  await expect(page.locator('button[aria-keyshortcuts="Control+Enter"]')).toBeEnabled()
  await focused.press('ControlOrMeta+Enter')
}

/** The option that Enter takes. */
export async function expectHighlighted(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('option', { name }).first()).toHaveAttribute('data-highlighted', '')
}

export function promptOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Prompt' })
}

export function generateButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Generate/ })
}

export function priceOf(page: Page): Locator {
  return page.getByRole('status', { name: 'Price' })
}

/** The rows of the session's runs, newest first: a batch of several is one. */
export function runsOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Runs' }).locator('[data-row]')
}

/** Waits until a run has come home: its row then says the model's name where it said the status. */
export async function expectDone(run: Locator, model = 'Fast images'): Promise<void> {
  await expect(run.getByRole('progressbar')).toHaveCount(0)
  await expect(run).toContainText(model)
}

/** What the stage shows of a finished run. */
export function resultOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Result' })
}

export function libraryFiles(page: Page): Locator {
  return page.getByRole('list', { name: 'Files, newest first' }).getByRole('listitem')
}

/** One file, large, over the library. */
export function fileViewer(page: Page): Locator {
  return page.getByRole('dialog', { name: 'File', exact: true })
}
