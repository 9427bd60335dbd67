import type { Locator, Page } from '@playwright/test'
import { actionTable } from '../renderer/actions/action-table.ts'
import { restored } from '../renderer/words/en/restored.ts'
import { settings } from '../renderer/words/en/settings.ts'
import { viewing } from '../renderer/words/en/viewing.ts'
import { english } from '../renderer/words/en/words.ts'
import { dismissNotes } from './support/between-steps.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
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

const { names } = english.actions

/** A finished image on the stage, with nothing focused that takes keys of its own. */
async function makeImage(page: Page, prompt = 'A quiet harbour'): Promise<Locator> {
  await promptOf(page).fill(prompt)
  await generateButton(page).click()
  const image = resultOf(page).getByRole('img')
  await expect(image).toBeVisible()
  await generateButton(page).focus()
  return image
}

/** A finished video on the stage: paused, as motion is reduced in the tests. */
async function makeVideo(page: Page): Promise<Locator> {
  await chooseModel(page, 'V6')
  await promptOf(page).fill('A quiet harbour')
  await generateButton(page).click()
  const video = resultOf(page).locator('video')
  await expect(video).toBeVisible()
  await generateButton(page).focus()
  await expect(video).toHaveJSProperty('readyState', 4)
  return video
}

function previewOf(page: Page, label: string): Locator {
  return page.getByRole('img', { name: new RegExp(`^Preview of ${label}`) })
}

function noteOf(page: Page, text: string | RegExp): Locator {
  return page.getByRole('dialog', { name: text })
}

