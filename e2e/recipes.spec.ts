import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { dismissNotes } from './support/between-steps.ts'
import { dragFromOutside } from './support/drag.ts'
import { holdUp } from './support/hold-up.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { chooseModel, expectHighlighted, generateButton, goTo, promptOf, runsOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: 'Recipes' })
}

function recipesOf(page: Page) {
  return page.getByRole('list', { name: 'Recipes, pinned ones first' }).getByRole('listitem')
}

function outcomeOf(page: Page) {
  return page.getByRole('region', { name: 'What became of the settings' })
}

async function openRecipes(page: Page) {
  await page.getByRole('button', { name: 'Recipes', exact: true }).click()
  await expect(dialogOf(page)).toBeVisible()
}

async function useRecipe(page: Page, name: string) {
  await openRecipes(page)
  await page.getByRole('searchbox', { name: 'Search names and prompts' }).fill(name)
  // Until the search is done, rows move under the pointer.
  await expect(recipesOf(page).filter({ hasNotText: name })).toHaveCount(0)
  await recipesOf(page).getByRole('button', { name }).first().click()
  await expect(dialogOf(page)).toHaveCount(0)
}

/** A file as another Atelier exported it, years ago and elsewhere. */
const file = {
  format: 'atelier-recipes',
  version: 1,
  recipes: [
    {
      name: 'Harbour',
      modelId: 'v1',
      values: { prompt: 'a harbour', aspectRatio: '16:9', start_image: `atelier-input:${'a'.repeat(64)}` },
    },
    { name: 'Small print', modelId: 'i6', values: { prompt: 'tiny text', thinking_mode: 'instant' } },
    { name: 'From elsewhere', modelId: 'their-own', values: { prompt: 'x' } },
  ],
}

