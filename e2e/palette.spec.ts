import type { Page } from '@playwright/test'
import { keyWords } from '../renderer/words/en/keys.ts'
import { list as listWords } from '../renderer/words/en/list.ts'
import { settings } from '../renderer/words/en/settings.ts'
import { stage } from '../renderer/words/en/stage.ts'
import { viewing } from '../renderer/words/en/viewing.ts'
import { english } from '../renderer/words/en/words.ts'
import { stopComparing } from './support/between-steps.ts'
import { holdUp } from './support/hold-up.ts'
import { expectNoFindings } from './support/no-findings.ts'
import {
  chooseModel,
  expectDone,
  expectHighlighted,
  fileViewer,
  generateButton,
  goTo,
  libraryFiles,
  pauseQueue,
  pressGenerateKey,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

const { shell } = english

function paletteOf(page: Page) {
  return page.getByRole('dialog', { name: keyWords.palette.title })
}

function acrossOf(page: Page) {
  return page.getByRole('region', { name: 'Compare' }).getByRole('combobox', { name: 'Across' })
}

/** Finds a command by keyboard alone and runs it once it is the one that Enter chooses. */
async function command(
  page: Page,
  text: string,
  name: string | RegExp = text,
  group: string | RegExp = /./,
): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
  const option = paletteOf(page).getByRole('group', { name: group }).getByRole('option', { name }).first()
  await expect(option).toBeVisible()
  for (let at = 0; at < 20; at++) {
    if ((await option.getAttribute('data-highlighted')) !== null) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(option).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
  await expect(paletteOf(page)).toHaveCount(0)
}

test('the palette takes what is typed at once, and keys lead through Create', async ({
  studioPage: page,
  hostName,
}) => {
  test.slow()
  await test.step('[CMD1] what is typed before the palette has the focus is in it', async () => {
    // Loaded, so that it opens at once.
    await page.keyboard.press('ControlOrMeta+k')
    await expect(paletteOf(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(paletteOf(page)).toHaveCount(0)
    await typeAhead(page, 'spend')
    await page.keyboard.press('Escape')

    await generateButton(page).click()
    await expectDone(runsOf(page).first())
    await goTo(page, 'Library')
    await libraryFiles(page).getByRole('button').first().press('Enter')
    await expect(fileViewer(page)).toBeVisible()
    await fileViewer(page).getByRole('button').first().focus()
    await typeAhead(page, 'create')
    await page.keyboard.press('Escape')
    await expect(paletteOf(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(fileViewer(page)).toHaveCount(0)
  })

  await test.step('[CMD1] a palette that is opened again while it closes forgets what was chosen before', async () => {
    await goTo(page, 'Create')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Animation.enable')
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.02 })
    await page.keyboard.press('ControlOrMeta+k')
    await expect(paletteOf(page).getByRole('combobox')).toBeFocused()
    await page.keyboard.type(settings.jobsInFlight)
    await expectHighlighted(page, new RegExp(`^${settings.jobsInFlight}`))
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(paletteOf(page).getByRole('combobox')).toHaveValue('')
    await page.keyboard.press('Escape')
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 1 })
    await expect(paletteOf(page)).toHaveCount(0)
    await expect(promptOf(page)).toBeVisible()
    await devTools.detach()
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  // Only what goes over HTTP can be held up here.
  if (hostName === 'browser')
    await test.step('[CMD2] a key that comes before the form of its model is carried out with it, and dropped once the person does something else', async () => {
      // A model each whose form was not read before.
      for (const [model, goesOn] of [
        ['V1 Flagship', false],
        ['V2 Classic motion', true],
      ] as const)
        await test.step(
          goesOn ? 'dropped once the person does something else' : 'carried out with it',
          async () => {
            const letPass = await holdUp(page, 'catalog.model')
            await chooseModel(page, model)
            await generateButton(page).focus()
            await expect(generateButton(page)).toBeDisabled()
            await page.keyboard.press('c')
            if (goesOn) await page.keyboard.press('Shift+Tab')
            await expect(acrossOf(page)).toHaveCount(0)
            letPass()
            if (!goesOn) {
              await expect(acrossOf(page)).toBeFocused()
              return await stopComparing(page)
            }
            await expect(page.getByRole('slider').first()).toBeVisible()
            await expect(acrossOf(page)).toHaveCount(0)
          },
        )
    })

  await test.step('[CMD2] [CMD90] the keys of Create, and the same from another screen', async () => {
    await expect(promptOf(page)).toBeVisible()
    await generateButton(page).focus()
    await page.keyboard.press('m')
    const models = page.getByRole('combobox', { name: english.models.search })
    await expect(models).toBeFocused()
    await page.keyboard.type('flagship')
    await expect(page.getByRole('option', { name: /^V1 Flagship/ })).toHaveAttribute('data-highlighted', '')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: /^Model.*Flagship/ })).toBeVisible()
    await expect(models).toHaveCount(0)
    // A model chosen by key leads to the prompt (PICK20), where a letter is text.
    await expect(promptOf(page)).toBeFocused()
    await generateButton(page).focus()
    await page.keyboard.press('Shift+Q')
    await expect(page.getByRole('button', { name: keyWords.palette.resume })).toBeVisible()
    await page.keyboard.press('Shift+Q')
    await expect(page.getByRole('button', { name: keyWords.palette.pause })).toBeVisible()
    await page.keyboard.press('c')
    await expect(acrossOf(page)).toBeFocused()

    await goTo(page, 'Spend')
    await command(page, 'go to the prompt', /^Go to the prompt/)
    await expect(promptOf(page)).toBeFocused()
    await goTo(page, 'Library')
    await command(page, keyWords.keyActions.chooseModel, /^Choose a model/)
    await expect(models).toBeFocused()
    await page.keyboard.press('Escape')
    await goTo(page, 'Library')
    await command(page, keyWords.keyActions.compare, /^Compare(?! files)/)
    await expect(acrossOf(page)).toBeFocused()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: shell.keys })
    for (const name of [
      keyWords.keyActions.chooseModel,
      keyWords.keyActions.compare,
      keyWords.keyActions.pauseQueue,
      english.actions.names.playPause,
    ])
      await expect(sheet.getByText(name, { exact: true })).toBeVisible()
    await expectNoFindings(page, 'the sheet of keys')
  })
})