test('an image leads on: to models, to inputs, and to every action on it', async ({ studioPage: page }) => {
  test.slow()
  await test.step('[ACT6] [ACT365] [ACT470] [UNDO2] an image is animated: by a video model that the person chooses, with an undo', async () => {
    await makeImage(page)
    const model = page.getByRole('combobox', { name: /^Model/ }).first()
    const before = await model.textContent()
    await resultOf(page).getByRole('button', { name: names.animate }).click()
    const dialog = page.getByRole('dialog', { name: 'Animate with' })
    await expect(dialog.getByRole('group')).toHaveCount(1)
    await expect(dialog.getByRole('group', { name: 'Video' }).getByRole('button')).toHaveCount(10)
    await expectNoFindings(page, 'the models that animate')
    await dialog.getByRole('button', { name: /^V1 Flagship/ }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: /^Model.*Flagship/ })).toBeVisible()
    await expect(previewOf(page, 'Start image')).toBeVisible()
    await expect(promptOf(page)).toHaveValue('A quiet harbour')
    await noteOf(page, 'Placed in “Start image”.').getByRole('button', { name: 'Undo' }).click()
    await expect(model).toHaveText(before ?? '')
    await expect(previewOf(page, 'Start image')).toHaveCount(0)
    await expect(promptOf(page)).toHaveValue('A quiet harbour')

    // Choices in the form's prompt would make several videos of one image.
    await promptOf(page).fill('A {quiet|loud} harbour')
    await runsOf(page).first().click()
    await resultOf(page).getByRole('button', { name: names.animate }).click()
    await dialog.getByRole('button', { name: /^V1 Flagship/ }).click()
    await expect(promptOf(page)).toHaveValue('A quiet harbour')
    await noteOf(page, 'Placed in “Start image”, with the image’s own prompt.')
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(promptOf(page)).toHaveValue('A {quiet|loud} harbour')
    await promptOf(page).fill('A quiet harbour')
    await runsOf(page).first().click()

    // The form's own model is among them.
    const choices = dialog.getByRole('group', { name: 'Video' }).getByRole('button')
    await generateButton(page).focus()
    await page.keyboard.press('a')
    const third = (await choices.nth(2).textContent()) ?? ''
    await page.keyboard.press('Escape')
    await chooseModel(page, third.slice(0, 2))
    await generateButton(page).focus()
    await page.keyboard.press('a')
    await expect(choices.first()).toBeFocused()
    await expect(choices.first()).toHaveText(third)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await expect(choices.nth(1)).toBeFocused()
    await dialog.getByRole('button', { name: /^V1 Flagship/ }).click()
    await expect(previewOf(page, 'Start image')).toBeVisible()
    await generateButton(page).focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(previewOf(page, 'Start image')).toHaveCount(0)

    // Several runs and a comparison were for another prompt, also at the same model.
    await page.getByRole('button', { name: 'More runs' }).click()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const comparing = page.getByRole('region', { name: 'Compare' })
    await expect(comparing).toBeVisible()
    await runsOf(page).first().click()
    await resultOf(page).getByRole('button', { name: names.animate }).click()
    await choices.first().click()
    await expect(previewOf(page, 'Start image')).toBeVisible()
    await expect(comparing).toHaveCount(0)
    const count = page.getByRole('status', { name: 'Runs', exact: true })
    await expect(count).toHaveText('1')
    await noteOf(page, 'Placed in “Start image”. Nothing is compared now. Set to 1 run (was 2).')
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(previewOf(page, 'Start image')).toHaveCount(0)
    await comparing.getByRole('button', { name: 'Compare nothing' }).click()
    await expect(count).toHaveText('2')
    await page.getByRole('button', { name: 'Fewer runs' }).click()
  })

  await test.step('[ACT71] who cancels the choice of a model is back where they were, with what they pressed', async () => {
    await dismissNotes(page)
    // It has no start image: the models that do are offered.
    await chooseModel(page, 'Fast images')
    await goTo(page, 'Library')
    const tile = libraryFiles(page).getByRole('button').first()
    await tile.click()
    const viewer = fileViewer(page)
    await expect(viewer.getByRole('img')).toBeVisible()
    const address = page.url()
    const animate = page.getByRole('dialog', { name: 'Animate with' })
    const start = page.getByRole('dialog', { name: 'Use as the start image of' })
    const end = page.getByRole('dialog', { name: 'Use as the end image of' })

    await viewer.getByRole('button', { name: names.animate }).click()
    await expect(animate).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer.getByRole('button', { name: names.animate })).toBeFocused()
    expect(page.url()).toBe(address)
    // One step back leads on to where they were before.
    await page.goBack()
    await expect(viewer).toHaveCount(0)
    await page.goForward()
    await expect(viewer.getByRole('img')).toBeVisible()

    const more = viewer.getByRole('button', { name: english.actions.more, exact: true })
    await more.click()
    await page.getByRole('menuitem', { name: names.useAsEnd }).click()
    await end.getByRole('button', { name: english.shell.close, exact: true }).click()
    await expect(more).toBeFocused()

    await viewer.focus()
    await page.keyboard.press('s')
    await expect(start).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer.getByRole('button', { name: names.useAsStart })).toBeFocused()
    await expect(viewer.getByRole('img')).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(tile).toBeFocused()
    await page.keyboard.press('a')
    await expect(animate).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tile).toBeFocused()

    // So is who presses Escape before the dialog has the focus.
    await page.evaluate(() => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector('[data-choice]')) return
        seen.disconnect()
        const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
        document.activeElement?.dispatchEvent(press)
        document.body.dataset.pressed = ''
      })
      seen.observe(document.body, { childList: true, subtree: true })
    })
    await page.keyboard.press('a')
    await expect(page.locator('body[data-pressed]')).toHaveCount(1)
    await expect(tile).toBeFocused()
    await expect(animate).toHaveCount(0)

    // Who has chosen stays with the form.
    await page.keyboard.press('a')
    await animate.getByRole('button', { name: /^V1 Flagship/ }).click()
    await expect(previewOf(page, 'Start image')).toBeVisible()
    await expect(page).toHaveTitle(/^Create/)
  })

  await test.step('[ACT5] a result goes into the input of its role, from the stage and from the library', async () => {
    await page.getByRole('button', { name: 'Remove Start image' }).click()
    await expect(previewOf(page, 'Start image')).toHaveCount(0)
    await chooseModel(page, 'Fast images')
    await runsOf(page).first().click()
    await goTo(page, 'Create')
    await dismissNotes(page)
    await generateButton(page).focus()
    await page.keyboard.press('t')
    await expect(previewOf(page, 'Images')).toBeVisible()

    // This model has no start image: the models that do are offered, by what they make.
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', { name: 'Use as the start image of' })
    await expect(dialog.getByRole('group', { name: 'Video' })).toBeVisible()
    await expect(dialog.getByRole('group', { name: 'Image', exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: /^V1 Flagship/ }).click()
    await expect(previewOf(page, 'Start image')).toBeVisible()

    await goTo(page, 'Library')
    await libraryFiles(page).getByRole('button').first().click()
    await expect(fileViewer(page).getByRole('img')).toBeVisible()
    await page.keyboard.press('e')
    await expect(previewOf(page, 'End image')).toBeVisible()
    await expect(page).toHaveTitle(/^Create/)
  })

  await test.step('[ACT7] a file without a field lists every model that takes it, by what it makes', async () => {
    await runsOf(page).first().click()
    await goTo(page, 'Create')
    await dismissNotes(page)
    await generateButton(page).focus()
    await chooseModel(page, 'Music')
    await generateButton(page).focus()
    await page.keyboard.press('w')
    const dialog = page.getByRole('dialog', { name: 'Where does this go?' })
    await expect(dialog.getByRole('group')).toHaveCount(2)
    expect(await dialog.getByRole('group').getByRole('button').count()).toBeGreaterThan(12)
    await expectNoFindings(page, 'all models that take it')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('[ACT12] a run’s thumbnail is dragged to a field', async () => {
    await chooseModel(page, 'Native audio')
    const field = page.getByRole('group', { name: 'End image', exact: true }).locator('[data-drop-zone]')
    await runsOf(page).first().dragTo(field)
    await expect(previewOf(page, 'End image')).toBeVisible()
    await goTo(page, 'Library')
    const tile = libraryFiles(page).getByRole('button').first()
    await tile.hover()
    await page.mouse.down()
    await page.mouse.move(600, 500)
    await page.mouse.move(640, 520, { steps: 4 })
    await expect(page.getByText('Drop to use it in Create')).toBeVisible()
    await page.mouse.up()
    await expect(page.getByRole('dialog', { name: 'Where does this go?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Where does this go?' })).toHaveCount(0)
  })

  await test.step('[ACT11] [ACT366] the context menu has every action, opens by key and by right click, and gives the focus back', async () => {
    await goTo(page, 'Create')
    await dismissNotes(page)
    await generateButton(page).focus()
    const image = resultOf(page).getByRole('img')
    await expect(image).toBeVisible()
    const menu = page.getByRole('menu', { name: 'This image' })
    const remix = resultOf(page).getByRole('button', { name: names.remix })
    await remix.focus()
    await page.keyboard.press('Shift+F10')
    await expect(menu).toBeVisible()
    const items = [
      names.animate,
      names.useAsStart,
      names.useAsEnd,
      names.useAsReference,
      names.useAsInput,
      `${names.vary} · price not listed`,
      names.remix,
      names.copyImage,
      names.copyPrompt,
      names.download,
      names.export,
      names.openInLibrary,
      names.zoom,
      names.fullScreen,
      english.actions.judge,
      names.collect,
      names.tag,
    ]
    for (const name of items) await expect(menu.getByRole('menuitem', { name, exact: true })).toBeVisible()
    await expect(menu.getByRole('menuitem')).toHaveCount(items.length)
    await expectNoFindings(page, 'the context menu')
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(remix).toBeFocused()

    await page.keyboard.press('ContextMenu')
    // The focus comes to it with the next frame.
    await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('menuitem', { name: names.animate })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Animate with' })).toBeVisible()
    await page.keyboard.press('Escape')

    // Where the pointer leaves too little room below, too.
    const { width = 0, height = 0 } = (await image.boundingBox()) ?? {}
    await image.click({ button: 'right', position: { x: width / 2, y: height - 4 } })
    for (const item of await menu.getByRole('menuitem').all()) await expect(item).toBeInViewport({ ratio: 1 })
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    await page.setViewportSize({ width: 720, height: 450 })
    await expect(menu).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.setViewportSize(size)
    await image.click({ button: 'right' })
    await menu.getByRole('menuitem', { name: names.openInLibrary }).click()
    await expect(fileViewer(page)).toBeVisible()
    await fileViewer(page).getByRole('img').click({ button: 'right' })
    await expect(menu.getByRole('menuitem', { name: names.remix })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(fileViewer(page)).toHaveCount(0)
    await libraryFiles(page).getByRole('button').first().click({ button: 'right' })
    await expect(menu.getByRole('menuitem', { name: names.remix })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  })
})

test('[ACT8] [ACT71] Vary sends the same settings once, with another seed, after the question that Generate asks', async ({
  studioPage: page,
  service,
}) => {
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: 'Ask before sending above' }).fill('0.001')
  await page.keyboard.press('Enter')
  await goTo(page, 'Create')
  await chooseModel(page, 'Flagship')
  await page.getByRole('radio', { name: '480p' }).click()
  await page.getByRole('textbox', { name: 'Seed' }).fill('7')
  await page.getByRole('button', { name: english.fields.seed.lock }).click()
  await promptOf(page).fill('A quiet harbour')
  await generateButton(page).click()
  const question = page.getByRole('dialog', { name: 'Send this all the same?' })
  await question.getByRole('button', { name: /^Send anyway/ }).click()
  await expect(resultOf(page).locator('video')).toBeVisible()

  await promptOf(page).fill('Something else')
  await page.getByRole('button', { name: 'More runs' }).click()
  // Two runs are outlined on the stage.
  await page.keyboard.press('Escape')
  await generateButton(page).focus()
  const varies = resultOf(page).getByRole('button', { name: /^Vary · .*\$/ })
  await expect(varies).toBeEnabled()
  await expect(varies).toHaveAttribute('aria-description', /^Sends one run with .* · .*\$/)
  await page.keyboard.press('Shift+V')
  await expect(question).toContainText('Atelier asks before it sends more than')
  expect(service.submissions()).toHaveLength(1)
  await question.getByRole('button', { name: /^Send anyway/ }).click()
  await expect.poll(() => service.submissions().length).toBe(2)
  await expect(runsOf(page)).toHaveCount(2)
  await expect(noteOf(page, restored.outcome.varied(true))).toBeVisible()
  await expect(promptOf(page)).toHaveValue('Something else')
  await expect(page.getByRole('status', { name: 'Runs' })).toHaveText('2')
  await expect(page.getByRole('textbox', { name: 'Seed' })).toHaveValue('7')

  // Who declines is back where they were.
  await goTo(page, 'Library')
  await libraryFiles(page).getByRole('button').first().click()
  const viewer = fileViewer(page)
  await expect(viewer.locator('video')).toBeVisible()
  const variesThere = viewer.getByRole('button', { name: /^Vary · .*\$/ })
  await expect(variesThere).toBeEnabled()
  await viewer.focus()
  await page.keyboard.press('Shift+V')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(variesThere).toBeFocused()
  await page.goBack()
  await expect(viewer).toHaveCount(0)
  expect(service.submissions()).toHaveLength(2)
})

test('[ACT351] keys pressed in the viewer before it knows its file and the price are done once it does, and nothing is sent at a price that nobody saw', async ({
  studioPage: page,
  service,
  hostName,
}) => {
  test.skip(hostName !== 'browser', 'only what goes over HTTP can be held up here')
  await chooseModel(page, 'Dense layouts')
  await page.getByRole('radio', { name: '1K' }).click()
  await makeImage(page)
  await goTo(page, 'Library')
  let gate = Promise.resolve()
  await page.route('**/bridge/library.item', async (route) => {
    await gate
    await route.continue()
  })
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return resolve
  }
  // The grid knows the file, but nothing of its run.
  const releasePrice = hold()
  await libraryFiles(page).getByRole('button').first().press('Enter')
  const viewer = fileViewer(page)
  await expect(viewer).toBeVisible()
  await page.keyboard.press('Shift+V')
  releasePrice()
  const offer = page.getByRole('dialog', { name: english.actions.varyOffered })
  await expect(offer).toBeVisible()
  expect(service.submissions()).toHaveLength(1)
  const releaseFile = hold()
  await page.reload()
  await expect(viewer).toBeVisible()
  await page.keyboard.press('5')
  releaseFile()
  await expect(viewer.getByRole('button', { name: '5 stars' })).toHaveAttribute('aria-pressed', 'true')
  await expect(viewer.getByRole('button', { name: /^Vary · / })).toBeEnabled()
  const releaseAgain = hold()
  await page.reload()
  await expect(viewer).toBeVisible()
  await page.keyboard.press('Shift+V')
  releaseAgain()
  await offer.getByRole('button', { name: /^Vary · \$0\.0/ }).click()
  await expect.poll(() => service.submissions().length).toBe(2)
  await expect(runsOf(page)).toHaveCount(2)
})

