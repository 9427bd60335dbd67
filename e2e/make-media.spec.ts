import {
  chooseModel,
  expectDone,
  generateButton,
  goTo,
  libraryFiles,
  priceOf,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

test.describe('at the first start', () => {
  test.use({ hasService: false })

  test('[MONEY1] one click makes an image with the sandbox that comes along, which says that it costs no real money', async ({
    studioPage,
  }) => {
    await expect(studioPage.getByRole('button', { name: /Nothing costs real money/ })).toBeVisible()
    await expect(promptOf(studioPage)).not.toHaveValue('')
    await expect(priceOf(studioPage)).toContainText('Price not listed')
    await expect(priceOf(studioPage)).toContainText('nothing here costs real money')
    await generateButton(studioPage).click()
    await expect(resultOf(studioPage).getByRole('img')).toBeVisible()
    await goTo(studioPage, 'Library')
    await expect(libraryFiles(studioPage)).toHaveCount(1)
  })
})

// As most people have it.
test.beforeEach(({ studioPage }) => studioPage.emulateMedia({ reducedMotion: 'no-preference' }))

const kinds = [
  {
    kind: 'an image',
    label: 'I2 Dense layouts',
    model: 'Dense layouts',
    price: '$0.04 – $0.075',
    element: 'img',
    file: /image/i,
  },
  {
    kind: 'a video',
    label: 'V7 Fast quality',
    model: 'Fast quality',
    price: '$0.05 – $1.05',
    element: 'video',
    file: /video/i,
  },
  {
    kind: 'an audio file',
    label: 'A1 Music',
    model: 'Music',
    price: 'Price not listed',
    element: 'audio',
    file: /audio/i,
  },
] as const

for (const { kind, label, model, price, element, file } of kinds) {
  test(`${kind} is made: the price before, progress meanwhile, the library after`, async ({
    studioPage,
    service,
  }) => {
    await chooseModel(studioPage, model)
    await promptOf(studioPage).fill('')
    await expect(resultOf(studioPage)).toContainText(`Write a prompt, and one click generates ${kind}.`)
    await promptOf(studioPage).fill(`A red boat at sea, as ${kind}`)
    await expect(resultOf(studioPage)).toContainText(`A prompt is ready. One click generates ${kind}.`)
    await expect(priceOf(studioPage)).toContainText(price)
    // A quick job could be over before anybody looked.
    const letPass = service.holdSubmissions()
    await generateButton(studioPage).click()
    await expect(runsOf(studioPage)).toHaveCount(1)
    await expect(runsOf(studioPage).first().getByRole('progressbar')).toBeVisible()
    letPass()
    const result = resultOf(studioPage)
    // An audio file has controls of ours; its own element is not drawn.
    await expect(result.locator(element)).toBeAttached()
    await expect(result).toContainText(/made in [\d.]+ s/)
    await expectDone(runsOf(studioPage).first(), label)
    expect(service.submissions()).toHaveLength(1)

    await goTo(studioPage, 'Library')
    await expect(libraryFiles(studioPage)).toHaveCount(1)
    await expect(libraryFiles(studioPage).getByRole('button', { name: file })).toBeVisible()
  })
}

test('[RUN83] a run whose price is not listed says afterwards what is known of its cost', async ({
  studioPage: page,
}) => {
  await chooseModel(page, 'Affordable')
  await promptOf(page).fill('A red boat at sea')
  await generateButton(page).click()
  const known = 'price not listed'
  const why = 'the service’s bill shows its own price'
  await expect(resultOf(page)).toContainText(`${known} · ${why}`)
  await expect(runsOf(page).first()).toContainText(known)
  await goTo(page, 'Library')
  await libraryFiles(page).getByRole('button').first().press('Enter')
  await expect(page.getByText(why)).toBeVisible()
})

test('a video really plays, with the length that was asked for', async ({ studioPage }) => {
  await chooseModel(studioPage, 'Fast quality')
  await promptOf(studioPage).fill('Waves')
  await studioPage.getByRole('textbox', { name: 'Duration' }).fill('3')
  await studioPage.getByRole('radio', { name: '480p' }).click()
  await expect(priceOf(studioPage)).toContainText('$0.15')
  await expect(priceOf(studioPage)).toContainText('3 s × $0.05')
  await generateButton(studioPage).click()
  const video = resultOf(studioPage).locator('video')
  await expect(video).toBeVisible()
  await expect
    .poll(() => video.evaluate((video: HTMLVideoElement) => Math.round(video.duration * 10) / 10))
    .toBe(3)
  await video.evaluate((video: HTMLVideoElement) => {
    video.muted = true
    return video.play()
  })
  await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
})

test('what was spent is on the spend screen', async ({ studioPage }) => {
  await chooseModel(studioPage, 'Fast quality')
  await promptOf(studioPage).fill('Waves')
  await studioPage.getByRole('textbox', { name: 'Duration' }).fill('2')
  await studioPage.getByRole('radio', { name: '720p' }).click()
  await generateButton(studioPage).click()
  await expect(resultOf(studioPage).locator('video')).toBeVisible()
  await goTo(studioPage, 'Spend')
  await expect(studioPage.getByRole('main')).toContainText('$0.14')
})
