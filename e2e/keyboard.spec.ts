import type { Page } from '@playwright/test'
import { stopComparing } from './support/between-steps.ts'
import { holdUp } from './support/hold-up.ts'
import {
  chooseModel,
  expectDone,
  expectHighlighted,
  fileViewer,
  generateButton,
  goTo,
  libraryFiles,
  openAdvanced,
  pauseQueue,
  pressGenerateKey,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

/** Tabs until the element with this role and name has the focus. */
async function tabTo(page: Page, name: RegExp, limit = 60): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < limit; step++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement === document.body ? null : document.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
    if (name.test(focused)) return
    passed.push(focused.slice(0, 40))
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}: ${passed.join(' → ')}`)
}

test('from an empty studio to a saved image without a mouse', async ({ studioPage: page }) => {
  await expect(page.getByRole('combobox', { name: /^Model/ })).toBeVisible()
  await tabTo(page, /^Model/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('affordable')
  await expectHighlighted(page, /Affordable/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: /^Model.*Affordable/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(promptOf(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('A boat by keyboard')
  await pressGenerateKey(page)
  await expect(resultOf(page).getByRole('img')).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Go to anything' })).toBeFocused()
  await page.keyboard.type('library')
  await expectHighlighted(page, /Library/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeAttached()
  await expect(libraryFiles(page)).toHaveCount(1)
  await tabTo(page, /A boat by keyboard/)
  await page.keyboard.press('Enter')
  await expect(fileViewer(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(fileViewer(page)).toHaveCount(0)
  await expect(libraryFiles(page).getByRole('button')).toBeFocused()
})

test('[CMD7] [KEY73] Escape leads from the prompt to the result or the chosen cell of a sheet, whose keys work there, and keys that do the same are distinguished', async ({
  studioPage: page,
}) => {
  await promptOf(page).fill('A boat')
  await pressGenerateKey(page, promptOf(page))
  await expectDone(runsOf(page).first())
  await expect(promptOf(page)).toBeFocused()
  await promptOf(page).evaluate((prompt) =>
    prompt.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true })),
  )
  await expect(promptOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(resultOf(page)).toBeFocused()
  const download = page.waitForEvent('download')
  await page.keyboard.press('d')
  await download
  await page.keyboard.press('/')
  await expect(promptOf(page)).toBeFocused()
  await expect(promptOf(page)).toHaveValue('A boat')

  const model = page.getByRole('combobox', { name: /^Model/ })
  await model.press('Enter')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(model).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(resultOf(page)).toBeFocused()
  await model.focus()
  await page.keyboard.press('g')
  await expect(resultOf(page)).toBeFocused()

  const pixels = resultOf(page).getByRole('button', { name: 'Actual size (1:1)', exact: true })
  await expect(pixels).toHaveAttribute('aria-pressed', 'false')
  await promptOf(page).press('Escape')
  await page.keyboard.press('z')
  await expect(pixels).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('Actual size (1:1)Z')
  await expect(sheet).toContainText(/Library(Ctrl|AltShift)2/)
  await expect(sheet).toContainText('Play or pauseSpace or K')
  // Of each column, also where a group goes on in the next one.
  const [columns, edges] = await sheet.locator('section').evaluateAll((groups) => {
    const across = (sides: readonly (number | undefined)[]) =>
      new Set(sides.map((side) => Math.round(side ?? 0))).size
    const all = (name: string) => groups.flatMap((group) => [...group.querySelectorAll(name)])
    return [
      across(all('dt').map((words) => words.getBoundingClientRect().left)),
      across(all('dd').map((keys) => keys.lastElementChild?.getBoundingClientRect().right)),
    ]
  })
  expect(columns).toBeGreaterThan(1)
  expect(edges).toBe(columns)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await pauseQueue(page)
  await promptOf(page).fill('A boat {1|2|3}')
  await pressGenerateKey(page, promptOf(page))
  const cells = resultOf(page).getByRole('list').getByRole('button')
  await expect(cells).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(cells.first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cells.nth(1)).toBeFocused()
})

test('whoever is faster than a model’s form writes into its first field', async ({
  studioPage: page,
  hostName,
}) => {
  test.skip(hostName !== 'browser', 'only what goes over HTTP can be held up here')
  const letPass = await holdUp(page, 'catalog.model')
  await expect(page.getByRole('combobox', { name: /^Model/ })).toBeVisible()
  await tabTo(page, /^Model/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('affordable')
  await expectHighlighted(page, /Affordable/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: /^Model.*Affordable/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('rooks, ')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  letPass()
  await expect(promptOf(page)).toBeFocused()
  await expect(promptOf(page)).toHaveValue(/rooks, /)
  await page.keyboard.type('and a tower')
  await expect(promptOf(page)).toHaveValue(/rooks, and a tower/)
})

test('keys are heard wherever the focus is, and never behind a dialog', async ({
  studioPage: page,
  service,
}) => {
  test.slow()
  await test.step('[CMD8] every key is on one sheet and each screen has one that no browser takes, wherever Tab leads can be seen, and no key goes past a modal dialog', async () => {
    await expect(generateButton(page)).toBeEnabled()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toContainText('Generate')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const places: string[] = []
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab')
      places.push(await page.evaluate(readFocus))
    }
    expect(places.filter((place) => place.endsWith(': unseen'))).toEqual([])
    expect(new Set(places).size).toBeGreaterThan(15)

    for (const [place, name] of ['Create', 'Library', 'Spend', 'Usage', 'Styles', 'Settings'].entries()) {
      await page.keyboard.press(`Alt+Shift+Digit${place + 1}`)
      await expect(page.getByRole('heading', { level: 1, name })).toBeAttached()
    }
    await page.keyboard.press('Alt+Shift+Digit1')
    await promptOf(page).fill('A boat')
    await page.keyboard.press('Alt+Shift+Digit3')
    await expect(page.getByRole('heading', { level: 1, name: 'Spend' })).toBeAttached()
    await goTo(page, 'Create')
    await expect(promptOf(page)).toHaveValue('A boat')
    await page.getByRole('button', { name: 'Show keyboard shortcuts' }).click()
    await expect(page.getByRole('dialog')).toContainText('AltShift2')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // Keys go on from the model that was chosen.
    await chooseModel(page, 'Affordable')
    await expect(page.getByRole('combobox', { name: /^Model/ })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+o')
    await expect(page.getByRole('dialog', { name: 'Recipes' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: /^Model/ })).toBeFocused()
    await page.keyboard.press('/')
    await expect(promptOf(page)).toBeFocused()

    // All are heard again after a dialog.
    const palette = page.getByRole('dialog', { name: 'Go to anything' })
    for (const open of ['Paste a list', 'Recipes', 'Show keyboard shortcuts']) {
      await page.getByRole('button', { name: open, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      for (const key of ['ControlOrMeta+2', 'ControlOrMeta+k', 'ControlOrMeta+ArrowUp', '?'])
        await page.keyboard.press(key)
      // What had the focus in a dialog may be gone; then nothing has it.
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      for (const key of ['ControlOrMeta+2', 'ControlOrMeta+o', '?']) await page.keyboard.press(key)
      await expect(dialog).toHaveCount(1)
      await expect(palette).toHaveCount(0)
      await expect(page).toHaveTitle(/^Create/)
      await dialog.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(dialog).toHaveCount(0)
    }
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette).toBeVisible()
    await page.keyboard.press('ControlOrMeta+2')
    await expect(page).toHaveTitle(/^Create/)
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette).toHaveCount(0)
    await page.getByRole('combobox', { name: /^Model/ }).click()
    await expect(page.getByRole('combobox', { name: 'Search models' })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+2')
    await expect(page).toHaveTitle(/^Library/)
    await goTo(page, 'Create')
  })

  await test.step('[CMD42] what is typed while the page takes the field away is no action, and goes on in its place', async () => {
    const compare = page.getByRole('region', { name: 'Compare' })
    await promptOf(page).fill('')
    await promptOf(page).pressSequentially('A quiet ')
    const hide = (isHidden: boolean) =>
      page.locator('[data-field="prompt"]').evaluate((element: HTMLElement, hidden) => {
        element.style.display = hidden ? 'none' : ''
      }, isHidden)
    const isNowhere = () => page.evaluate(() => document.activeElement === document.body)
    await hide(true)
    await expect.poll(isNowhere).toBe(true)
    await page.keyboard.type('mc/?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(compare).toHaveCount(0)
    await hide(false)
    await page.keyboard.type('cove')
    await expect(promptOf(page)).toHaveValue('A quiet cove')
    await expect(promptOf(page)).toBeFocused()

    // Another screen in between, not by the person: the form is made anew.
    for (const screen of ['library', 'create'])
      await page.evaluate((name) => {
        location.hash = `#/${name}`
      }, screen)
    await expect(promptOf(page)).toBeVisible()
    await expect.poll(isNowhere).toBe(true)
    await page.keyboard.type(', calm')
    await expect(promptOf(page)).toHaveValue('A quiet cove, calm')

    await hide(true)
    await expect.poll(isNowhere).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await expect(compare).toBeVisible()
    await stopComparing(page)
  })

  await test.step('the key of Generate is heard on every control, and never behind a dialog', async () => {
    // The notice of a run that is done is a dialog, too.
    service.holdJobs()
    await chooseModel(page, 'Flagship')
    // An open resolution may cost more than a paid account is asked about.
    await page.getByRole('radio', { name: '480p' }).click()
    await promptOf(page).fill('A ferry')
    await pressGenerateKey(page, page.getByRole('radio', { name: '16:9' }))
    await expect.poll(() => service.submissions().length).toBe(1)
    await openAdvanced(page)
    const upscale = page.getByRole('switch', { name: 'Upscale' })
    await pressGenerateKey(page, upscale)
    await expect.poll(() => service.submissions().length).toBe(2)
    await expect(upscale).not.toBeChecked()

    await pauseQueue(page)
    for (const open of ['Paste a list', 'Recipes', 'Show keyboard shortcuts']) {
      await page.getByRole('button', { name: open, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.getByRole('combobox', { name: /^Model/ }).click()
    await page.getByRole('combobox', { name: 'Search models' }).press('ControlOrMeta+Enter')
    await page.keyboard.press('Escape')
    await expect(runsOf(page)).toHaveCount(2)
  })
})

test('an image that is still loading when Z is pressed is zoomed once it is there', async ({
  studioPage: page,
  hostName,
}) => {
  test.skip(hostName !== 'browser', 'only what goes over HTTP can be held up here')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/files/**', async (route) => {
    await released
    await route.continue()
  })
  await promptOf(page).fill('A boat')
  await pressGenerateKey(page, promptOf(page))
  const pixels = resultOf(page).getByRole('button', { name: 'Actual size (1:1)', exact: true })
  await expect(pixels).toHaveAttribute('aria-pressed', 'false')
  await promptOf(page).press('Escape')
  await page.keyboard.press('z')
  release()
  await expect(pixels).toHaveAttribute('aria-pressed', 'true')
  // [VIEW410] It is moved and zoomed further by keys; whole again, the same keys do nothing.
  const transform = () => resultOf(page).locator('img[style*="scale"]').getAttribute('style')
  // The images of the tests are small: until it is larger than its place.
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('+')
  let before = await transform()
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowUp', '-']) {
    await page.keyboard.press(key)
    await expect.poll(transform).not.toBe(before)
    before = await transform()
  }
  await page.keyboard.press('Escape')
  await expect(pixels).toHaveAttribute('aria-pressed', 'false')
})

/** The focused element, and whether it or what is drawn in its place differs from what it is without the focus. */
function readFocus(): string {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body) return 'the page'
  const look = (part: Element | null) => {
    if (!part) return ''
    const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, opacity } =
      getComputedStyle(part)
    return [outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, opacity].join(' ')
  }
  const parts = () => [element, element.parentElement, element.nextElementSibling].map(look).join('|')
  const focused = parts()
  element.blur()
  const changed = parts() !== focused
  element.focus()
  return `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}: ${changed ? 'seen' : 'unseen'}`
}
