import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { claimingPng } from '../main/testing/sample-media.ts'
import {
  chooseModel,
  expectDone,
  fileViewer,
  generateButton,
  goTo,
  libraryFiles,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

async function make(page: Page, prompt: string): Promise<void> {
  await promptOf(page).fill(prompt)
  await generateButton(page).click()
  await expectDone(runsOf(page).first())
}

function savedPath(dataFolder: string): string {
  const name = readdirSync(join(dataFolder, 'media'), { recursive: true }).find((one) =>
    String(one).endsWith('.png'),
  )
  return join(dataFolder, 'media', String(name))
}

test('an image of more pixels than a page decodes says so in every place, and can be taken home', async ({
  studioPage: page,
  service,
  dataFolder,
}) => {
  const said = 'Too large to preview: 20,000 × 20,000'
  const huge = claimingPng(20_000, 20_000)
  service.bringBytes(huge)
  await make(page, 'A wall of a thousand windows')
  await expect(resultOf(page).getByText(said)).toBeVisible()
  await goTo(page, 'Library')
  await expect(libraryFiles(page).first()).toContainText('Too large to preview')
  await libraryFiles(page).first().getByRole('button').click()
  await expect(fileViewer(page).getByText(said)).toBeVisible()
  const download = page.waitForEvent('download')
  await fileViewer(page).getByRole('button', { name: 'Download' }).click()
  expect((await (await download).createReadStream()).readableLength).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Escape')
  await goTo(page, 'Create')
  await chooseModel(page, 'Flagship')
  const path = join(dataFolder, 'huge.png')
  writeFileSync(path, huge)
  const field = page.getByRole('group', { name: 'Reference images', exact: true })
  await field.locator('input[type=file]').last().setInputFiles(path)
  await expect(field.getByText('Too large to preview')).toBeVisible()
})

test('a file that was cut on the disk says so where it is shown, and comes whole again at one click', async ({
  studioPage: page,
  dataFolder,
}) => {
  await make(page, 'A lighthouse')
  await expect(resultOf(page).getByRole('img')).toBeVisible()
  await goTo(page, 'Library')
  await expect(libraryFiles(page).first().locator('img')).toBeVisible()
  truncateSync(savedPath(dataFolder), 1_000)
  // What the browser has kept of it is as it was; another visit reads the disk.
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await libraryFiles(page).first().getByRole('button').click()
  await expect(fileViewer(page).getByText('File missing or damaged')).toBeVisible()
  await expect(fileViewer(page)).toContainText('1,000 of its')
  await page.keyboard.press('Escape')
  await expect(libraryFiles(page).first()).toContainText('Missing or damaged')
  await goTo(page, 'Create')
  await expect(resultOf(page).getByText('File missing or damaged')).toBeVisible()
  await resultOf(page).getByRole('button', { name: 'Download again' }).click()
  await expect(resultOf(page).getByRole('img')).toBeVisible()
  expect(readdirSync(join(dataFolder, 'lost+found'), { recursive: true }).length).toBeGreaterThan(0)
})
