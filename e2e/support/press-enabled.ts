import { expect, type Locator } from '@playwright/test'

/** Presses Enter on a button once it is enabled: a key on a disabled one goes nowhere, and Playwright doesn't wait. */
export async function pressEnabled(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.press('Enter')
}
