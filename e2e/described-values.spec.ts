import { forgetForms } from './support/between-steps.ts'
import { testDescribed } from './support/described-test.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { chooseModel, expectHighlighted, generateButton, openAdvanced, promptOf } from './support/screens.ts'
import { expect } from './support/studio-test.ts'

const text = { type: 'string' }
const schema = {
  type: 'object',
  properties: {
    prompt: text,
    finish: { anyOf: [{ enum: ['matte', 'gloss'] }, { type: 'null' }] },
    avoid: { ...text, default: 'blur' },
    names: { type: 'array', items: { type: ['string', 'null'] } },
    tags: { type: 'array', items: text },
    images: {
      type: 'array',
      items: { type: 'string', format: 'uri' },
      default: ['https://example.com/a.png'],
    },
    kinds: { type: 'array', items: { anyOf: [text, { type: 'integer' }] } },
    span: {
      type: 'array',
      prefixItems: [
        { type: 'integer', title: 'From' },
        { type: 'integer', title: 'To' },
      ],
    },
    rate: { type: 'number' },
    count: { type: 'integer' },
    note: text,
    any: {},
    extras: { type: 'object', additionalProperties: text },
    themes: { type: 'array', items: { enum: ['noir', 'retro'] }, default: ['noir'], maxItems: 3 },
    frame: {
      type: 'object',
      properties: { clip_length: { type: 'integer', description: 'In milliseconds.' } },
      required: ['clip_length'],
    },
    first_image: { type: 'object', properties: { url: text, role: text } },
    styles: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: text, strength: { type: 'number', minimum: 0, maximum: 2 } },
        required: ['id', 'strength'],
      },
      maxItems: 9,
    },
    resolution: { enum: ['small', 'large'], title: 'Output size', description: 'How large the result is.' },
  },
  required: ['prompt', 'licence', 'frame'],
}

/** The studio at a service whose one model takes values that are easily missed. */
const content = { 'application/json': { schema } }
const test = testDescribed({
  openapi: '3.1.0',
  info: { title: 'A service of its own', version: '1' },
  paths: { '/generate/image/acme/odd': { post: { summary: 'Odd', requestBody: { content } } } },
})

