import type { Page } from '@playwright/test'
import type { DescribedService } from '../main/testing/described-service.ts'
import { testDescribed } from './support/described-test.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { expectReachable } from './support/reachable.ts'
import { chooseModel, generateButton, pauseQueue, promptOf, resultOf } from './support/screens.ts'
import { expect } from './support/studio-test.ts'

const prompt = { prompt: { type: 'string' } }

/** A model with fields of its own, at a price; null: unlisted. */
function model(summary: string, amount: number | null, properties: object, required: readonly string[] = []) {
  const schema = {
    type: 'object',
    properties: { ...prompt, ...properties },
    required: ['prompt', ...required],
  }
  return {
    post: {
      summary,
      requestBody: { content: { 'application/json': { schema } } },
      ...(amount !== null && {
        'x-acme-pricing': {
          type: 'fixed',
          currency: 'USD',
          unit: 'request',
          price_points: [{ amount, dimensions: {} }],
        },
      }),
    },
  }
}

const size = (options: readonly string[], initial: string) => ({
  size: { type: 'string', enum: options, default: initial },
})

function describing(paths: object) {
  return { openapi: '3.1.0', info: { title: 'A service that changes', version: 'v1' }, paths }
}

const canvas = '/generate/image/acme/canvas'
const before = {
  [canvas]: model('Canvas', 0.1, {
    ...size(['small', 'large', 'huge'], 'small'),
    steps: { type: 'integer', minimum: 1, maximum: 50 },
    mood: { type: 'string' },
  }),
  '/generate/image/acme/sketch': model('Sketch', null, size(['small', 'large'], 'small')),
  '/generate/image/acme/etching': model('Etching', 0.05, {}),
  '/generate/image/acme/plain': model('Plain', 0.02, {}),
}
const after = {
  [canvas]: model(
    'Canvas',
    0.14,
    {
      ...size(['small', 'large', 'poster'], 'large'),
      steps: { type: 'integer', minimum: 1, maximum: 30 },
      palette: { type: 'string' },
    },
    ['size'],
  ),
  '/generate/image/acme/sketch': model('Sketch', null, size(['small', 'large'], 'large')),
  '/generate/image/acme/plain': model('Plain', 0.02, {}),
  '/generate/video/acme/pan': model('Pan', 0.3, {}),
}

const test = testDescribed(describing(before))

/** Has the description read again, as after a day. */
async function readAgain(page: Page, described: DescribedService, paths: object): Promise<void> {
  described.describe(describing(paths))
  await page.getByRole('link', { name: 'Settings' }).click()
  await pressEnabled(page.getByRole('button', { name: 'Test the connection' }))
  await page.getByRole('link', { name: 'Create' }).click()
}

const notices = (page: Page) => page.getByRole('status', { name: 'Notices' })
const changesOf = (page: Page) => page.getByRole('dialog', { name: /^What changed at/ })

