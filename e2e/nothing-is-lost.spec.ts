import type { Page } from '@playwright/test'
import {
  expectDone,
  generateButton,
  goTo,
  libraryFiles,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

async function makeImage(page: Page, prompt: string): Promise<void> {
  const before = await runsOf(page).count()
  await promptOf(page).fill(prompt)
  await generateButton(page).click()
  await expect(runsOf(page)).toHaveCount(before + 1)
  await expectDone(runsOf(page).first())
}

test('a reload keeps what is typed, the runs and the library', async ({ studioPage }) => {
  await makeImage(studioPage, 'A lighthouse')
  await promptOf(studioPage).fill('Half a thought')
  await studioPage.reload()
  await expect(promptOf(studioPage)).toHaveValue('Half a thought')
  await expect(runsOf(studioPage)).toHaveCount(1)
  await expect(resultOf(studioPage).getByRole('img')).toBeVisible()
  await goTo(studioPage, 'Library')
  await expect(libraryFiles(studioPage)).toHaveCount(1)
})

test('a restart keeps runs and library, and the file is still the same image', async ({
  studio,
  studioPage,
}) => {
  await makeImage(studioPage, 'A lighthouse')
  const size = (page: Page) =>
    resultOf(page)
      .getByRole('img')
      .evaluate((image: HTMLImageElement) =>
        image.decode().then(() => [image.naturalWidth, image.naturalHeight]),
      )
  const before = await size(studioPage)
  await studioPage.close()
  await studio.stop()
  await studio.start()
  const page = await studio.open()
  await expect(runsOf(page)).toHaveCount(1)
  await expectDone(runsOf(page).first())
  await expect(runsOf(page).first()).toContainText('A lighthouse')
  expect(await size(page)).toEqual(before)
  await goTo(page, 'Library')
  await expect(libraryFiles(page)).toHaveCount(1)
})

test.describe('in a program that is killed', () => {
  test.use({ ownProgram: true })

  test('a run that was under way when everything was killed comes home, and was sent once', async ({
    studio,
    studioPage,
    service,
  }) => {
    await promptOf(studioPage).fill('A lighthouse in fog')
    await generateButton(studioPage).click()
    await expect.poll(() => service.requests.some((line) => line.startsWith('GET /jobs/'))).toBe(true)
    await studioPage.close()
    await studio.crash()
    const page = await studio.open()
    await expectDone(runsOf(page).first())
    await expect(resultOf(page).getByRole('img')).toBeVisible()
    expect(service.submissions()).toHaveLength(1)
  })
})

test('a page that loses the studio says so and goes on when it is back', async ({
  studio,
  studioPage,
  hostName,
}) => {
  test.skip(hostName !== 'browser', 'a desktop window ends with its studio')
  await makeImage(studioPage, 'A lighthouse')
  await studio.stop()
  await expect(studioPage.getByText('Atelier’s engine is not responding.').first()).toBeVisible()
  await studio.start()
  const page = await studio.open()
  await expect(runsOf(page)).toHaveCount(1)
  await expect(page.getByText('Atelier’s engine is not responding.')).toHaveCount(0)
})