test('values that are easily missed are said, entered, and sent as the form shows them', async ({
  studioPage: page,
  described,
}) => {
  test.slow()
  await test.step('[FORM12] [FORM46] [FORM47] a field tells its model’s name for it, its default and what it takes; what is being filled in a list goes where its item goes', async () => {
    await chooseModel(page, 'Odd')
    const details = page.getByRole('button', { name: 'Details of Resolution' })
    const own = 'The model calls this “Output size” (resolution). How large the result is.'
    await expect(details).toHaveAccessibleDescription(own)
    await promptOf(page).focus()
    for (let at = 0; at < 20 && !(await details.evaluate((one) => one === document.activeElement)); at++)
      await page.keyboard.press('Tab')
    await expect(details).toBeFocused()
    await expect(page.getByText(own)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(details).toHaveAttribute('aria-expanded', 'true')
    await promptOf(page).focus()
    await expect(page.getByText(own)).toBeVisible()
    await expectNoFindings(page, 'details of a field')

    await openAdvanced(page)
    const line = (name: string) => page.locator(`[data-field="${name}"]`)
    await expect(line('themes')).toContainText('Default: Noir · at most 3')
    await expect(line('styles')).toContainText('at most 9')
    await expect(line('images')).toContainText('Default: https://example.com/a.png')
    await page.getByRole('button', { name: 'Add to Themes' }).click()
    await expect(line('themes')).toContainText('1 of 3')
    await expect(line('themes')).not.toContainText('Default')
    await expect(page.locator('[data-required]')).toHaveText(['Prompt', 'Clip length', 'Licence'])
    await expect(promptOf(page)).toHaveAccessibleName('Prompt')

    // A second line that is undone leaves the writing where it was.
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill('one')
    await note.press('Shift+Enter')
    await page.keyboard.press('Backspace')
    await page.keyboard.type(' line')
    await expect(note).toHaveValue('one line')

    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    for (let count = 0; count < 3; count++) await button('Add to Names').click()
    await button('Give a value to Names 2').click()
    await button('Move Names 2 down').click()
    await expect(button('Move Names 3 down')).toBeFocused()
    await expect(field('Names 3')).toBeVisible()
    await expect(field('Names 2')).toBeHidden()
    await button('Remove Names 3').click()
    await expect(button('Give a value to Names 2')).toBeVisible()
    await expect(button('Remove Names 2')).toBeFocused()
    await button('Give a value to Names 1').click()
    await button('Remove Names 1').click()
    await expect(button('Give a value to Names 1')).toBeVisible()
    await expect(button('Remove Names 1')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(button('Add to Names')).toBeFocused()

    for (let count = 0; count < 2; count++) await button('Add to Kinds').click()
    const kindOf = (position: number) => page.getByRole('radiogroup', { name: `Kind of Kinds ${position}` })
    await kindOf(2).getByRole('radio').last().click()
    await button('Remove Kinds 1').click()
    await expect(kindOf(1).getByRole('radio').last()).toBeChecked()
  })

  await test.step('nothing, empty texts and lists, lists that end early, lines and small numbers are entered and sent as they are', async () => {
    await forgetForms(page)
    const field = (name: string) => page.getByRole('textbox', { name })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await chooseModel(page, 'Odd')
    await openAdvanced(page)
    await promptOf(page).fill('A pier')
    const none = page.getByRole('radiogroup', { name: 'Finish' }).getByRole('radio', { name: 'None' })
    await expect(none).not.toBeChecked()
    await none.click()
    await expect(none).toBeChecked()

    await field('Avoid').fill('x')
    await field('Avoid').fill('')
    await expect(field('Avoid')).toHaveAttribute('placeholder', 'Empty')

    await button('Add to Names').click()
    await button('Give a value to Names 1').click()
    await field('Names 1').fill('Ada')
    await button('Add to Names').click()

    await button('Add to Tags').click()
    await button('Remove Tags 1').click()
    await expect(page.getByText('Empty list')).toBeVisible()

    await button('URL for Images').click()
    await expect(page.getByRole('textbox').and(page.locator(':focus'))).toHaveCount(1)
    await page.keyboard.type('https://example.com/b.png')
    await page.keyboard.press('Enter')
    await button('Remove item 1 of Images').click()
    await expect(page.getByText('Empty list')).toHaveCount(2)

    await field('From').fill('3')
    await button('Remove To').click()
    await expect(field('To')).toBeHidden()

    await field('Rate').fill('0.0000001')
    await field('Note').fill('one')
    await field('Note').press('Shift+Enter')
    await page.keyboard.type('two')
    await field('Count').fill('1.5')
    await field('Any').fill('[9007199254740993]')
    await field('Licence').fill('"free"')
    await field('Clip length').fill('1.5')
    await expectNoFindings(page, 'values that are easily missed')
    await generateButton(page).click()
    await expect(field('Any')).toHaveAccessibleDescription(
      'This whole number has more digits than can be sent exactly.',
    )
    await expect(field('Count')).toHaveAccessibleDescription('This takes a whole number.')
    await field('Any').fill('[9007199254740991]')
    expect(described.posts).toEqual([])

    await field('Count').fill('2')
    await generateButton(page).click()
    await expect
      .poll(() => described.posts.map(({ body }) => body))
      .toEqual([
        {
          prompt: 'A pier',
          finish: null,
          avoid: '',
          names: ['Ada', null],
          tags: [],
          images: [],
          span: [3],
          rate: 1e-7,
          count: 2,
          note: 'one\ntwo',
          any: [9007199254740991],
          licence: 'free',
          frame: { clip_length: 1500 },
        },
      ])
  })

  await test.step('[FORM40] [FORM44] [FORM45] [FORM347] what the form shows is what is sent: a style’s strength, an image of a group, a URL that was only typed, a member’s name that is being written', async () => {
    await forgetForms(page)
    const before = described.posts.length
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await chooseModel(page, 'Odd')
    await openAdvanced(page)
    await promptOf(page).fill('A pier')
    await field('Licence').fill('"free"')
    await field('Clip length').fill('2')
    await page.getByRole('combobox', { name: 'Styles: Add a style' }).click()
    const search = page.getByRole('combobox', { name: 'Search styles, or enter an id' })
    await search.fill('style-1')
    await expectHighlighted(page, /style-1/)
    await search.press('Enter')
    await expect(field('Strength of style 1')).toHaveValue('1')

    await page.getByRole('button', { name: 'Add First image', exact: true }).click()
    const opened = await page
      .getByRole('button', { name: 'URL for URL', exact: true })
      .evaluate(async (button: HTMLElement) => {
        button.click()
        await Promise.resolve()
        return document.activeElement?.tagName
      })
    expect(opened).toBe('INPUT')
    await page.keyboard.type('https//example.com/a.png')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('A URL in the form isn’t complete yet')).toBeVisible()
    await expect(generateButton(page)).toBeDisabled()
    expect(described.posts).toHaveLength(before)

    await field('URL for URL').fill('https://example.com/a.png')
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(() => described.posts.slice(before).map(({ body }) => body))
      .toEqual([
        {
          prompt: 'A pier',
          licence: 'free',
          frame: { clip_length: 2000 },
          styles: [{ id: 'style-1', strength: 1 }],
          first_image: { url: 'https://example.com/a.png' },
        },
      ])

    // The name of a member that is still being written is sent.
    await page.getByRole('button', { name: 'Add Extras' }).click()
    for (const send of ['ControlOrMeta+Enter', 'click']) {
      await page.getByRole('button', { name: 'Add a value to Extras' }).click()
      const name = page.getByRole('textbox', { name: 'Name of value 1' })
      await name.fill(send)
      if (send === 'click') await generateButton(page).click()
      else await page.keyboard.press(send)
      await expect.poll(() => described.posts.at(-1)?.body ?? {}).toMatchObject({ extras: { [send]: '' } })
      await page.getByRole('button', { name: `Remove ${send}` }).click()
    }
  })
})
