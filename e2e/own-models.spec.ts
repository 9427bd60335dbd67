import { testDescribed } from './support/described-test.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { chooseModel, generateButton, goTo, priceOf, promptOf, resultOf } from './support/screens.ts'
import { expect } from './support/studio-test.ts'

const text = { type: 'string' }

const described = {
  openapi: '3.2.0',
  paths: {
    '/generate/image/acme/canvas': {
      post: {
        summary: 'Canvas',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                required: ['prompt'],
                properties: {
                  prompt: text,
                  steps: { type: 'integer', minimum: 1, maximum: 50 },
                  image_url: { ...text, format: 'uri' },
                },
              },
              examples: {
                rain: {
                  summary: 'Portrait in the rain',
                  value: { prompt: 'A portrait in the rain', steps: 30 },
                },
                odd: {
                  value: { prompt: 'A lighthouse', steps: 99, image_url: 'https://example.com/cat.png' },
                },
              },
            },
          },
        },
      },
    },
    '/generate/image/acme/bare': { post: { summary: 'Bare' } },
    '/generate/tools/acme/shift': {
      post: {
        summary: 'Shift',
        requestBody: { content: { 'application/json': { schema: { properties: { x: text } } } } },
      },
    },
  },
}

const test = testDescribed(described)

test('a model has examples and a kind, may say nothing of what it takes, and is entered by hand', async ({
  studioPage: page,
  described,
  studio,
}) => {
  test.slow()
  await test.step('[CAT153] [CAT151] an example fills the form with a way back; what a model makes is said and changed', async () => {
    await chooseModel(page, 'Canvas')
    await promptOf(page).fill('My own words')
    await page.getByRole('button', { name: 'Examples' }).click()
    const menu = page.getByRole('menu')
    await expect(menu.getByRole('menuitem')).toHaveText([
      /Portrait in the rain.*A portrait in the rain.*2 settings$/,
      /Odd.*A lighthouse.*1 setting · Leaves out Steps and Image$/,
    ])
    await expectNoFindings(page, 'the examples of a model')
    await menu.getByRole('menuitem', { name: /^Portrait/ }).click()
    await expect(promptOf(page)).toHaveValue('A portrait in the rain')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(promptOf(page)).toHaveValue('My own words')
    expect(described.posts).toEqual([])

    await chooseModel(page, 'Shift')
    await page
      .getByRole('region', { name: 'What this model makes' })
      .getByRole('button', { name: 'Audio' })
      .click()
    await goTo(page, 'Settings')
    const kinds = page.getByRole('radiogroup', { name: 'What Shift makes' })
    await expect(kinds.getByRole('radio', { name: 'Audio' })).toBeChecked()
    await kinds.getByRole('radio', { name: 'Video' }).click()
    await goTo(page, 'Create')
    await expect(page.getByRole('combobox', { name: /^Model Shift/ })).toContainText('Video')
  })

  await test.step('[CAT161] a model at a path of which nothing says what it takes says so, and is run without values', async () => {
    const sentence = page.getByText('Nothing says what this model takes. A run sends no values.')
    await chooseModel(page, 'Bare')
    await expect(sentence).toBeVisible()
    await expectNoFindings(page, 'a model without fields')
    await generateButton(page).click()
    await expect
      .poll(() => described.posts.map(({ path, body }) => ({ path, body })))
      .toEqual([{ path: '/generate/image/acme/bare', body: {} }])
    await expect(resultOf(page)).toBeVisible()
    await chooseModel(page, 'Canvas')
    await expect(promptOf(page)).toBeVisible()
    await expect(sentence).toBeHidden()
  })

  await test.step('[CAT156] [CAT155] a model is entered by hand, run, changed, and removed with a way back', async () => {
    const before = described.posts.length
    await goTo(page, 'Settings')
    await page.getByRole('button', { name: 'Add a model' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a model' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('A name of at most 40 characters.')).toBeVisible()
    await expect(dialog.getByText(/A path like/)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Dolly')
    await dialog.getByRole('textbox', { name: 'Path' }).fill('/v1/generate/video/acme/dolly')
    await expect(dialog.getByRole('radio', { name: 'Video' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Add a field' }).click()
    const second = dialog.getByRole('group', { name: 'Field 2' })
    await expect(second.getByRole('textbox', { name: 'Field name' })).toBeFocused()
    await page.keyboard.type('seconds')
    await second.getByRole('combobox', { name: /^Type/ }).click()
    await page.getByRole('option', { name: 'Whole number' }).click()
    await second.getByRole('textbox', { name: 'Min' }).fill('9')
    await second.getByRole('textbox', { name: 'Max' }).fill('5')
    await expect(second).toContainText('The lowest value is above the highest.')
    await expectNoFindings(page, 'a model that is being entered')
    await second.getByRole('textbox', { name: 'Min' }).fill('3')
    await dialog.getByRole('radio', { name: 'JSON Schema' }).click()
    await expect(dialog.getByRole('textbox', { name: 'JSON Schema of the request' })).toHaveValue(
      /"maximum": 5/,
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Dolly is among the models.')).toBeVisible()
    const own = page.getByRole('region', { name: 'Models entered by hand' })
    await expect(own.getByRole('listitem')).toContainText('/v1/generate/video/acme/dolly')
    await expectNoFindings(page, 'a model that was entered by hand')

    await goTo(page, 'Create')
    await chooseModel(page, 'Dolly')
    await expect(priceOf(page)).toContainText(/not listed/i)
    await promptOf(page).fill('A slow move')
    await generateButton(page).click()
    await expect
      .poll(() => described.posts.slice(before).map(({ path, body }) => ({ path, body })))
      .toEqual([{ path: '/v1/generate/video/acme/dolly', body: { prompt: 'A slow move' } }])
    await expect(resultOf(page)).toBeVisible()

    const other = await studio.open()
    await goTo(other, 'Settings')
    await other.getByRole('button', { name: 'Edit Dolly' }).click()
    const edit = other.getByRole('dialog', { name: 'Edit Dolly' })
    await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Dolly 2')
    await edit.getByRole('group', { name: 'Field 2' }).getByRole('button', { name: 'Remove seconds' }).click()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('combobox', { name: /^Model Dolly 2/ })).toBeVisible()
    await other.getByRole('button', { name: 'Remove Dolly 2' }).click()
    await expect(page.getByRole('region', { name: 'A model that is gone' })).toContainText(
      'Dolly 2 is not offered here',
    )
    await other.getByRole('button', { name: 'Undo' }).click()
    await expect(other.getByRole('button', { name: 'Edit Dolly 2' })).toBeVisible()
  })
})

const schema = { required: ['prompt'], properties: { prompt: text } }
const told = { post: { requestBody: { content: { 'application/json': { schema } } } } }
const testPaths = testDescribed({
  openapi: '3.1.0',
  paths: { '/generate/image/acme/i3': told, '/generate/image/acme/canvas': told },
})

testPaths(
  '[CAT171] a path in Settings without a form says so, and one that is not used',
  async ({ studioPage: page }) => {
    await goTo(page, 'Settings')
    const pathOf = (model: string) => page.getByRole('textbox', { name: `Path of ${model}` })
    const give = async (model: string, path: string) => {
      await pathOf(model).fill(path)
      await pathOf(model).press('Enter')
    }
    const without = page.getByText('The service’s description has no form for this path.')
    await give('I3 Fast images', '/generate/image/acme/elsewhere')
    await expect(without).toBeVisible()
    await give('canvas', '/generate/image/acme/other')
    await expect(
      page.getByText('Not used: the service’s description says where this model is.'),
    ).toBeVisible()
    await expectNoFindings(page, 'paths without a form')
    await give('I3 Fast images', '')
    await expect(without).toBeHidden()
  },
)
