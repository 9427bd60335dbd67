import type { Page } from '@playwright/test'
import { picker } from '../renderer/words/en/picker.ts'
import { english } from '../renderer/words/en/words.ts'
import { holdUp } from './support/hold-up.ts'
import { expectNoFindings } from './support/no-findings.ts'
import {
  chooseModel,
  expectDone,
  expectHighlighted,
  generateButton,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

function triggerOf(page: Page) {
  return page.getByRole('combobox', { name: /^Model/ })
}

function searchOf(page: Page) {
  return page.getByRole('combobox', { name: 'Search models' })
}

function filterOf(page: Page, name: string) {
  return page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })
}

/** The headlines in the list, in its order. */
async function listed(page: Page): Promise<string[]> {
  return await page.getByRole('option').locator('b').allTextContents()
}

/** The headlines of one of its groups. */
function groupOf(page: Page, name: string) {
  return page.getByRole('group', { name, exact: true }).getByRole('option').locator('b')
}

test('the list of models is narrowed down, gone through and chosen from', async ({ studioPage: page }) => {
  test.slow()
  await test.step('[PICK1] [PICK2] [PICK3] [PICK4] [PICK40] [PICK41] [RUN25] tabs, filters and the search narrow the list down, and the lowest price, for a stated length, can be first', async () => {
    await triggerOf(page).click()
    await expect(page.getByRole('option')).toHaveCount(19)
    const price = page
      .getByRole('option', { name: /^V10 Native audio/ })
      .getByTitle(/^“From” is the price of/)
    await expect(price).toHaveText(/^from \$[\d.]+ for 5 s at its cheapest settings, \$[\d.]+\/s/)
    await page.getByRole('tab', { name: 'Video' }).click()
    await expect(page.getByRole('option')).toHaveCount(10)
    await filterOf(page, 'End image').click()
    await filterOf(page, 'Makes audio').click()
    await expect.poll(() => listed(page)).toEqual(['V1 Flagship', 'V10 Native audio'])
    await filterOf(page, 'Lowest price first').click()
    await expect.poll(() => listed(page)).toEqual(['V10 Native audio', 'V1 Flagship'])
    await page.getByRole('tab', { name: 'Audio' }).click()
    await expect(page.getByText('No model matches.')).toBeVisible()
    await expectNoFindings(page, 'no model')
    await filterOf(page, 'End image').click()
    await filterOf(page, 'Makes audio').click()
    await expect.poll(() => listed(page)).toEqual(['A1 Music'])
    await page.keyboard.press('Escape')
    await triggerOf(page).click()
    await expect(page.getByRole('option')).toHaveCount(19)
    await page.keyboard.press('Escape')
    await expect(searchOf(page)).toHaveCount(0)

    await triggerOf(page).click()
    const search = searchOf(page)
    for (const [typed, first] of [
      ['movie', 'V1 Flagship'],
      ['song', 'A1 Music'],
      ['photo', 'I5 Photorealism'],
      ['sound end', 'V1 Flagship'],
      ['4k', 'I7 Smart editing'],
      ['start image 512', 'V2 Classic motion'],
      ['cheap video', 'V2 Classic motion'],
    ] as const) {
      await search.fill(typed)
      await expectHighlighted(page, new RegExp(`^${first}`))
    }
    await search.fill('')
    const option = page.getByRole('option', { name: /^V10/ })
    const lowest = 'from $0.35 for 5 s'
    await expect(option).toContainText(lowest)
    const texts = await option.locator('b, span:not(:has(span, b))').allTextContents()
    expect(texts).toEqual(expect.arrayContaining(['Video with native audio', 'Makes audio']))
    // That it is the lowest price is said with it, as of all such prices.
    const isOwn = (text: string) => text !== '' && text.trim() !== english.models.atCheapest
    for (const text of [...texts, lowest].filter(isOwn)) {
      await search.fill(text.slice(1))
      await expect(option).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await expect(searchOf(page)).toHaveCount(0)

    await triggerOf(page).click()
    await expect(page.getByText(picker.cheapestNote(5))).toHaveCount(0)
    await page.getByRole('button', { name: picker.cheapestFirst }).click()
    await page.getByRole('tab', { name: english.models.kind('video') }).click()
    await expect(page.getByText(picker.cheapestNote(5))).toBeVisible()
    const prices = await page
      .getByRole('option')
      .getByText(/^from \$/)
      .allTextContents()
    expect(prices.map((text) => text.replace(/ at its .*$/, ''))).toEqual([
      'from $0.10 for 6 s',
      'from $0.19 for 6 s',
      'from $0.25 for 5 s',
      'from $0.28 for 6 s',
      'from $0.35 for 5 s',
      'from $0.40 for 5 s',
      'from $0.674 for 5 s',
    ])
    await searchOf(page).fill('flagship')
    await expect(
      page.getByRole('dialog').getByText('$0.1348/s; from $0.4045 with reference videos').last(),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(searchOf(page)).toHaveCount(0)
  })

  await test.step('[CMD43] [CMD44] an arrow on a tab or a filter highlights a model in view, and what it takes is said in words', async () => {
    await triggerOf(page).click()
    const highlighted = page.locator('[role="option"][data-highlighted]')
    await page.getByRole('tab', { name: 'Video' }).click()
    await expect(page.getByRole('option')).toHaveCount(10)
    await expect(highlighted).toHaveCount(0)
    const list = page.getByRole('tabpanel')
    const before = await list.boundingBox()
    await page.keyboard.press('ArrowDown')
    await expectHighlighted(page, /^V1 Flagship/)
    await expect(searchOf(page)).toBeFocused()
    await expect(
      page.getByRole('dialog', { name: 'Models' }).locator('p').filter({ hasText: 'End image' }),
    ).toHaveText('Start imageEnd imageReferencesMakes audio4K$0.1348/s; from $0.4045 with reference videos')
    expect(await list.boundingBox()).toEqual(before)
    await page.keyboard.press('ArrowUp')
    await expectHighlighted(page, /^V10/)
    await highlighted.evaluate((option) => option.closest('[role="tabpanel"]')?.scrollTo(0, 0))
    await expect(highlighted).not.toBeInViewport()
    await filterOf(page, 'Lowest price first').focus()
    await page.keyboard.press('ArrowDown')
    await expect(highlighted).toBeInViewport({ ratio: 1 })
    await expectNoFindings(page, 'the models, one highlighted')
    await page.keyboard.press('Escape')
    await expect(searchOf(page)).toHaveCount(0)
  })

  await test.step('[PICK5] by keyboard alone: typed at once, tabs, filters, a star, a choice', async () => {
    await triggerOf(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('flagship')
    await expect(searchOf(page)).toHaveValue('flagship')
    await page.keyboard.press('Escape')
    await expect(triggerOf(page)).toBeFocused()
    await page.keyboard.press('Enter')
    // The list's code is loaded by then, and there is something to tab to.
    await expect(page.getByRole('tab', { name: 'All' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tab', { name: 'All' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Video' })).toBeFocused()
    await expect(page.getByRole('tab', { name: 'Video' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Tab')
    await expect(filterOf(page, 'End image')).toBeFocused()
    await page.keyboard.press(' ')
    await expect(filterOf(page, 'End image')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.type('dynamics')
    await expect(searchOf(page)).toBeFocused()
    await expect(searchOf(page)).toHaveValue('dynamics')
    await expectHighlighted(page, /^V9 Improved dynamics/)
    await page.keyboard.press('ControlOrMeta+d')
    await expect(page.getByRole('button', { name: 'Favorite: V9 Improved dynamics' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Model V9 Improved dynamics' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option').locator('xpath=self::*[@data-highlighted]')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(searchOf(page)).toHaveCount(0)
    await expect(triggerOf(page)).toBeFocused()
  })
})

test('favorites come first, once they are known', async ({ studioPage: page, hostName }) => {
  test.slow()
  await test.step('[PICK6] [PICK300] a star brings a model to the front, is kept over a reload, and names no model that the list leaves out', async () => {
    await triggerOf(page).click()
    const flagship = page.getByRole('option', { name: /^V1 Flagship/ })
    await flagship.locator('[data-star]').click()
    await expect(flagship).toHaveAccessibleName(/favorite/)
    // It stays where it is while the list is open, and is not chosen.
    await expect(groupOf(page, 'Favorites')).toHaveCount(0)
    await expect(triggerOf(page)).not.toHaveAccessibleName(/Flagship/)
    await searchOf(page).fill('music')
    await expectHighlighted(page, /^A1 Music/)
    await searchOf(page).press('ControlOrMeta+d')
    const star = page.getByRole('button', { name: 'Favorite: A1 Music' })
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await page.reload()
    await triggerOf(page).click()
    await expect(groupOf(page, 'Favorites')).toHaveText(['A1 Music', 'V1 Flagship'])
    await expectNoFindings(page, 'favorites')
    await page.getByRole('tab', { name: 'Video' }).click()
    await expect(groupOf(page, 'Favorites')).toHaveText(['V1 Flagship'])
    await expect(page.getByRole('button', { name: /^Favorite: [AI]/ })).toHaveCount(0)
    await page.getByRole('tab', { name: 'All' }).click()
    await searchOf(page).fill('music')
    await expectHighlighted(page, /^A1 Music/)
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('Escape')
    await triggerOf(page).click()
    await expect(groupOf(page, 'Favorites')).toHaveText(['V1 Flagship'])
    // Faster than the settings are kept.
    await searchOf(page).fill('editing')
    await expectHighlighted(page, /^I4 Image editing/)
    for (const key of ['ControlOrMeta+d', 'ArrowDown', 'ControlOrMeta+d']) await page.keyboard.press(key)
    await page.keyboard.press('Escape')
    await triggerOf(page).click()
    await expect(groupOf(page, 'Favorites')).toHaveText([
      'I7 Smart editing',
      'I4 Image editing',
      'V1 Flagship',
    ])
    await page.keyboard.press('Escape')
    await expect(searchOf(page)).toHaveCount(0)
  })

  // Only what goes over HTTP can be held up here.
  if (hostName === 'browser')
    await test.step('[PICK3] a list that was opened before the settings were read shows the favorites once they are', async () => {
      await triggerOf(page).click()
      const audio = page.getByRole('option', { name: /^V10 Native audio/ })
      const kept = page.waitForResponse('**/bridge/settings.change')
      await audio.locator('[data-star]').click()
      expect((await kept).ok()).toBe(true)
      const letPass = await holdUp(page, 'settings.read')
      await page.reload()
      await triggerOf(page).click()
      await expect(page.getByRole('option')).toHaveCount(19)
      await expect(groupOf(page, 'Favorites')).toHaveCount(0)
      letPass()
      await expect(groupOf(page, 'Favorites')).toHaveText([
        'V10 Native audio',
        'I7 Smart editing',
        'I4 Image editing',
        'V1 Flagship',
      ])
      await expect(page.getByRole('option')).toHaveCount(19)
    })
})

test('models that were used come first', async ({ studioPage: page, hostName }) => {
  test.slow()
  await test.step('[PICK7] a model that was used comes first, with its last result and its usual time', async () => {
    await chooseModel(page, 'I8 Affordable')
    await promptOf(page).fill('A boat')
    await generateButton(page).click()
    await expectDone(runsOf(page).first(), 'I8 Affordable')
    await expect(resultOf(page).getByRole('img')).toBeVisible()
    for (const visit of ['at once', 'after a reload']) {
      await triggerOf(page).click()
      const used = page.getByRole('group', { name: 'Recently used' }).getByRole('option')
      await expect(used, visit).toHaveCount(1)
      await expect(used).toContainText(/usually takes \d+ s/)
      await expect(used.locator('img')).toBeVisible()
      await expect(page.getByRole('option', { name: /^I3/ }).locator('img')).toHaveCount(0)
      await expectNoFindings(page, 'a model that was used')
      await page.reload()
    }
  })

  // Only what goes over HTTP can be held up here.
  if (hostName === 'browser')
    await test.step('[PICK3] a list that was opened before it is known what was used shows it once it is', async () => {
      const letPass = await holdUp(page, 'catalog.uses')
      await page.reload()
      await triggerOf(page).click()
      await expect(page.getByRole('option')).toHaveCount(19)
      await expect(groupOf(page, 'Recently used')).toHaveCount(0)
      letPass()
      await expect(groupOf(page, 'Recently used')).toHaveText('I8 Affordable')
      await expect(page.getByRole('option')).toHaveCount(19)
    })
})

test('[PICK5] what is typed before the list is loaded is searched for, also where that takes a second try', async ({
  context,
  studio,
  hostName,
}) => {
  test.skip(hostName !== 'browser', 'the window’s requests can’t be stopped from here')
  // The list is in it, with most parts of Create.
  const listCode = '**/assets/later-*.js'
  await context.route(listCode, (route) => route.abort())
  const page = await studio.open()
  await triggerOf(page).press('Enter')
  await page.keyboard.type('flag')
  const failed = page.getByRole('dialog', { name: 'Models' }).getByRole('alert')
  await expect(failed).toContainText('couldn’t be loaded')
  await expect(searchOf(page)).toHaveValue('flag')
  await context.unroute(listCode)
  await failed.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect.poll(() => listed(page)).toEqual(['V1 Flagship'])
  await page.keyboard.type('ship')
  await expect(searchOf(page)).toHaveValue('flagship')
  await expectHighlighted(page, /^V1 Flagship/)
})
