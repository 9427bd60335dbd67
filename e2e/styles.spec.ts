import type { Locator, Page } from '@playwright/test'
import { dismissNotes, forgetForms } from './support/between-steps.ts'
import { listStyles } from './support/list-styles.ts'
import { expectNoFindingsInBoth } from './support/no-findings.ts'
import {
  chooseModel,
  expectDone,
  fileViewer,
  generateButton,
  goTo,
  libraryFiles,
  promptOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

function stylesOf(page: Page) {
  return page.getByRole('list', { name: 'Styles, the last used first' }).getByRole('listitem')
}

async function addStyle(page: Page, id: string, name = '') {
  await page.getByRole('button', { name: 'Add a style' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a style' })
  await dialog.getByRole('textbox', { name: 'Id' }).fill(id)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

/** Opens the question before a share. */
async function askToShare(page: Page, name: string) {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: /^Share/ }).click()
  return page.getByRole('dialog', { name: `Share “${name}” with the workspace?` })
}

test('styles are used in forms, by models that take some', async ({ studioPage: page, service }) => {
  test.slow()
  await test.step('a style is added, used in a form, sent, and found in the file that came of it', async () => {
    await promptOf(page).fill('A harbour map')
    await goTo(page, 'Styles')
    await expect(page.getByText('No styles yet')).toBeVisible()
    await addStyle(page, 'ink-and-paper', 'Ink')
    await page.getByRole('button', { name: 'Use in Create: Ink' }).click()
    await expect(page.getByText('“Ink” is in the form of I1 Fast realism.')).toBeVisible()
    await expect(promptOf(page)).toHaveValue('A harbour map')
    await page.getByRole('combobox', { name: 'Styles: Add a style' }).click()
    await page.getByRole('combobox', { name: 'Search styles, or enter an id' }).fill('night-neon')
    await page.getByRole('option', { name: 'Use the id “night-neon”' }).click()
    await expect(page.getByText('Not in your styles; it will be once the run is sent.')).toBeVisible()
    await generateButton(page).click()
    await expectDone(runsOf(page).first(), 'Fast realism')
    expect(service.submissions()).toHaveLength(1)

    await goTo(page, 'Library')
    await libraryFiles(page).getByRole('button').first().click()
    await expect(fileViewer(page)).toContainText('Ink (ink-and-paper)')
    await expect(fileViewer(page)).toContainText('night-neon')
    await page.keyboard.press('Escape')
    await goTo(page, 'Styles')
    await expect(stylesOf(page)).toHaveCount(2)
    await expect(stylesOf(page).filter({ hasText: 'Ink' })).toContainText('In 1 run')
    await expect(stylesOf(page).first().locator('img')).toBeVisible()
  })

  await test.step('the form of a model that takes styles keeps its model, and says when it is full', async () => {
    // Styles go along from model to model.
    await forgetForms(page)
    await chooseModel(page, 'Affordable')
    for (const name of ['one', 'two', 'three', 'four']) {
      await goTo(page, 'Styles')
      await addStyle(page, name)
      const words = name === 'four' ? /takes at most 3 styles/ : `“${name}” is in the form of I8 Affordable.`
      // A note is there for seconds: it is waited for before it comes.
      await Promise.all([
        page.getByText(words).first().waitFor(),
        page.getByRole('button', { name: `Use in Create: ${name}` }).click(),
      ])
      // A note stays as long as the window is behind another.
      if (name === 'three') await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    }
    await expect(page.getByText('3 of 3')).toBeVisible()
    const note = page.getByRole('dialog', { name: /^“three” is in the form of/ })
    await note.hover()
    await note.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 of 3')).toBeVisible()
  })
})

test('a style is shared, and what becomes of that is said', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  test.slow()
  await test.step('[STYLE50] notes cover no style and no open dialog', async () => {
    await goTo(page, 'Styles')
    const note = page.getByRole('dialog').filter({ hasText: /was added\.$/ })
    const overlaps = async (other: Locator) => {
      const [one, two] = [await note.first().boundingBox(), await other.boundingBox()]
      if (!one || !two) return null
      const isBeside = one.x >= two.x + two.width || two.x >= one.x + one.width
      return !isBeside && one.y < two.y + two.height && two.y < one.y + one.height
    }
    // A note stays as long as the window is behind another.
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await addStyle(page, 'ink-and-paper')
    await expect(note).toBeVisible()
    await expect.poll(() => overlaps(stylesOf(page).first())).toBe(false)
    await page.getByRole('button', { name: 'Add a style' }).first().press('Enter')
    const adding = page.getByRole('dialog', { name: 'Add a style' })
    await expect(adding).toBeVisible()
    await expect.poll(() => overlaps(adding)).toBe(false)
    await page.keyboard.press('Escape')
    await expect(adding).toHaveCount(0)
    await dismissNotes(page)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  })

  await test.step('a style is shared after a question, by one request, and its workspace stays with it', async () => {
    await goTo(page, 'Styles')
    await addStyle(page, 'soft-gouache', 'Gouache')
    const question = await askToShare(page, 'Gouache')
    await expect(question).toContainText('All members of that workspace can use the style')
    await question.getByRole('button', { name: 'Don’t share' }).click()
    await expect(question).toHaveCount(0)
    await (await askToShare(page, 'Gouache')).getByRole('button', { name: 'Share', exact: true }).click()
    await expect(page.getByText(/“Gouache” is shared with /)).toBeVisible()
    await expect(stylesOf(page).first()).toContainText('Shared with')
    const shares = () => service.requests.filter((line) => line.startsWith('POST /styles/'))
    expect(shares()).toEqual(['POST /styles/soft-gouache/share/workspace'])
    await page.reload()
    await expect(stylesOf(page).first()).toContainText('Shared with')
    await dismissNotes(page)
  })

  await test.step('each refusal is said with what to do, and a lost response as what it is', async () => {
    await goTo(page, 'Styles')
    const failing = (fault: object) => ({ request: { path: '/styles/', ...fault } })
    const unknown = /It is not known whether the style is shared/
    const ends = [
      { id: 'app-only', faults: {}, says: /Only a style’s owner can.*The service’s words: Only the owner/ },
      { id: 'no-such-style', faults: {}, says: /finds no style with this id.*No such style\./ },
      {
        id: 'ink-and-paper',
        faults: failing({ kind: 'status', status: 429, retryAfter: 7 }),
        says: /too many requests\. Share it in 7 s/,
      },
      {
        id: 'ink-and-paper',
        faults: failing({ kind: 'status', status: 401 }),
        says: /doesn’t accept this key.*in Settings/,
      },
      { id: 'ink-and-paper', faults: failing({ kind: 'status', status: 503 }), says: unknown },
      { id: 'ink-and-paper', faults: failing({ kind: 'accept-and-close' }), says: unknown },
    ]
    await addStyle(page, 'app-only')
    await addStyle(page, 'no-such-style')
    for (const { id, faults, says } of ends) {
      await sandbox.setFaults(faults)
      const question = await askToShare(page, id)
      await question.getByRole('button', { name: /^Share/ }).click()
      await expect(question.getByRole('alert')).toContainText(says)
      await sandbox.setFaults({})
      await question.getByRole('button', { name: 'Close' }).first().click()
      await expect(question).toHaveCount(0)
    }
    const ink = stylesOf(page).filter({ hasText: 'ink-and-paper' })
    await expect(ink).toContainText('Sharing unconfirmed')
    const question = await askToShare(page, 'ink-and-paper')
    await expect(question).toContainText('An earlier request had no readable response.')
    await question.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(ink).toContainText('Shared with')
    await expect(ink).not.toContainText('Sharing unconfirmed')
  })
})

test('a style is edited and removed, and everything is done by keyboard', async ({ studioPage: page }) => {
  test.slow()
  await test.step('a style is edited, gets an image of the library, is removed and restored', async () => {
    await promptOf(page).fill('A lighthouse')
    await generateButton(page).click()
    await expectDone(runsOf(page).first())
    await goTo(page, 'Styles')
    await addStyle(page, 'rain-neon')
    await page.getByRole('button', { name: 'Open rain-neon' }).click()
    const dialog = page.getByRole('dialog', { name: 'rain-neon' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Neon')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Rain at night')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(stylesOf(page).first()).toContainText('Rain at night')

    await page.getByRole('button', { name: 'Open Neon' }).click()
    await page.getByRole('button', { name: 'Choose an image' }).click()
    await page.getByRole('button', { name: /A lighthouse/ }).click()
    await page.getByRole('button', { name: 'Use', exact: true }).click()
    await expect(page.getByText('Chosen by you')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(stylesOf(page).first().locator('img')).toBeVisible()

    await page.getByRole('button', { name: 'More for Neon' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect(page.getByText('No styles yet')).toBeVisible()
    const note = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Undo' }) })
    await note.hover()
    await note.getByRole('button', { name: 'Undo' }).click()
    await expect(stylesOf(page).first()).toContainText('Rain at night')
    await page.getByRole('button', { name: 'More for Neon' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect(page.getByText('No styles yet')).toBeVisible()
    await dismissNotes(page)
  })

  await test.step('everything is done by keyboard', async () => {
    await goTo(page, 'Create')
    await page.keyboard.press('ControlOrMeta+5')
    await expect(page.getByRole('heading', { level: 1, name: 'Styles' })).toBeAttached()
    const adding = page.getByRole('dialog', { name: 'Add a style' })
    for (const id of ['ink-and-paper', 'night-neon', 'soft-gouache']) {
      await page.getByRole('button', { name: 'Add a style' }).first().focus()
      await page.keyboard.press('Enter')
      await expect(adding.getByRole('textbox', { name: 'Id' })).toBeFocused()
      await page.keyboard.type(id)
      await page.keyboard.press('Enter')
      await expect(adding).toHaveCount(0)
    }
    const open = (name: string) => page.getByRole('button', { name: `Open ${name}` })
    await open('soft-gouache').focus()
    await page.keyboard.press('ArrowRight')
    await expect(open('night-neon')).toBeFocused()
    await page.keyboard.press('End')
    await expect(open('ink-and-paper')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Delete')
    await expect(stylesOf(page)).toHaveCount(2)
    await expect(open('ink-and-paper')).toBeFocused()
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog', { name: 'ink-and-paper', exact: true })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).focus()
    await page.keyboard.type('Ink')
    await page.keyboard.press('Enter')
    await expect(open('Ink')).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('gou')
    await expect(stylesOf(page)).toHaveCount(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(stylesOf(page)).toHaveCount(2)
  })
})

test.describe('of a service that lists its styles', () => {
  test.use({
    async service({ service }, use) {
      const listing = await listStyles(service.url, [
        { id: 'with-image', name: 'Harbour', preview_url: '/previews/harbour.png' },
        { id: 'no-address', name: 'Plain', preview_url: 'javascript:alert(1)' },
        { id: 'no-image', name: 'Broken', preview_url: '/previews/broken' },
        { id: 'none', name: 'Bare' },
      ])
      await use({ ...service, url: listing.url })
      // Each once: what could not be had is left alone, and what is no address was never asked for.
      expect(listing.images.toSorted()).toEqual(['/previews/broken', '/previews/harbour.png'])
      await listing.close()
    },
  })

  test('[STYLE30] [STYLE31] [STYLE51] [STYLE590] a style shows the image that the service lists of it, and others a sign', async ({
    studioPage: page,
  }) => {
    await goTo(page, 'Styles')
    await expect(stylesOf(page)).toHaveCount(4)
    const cardOf = (name: string) => stylesOf(page).filter({ hasText: name })
    const image = cardOf('Harbour').locator('img')
    await expect(image).toHaveJSProperty('naturalWidth', 64)
    await expect(image).toHaveAttribute('src', /^\/media\/styles\/preview/)
    for (const name of ['Plain', 'Broken', 'Bare']) {
      await expect(cardOf(name).locator('svg').first()).toBeVisible()
      await expect(cardOf(name).locator('img')).toHaveCount(0)
    }
    expect(await page.content()).not.toContain('harbour.png')

    await page.getByRole('button', { name: 'Open Harbour' }).click()
    await expect(page.getByRole('dialog').locator('img')).toHaveJSProperty('naturalWidth', 64)
    await expect(page.getByRole('dialog')).toContainText('The service’s image')
    await page.keyboard.press('Escape')
    // The service's listing read again changes nothing of it.
    await page.getByRole('button', { name: 'Read from the service' }).click()
    await expect(image).toHaveJSProperty('naturalWidth', 64)
    await page.reload()
    await expect(image).toHaveJSProperty('naturalWidth', 64)
    await expect(stylesOf(page)).toHaveCount(4)

    // [STYLE590] So it is in a form, in the list and once it is picked.
    await page.getByRole('button', { name: 'Use in Create: Harbour' }).click()
    const form = page.getByRole('region', { name: 'Settings of the run' })
    await expect(form.locator('img[src^="/media/styles/preview"]')).toHaveJSProperty('naturalWidth', 64)
    await page.getByRole('combobox', { name: 'Styles: Add a style' }).click()
    for (const name of ['Plain', 'Broken', 'Bare'])
      await expect(page.getByRole('option', { name }).locator('svg.lucide-palette')).toBeVisible()
  })
})

test('axe finds nothing in the dark and in the light theme', async ({ studioPage: page }) => {
  await goTo(page, 'Styles')
  await expectNoFindingsInBoth(page, 'no styles')
  await page.getByRole('button', { name: 'Add a style' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText(/An id has 1 to 512 characters/)).toBeVisible()
  await expectNoFindingsInBoth(page, 'adding a style')
  await page.keyboard.press('Escape')
  await addStyle(page, 'ink-and-paper', 'Ink')
  await addStyle(page, 'no-such-style')
  await expectNoFindingsInBoth(page, 'styles')
  await page.getByRole('button', { name: 'Open Ink' }).click()
  await expectNoFindingsInBoth(page, 'a style')
  await page.keyboard.press('Escape')
  const question = await askToShare(page, 'no-such-style')
  await question.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(question.getByRole('alert')).toBeVisible()
  await expectNoFindingsInBoth(page, 'a refused share')
  await expect(question.getByRole('button', { name: 'Share again' })).toHaveCount(0)
  await expect(question.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await question.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Use in Create: Ink' }).click()
  await page.getByRole('combobox', { name: 'Styles: Add a style' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectNoFindingsInBoth(page, 'the picker of styles')
})
