import type { Page } from '@playwright/test'
import { testDescribed } from './support/described-test.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { expectReachable } from './support/reachable.ts'
import { chooseModel, generateButton, pauseQueue, promptOf, resultOf } from './support/screens.ts'
import { expect } from './support/studio-test.ts'

const schema = { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] }
const operation = { requestBody: { content: { 'application/json': { schema } } } }
const warning =
  '> **Warning: deprecated.** This model answers 410 from 2100-06-30 on. Use image/acme/i3 instead: https://docs.example/i7.\n\nText.'

function priced(amount: number, properties: object, ...required: string[]) {
  const own = {
    type: 'object',
    properties: { ...schema.properties, ...properties },
    required: ['prompt', ...required],
  }
  return {
    requestBody: { content: { 'application/json': { schema: own } } },
    'x-acme-pricing': {
      type: 'fixed',
      currency: 'USD',
      unit: 'request',
      price_points: [{ amount, dimensions: {} }],
    },
  }
}

const size = (...options: string[]) => ({ resolution: { type: 'string', enum: options } })
const description = {
  openapi: '3.1.0',
  info: { title: 'A service whose models end', version: 'v1' },
  paths: {
    '/generate/image/acme/i3': { post: operation },
    '/generate/image/acme/i5': { post: operation },
    '/generate/video/acme/lite-video': { post: operation },
    '/generate/video/acme/drift': {
      post: {
        ...priced(0.1, { ...size('512p', '1080p'), mood: { type: 'string' } }, 'mood'),
        deprecated: true,
        description: '> **Warning: deprecated.** It ends on 2100-06-30. Use video/acme/glide instead.',
      },
    },
    '/generate/video/acme/glide': {
      post: priced(0.25, { ...size('480p', '720p'), sharpness: { type: 'integer' } }),
    },
    '/generate/image/acme/i7': { post: { ...operation, deprecated: true, description: warning } },
    '/generate/image/acme/i8': { post: { ...operation, deprecated: true, 'x-sunset': '2020-04-23' } },
  },
}

/** The same with a model that ends at this moment. */
function fading(end: Date) {
  const ending = {
    ...priced(0.1, size('512p', '1080p')),
    deprecated: true,
    description: '> Deprecated. Use video/acme/glide instead.',
    'x-sunset': end.toISOString(),
  }
  return { ...description, paths: { ...description.paths, '/generate/video/acme/fade': { post: ending } } }
}

const test = testDescribed(description)
const testFading = testDescribed(fading(new Date('2100-06-30')))

