import type { Page } from '@playwright/test'
import { openDescribedService } from '../main/testing/described-service.ts'
import { testDescribed } from './support/described-test.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { chooseModel, generateButton, goTo, promptOf } from './support/screens.ts'
import { expect, test as sandboxed } from './support/studio-test.ts'

const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty']

/** Fields and options whose names every object has already, and a text with marks. */
function hostileDescription(title: string) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string', enum: names }]))
  const schema = {
    type: 'object',
    properties: { prompt: { type: 'string' }, ...options, units: { type: 'number', 'x-unit': 'toString' } },
    required: ['prompt', 'constructor'],
  }
  const description = [
    'Costs **compute units**, see [the guide](https://docs.example/units) and <img src=x onerror=alert(1)>.',
    '| Size | Compute units |\n|---|---|\n| 1K | 12 |\n| 2K | 24 |',
    '- sharp\n- quiet',
  ].join('\n\n')
  const operation = { requestBody: { content: { 'application/json': { schema } } } }
  return {
    openapi: '3.1.0',
    paths: {
      '/generate/image/acme/hostile': { post: { summary: title, description, ...operation } },
      '/generate/enhance/acme/sharpen': { post: { summary: 'Sharpen', ...operation } },
    },
  }
}

async function chooseConstructor(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Constructor' }).click()
  await page.getByRole('option', { name: 'toString' }).click()
}

const test = testDescribed(hostileDescription('Hostile'))

test('[CAT30] fields and options called constructor or toString are shown, set and sent as any other', async ({
  studioPage: page,
  described,
}) => {
  await chooseModel(page, 'Hostile')
  await promptOf(page).fill('A quiet sea')
  await chooseConstructor(page)
  await generateButton(page).click()
  await expect
    .poll(() => described.posts.map(({ body }) => body))
    .toEqual([{ prompt: 'A quiet sea', constructor: 'toString' }])
})

test('[CAT41] the service’s text is shown with its table, its list and its https link, and without HTML', async ({
  studioPage: page,
}) => {
  await chooseModel(page, 'Hostile')
  await expect(page.getByRole('cell', { name: '24' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'the guide' })).toHaveAttribute(
    'href',
    'https://docs.example/units',
  )
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
})

test('[CAT36] a page hears of a new description without a new connection', async ({
  studioPage: page,
  described,
}) => {
  await chooseModel(page, 'Hostile')
  await promptOf(page).fill('A quiet sea')
  await chooseConstructor(page)
  described.describe(hostileDescription('Renamed since'))
  described.responses.push({ status: 404, body: JSON.stringify({ error: 'Gone.' }) })
  await generateButton(page).click()
  await chooseModel(page, 'Renamed since')
})

test('[CAT31] Settings says what is wrong with a description, and its last good one stays', async ({
  studioPage: page,
  described,
}) => {
  described.describe({ swagger: '2.0', paths: {} })
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await expect(page.getByText('This is a Swagger 2 description.')).toBeVisible()
  await page.getByRole('link', { name: 'Create' }).click()
  await chooseModel(page, 'Hostile')
})

sandboxed(
  '[CAT342] [CAT32] a description is read at a URL of its own, or loaded from a file',
  async ({ studioPage: page }) => {
    const [service, docs] = [
      await openDescribedService(null),
      await openDescribedService(hostileDescription('Far')),
    ]
    await goTo(page, 'Settings')
    await page.getByRole('button', { name: 'Add an account' }).click()
    await page.getByRole('textbox', { name: 'Base URL' }).fill(`${service.url}/openapi.json`)
    await page.getByLabel('API key', { exact: true }).fill('k')
    await page.getByRole('radio', { name: 'In a file' }).click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()

    const place = page.getByRole('textbox', { name: 'Description' })
    await expect(place).toHaveAttribute('placeholder', `${service.url}/openapi.json`)
    const load = (text: string) =>
      page
        .locator('input[type=file][accept*=yaml]')
        .setInputFiles({ name: 'spec.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    await load('<!doctype html><title>Docs</title>')
    await expect(page.getByText('This is a web page, not an OpenAPI description.')).toBeVisible()
    await load(JSON.stringify(hostileDescription('Near')))
    await expect(page.getByText('The description was read.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Path of Near' })).toBeVisible()

    await place.fill('spec.yaml')
    await expect(page.getByText('A whole URL, with https:// before it.')).toBeVisible()
    await expectNoFindings(page, 'a description that is no URL')
    await place.fill(`${docs.url}/openapi.json`)
    await place.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Path of Far' })).toBeVisible()
    await goTo(page, 'Create')
    await chooseModel(page, 'Far')
    await promptOf(page).fill('A quiet sea')
    await chooseConstructor(page)
    await generateButton(page).click()
    // What it describes is at the service itself.
    await expect.poll(() => service.posts.length).toBe(1)
    expect(docs.posts).toEqual([])
    await service.close()
    await docs.close()
  },
)