test('settings are saved as recipes, and an import beside them is undone', async ({
  studioPage: page,
  dataFolder,
}) => {
  test.slow()
  await test.step('settings are saved as a recipe, by key with its name to be written over, and used again with a way back', async () => {
    await promptOf(page).fill('A lighthouse in fog, silver light')
    await page.keyboard.press('ControlOrMeta+s')
    const name = page.getByRole('textbox', { name: 'Save these settings as' })
    await expect(name).toBeFocused()
    const selected = () => page.evaluate(() => getSelection()?.toString())
    await expect.poll(selected).toBe('A lighthouse in fog')
    await page.keyboard.type('Fog')
    await page.keyboard.press('Enter')
    await expect(recipesOf(page)).toHaveCount(1)
    await expect(recipesOf(page).first()).toContainText('Fog')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await page.getByRole('combobox', { name: /^Model/ }).focus()
    await page.keyboard.press('ControlOrMeta+o')
    await expect(page.getByRole('searchbox', { name: 'Search names and prompts' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)

    await openRecipes(page)
    await expect(page.getByRole('textbox', { name: 'Save these settings as' })).toHaveValue(
      'A lighthouse in fog',
    )
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(recipesOf(page)).toHaveCount(2)
    await expectNoFindings(page, 'recipes')
    await page.keyboard.press('Escape')
    await chooseModel(page, 'Flagship')
    await promptOf(page).fill('Something else')
    await useRecipe(page, 'A lighthouse in fog')
    await expect(promptOf(page)).toHaveValue('A lighthouse in fog, silver light')
    await expect(page.getByRole('combobox', { name: /^Model.*Fast images/ })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(promptOf(page)).toHaveValue('Something else')
    await expect(page.getByRole('combobox', { name: /^Model.*Flagship/ })).toBeVisible()
    await dismissNotes(page)
  })

  await test.step('an import is undone by its note, and what was there before stays', async () => {
    const path = join(dataFolder, 'theirs.json')
    await writeFile(path, JSON.stringify({ ...file, recipes: file.recipes.slice(0, 1) }))
    await openRecipes(page)
    const picker = dialogOf(page).locator('input[type="file"]')
    await picker.setInputFiles(path)
    await expect(recipesOf(page)).toHaveCount(2 + 1)
    await writeFile(path, JSON.stringify(file))
    await picker.setInputFiles(path)
    await expect(recipesOf(page)).toHaveCount(2 + 3)
    const note = page.getByRole('dialog', { name: '2 recipes added; 1 you had already.' })
    // Under the pointer it doesn't run out.
    await note.hover()
    await expectNoFindings(page, 'a note of an import')
    await note.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 recipes taken out.')).toBeVisible()
    await expect(recipesOf(page)).toHaveCount(2 + 1)
  })
})

test('recipes come from a file, are exported, found, named, pinned, deleted and brought back', async ({
  studioPage: page,
  dataFolder,
}) => {
  test.slow()
  await test.step('a dropped file of recipes is taken in; what has changed since is said', async () => {
    const path = join(dataFolder, 'theirs.json')
    await writeFile(path, JSON.stringify(file))
    await goTo(page, 'Library')
    const drag = await dragFromOutside(page, { files: [path] })
    await drag.over(page.locator('main'))
    await expect(page.getByText('Drop to open')).toBeVisible()
    await expect(page.getByText('Drop to use it in Create')).toHaveCount(0)
    await drag.drop(page.locator('main'))
    await expect(page.getByText('3 recipes added.')).toBeVisible()
    await page.getByRole('button', { name: 'Show recipes' }).click()
    await expect(recipesOf(page)).toHaveCount(3)
    await expect(recipesOf(page).filter({ hasText: 'Unknown model their-own' })).toHaveCount(1)
    await page.keyboard.press('Escape')

    await useRecipe(page, 'Harbour')
    await expect(outcomeOf(page)).toContainText('aspectRatio is now Aspect ratio.')
    await expect(outcomeOf(page)).toContainText('No longer on this machine: Start image.')
    await expectNoFindings(page, 'what a recipe changed')
    await page.getByRole('textbox', { name: 'Seed' }).scrollIntoViewIfNeeded()
    await expect(outcomeOf(page)).not.toBeInViewport()
    await useRecipe(page, 'From elsewhere')
    await expect(outcomeOf(page)).toBeInViewport({ ratio: 1 })
    await useRecipe(page, 'Small print')
    await expect(outcomeOf(page)).toContainText('“instant” is now “fast”')
    await useRecipe(page, 'From elsewhere')
    await expect(outcomeOf(page)).toContainText('doesn’t know the model “their-own”')
    await expect(promptOf(page)).toHaveValue('tiny text')
    await dismissNotes(page)
  })

  await test.step('what is exported is imported as it was; a file that holds none adds nothing', async () => {
    const path = join(dataFolder, 'theirs.json')
    await writeFile(path, JSON.stringify(file))
    await openRecipes(page)
    const picker = dialogOf(page).locator('input[type="file"]')
    await picker.setInputFiles(path)
    await expect(recipesOf(page)).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Choose Harbour' }).check()
    await page.getByRole('checkbox', { name: 'Choose Small print' }).check()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export 2' }).click()
    const taken = join(dataFolder, 'mine.json')
    await (await download).saveAs(taken)
    expect(JSON.parse(await readFile(taken, 'utf8')).recipes).toHaveLength(2)
    await picker.setInputFiles(taken)
    await expect(page.getByText('You have these recipes already.').last()).toBeVisible()
    await picker.setInputFiles({
      name: 'notes.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{}'),
    })
    await expect(
      page
        .getByText('“notes.json” has no Atelier recipes in it. Nothing was added.', { exact: true })
        .first(),
    ).toBeVisible()
    await picker.setInputFiles({
      name: 'next-year.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...file, version: 2 })),
    })
    await expect(
      page
        .getByText('“next-year.json” was written by a newer Atelier. Nothing was added.', { exact: true })
        .first(),
    ).toBeVisible()
    await expect(recipesOf(page)).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await dismissNotes(page)
  })

  await test.step('the palette finds recipes, and models by their ids', async () => {
    await openRecipes(page)
    await expect(recipesOf(page)).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    const palette = page.getByRole('combobox', { name: 'Go to anything' })
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette).toBeFocused()
    await page.keyboard.type('harb')
    await expectHighlighted(page, /^Harbour/)
    await page.keyboard.press('Enter')
    await expect(promptOf(page)).toHaveValue('a harbour')
    await expect(palette).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette).toBeFocused()
    await page.keyboard.type('v4')
    await expectHighlighted(page, /^V4 New generation/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: /^Model/ })).not.toHaveAccessibleName(/Flagship/)
    await dismissNotes(page)
  })

  await test.step('recipes by keyboard alone: found, named, pinned, deleted and brought back', async () => {
    await page.keyboard.press('ControlOrMeta+o')
    await expect(recipesOf(page)).toHaveCount(3)
    const search = page.getByRole('searchbox', { name: 'Search names and prompts' })
    await expect(search).toBeFocused()
    await page.keyboard.type('tiny')
    await expect(recipesOf(page)).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('F2')
    await page.keyboard.type('Fine print')
    await page.keyboard.press('Enter')
    await expect(recipesOf(page).getByRole('button', { name: /^Fine print/ })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Unpin Fine print' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowUp')
    await expect(search).toBeFocused()
    await search.fill('')
    await expect(recipesOf(page)).toHaveCount(3)
    await expect(recipesOf(page).first()).toContainText('Fine print')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('F2')
    await page.keyboard.type('Moves up')
    await page.keyboard.press('Enter')
    await expect(recipesOf(page).nth(1)).toContainText('Moves up')
    await expect(recipesOf(page).getByRole('button', { name: /^Moves up/ })).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Delete')
    await expect(recipesOf(page)).toHaveCount(2)
    await expect(recipesOf(page).first().getByRole('button').first()).toBeFocused()
    const note = page.getByRole('dialog', { name: '“Fine print” was deleted.' })
    await note.getByRole('button', { name: 'Undo' }).click()
    await expect(recipesOf(page).first()).toContainText('Fine print')
  })
})

