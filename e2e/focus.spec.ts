import type { Locator, Page } from '@playwright/test'
import { english } from '../renderer/words/en/words.ts'
import { pressEnabled } from './support/press-enabled.ts'
import {
  chooseModel,
  expectDone,
  expectHighlighted,
  fileViewer,
  generateButton,
  goTo,
  libraryFiles,
  pressGenerateKey,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

function question(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Send this all the same?' })
}

async function leaveFocus(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true)
}

async function makeOne(page: Page): Promise<void> {
  await promptOf(page).fill('A boat')
  await pressGenerateKey(page, promptOf(page))
  await expectDone(runsOf(page).first())
}

test('[PICK20] [KEY71] [KEY81] a model chosen after its key or in the palette, Remix and an earlier prompt lead to the prompt, Escape to where the focus was', async ({
  studioPage: page,
}) => {
  await makeOne(page)
  const model = page.getByRole('combobox', { name: /^Model/ })
  await promptOf(page).press('Escape')
  await expect(resultOf(page)).toBeFocused()
  for (const words of ['Affordable', 'Affordable', 'Fast images']) {
    await page.keyboard.press('m')
    await page.keyboard.type(words)
    await expectHighlighted(page, new RegExp(words))
    await page.keyboard.press('Enter')
    await expect(promptOf(page)).toBeFocused()
    await expect(page.getByRole('combobox', { name: new RegExp(`^Model.*${words}`) })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(resultOf(page)).toBeFocused()
  }
  await page.keyboard.press('m')
  await page.getByRole('option', { name: /Affordable/ }).click()
  await expect(promptOf(page)).toBeFocused()
  await expect(promptOf(page)).toHaveValue('A boat')

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('choose a model')
  await expectHighlighted(page, /Choose a model/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Search models' })).toBeFocused()
  await page.keyboard.type('Fast images')
  await expectHighlighted(page, /Fast images/)
  await page.keyboard.press('Enter')
  await expect(promptOf(page)).toBeFocused()

  await chooseModel(page, 'Affordable')
  await expect(model).toBeFocused()

  await pressEnabled(resultOf(page).getByRole('button', { name: 'Remix', exact: true }))
  await expect(promptOf(page)).toBeFocused()
  await resultOf(page).getByRole('button', { name: 'Remix', exact: true }).click()
  await expect(promptOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(resultOf(page)).toBeFocused()
  await page.keyboard.press('r')
  await expect(promptOf(page)).toBeFocused()

  await goTo(page, 'Library')
  await libraryFiles(page).getByRole('button').first().press('Enter')
  await expect(fileViewer(page)).toBeVisible()
  await page.keyboard.press('r')
  await expect(promptOf(page)).toBeFocused()
  await expect(promptOf(page)).toHaveValue('A boat')

  await promptOf(page).fill('Another')
  await page.getByRole('combobox', { name: english.recipes.history.open }).click()
  await page.getByRole('option', { name: /A boat/ }).click()
  await expect(promptOf(page)).toBeFocused()
  await expect(promptOf(page)).toHaveValue('A boat')
  await generateButton(page).focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('affordable')
  await expectHighlighted(page, /Affordable/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: /^Model.*Affordable/ })).toBeVisible()
  await expect(promptOf(page)).toBeFocused()
})

test('[KEY70] [KEY71] [KEY72] what opened over the stage returns the focus, Compare and the form of an account lead to their first field and back, and Connect says what is missing', async ({
  studioPage: page,
  service,
}) => {
  await expect(generateButton(page)).toBeEnabled()
  for (const [key, opened] of [
    ['?', page.getByRole('dialog')],
    ['ControlOrMeta+k', page.getByRole('dialog', { name: 'Go to anything' })],
    ['m', page.getByRole('listbox')],
    ['ControlOrMeta+o', page.getByRole('dialog', { name: 'Recipes' })],
  ] as const) {
    await promptOf(page).press('Escape')
    await expect(resultOf(page)).toBeFocused()
    await page.keyboard.press(key)
    await expect(opened).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
    await expect(resultOf(page)).toBeFocused()
  }

  const button = page.getByRole('button', { name: 'Compare', exact: true })
  const across = page.getByRole('region', { name: 'Compare' }).getByRole('combobox', { name: 'Across' })
  for (const open of [() => button.click(), () => pressEnabled(button), () => page.keyboard.press('c')]) {
    await open()
    await expect(across).toBeFocused()
    await page.getByRole('button', { name: 'Compare nothing' }).press('Enter')
    await expect(button).toBeFocused()
  }

  await goTo(page, 'Settings')
  const add = page.getByRole('button', { name: 'Add an account' })
  const form = page.getByRole('form', { name: 'Add an account' })
  for (const open of [() => add.click(), () => pressEnabled(add)]) {
    await open()
    await expect(form.getByRole('textbox').first()).toBeFocused()
    await form.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(add).toBeFocused()
  }

  await page.getByRole('button', { name: 'Add an account' }).click()
  const connect = page.getByRole('button', { name: 'Connect', exact: true })
  const says = async (reason: string) => {
    await connect.focus()
    await expect(connect).toBeFocused()
    await expect(connect).toBeDisabled()
    await expect(connect).toHaveAccessibleDescription(reason)
    await expect(page.getByText(reason, { exact: true })).toBeVisible()
  }
  const address = page.getByRole('textbox', { name: 'Base URL' })
  await says('Enter the base URL first.')
  await address.fill('service')
  await says('The base URL isn’t an address that can be used. Write it whole, with https:// before it.')
  await address.fill('http://service.example')
  await says('Switch on “Send without encryption” above, or use an https:// address.')
  await address.fill('https://service.example')
  await says('Enter an API key first.')
  await page.getByLabel('API key', { exact: true }).fill(service.key)
  await says('Choose where the key is kept first.')
  await page.getByRole('radio', { name: 'In a file' }).click()
  await expect(connect).toBeEnabled()
  await expect(connect).toHaveAccessibleDescription('')
})

test('[KEY70] a price that is declined leads back to where it was asked for, else to Generate', async ({
  studioPage: page,
}) => {
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: 'Ask before sending above' }).fill('0.001')
  await page.keyboard.press('Enter')
  await goTo(page, 'Create')
  await chooseModel(page, 'Dense layouts')
  await promptOf(page).fill('A boat')
  const no = question(page).getByRole('button', { name: 'Don’t send' })

  await leaveFocus(page)
  await generateButton(page).click()
  await no.click()
  await expect(generateButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await no.press('Enter')
  await expect(generateButton(page)).toBeFocused()
  await leaveFocus(page)
  await pressGenerateKey(page)
  await no.click()
  await expect(generateButton(page)).toBeFocused()
  await pressGenerateKey(page, promptOf(page))
  await no.click()
  await expect(promptOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(resultOf(page)).toBeFocused()
  await pressGenerateKey(page)
  await no.click()
  await expect(resultOf(page)).toBeFocused()
})