/** [PICK30] The end of a model that is far away leaves the prompt in view, in the smallest window, too. */
async function expectPrompt(page: Page): Promise<void> {
  await page.setViewportSize({ width: 720, height: 450 })
  await expect(promptOf(page)).toBeInViewport({ ratio: 0.5 })
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('[PICK30] [PICK530] [CAT54] [RUN585] a model that is to end says when, why, and what to take instead, counts the days, and stays away once it was put off', async ({
  studioPage: page,
  described,
}) => {
  await chooseModel(page, 'Smart editing')
  const end = page.getByRole('region', { name: 'The end of this model' })
  await expect(end).toContainText('This model ends Jun 30, 2100')
  await expectPrompt(page)
  await end.getByRole('button', { name: 'Details' }).click()
  await expect(end).toContainText('This model answers 410 from 2100-06-30 on.')
  await expect(generateButton(page)).toBeEnabled()
  const starts = await end.evaluate((note) => {
    const ofWords = [...note.querySelectorAll('p, button, a')]
      .filter(({ textContent }) => !textContent.startsWith('Run on'))
      .map((one) => {
        const words = document.createRange()
        words.selectNodeContents(one)
        return Math.round(words.getBoundingClientRect().left)
      })
    const first = Math.min(...ofWords)
    return ofWords.map((left) => left - first)
  })
  // What stands second in its line stands further on.
  expect(starts).toHaveLength(8)
  expect(starts.filter((start) => start > 1 && start < 40)).toEqual([])
  await expectNoFindings(page, 'a model that is to end')
  await expectReachable(page, 'a model that is to end, with its details')
  await promptOf(page).fill('A quiet sea')
  await end.getByRole('button', { name: 'Run on I3 Fast images…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Load into the form' }).click()
  await expect(end).toBeHidden()
  await expect(promptOf(page)).toHaveValue('A quiet sea')

  await page.setViewportSize({ width: 1024, height: 700 })
  await chooseModel(page, 'Smart editing')
  const button = end.getByRole('button', { name: 'Run on I3 Fast images…' })
  // The service names its models: the label stands for one of those.
  await button.evaluate((element) => {
    const label = [...element.querySelectorAll('*'), element].find((one) => one.childElementCount === 0)
    if (label) label.textContent = `Use ${'the longest name of a model '.repeat(4)}`
  })
  const longest = end.getByRole('button').first()
  const [room, its] = await Promise.all([end.boundingBox(), longest.boundingBox()])
  expect((its?.x ?? 0) + (its?.width ?? 0)).toBeLessThanOrEqual((room?.x ?? 0) + (room?.width ?? 0))
  expect(await longest.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  await expect(end).toContainText(/[\d,]+ days left/)
  await expect(end.getByRole('link', { name: 'Read more' })).toHaveCount(0)
  await end.getByRole('button', { name: 'Details' }).click()
  await expect(end).toContainText('Jun 30, 2100, 12:00 AM UTC')
  const link = end.getByRole('link', { name: 'Read more' })
  await expect(link).toHaveAttribute('href', 'https://docs.example/i7')
  await expect(link).toHaveAttribute('target', '_blank')
  await end.getByRole('button', { name: 'Not again until 7 days before' }).click()
  await expect(end).toBeHidden()
  await page.reload()
  await expect(generateButton(page)).toBeVisible()
  await page.getByRole('combobox', { name: /^Model/ }).click()
  await expect(page.getByRole('option', { name: /Smart editing/ })).toContainText('ends Jun 30, 2100')
  await page.keyboard.press('Escape')
  await expect(end).toBeHidden()

  // [RUN585] Once it has ended no click makes anything of what stands in its form.
  await expect(resultOf(page)).toContainText('One click generates an image.')
  const ended = { ...operation, deprecated: true, 'x-sunset': '2020-04-23' }
  described.describe({
    ...description,
    paths: { ...description.paths, '/generate/image/acme/i7': { post: ended } },
  })
  await page.getByRole('link', { name: 'Settings' }).click()
  await pressEnabled(page.getByRole('button', { name: 'Test the connection' }))
  await page.getByRole('link', { name: 'Create' }).click()
  await expect(end).toContainText('This model ended Apr 23, 2020')
  await expect(resultOf(page)).toContainText('Begin with one of these')
  await expect(resultOf(page)).not.toContainText('One click generates')
})

test('models that have ended, or end by a response, say so, and one that is to end leads to its replacement', async ({
  studioPage: page,
  described,
}) => {
  test.slow()
  await test.step('[PICK3] [PICK350] ended models are folded away, unfold into view, can’t be chosen, and name what to use instead', async () => {
    await page.getByRole('combobox', { name: /^Model/ }).click()
    const ended = page.getByRole('group', { name: 'Ended', exact: true })
    await expect(page.getByRole('option').first()).toBeVisible()
    await expect(ended).toHaveCount(0)
    await page.getByRole('button', { name: 'Show 2 ended models' }).click()
    await expect(ended.getByRole('option')).toHaveCount(2)
    // The list is longer than its room.
    for (const index of [0, 1])
      await expect(ended.getByRole('option').nth(index)).toBeInViewport({ ratio: 1 })
    await expect(ended).toContainText(
      'ended Apr 27, 2026 · Use the pro-fast model of the same vendor instead',
    )
    await expect(ended.getByRole('option').first()).toBeDisabled()
    const passed = page.getByRole('option', { name: /Affordable/ })
    await expect(passed).toContainText('ended Apr 23, 2020')
    await expect(passed).toBeDisabled()
    await expectNoFindings(page, 'ended models')
    await page.getByRole('button', { name: 'Hide ended models' }).click()
    await expect(ended).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Search models' }).fill('pro-fast')
    await expect(page.getByRole('option').locator('b')).toHaveText(['Video, lite generation'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
  })

  await test.step('[CAT56] a run on the replacement says what it carries and costs, and is sent by one button', async () => {
    await chooseModel(page, 'drift')
    await promptOf(page).fill('A quiet sea')
    await page.getByRole('radio', { name: '512p' }).click()
    await page.getByRole('textbox', { name: 'Mood' }).fill('noir')
    const end = page.getByRole('region', { name: 'The end of this model' })
    const open = () => end.getByRole('button', { name: 'Run on glide…' }).click()
    await open()
    const dialog = page.getByRole('dialog', { name: 'Run on glide' })
    await expect(dialog.getByRole('row', { name: 'drift' })).toContainText('$0.10')
    await expect(dialog.getByRole('row', { name: 'glide' })).toContainText('$0.25')
    await expect(dialog.locator('[data-part="carried"]')).toContainText('Prompt')
    await expect(dialog.locator('[data-part="changed"]')).toContainText('Resolution: 512p becomes 480p')
    await expect(dialog.locator('[data-part="dropped"]')).toContainText('Mood')
    await expect(dialog.locator('[data-part="added"]')).toContainText('Sharpness')
    await expectNoFindings(page, 'the way to a replacement')
    await expectReachable(page, 'the way to a replacement')
    await dialog.getByRole('button', { name: 'Load into the form' }).click()
    await expect(page.getByRole('radio', { name: '480p' })).toBeChecked()
    expect(described.posts).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('textbox', { name: 'Mood' })).toHaveValue('noir')
    await open()
    await dialog.getByRole('button', { name: 'Run for $0.25' }).click()
    await expect.poll(() => described.posts).toHaveLength(1)
    expect(described.posts[0]).toMatchObject({
      path: '/generate/video/acme/glide',
      body: { prompt: 'A quiet sea', resolution: '480p' },
    })
  })

  await test.step('a 410 with a page for a body ends its model at once, and a reload knows it', async () => {
    const before = described.posts.length
    await chooseModel(page, 'Photorealism')
    await promptOf(page).fill('A quiet sea')
    described.responses.push({
      status: 410,
      body: '<!doctype html><title>Gone</title>',
      headers: { 'content-type': 'text/html' },
    })
    await generateButton(page).click()
    await expect(
      page.getByText('The service says that this model has ended', { exact: false }).first(),
    ).toBeVisible()
    const end = page.getByRole('region', { name: 'The end of this model' })
    await expect(end).toContainText('This model has ended')
    await expect(generateButton(page)).toBeDisabled()
    await expectNoFindings(page, 'a model that has ended')
    await page.reload()
    await expect(end).toContainText('This model has ended')
    expect(described.posts.length - before).toBe(1)
  })

  await test.step('an empty balance is said with what can be done about it', async () => {
    await chooseModel(page, 'Fast images')
    await promptOf(page).fill('A quiet sea')
    described.responses.push({ status: 402, body: JSON.stringify({ message: 'Top up first.' }) })
    await generateButton(page).click()
    const notices = page.getByRole('status', { name: 'Notices' })
    await expect(notices).toContainText('The API balance is empty.')
    await expect(notices).toContainText('$10, $25, $50, $100, or any amount from $5 to $10,000')
  })
})

testFading(
  '[CAT57] [CAT58] [CAT60] [CAT320] what a model leaves is said when its date passes, and moves by one button with a way back',
  async ({ studioPage: page, described }) => {
    testFading.slow()
    await pauseQueue(page)
    await chooseModel(page, 'fade')
    await promptOf(page).fill('A quiet sea')
    await page.getByRole('radio', { name: '512p' }).click()
    await generateButton(page).click()
    await page.getByRole('button', { name: 'Recipes', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.keyboard.press('Escape')
    await pressEnabled(page.getByRole('button', { name: 'Paste a list' }))
    const list = page.getByRole('textbox', { name: 'The list' })
    await list.fill('prompt,resolution\nA boat,1080p\nA hill,')
    await expect(page.getByRole('dialog', { name: 'Paste a list' })).toContainText('2 runs.')
    await page.keyboard.press('Escape')
    await chooseModel(page, 'Fast images')
    described.describe(fading(new Date(Date.now() + 8_000)))
    await page.getByRole('link', { name: 'Settings' }).click()
    await pressEnabled(page.getByRole('button', { name: 'Test the connection' }))
    await page.getByRole('link', { name: 'Create' }).click()
    const found = page.getByRole('dialog').filter({ hasText: 'fade has ended' })
    await expect(found).toContainText('1 recipe, your last settings, your list, and 1 waiting run')
    // That it ends soon was said a moment before, and is no longer true.
    await expect(page.getByRole('dialog').filter({ hasText: 'fade, which you use, ends' })).toBeHidden({
      timeout: 1_000,
    })
    await found.getByRole('button', { name: 'Move on' }).click()
    const dialog = page.getByRole('dialog', { name: 'Moving on from fade' })
    await expect(dialog).toContainText('changes: Resolution')
    await expect(dialog).toContainText('2 rows: 1 with values that change')
    await expectNoFindings(page, 'what a model leaves')
    await expectReachable(page, 'what a model leaves')
    await dialog.getByRole('button', { name: 'Move recipes, settings and list' }).click()
    await dialog.getByRole('button', { name: 'Send the run for $0.25' }).click()
    await pressEnabled(page.getByRole('button', { name: 'Resume the queue' }))
    await expect.poll(() => described.posts.map(({ path }) => path)).toEqual(['/generate/video/acme/glide'])
    await chooseModel(page, 'glide')
    await pressEnabled(page.getByRole('button', { name: 'Paste a list' }))
    await expect(list).toHaveValue('{"prompt":"A boat","resolution":"720p"}\n{"prompt":"A hill"}')
  },
)
