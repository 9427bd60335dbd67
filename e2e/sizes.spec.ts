import type { Page } from '@playwright/test'
import {
  chooseModel,
  expectDone,
  generateButton,
  goTo,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'
import { unreachableControls } from './support/unreachable-controls.ts'

/** A small window, the usual one, the usual one at 200 % zoom, and a large one. */
const sizes = [
  [1024, 700],
  [1440, 900],
  [720, 450],
  [2560, 1440],
] as const

async function expectReachable(page: Page, state: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => unreachableControls(page), `${state}, ${width} × ${height}`).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('in every state of Create each control that is in view can be reached, in all sizes', async ({
  studioPage: page,
  service,
}) => {
  await expect(page.getByRole('list', { name: 'Samples' })).toBeVisible()
  await expectReachable(page, 'nothing made yet')
  await chooseModel(page, 'V1')
  await promptOf(page).fill('A quiet harbour')
  await expectReachable(page, 'the longest form')
  const letPass = service.holdSubmissions()
  await generateButton(page).click()
  await expect(resultOf(page)).toContainText('Sending')
  await expectReachable(page, 'a run on its way')
  letPass()
  await expectDone(runsOf(page).first(), 'V1 Flagship')
  await expectReachable(page, 'a video')
  await chooseModel(page, 'Fast images')
  await promptOf(page).fill('A {red|blue|green|golden} boat')
  await expect(resultOf(page)).toContainText('Not sent yet')
  await expectReachable(page, 'a plan')
  await generateButton(page).click()
  await expect(resultOf(page)).toContainText('4 of 4 done')
  await expectReachable(page, 'a sheet')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expectReachable(page, 'comparing')
})

test('on the other screens, too', async ({ studioPage: page }) => {
  await chooseModel(page, 'Fast images')
  await promptOf(page).fill('A quiet harbour')
  await generateButton(page).click()
  await expectDone(runsOf(page).first())
  for (const screen of ['Library', 'Spend', 'Settings'] as const) {
    await goTo(page, screen)
    await expectReachable(page, screen)
  }
})