test('an image is looked at closely, and a result of another account is said to be one', async ({
  studioPage: page,
  context,
}) => {
  test.slow()
  await test.step('[NOTE90] no tooltip covers the price or Reset of what is beside it', async () => {
    const tip = page.locator('[data-repeats]')
    await generateButton(page).hover()
    await page.getByRole('button', { name: english.create.moreRuns }).focus()
    await expect(tip).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Width' }).fill('1280')
    await page.getByRole('textbox', { name: 'Height' }).fill('720')
    await page.keyboard.press('Tab')
    await expect(tip).toBeVisible()
    const reset = page.getByRole('button', { name: /^Reset Height/ })
    const [its, tips] = await Promise.all([reset.boundingBox(), tip.boundingBox()])
    expect((its?.x ?? 0) + (its?.width ?? 0)).toBeLessThanOrEqual(tips?.x ?? 0)
    for (const side of ['Width', 'Height']) await page.getByRole('textbox', { name: side }).fill('')
  })

  await test.step('[ACT15] [ACT16] [ACT17] [ACT19] [ACT62] an image fills the stage and the screen, under its notes, shows its pixels, is copied, and the palette acts on it', async () => {
    const image = await makeImage(page)
    const width = async () => (await image.boundingBox())?.width ?? 0
    const whole = await width()
    expect(whole).toBeGreaterThan(400)
    await page.keyboard.press('z')
    await expect.poll(width).toBe(160)
    await page.keyboard.press('z')
    await expect.poll(width).toBe(whole)
    await image.hover()
    const button = (name: string) => resultOf(page).getByRole('button', { name, exact: true })
    const sign = await button(names.zoom).evaluate((at) => {
      const drawn = at.querySelector('span') ?? at
      return getComputedStyle(drawn, '::before').content
    })
    expect(sign).toBe('"1:1"')
    await button(names.fullScreen).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await page.keyboard.press('Shift+F')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)

    // A note is seen over the result that fills the screen.
    await generateButton(page).focus()
    await page.keyboard.press('Shift+F')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await page.keyboard.press('y')
    const note = noteOf(page, english.actions.copied.prompt)
    // Under the pointer it doesn't run out.
    await note.hover()
    const isOnTop = () =>
      note.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    await expect.poll(isOnTop).toBe(true)
    await note.getByRole('button', { name: english.shell.dismiss, includeHidden: true }).click()
    await expect(note).toHaveCount(0)

    await page.keyboard.press('y')
    await note.hover()
    await expect.poll(isOnTop).toBe(true)
    await page.keyboard.press('Shift+F')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
    await expect.poll(isOnTop).toBe(true)

    // Copied as PNG; selected text stays text.
    await generateButton(page).focus()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.keyboard.press('ControlOrMeta+c')
    await expect(noteOf(page, 'Image copied')).toBeVisible()
    const types = () => page.evaluate(async () => (await navigator.clipboard.read())[0]?.types)
    expect(await types()).toEqual(['image/png'])
    await promptOf(page).selectText()
    await page.keyboard.press('ControlOrMeta+c')
    await expect.poll(types).toContain('text/plain')

    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Go to anything' })
    await expect(palette.getByRole('group', { name: 'This image' }).getByRole('option')).toHaveCount(30)
    await expectNoFindings(page, 'the palette with actions')
    await page.keyboard.type('animate')
    await expect(palette.getByRole('option', { name: /^Animate/ })).toHaveAttribute('data-highlighted', '')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Animate with' })).toBeVisible()
    await page.keyboard.press('Escape')
    await goTo(page, 'Spend')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette.getByRole('option', { name: /^Animate/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
  })

  await test.step('[ACT40] a result of another account says why it can’t be varied, and can be remixed', async () => {
    await goTo(page, 'Settings')
    await page.getByRole('button', { name: settings.chooseAccount(english.shell.sandbox) }).press('Enter')
    await goTo(page, 'Create')
    const vary = resultOf(page).locator('[data-action="vary"]')
    await expect(vary).toHaveAttribute(
      'aria-description',
      /^This run was made at 127\.0\.0\.1.*\. Switch to it in Settings to vary it\.$/,
    )
    await expect(vary).toHaveAttribute('aria-disabled', 'true')
    await vary.hover()
    await expect(page.getByText(/Switch to it in Settings to vary it\./)).toBeVisible()
    await expect(resultOf(page).locator('[data-action="remix"]')).toBeEnabled()
    await expectNoFindings(page, 'a result of another account')
  })
})

test('[ACT9] a held key or button of a paid action sends one run, and what is pressed after a click on it is no second click', async ({
  studioPage: page,
  service,
}) => {
  const expectRuns = async (count: number) => {
    await expect(runsOf(page)).toHaveCount(count)
    await expectDone(runsOf(page).first())
    expect(service.submissions()).toHaveLength(count)
  }
  let made = 0
  for (const { id, key } of actionTable.filter(({ isPaid }) => isPaid)) {
    await makeImage(page, `A harbour to ${id}`)
    await expectRuns(++made)
    await expect(resultOf(page).locator(`[data-action="${id}"]`)).toBeEnabled()
    const modifiers = [key.shift && 'Shift', key.mod && 'Control'].filter((name) => typeof name === 'string')
    for (const name of modifiers) await page.keyboard.down(name)
    for (let press = 0; press < 5; press++) await page.keyboard.down(key.key.toUpperCase())
    await page.keyboard.up(key.key.toUpperCase())
    for (const name of modifiers) await page.keyboard.up(name)
    await expectRuns(++made)
  }

  // Generate, by its shortcut and by Enter on its button.
  await promptOf(page).fill('A quiet harbour')
  await page.keyboard.down('Control')
  for (let press = 0; press < 5; press++) {
    await page.keyboard.down('Enter')
    // Between two repeats the first run is on its way, and the button is there again.
    await expect(generateButton(page)).toBeEnabled()
  }
  await page.keyboard.up('Enter')
  await page.keyboard.up('Control')
  await expectRuns(++made)
  await generateButton(page).focus()
  for (let press = 0; press < 5; press++) {
    await page.keyboard.down('Enter')
    await expect(generateButton(page)).toBeEnabled()
  }
  await page.keyboard.up('Enter')
  await expectRuns(++made)

  await promptOf(page).fill('A rough harbour')
  await generateButton(page).click()
  await expect(promptOf(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(promptOf(page)).toHaveValue('A rough harbour ')
  await expectRuns(++made)
  await page.locator('body').click({ position: { x: 2, y: 2 } })
  await resultOf(page).locator('[data-action="vary"]').click()
  await expect(runsOf(page)).toHaveCount(++made)
  for (const key of ['Space', 'Enter']) await page.keyboard.press(key)
  await expectRuns(made)
})

test('a video is played by keys and buttons, and a frame of it leads on', async ({ studioPage: page }) => {
  test.slow()
  await test.step('[ACT13] [ACT22] [ACT60] [ACT61] the frame that a video was stepped to, or its last one, becomes the start image, and says which it is', async () => {
    const video = await makeVideo(page)
    const seconds = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
    await video.evaluate((element: HTMLVideoElement) => {
      element.pause()
      element.currentTime = 0.5
    })
    await expect(video).toHaveJSProperty('seeking', false)
    await expect(resultOf(page).getByText('0:00.50', { exact: true })).toBeVisible()
    await page.keyboard.press('.')
    await page.keyboard.press('h')
    const preview = previewOf(page, 'Start image')
    await expect(preview).toBeVisible()
    expect(await seconds()).toBeGreaterThan(0.5)
    const moment = (await seconds()).toFixed(2)
    await expect(page.getByText(new RegExp(`-at-${moment}s\\.png`))).toBeVisible()
    const whole = await video.evaluate((element: HTMLVideoElement) => [
      element.videoWidth,
      element.videoHeight,
    ])
    const frame = (element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight]
    await expect.poll(() => preview.evaluate(frame)).toEqual(whole)

    await generateButton(page).focus()
    await page.keyboard.press('l')
    const name = page.getByText(/-last-frame\.png/)
    await expect(name).toBeVisible()
    // It has its place before it is read.
    await expect.poll(() => preview.evaluate(frame)).toEqual(whole)
    await expect(name).toHaveCSS('font-variant-ligatures', 'no-contextual')
    await expect(promptOf(page)).toHaveCSS('font-variant-ligatures', 'no-contextual')
  })

  await test.step('[ACT4] [ACT14] [ACT21] [VIEW370] a video is stepped by keys and buttons, looped and shown on the whole screen, and its bar is whole in small windows', async () => {
    await dismissNotes(page)
    await generateButton(page).focus()
    const video = resultOf(page).locator('video')
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 0
    })
    await expect(video).toHaveJSProperty('seeking', false)
    await video.evaluate((element: HTMLVideoElement) => {
      const note = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
        Reflect.set(window, 'shownFrame', mediaTime)
        element.requestVideoFrameCallback(note)
      }
      element.requestVideoFrameCallback(note)
    })
    const shown = () => page.evaluate(() => Number(Reflect.get(window, 'shownFrame') ?? 0))
    await page.keyboard.press('.')
    await expect.poll(shown).toBeGreaterThan(0)
    // Until it is where it was sent, another step does nothing.
    await expect(video).toHaveJSProperty('seeking', false)
    const step = await shown()
    for (const [key, frame] of [
      ['.', 2],
      ['.', 3],
      [',', 2],
      [',', 1],
      [',', 0],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(shown).toBeCloseTo(frame * step, 2)
      await expect(video).toHaveJSProperty('seeking', false)
    }

    await resultOf(page).getByRole('button', { name: 'Play' }).click()
    await expect(video).toHaveJSProperty('paused', false)
    await page.keyboard.press(',')
    await expect(video).toHaveJSProperty('paused', false)

    // By its buttons.
    const button = (name: string) => resultOf(page).getByRole('button', { name, exact: true })
    await video.evaluate((element: HTMLVideoElement) => element.play())
    const at = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
    await expect.poll(at).toBeGreaterThan(0)
    await button(viewing.nextFrame).click()
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
    await expect(video).toHaveJSProperty('seeking', false)
    // Not on its last frame, which has no next one.
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 0
    })
    await expect(video).toHaveJSProperty('seeking', false)
    const before = await at()
    await button(viewing.nextFrame).click()
    await expect.poll(at).not.toBe(before)
    await expect(button(viewing.loop)).toHaveAttribute('aria-pressed', 'true')
    await button(viewing.loop).click()
    await expect(button(viewing.loop)).toHaveAttribute('aria-pressed', 'false')
    expect(await video.evaluate((element: HTMLVideoElement) => element.loop)).toBe(false)
    await button(viewing.fullScreen).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await page.keyboard.press('Shift+F')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)

    await page.setViewportSize({ width: 1024, height: 700 })
    const bar = resultOf(page).getByText('A quiet harbour', { exact: true }).locator('xpath=../..')
    const overlaps = () =>
      bar.evaluate((element) => {
        const parts = [...element.querySelectorAll('button, p > span')].map((part) =>
          part.getBoundingClientRect(),
        )
        const outer = element.getBoundingClientRect()
        const inside = parts.every((part) => part.right <= outer.right && part.bottom <= outer.bottom)
        const covered = parts.some((one, index) =>
          parts
            .slice(index + 1)
            .some(
              (other) =>
                one.left < other.right - 1 &&
                other.left < one.right - 1 &&
                one.top < other.bottom - 1 &&
                other.top < one.bottom - 1,
            ),
        )
        return inside && !covered && outer.bottom <= innerHeight
      })
    await expect.poll(overlaps).toBe(true)
    await expectNoFindings(page, 'a small window')

    await page.setViewportSize({ width: 720, height: 450 })
    const seekBar = resultOf(page).getByRole('slider', { name: viewing.position }).locator('xpath=../..')
    await expect.poll(async () => (await seekBar.boundingBox())?.width ?? 0).toBeGreaterThan(150)
    const buttons = resultOf(page).locator('[data-action]')
    await expect(buttons).toHaveCount(2)
    for (const button of await buttons.all()) await expect(button.locator('span').first()).toBeVisible()
    await expect(video).toHaveJSProperty('muted', true)
    await resultOf(page).getByRole('slider', { name: viewing.volume }).focus()
    for (const key of ['End', 'PageDown']) await page.keyboard.press(key)
    await expect(video).toHaveJSProperty('muted', false)
    const volume = () => video.evaluate((element: HTMLVideoElement) => element.volume)
    await expect.poll(volume).toBeLessThan(1)
    const chosen = await volume()
    await expectNoFindings(page, 'a player in the smallest window')
    await page.setViewportSize({ width: 1440, height: 900 })
    await goTo(page, 'Library')
    // Its thumbnail stands there, where and as large as the video, until that is read.
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/media/files/*', async (route) => {
      await isReleased
      await route.continue()
    })
    await libraryFiles(page).first().click()
    const again = fileViewer(page).locator('video')
    const thumbnail = fileViewer(page).locator('img[src^="/media/posters/"]')
    await expect(thumbnail).toHaveJSProperty('complete', true)
    const seen = await thumbnail.boundingBox()
    release()
    await expect(thumbnail).toHaveCount(0)
    expect(seen?.width).toBeGreaterThan(200)
    expect(await again.boundingBox()).toEqual(seen)
    await page.unroute('**/media/files/*')
    await expect(again).toHaveJSProperty('muted', false)
    await expect(again).toHaveJSProperty('volume', chosen)
  })
})

test('remixes put the settings of a run in the place of what stands in the form', async ({
  studioPage: page,
}) => {
  test.slow()
  await test.step('[ACT11] [UNDO1] the menu of a run in the list is that run’s; a second remix takes the place of the first, and undoing both returns to the person’s own words', async () => {
    await makeImage(page, 'The first')
    await makeImage(page, 'The second')
    await expect(runsOf(page)).toHaveCount(2)
    await expectDone(runsOf(page).first())
    await promptOf(page).fill('My own words')
    const undo = page.getByRole('button', { name: 'Undo' })
    for (const [run, prompt] of [
      [runsOf(page).last(), 'The first'],
      [runsOf(page).first(), 'The second'],
    ] as const) {
      await run.click({ button: 'right' })
      await page.getByRole('menu').getByRole('menuitem', { name: names.remix }).click()
      await expect(promptOf(page)).toHaveValue(prompt)
      await expect(undo).toHaveCount(1)
    }
    await undo.click()
    await expect(promptOf(page)).toHaveValue('The first')
    await expect(undo).toHaveCount(1)
    await undo.click()
    await expect(promptOf(page)).toHaveValue('My own words')
    await expect(undo).toHaveCount(0)

    await runsOf(page).last().click({ button: 'right' })
    await page.getByRole('menu').getByRole('menuitem', { name: names.remix }).click()
    await expect(promptOf(page)).toHaveValue('The first')
    await promptOf(page).click({ button: 'right' })
    await expect(page.getByRole('menu')).toHaveCount(0)
  })

  await test.step('[ACT10] Remix is one word in all places', async () => {
    await dismissNotes(page)
    await runsOf(page).last().press('Enter')
    await expect(resultOf(page)).toContainText('The first')
    await promptOf(page).fill('Another')
    await pressEnabled(resultOf(page).getByRole('button', { name: 'Remix', exact: true }))
    await expect(promptOf(page)).toHaveValue('The first')

    await goTo(page, 'Library')
    await libraryFiles(page).getByRole('button').last().focus()
    await promptGone(page)
    await page.keyboard.press('r')
    await expect(page).toHaveTitle(/^Create/)
    await goTo(page, 'Library')
    await libraryFiles(page).getByRole('button').last().click()
    await pressEnabled(fileViewer(page).getByRole('button', { name: 'Remix', exact: true }))
    await expect(promptOf(page)).toHaveValue('The first')

    await page.getByRole('button', { name: 'Show keyboard shortcuts' }).click()
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const name of Object.values(names))
      await expect(sheet.getByText(name, { exact: true })).toHaveCount(1)
    await page.keyboard.press('Escape')
  })
})

/** The note of the last remix is away: it would take the keys. */
async function promptGone(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(0)
}

test('[ACT20] [ACT70] a click on the image zooms where it is, the controls are seen when they are of use, and Escape leaves the zoom first', async ({
  studioPage: page,
}) => {
  await promptOf(page).fill('A {quiet|rough} harbour')
  await generateButton(page).click()
  await expect(resultOf(page)).toContainText('2 of 2 done')
  const cell = resultOf(page).locator('[data-run]').first()
  await cell.press('Enter')
  const image = resultOf(page).getByRole('img')
  await expect(image).toBeVisible()
  const controls = resultOf(page)
    .getByRole('button', { name: viewing.zoomIn, exact: true })
    .locator('xpath=..')
  const width = async () => (await image.boundingBox())?.width ?? 0
  const whole = await width()
  await page.mouse.move(2, 2)
  await expect(controls).toHaveCSS('opacity', '0')
  await image.hover()
  await expect(controls).toHaveCSS('opacity', '1')
  await expect(image).toHaveCSS('cursor', 'zoom-out')
  await image.click()
  await expect.poll(width).toBe(160)
  await page.mouse.move(2, 2)
  await expect(controls).toHaveCSS('opacity', '1')
  await page.keyboard.press('Escape')
  await expect.poll(width).toBe(whole)
  await image.dblclick()
  await expect.poll(width).toBe(160)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await image.click()
  await expect.poll(width).toBe(whole)
  const box = await image.boundingBox()
  const frame = await image.locator('xpath=..').boundingBox()
  if (!box || !frame) throw new Error('The image has no place.')
  const beside =
    frame.height - box.height > frame.width - box.width
      ? ([frame.x + frame.width / 2, frame.y + 3] as const)
      : ([frame.x + 3, frame.y + frame.height / 2] as const)
  await page.mouse.click(...beside)
  await expect(image.locator('xpath=..')).toHaveCSS('cursor', 'auto')
  expect(await width()).toBe(whole)
  await resultOf(page).getByRole('button', { name: viewing.zoomIn, exact: true }).focus()
  await page.mouse.move(2, 2)
  await expect(controls).toHaveCSS('opacity', '1')
  await expectNoFindings(page, 'the zoom controls over an image')
  // Escape closes a tooltip first, also one that is about to close because its button lost the focus.
  await resultOf(page).focus()
  await expect(page.getByText(viewing.zoomIn, { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(cell).toBeVisible()
})
