import type { Locator, Page } from '@playwright/test'
import { compare } from '../renderer/words/en/compare.ts'
import { library } from '../renderer/words/en/library.ts'
import { list } from '../renderer/words/en/list.ts'
import { notices } from '../renderer/words/en/notices.ts'
import { recipesDialog } from '../renderer/words/en/recipes-dialog.ts'
import { settings } from '../renderer/words/en/settings.ts'
import { spend } from '../renderer/words/en/spend.ts'
import { stage } from '../renderer/words/en/stage.ts'
import { styles } from '../renderer/words/en/styles.ts'
import { english } from '../renderer/words/en/words.ts'
import { findModel } from '../shared/catalog/index.ts'
import { pseudoLanguage } from '../shared/words/pseudo-language.ts'
import { isPseudo, pseudoWords } from '../shared/words/pseudo-words.ts'
import { applyTheme } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import {
  clippedTexts,
  describedTexts,
  foreignTexts,
  type Others,
  spokenTexts,
} from './support/spoken-texts.ts'
import { expect, test } from './support/studio-test.ts'

/** Every screen is walked in a language that was made from English; what is still English was never in the words. */
const words = pseudoWords(english)
const noticeWords = pseudoWords(notices)
const settingsWords = pseudoWords(settings)
const libraryWords = pseudoWords(library)
const spendWords = pseudoWords(spend)
const styleWords = pseudoWords(styles)
const listWords = pseudoWords(list)
const compareWords = pseudoWords(compare)
const prompt = 'A quiet harbour'
/** How long what has just opened may still draw, on a busy machine. */
const settleMs = 20_000
const broken = 'Filtered by the service itself'
/** What the sandbox says of a request that is to fail. */
const refusal = (status: number) => `The sandbox returns ${status} as instructed.`

/** How the keys end, as Settings shows them. */
function endingsOf({ key, usageKey = key }: { readonly key: string; readonly usageKey?: string }): string[] {
  return [key, usageKey].map((one) => one.slice(-4))
}

/** Presses the key of Generate, once there is something that hears it. */
async function pressGenerate(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: words.create.generate(1) }).first()).toBeEnabled()
  await page.keyboard.press('ControlOrMeta+Enter')
}

/** Says of every screen what is wrong, not of the first alone. */
const softly = expect.configure({ soft: true })

test.use({ environment: { ATELIER_PSEUDO_LANGUAGE: '1' } })
/** `shown` belongs to the state that is meant: what is there before it has no text that could be English. */
async function expectOnlyPseudo(page: Page, screen: string, others: Others, shown?: Locator): Promise<void> {
  if (shown) await expect(shown.first()).toBeVisible()
  // What has just opened may still be drawing.
  const spoken = async () => foreignTexts(await spokenTexts(page), others)
  await softly.poll(spoken, { message: screen, timeout: settleMs }).toEqual([])
}

async function goTo(page: Page, screen: keyof typeof words.shell.screens): Promise<void> {
  const name = words.shell.screens[screen]
  await page.getByRole('navigation').getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeAttached()
}

async function speakPseudo(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: english.shell.navigation })
    .getByRole('link', { name: english.shell.screens.settings })
    .click()
  await page.getByRole('radio', { name: words.shell.languageName }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', pseudoLanguage)
}

async function chooseModel(page: Page, id: string): Promise<void> {
  const label = pseudoWords(findModel(id)?.name ?? '')
  await page.getByRole('combobox', { name: words.models.choose }).first().press('Enter')
  const search = page.getByRole('combobox', { name: words.models.search })
  await search.fill(label)
  await page.getByRole('option').filter({ hasText: label }).first().click()
  await expect(search).toHaveCount(0)
}