test('what was left in the form in old names is brought up to date aloud, and can be kept as it was', async ({
  studioPage: page,
}) => {
  await promptOf(page).fill('A lighthouse')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('atelier.drafts')))
    .toContain('A lighthouse')
  const values = { prompt: 'tiny text', thinking_mode: 'instant', colour: 'red' }
  const byModel = { i6: values, v1: { prompt: 'a video', aspectRatio: '16:9', upscale: true } }
  await page.evaluate((drafts) => localStorage.setItem('atelier.drafts', JSON.stringify(drafts)), {
    modelId: 'i6',
    runs: 1,
    seedLocked: false,
    byModel,
  })
  await page.reload()
  await expect(promptOf(page)).toHaveValue('tiny text')
  await expect(outcomeOf(page)).toContainText('Your last settings for I6 Generate & edit')
  await expect(outcomeOf(page)).toContainText('Thinking: “instant” is now “fast”.')
  await expect(outcomeOf(page)).toContainText('I6 Generate & edit has no colour. Left out.')
  await expectNoFindings(page, 'a draft in old names')
  await pressEnabled(outcomeOf(page).getByRole('button', { name: 'Keep the old ones as a recipe' }))
  await expect(outcomeOf(page)).toHaveCount(0)
  await useRecipe(page, 'tiny text')
  await expect(outcomeOf(page)).toContainText('Thinking: “instant” is now “fast”.')
  await outcomeOf(page).getByRole('button', { name: 'Dismiss' }).click()

  await chooseModel(page, 'Flagship')
  await expect(outcomeOf(page)).toContainText('aspectRatio is now Aspect ratio.')
  await expect(outcomeOf(page)).not.toContainText('Left out')
  await pressEnabled(outcomeOf(page).getByRole('button', { name: 'Undo' }))
  await expect(promptOf(page)).toHaveValue('tiny text')
  await expect(page.getByRole('combobox', { name: /^Model.*Generate & edit/ })).toBeVisible()

  await page.reload()
  await expect(promptOf(page)).toHaveValue('tiny text')
  await expect(generateButton(page)).toBeEnabled()
  await expect(outcomeOf(page)).toHaveCount(0)
})