/** Presses the palette's key and types before the palette can have the focus. */
async function typeAhead(page: Page, text: string): Promise<void> {
  await page.evaluate(async (typed) => {
    const press = (key: string, ctrlKey = false) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }))
    press('k', true)
    // Drawn by then, but without the focus until the next frame.
    await Promise.resolve()
    for (const key of typed) press(key)
  }, text)
  await expect(paletteOf(page).getByRole('combobox')).toHaveValue(text)
}

test('[CMD3] every setting is found by its name, and has the focus once it is chosen', async ({
  studioPage: page,
}) => {
  test.slow()
  await goTo(page, 'Settings')
  await page.getByRole('radio', { name: settings.webhooks.choices.webhook }).press('Space')
  await page.getByRole('button', { name: settings.webhooks.advanced }).press('Enter')
  await page.getByRole('button', { name: settings.addAccount }).press('Enter')
  const rows = page.locator('main [class*="row"] > div:first-child > :first-child')
  await expect(page.getByLabel(settings.key, { exact: true })).toBeVisible()
  const names = (await rows.allTextContents()).filter((name) => !name.startsWith('http'))
  expect(names.length).toBeGreaterThan(20)
  await page.keyboard.press('ControlOrMeta+k')
  for (const name of names) {
    await paletteOf(page).getByRole('combobox').fill(name)
    await expect(
      paletteOf(page)
        .getByRole('group', { name: keyWords.palette.settings })
        .getByRole('option')
        .filter({ hasText: name })
        .first(),
    ).toBeVisible()
  }
  await expectNoFindings(page, 'the palette with settings')
  await page.keyboard.press('Escape')

  // What was collapsed is opened for it.
  await page.reload()
  const focused = page.locator(':focus')
  for (const [search, control] of [
    [settings.webhooks.headers.keyId, settings.webhooks.headers.keyId],
    [settings.baseUrl, settings.baseUrl],
    [settings.budget.askAbove, settings.budget.askAbove],
    [settings.jobsInFlight, settings.jobsInFlight],
  ] as const) {
    await goTo(page, 'Create')
    await command(page, search, new RegExp(`^${search}`))
    await expect(focused).toHaveAccessibleName(control)
    await expect(focused).toBeInViewport()
  }
  await goTo(page, 'Create')
  await command(page, settings.dataFolder, new RegExp(`^${settings.dataFolder}`))
  await expect(focused).toContainText(settings.dataFolder)
  await goTo(page, 'Create')
  await command(page, 'path flagship', /^Path of V1 Flagship/)
  await expect(focused).toHaveAccessibleName(/^Path of V1 Flagship/)

  await command(page, 'theme light', 'Theme: Light')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('[CMD4] [CMD6] [CMD41] the palette finds an earlier prompt and a result by their text, downloads what is shown, opens the list and cancels what waits', async ({
  studioPage: page,
  service,
}) => {
  await promptOf(page).fill('A quiet harbour')
  await generateButton(page).click()
  await expectDone(runsOf(page).first())
  await promptOf(page).fill('Something else')
  await goTo(page, 'Spend')
  await command(page, 'harb', /^A quiet harbour/)
  await expect(promptOf(page)).toHaveValue('A quiet harbour')
  await expect(promptOf(page)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(promptOf(page)).toHaveValue('Something else')

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('quiet harb')
  await expect(paletteOf(page).getByRole('group', { name: keyWords.palette.results })).toBeVisible()
  await expectNoFindings(page, 'the palette with results')
  await page.keyboard.press('Escape')
  await expect(paletteOf(page)).toHaveCount(0)
  await command(page, 'harb', /^A quiet harbour/, keyWords.palette.results)
  await expect(fileViewer(page).getByRole('img')).toBeVisible()
  expect(service.submissions()).toHaveLength(1)

  await page.keyboard.press('Escape')
  await expect(fileViewer(page)).toHaveCount(0)
  await goTo(page, 'Create')
  const saved = page.waitForEvent('download')
  await command(page, 'save', english.actions.names.download)
  await saved

  await goTo(page, 'Spend')
  await command(page, 'rows', listWords.start)
  const listDialog = page.getByRole('dialog', { name: listWords.start })
  await expect(listDialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(listDialog).toHaveCount(0)
  await promptOf(page).press('Escape')
  await page.keyboard.press('Shift+L')
  await expect(listDialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(listDialog).toHaveCount(0)

  await pauseQueue(page)
  await promptOf(page).fill('A boat {1|2|3}')
  await pressGenerateKey(page, promptOf(page))
  await expect(resultOf(page).getByRole('list').getByRole('button')).toHaveCount(3)
  const cancelAll = stage.actions.cancelAll(3)
  await command(page, 'stop', cancelAll)
  await expect(page.getByText(stage.canceled.runs(3)).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('cancel')
  await expect(paletteOf(page).getByText(keyWords.palette.noneToCancel)).toBeVisible()
})

test('[ACT18] [ACT45] [ACT46] K and Space play and pause what is shown large, once for each press, also where it fills the screen', async ({
  studioPage: page,
}) => {
  await chooseModel(page, 'V6')
  await promptOf(page).fill('A quiet harbour')
  await generateButton(page).click()
  const stage = resultOf(page)
  const video = stage.locator('video')
  await expect(video).toHaveJSProperty('readyState', 4)
  const toggles = await video.evaluateHandle((element) => {
    const seen = { count: 0 }
    for (const name of ['play', 'pause']) element.addEventListener(name, () => seen.count++)
    return seen
  })
  // An event comes after the change that it tells of.
  const expectToggles = (count: number) =>
    expect.poll(() => toggles.evaluate((seen) => seen.count)).toBe(count)
  await generateButton(page).focus()
  await page.keyboard.press('k')
  await expect(video).toHaveJSProperty('paused', false)
  await page.keyboard.press('k')
  await expect(video).toHaveJSProperty('paused', true)

  await promptOf(page).press('Escape')
  await expect(stage).toBeFocused()
  const pressed = async (isPaused: boolean) => {
    await page.keyboard.press('Space')
    await expect(video).toHaveJSProperty('paused', isPaused)
  }
  await pressed(false)
  await pressed(true)
  await expectToggles(4)
  // Held: the second and the third are repeats.
  for (let times = 0; times < 3; times++) await page.keyboard.down('Space')
  await page.keyboard.up('Space')
  await expect(video).toHaveJSProperty('paused', false)
  await expectToggles(5)

  // A control uses it itself.
  await stage.getByRole('button', { name: viewing.loop, exact: true }).press('Space')
  await expect(stage.getByRole('button', { name: viewing.loop, exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await expect(video).toHaveJSProperty('paused', false)

  const full = stage.getByRole('button', { name: viewing.fullScreen })
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await full.click()
  await expect.poll(isFull).toBe(true)
  await expect(full).not.toBeFocused()
  await pressed(true)
  await pressed(false)
  expect(await isFull()).toBe(true)
  await page.keyboard.press('Shift+F')
  await expect.poll(isFull).toBe(false)
  await expect(full).toBeFocused()

  await goTo(page, 'Library')
  await libraryFiles(page).first().dblclick()
  const viewed = fileViewer(page).locator('video')
  await expect(viewed).toHaveJSProperty('readyState', 4)
  const wasPaused = await viewed.evaluate((element: HTMLVideoElement) => element.paused)
  await page.keyboard.press('Space')
  await expect(viewed).toHaveJSProperty('paused', !wasPaused)
})