test('[CAT123] [CAT124] what a service changed is told in words, with what it touches, until it was seen', async ({
  studioPage: page,
  described,
}) => {
  await pauseQueue(page)
  await chooseModel(page, 'Etching')
  await promptOf(page).fill('An old gate')
  await generateButton(page).click()
  await chooseModel(page, 'Canvas')
  await promptOf(page).fill('A quiet sea')
  await page.getByRole('radio', { name: 'Huge' }).click()
  await generateButton(page).click()
  await page.getByRole('button', { name: 'Recipes', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.keyboard.press('Escape')
  await readAgain(page, described, after)
  // The queue is paused: that is more urgent.
  await pressEnabled(notices(page).getByRole('button', { name: 'and 1 more' }))
  await expect(notices(page)).toContainText('it may change what you pay for 2 of them')
  await notices(page).getByRole('button', { name: 'What changed' }).press('Enter')
  const dialog = changesOf(page)
  const canvasPart = dialog.getByRole('region', { name: 'Canvas' })
  for (const line of [
    'Price: $0.10 → $0.14',
    'Size: default Large; it was Small',
    'Size: new Poster; gone Huge',
    'Size is needed now',
    'Steps: at most 30; it was 50',
    'Field removed: Mood',
    'New field: Palette',
  ])
    await expect(canvasPart).toContainText(line)
  await expect(canvasPart).toContainText('1 waiting run')
  await expect(canvasPart).toContainText('The form')
  await expect(canvasPart).toContainText('look at Size')
  await expect(dialog.getByRole('region', { name: 'Sketch' })).toContainText('default Large; it was Small')
  await expect(dialog.getByRole('region', { name: 'Sketch' })).toContainText('May change what you pay')
  await expect(dialog.getByRole('region', { name: 'Etching' })).toContainText('Not offered any more')
  await expect(dialog.getByRole('region', { name: 'Etching' })).toContainText('1 waiting run, held')
  await expect(dialog.getByRole('region', { name: 'Pan' })).toContainText('New model')
  await expect(dialog.getByRole('region', { name: 'Plain' })).toHaveCount(0)
  await expectNoFindings(page, 'what a service changed')
  await expectReachable(page, 'what a service changed')
  await page.keyboard.press('Escape')
  await expect(page.getByText('The service’s description changed.')).toHaveCount(0)
  await page.reload()
  await expect(generateButton(page)).toBeVisible()
  await expect(page.getByText('The service’s description changed.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'What changed in it' }).click()
  await expect(dialog).toContainText('Nothing that you have not seen.')
  await dialog.getByRole('button', { name: 'Earlier changes' }).click()
  await expect(canvasPart).toContainText('Price: $0.10 → $0.14')
})

test('[CAT125] a waiting run whose price changed is held, and sent at the new one by one button', async ({
  studioPage: page,
  described,
}) => {
  await pauseQueue(page)
  await chooseModel(page, 'Canvas')
  await promptOf(page).fill('A quiet sea')
  await generateButton(page).click()
  await readAgain(page, described, {
    ...before,
    [canvas]: model('Canvas', 0.14, size(['small', 'large', 'huge'], 'small')),
  })
  await expect(resultOf(page)).toContainText('it was confirmed for $0.10')
  await expectNoFindings(page, 'a run that its price holds')
  await pressEnabled(page.getByRole('button', { name: 'Resume the queue' }))
  await page.getByRole('button', { name: 'Send for $0.14' }).click()
  const question = page.getByRole('dialog', { name: 'Send this all the same?' })
  await expect(question).toContainText('Price: $0.10 → $0.14')
  await expectNoFindings(page, 'the question about a change')
  await expectReachable(page, 'the question about a change')
  expect(described.posts).toEqual([])
  await question.getByRole('button', { name: /^Send anyway/ }).click()
  await expect.poll(() => described.posts).toHaveLength(1)
  await expect(page.getByText('The service’s description changed.')).toHaveCount(0)
})

test('[CAT124] held runs are sent together from what changed, at the price that its button shows', async ({
  studioPage: page,
  described,
}) => {
  await pauseQueue(page)
  await chooseModel(page, 'Canvas')
  for (const text of ['A quiet sea', 'A loud sea']) {
    await promptOf(page).fill(text)
    await generateButton(page).click()
  }
  await readAgain(page, described, {
    ...before,
    [canvas]: model('Canvas', 0.06, size(['small', 'large', 'huge'], 'small')),
  })
  await pressEnabled(page.getByRole('button', { name: 'Resume the queue' }))
  await page.getByRole('link', { name: 'Library' }).click()
  await notices(page).getByRole('button', { name: 'What changed' }).click()
  expect(described.posts).toEqual([])
  await changesOf(page).getByRole('button', { name: 'Send 2 held runs for $0.12' }).click()
  await expect.poll(() => described.posts).toHaveLength(2)
})