test('[RUN531] earlier prompts are found, put back as they were written, and taken by Enter', async ({
  studioPage: page,
  hostName,
}) => {
  test.slow()
  await test.step('earlier prompts are found and put back, with a way back', async () => {
    for (const prompt of ['A red boat', 'A green hill']) {
      await promptOf(page).fill(prompt)
      await generateButton(page).click()
      await expect(runsOf(page).filter({ hasText: prompt })).toHaveCount(1)
    }
    await promptOf(page).fill('Half a thought')
    await page.keyboard.press('ControlOrMeta+ArrowUp')
    const options = page.getByRole('option')
    await expect(options).toHaveText([/^A green hill/, /^A red boat.*Fast images · once/])
    // [RUN531] A date stands in one line, where it doesn't fit beside the rest too.
    const dates = options.locator('time')
    await expect(dates).toHaveCount(2)
    const lines = await dates.evaluateAll((all) =>
      all.map((date) => {
        date.parentElement?.style.setProperty('width', `${date.getBoundingClientRect().width - 4}px`)
        const count = date.getClientRects().length
        date.parentElement?.style.removeProperty('width')
        return count
      }),
    )
    expect(lines).toEqual([1, 1])
    await expectNoFindings(page, 'earlier prompts')
    await page.keyboard.type('red')
    await expect(options).toHaveCount(1)
    await expectHighlighted(page, /^A red boat/)
    await page.keyboard.press('Enter')
    await expect(promptOf(page)).toHaveValue('A red boat')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(promptOf(page)).toHaveValue('Half a thought')
    await page.keyboard.press('ControlOrMeta+ArrowUp')
    await expect(options).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await expectHighlighted(page, /^A green hill/)
    await page.keyboard.press('Enter')
    const note = page.getByRole('dialog', { name: 'The earlier prompt is in the form.' })
    // Under the pointer it doesn't run out.
    await note.hover()
    await promptOf(page).press('End')
    await page.keyboard.type(' by the sea')
    await expect(note).toHaveCount(0)
    await expect(promptOf(page)).toHaveValue('A green hill by the sea')

    for (const [search, prompt] of [
      ['red', 'A red boat'],
      ['green', 'A green hill'],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+ArrowUp')
      await page.keyboard.type(search)
      await page.keyboard.press('Enter')
      await expect(promptOf(page)).toHaveValue(prompt)
    }
    for (const earlier of ['A red boat', 'A green hill by the sea']) {
      // The note before it has the same name, and is there for a moment while it closes.
      await expect(note).toHaveCount(1)
      await note.getByRole('button', { name: 'Undo' }).click()
      await expect(promptOf(page)).toHaveValue(earlier)
    }
  })

  // Only what goes over HTTP can be held up here.
  if (hostName === 'browser')
    await test.step('Enter while earlier prompts are searched takes the first that is found', async () => {
      await dismissNotes(page)
      await promptOf(page).fill('A green hill')
      await page.keyboard.press('ControlOrMeta+ArrowUp')
      await expect(page.getByRole('option')).toHaveCount(2)
      const letPass = await holdUp(page, 'prompts.history')
      await page.keyboard.type('red')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('option')).toHaveCount(2)
      await expect(promptOf(page)).toHaveValue('A green hill')
      letPass()
      await expect(promptOf(page)).toHaveValue('A red boat')
      await expect(page.getByRole('option')).toHaveCount(0)
    })

  await test.step('a prompt with wildcards comes back as it was written, with the first of what it made', async () => {
    await dismissNotes(page)
    await promptOf(page).fill('A {red|blue} boat')
    await generateButton(page).click()
    // With their thumbnails, which the page makes.
    await expect(runsOf(page).first().locator('img')).toHaveCount(2)
    await promptOf(page).fill('Half a thought')
    await page.keyboard.press('ControlOrMeta+ArrowUp')
    const option = page.getByRole('option')
    await expect(option).toHaveText([
      /^A {red\|blue} boat.*Fast images · 2 times/,
      /^A green hill/,
      /^A red boat/,
    ])
    await expect(option.first().locator('img')).toBeVisible()
    await expectNoFindings(page, 'an earlier prompt with a thumbnail')
    await page.keyboard.press('ArrowDown')
    await expectHighlighted(page, /^A {red/)
    await page.keyboard.press('Enter')
    await expect(promptOf(page)).toHaveValue('A {red|blue} boat')
    await expect(generateButton(page)).toContainText('Generate 2')
  })
})