test('no screen, dialog or menu says anything in English', async ({ studioPage: page, sandbox, service }) => {
  test.slow()
  const own = [
    'English',
    prompt,
    broken,
    'filtered',
    'harbour',
    'A boat',
    '{"prompt":',
    ...endingsOf(service),
  ]
  const described = await describedTexts(sandbox.url)
  const check = (screen: string, shown?: Locator) => expectOnlyPseudo(page, screen, { own, described }, shown)
  // Notices are dialogs, too.
  const inFront = page.getByRole('dialog').and(page.locator(':not([data-type])'))
  await speakPseudo(page)
  await check('settings', page.getByText(settingsWords.jobsInFlight))
  await page.getByRole('button', { name: settingsWords.addAccount }).click()
  await page.getByRole('radio', { name: settingsWords.webhooks.choices.webhook }).click()
  await check('settings, a service of one’s own, webhooks', page.getByLabel(settingsWords.baseUrl))
  await page.getByRole('radio', { name: settingsWords.webhooks.choices.polling }).click()
  await goTo(page, 'library')
  await check('empty library', page.getByText(libraryWords.emptyTitle))
  await goTo(page, 'spend')
  await check('empty spend', page.getByText(spendWords.emptyTitle))
  await goTo(page, 'styles')
  await check('no styles', page.getByText(styleWords.empty))
  await goTo(page, 'create')
  await check('create', page.getByText(words.create.emptyRuns))

  await page.getByRole('combobox', { name: words.models.choose }).first().click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await check('model list')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await chooseModel(page, 'v1')
  await page.getByRole('textbox', { name: words.fields.label('prompt', null) }).fill('')
  await pressGenerate(page)
  await check('create, with an error at a field', page.locator('[aria-invalid=true]'))

  await chooseModel(page, 'i3')
  await page.getByRole('textbox', { name: words.fields.label('prompt', null) }).fill(prompt)
  await pressGenerate(page)
  const runs = page.getByRole('region', { name: words.create.runsTitle }).getByRole('listitem')
  await expect(page.getByRole('region', { name: words.create.stage }).getByRole('img')).toBeVisible()
  await check('create, with a result')
  await page.getByRole('button', { name: words.actions.more }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await check('create, with a menu')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await sandbox.setFaults({ job: { status: 'failed', code: 'filtered', message: broken } })
  await pressGenerate(page)
  await expect(runs).toHaveCount(2)
  const said = pseudoWords(stage).serviceSays('filtered', broken)
  await expect(page.getByText(said).first()).toBeVisible()
  await check('create, with a failed run')
  await sandbox.setFaults({})
  const resume = service.holdJobs()
  await pressGenerate(page)
  await expect(runs).toHaveCount(3)
  await check('create, with a run under way')
  resume()

  await page.getByRole('button', { name: words.recipes.open, exact: true }).click()
  await expect(inFront).toBeVisible()
  await check('recipes', inFront.getByText(pseudoWords(recipesDialog).empty))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: listWords.start }).click()
  await inFront.getByRole('textbox').fill('A boat\n{"prompt":')
  await check('a list', inFront.getByText(listWords.description))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: words.create.sheet.start }).click()
  await check('compare', page.getByRole('button', { name: compareWords.stop }))
  await page.getByRole('button', { name: compareWords.stop }).click()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(inFront).toBeVisible()
  await check('palette')
  await page.keyboard.press('Escape')
  await goTo(page, 'library')
  await page.keyboard.press('?')
  await expect(inFront).toBeVisible()
  await check('keyboard shortcuts')
  await page.keyboard.press('Escape')
  await check('library', page.getByRole('list', { name: libraryWords.grid('newest') }).getByRole('button'))
  await page
    .getByRole('list', { name: libraryWords.grid('newest') })
    .getByRole('button')
    .first()
    .click()
  await expect(inFront).toBeVisible()
  await check('a file, large')
  await page.keyboard.press('Escape')
  await goTo(page, 'spend')
  await check('spend', page.getByText(spendWords.spent))
})

test('no trouble, notice or state of the service says anything in English', async ({
  studioPage: page,
  sandbox,
  service,
}) => {
  test.slow()
  const described = await describedTexts(sandbox.url)
  const own = ['English', prompt, refusal(422), ...endingsOf(service)]
  const check = (screen: string, shown?: Locator) => expectOnlyPseudo(page, screen, { own, described }, shown)
  const runs = page.getByRole('region', { name: words.create.runsTitle }).getByRole('listitem')
  let made = 0

  async function generate(status: string) {
    await pressGenerate(page)
    made += 1
    await expect(runs).toHaveCount(made)
    await expect(runs.first()).toContainText(status)
  }

  await speakPseudo(page)
  await goTo(page, 'create')
  await chooseModel(page, 'i3')
  await page.getByRole('textbox', { name: words.fields.label('prompt', null) }).fill(prompt)
  const { status } = words.create
  await sandbox.setFaults({ job: { status: 'cancelled' } })
  await generate(status.cancelled)
  await check('a run that was canceled at the service')
  await sandbox.setFaults({ request: { kind: 'status', status: 422 } })
  await generate(status.rejected)
  await check('a run that was refused')
  await sandbox.setFaults({ request: { kind: 'accept-and-close' } })
  await generate(status.unknown)
  await check('a run whose response was lost')
  await sandbox.setFaults({ download: { kind: 'expired', times: 0 } })
  await generate(status.fetchFailed)
  await check('a file that can’t be fetched')

  await sandbox.setFaults({})
  const resume = service.holdJobs()
  await pressGenerate(page)
  await expect(runs).toHaveCount(made + 1)
  await goTo(page, 'library')
  resume()
  await expect(page.getByRole('button', { name: noticeWords.ended.show }).first()).toBeVisible()
  await check('a notice of a run that has ended')

  await goTo(page, 'settings')
  await service.close()
  await pressEnabled(page.getByRole('button', { name: settingsWords.test, exact: true }))
  await check('a service that does not respond')
  await goTo(page, 'create')
  await pressGenerate(page)
  await expect(page.getByRole('status', { name: noticeWords.region })).toContainText(
    noticeWords.unreachable.title,
  )
  await check('a run that waits for a service')
})

test('no refusal, hold or note of the queue says anything in English', async ({
  studioPage: page,
  sandbox,
  service,
}) => {
  test.slow()
  const described = await describedTexts(sandbox.url)
  const check = (screen: string, shown?: Locator) => expectOnlyPseudo(page, screen, { own, described }, shown)
  const banner = page.getByRole('status', { name: noticeWords.region })
  const own = ['English', prompt, refusal(402), refusal(429), refusal(401), ...endingsOf(service)]
  // After the second the queue is tried again by itself, and meets the third.
  const refusals = [
    ['insufficientBalance', 402],
    ['rateLimited', 429],
    ['unauthorized', 401],
  ] as const

  await speakPseudo(page)
  await goTo(page, 'create')
  await chooseModel(page, 'i3')
  await page.getByRole('textbox', { name: words.fields.label('prompt', null) }).fill(prompt)
  await pressEnabled(page.getByRole('button', { name: words.create.pause }))
  await pressGenerate(page)
  await expect(banner).toContainText(noticeWords.paused.title)
  await check('a paused queue')
  for (const [notice, status] of refusals) {
    // Until the next one is set: how long a look takes doesn't matter.
    await sandbox.setFaults({ request: { kind: 'status', status, times: 0 } })
    if (status !== 401) await pressEnabled(banner.getByRole('button'))
    await expect(banner).toContainText(noticeWords[notice].title)
    await check(`a queue that is held by ${status}`)
  }
  await pressEnabled(page.getByRole('button', { name: words.actions.names.remix }).first())
  await expect(page.getByRole('dialog').and(page.locator('[data-type]'))).toBeVisible()
  await check('a note of what a remix has put into the form')
})

/** What each main screen shows once it has drawn more than placeholders. */
const shownOn = {
  settings: (page: Page) => page.getByText(settingsWords.jobsInFlight),
  create: (page: Page) => page.getByText(words.create.emptyRuns),
  library: (page: Page) => page.getByText(libraryWords.emptyTitle),
  spend: (page: Page) => page.getByText(spendWords.emptyTitle),
  usage: (page: Page) => page.locator('[data-job]'),
  styles: (page: Page) => page.getByText(styleWords.empty),
}

test('longer words fit every main screen in both themes', async ({ studioPage: page }, info) => {
  test.slow()
  await speakPseudo(page)
  for (const theme of ['light', 'dark'] as const) {
    await page.getByRole('radio', { name: settingsWords.themes[theme] }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  }
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [960, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const screen of ['settings', 'create', 'library', 'spend', 'usage', 'styles'] as const) {
      await goTo(page, screen)
      await expect(shownOn[screen](page).first()).toBeVisible()
      const shown = await page.getByRole('heading', { level: 1 }).textContent()
      expect(isPseudo(shown ?? '')).toBe(true)
      for (const theme of ['light', 'dark'] as const) {
        await applyTheme(page, theme)
        const what = `${screen}, ${width} px wide, ${theme}`
        const clipped = await clippedTexts(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (clipped.length > 0 || overflow > 0)
          await page.screenshot({ path: info.outputPath(`${screen}-${width}-${theme}.png`) })
        softly(clipped, what).toEqual([])
        softly(overflow, what).toBeLessThanOrEqual(0)
      }
    }
  }
})
