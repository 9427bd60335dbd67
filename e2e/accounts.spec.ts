import type { Page } from '@playwright/test'
import { keyWords } from '../renderer/words/en/keys.ts'
import { settings } from '../renderer/words/en/settings.ts'
import { stage } from '../renderer/words/en/stage.ts'
import { english } from '../renderer/words/en/words.ts'
import { guideImage } from './support/guide-image.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { expectDone, generateButton, goTo, promptOf, resultOf, runsOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

const { shell } = english

test.use({ hasService: false })

async function addAccount(page: Page, fields: { name: string; url: string; key: string; usage?: string }) {
  await page.getByRole('button', { name: settings.addAccount }).press('Enter')
  await page.getByLabel(settings.accountName, { exact: true }).fill(fields.name)
  await page.getByLabel(settings.baseUrl, { exact: true }).fill(fields.url)
  await page.getByLabel(settings.key, { exact: true }).fill(fields.key)
  await page.getByLabel(settings.usageKey, { exact: true }).fill(fields.usage ?? '')
  await page.getByRole('radio', { name: settings.consent }).press('Space')
}

async function pressConnect(page: Page): Promise<void> {
  await page.getByRole('button', { name: settings.connect, exact: true }).press('Enter')
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: settings.accounts }).getByRole('listitem').filter({ hasText: name })
const railLine = (page: Page, name: string) =>
  page.getByRole('list', { name: shell.state }).getByRole('button', { name: new RegExp(`^${name}`) })

/** Connects the account by the palette. */
async function switchTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(`account ${name}`)
  await expect(page.locator('[role=option][data-highlighted]')).toHaveText(
    new RegExp(keyWords.palette.switchTo(name)),
  )
  await page.keyboard.press('Enter')
}

test('[ACC1] [ACC6] two workspaces at one address are two accounts, switched in Settings and in the palette', async ({
  studioPage: page,
  service,
}) => {
  await goTo(page, 'Settings')
  await addAccount(page, { name: 'North', url: service.url, key: service.key })
  await pressConnect(page)
  await expect(page.getByText(settings.connected({ id: service.url, name: 'North' }))).toBeVisible()
  await expect(railLine(page, 'North')).toBeVisible()

  await addAccount(page, { name: 'South', url: service.url, key: service.key })
  await page.getByRole('switch', { name: settings.separate }).press('Space')
  await expectNoFindings(page, 'a second account at an address')
  await pressConnect(page)
  await expect(railLine(page, 'South')).toBeVisible()
  await expect(rowOf(page, 'South')).toContainText(settings.active)
  await expect(page.getByRole('list', { name: settings.accounts }).getByRole('listitem')).toHaveCount(3)
  await guideImage(page, 'accounts')

  await page.getByRole('button', { name: settings.chooseAccount('North') }).press('Enter')
  await expect(railLine(page, 'North')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('account south')
  await expect(page.locator('[role=option][data-highlighted]')).toHaveText(
    new RegExp(keyWords.palette.switchTo('South')),
  )
  await page.keyboard.press('Enter')
  await expect(railLine(page, 'South')).toBeVisible()
})

test('[JOB71] a run of another account is marked, and neither varied nor priced at the active one', async ({
  studioPage: page,
  service,
}) => {
  const { names } = english.actions
  const vary = resultOf(page).getByRole('button', { name: new RegExp(`^${names.vary}`) })
  await promptOf(page).fill('A quiet harbour')
  await generateButton(page).click()
  await expectDone(runsOf(page).first(), '')
  await expect(vary).toBeEnabled()
  await expect(runsOf(page).first()).not.toContainText(shell.sandbox)

  await goTo(page, 'Settings')
  await addAccount(page, { name: 'North', url: service.url, key: service.key })
  await pressConnect(page)
  await expect(railLine(page, 'North')).toBeVisible()
  await goTo(page, 'Create')
  await expect(runsOf(page).first()).toContainText(shell.sandbox)
  await expect(resultOf(page)).toContainText(`${shell.sandbox} ·`)
  await expect(vary).toBeDisabled()
  await expect(resultOf(page).getByRole('button', { name: names.remix })).toBeEnabled()
  await expectNoFindings(page, 'a run of another account')

  await switchTo(page, shell.sandbox)
  await expect(vary).toBeEnabled()
  await expect(runsOf(page).first()).not.toContainText(shell.sandbox)
  expect(service.submissions()).toHaveLength(0)
})

test('[JOB82] [RUN84] [RUN531] [RUN533] [RUN580] what ended without a result is sent again or retried at its own account alone, which is named', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  const { create } = english
  const north = { id: service.url, name: 'North harbour, the production studio' }
  const sendAgain = resultOf(page).getByRole('button', { name: stage.actions.sendAgain })
  const retry = resultOf(page).getByRole('button', { name: /^Retry/ })
  await goTo(page, 'Settings')
  await addAccount(page, { name: north.name, url: service.url, key: service.key })
  await pressConnect(page)
  await expect(railLine(page, north.name)).toBeVisible()
  await goTo(page, 'Create')
  await promptOf(page).fill('A lost harbour')
  await sandbox.setFaults({ request: { kind: 'close' } })
  await generateButton(page).click()
  await expect(runsOf(page).first()).toContainText(create.status.unknown)
  await sendAgain.click()
  const question = page.getByRole('dialog', { name: stage.confirmAgain.title })
  await expect(question).toContainText('you pay')
  await page.keyboard.press('Escape')

  await switchTo(page, shell.sandbox)
  await expect(resultOf(page)).toContainText(stage.madeElsewhere.sendAgain(north))
  await expect(sendAgain).toHaveCount(0)
  await expect(resultOf(page).getByRole('button', { name: stage.actions.close })).toBeEnabled()
  await expectNoFindings(page, 'an unknown run of another account')

  // [RUN84] By the button that its words lead to.
  await resultOf(page)
    .getByRole('button', { name: `Switch to ${north.name}` })
    .click()
  await expect(railLine(page, north.name)).toBeVisible()
  await sandbox.setFaults({ job: { status: 'failed', times: 0 } })
  const sent = service.submissions().length
  await sendAgain.click()
  await question.getByRole('button', { name: stage.confirmAgain.action }).click()
  await expect(retry).toBeEnabled()
  expect(service.submissions()).toHaveLength(sent + 1)

  await switchTo(page, shell.sandbox)
  await expect(resultOf(page)).toContainText(stage.madeElsewhere.retry(north))
  await expect(retry).toHaveCount(0)
  // [RUN531] Beside a long name.
  const row = runsOf(page).first()
  await expect(row.getByText(north.name)).toBeInViewport()
  await expect(row.getByText('not billed')).toBeInViewport({ ratio: 1 })
  // [RUN533] Narrower than the name.
  await page.setViewportSize({ width: 720, height: 450 })
  const switching = resultOf(page).getByRole('button', { name: `Switch to ${north.name}` })
  const widths = await switching.evaluate((button) =>
    [button, button.parentElement].map((part) => part?.getBoundingClientRect().width ?? 0),
  )
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
  // [RUN580]
  const model = resultOf(page).getByText('I3 Fast images', { exact: true })
  await expect(model).toBeInViewport({ ratio: 1 })
  expect(await model.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectNoFindings(page, 'a failed run of another account')
})

test('[ACC2] [ACC3] [ACC5] an account is renamed, its key forgotten and entered again, and it is removed', async ({
  studioPage: page,
  service,
}) => {
  await goTo(page, 'Settings')
  await addAccount(page, { name: 'North', url: service.url, key: service.key })
  await pressConnect(page)
  await expect(page.getByText(settings.connected({ id: service.url, name: 'North' }))).toBeVisible()

  await page.getByRole('button', { name: settings.editAccount('North') }).press('Enter')
  await page.getByLabel(settings.accountName, { exact: true }).fill('Sandbox')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Another account has this name')
  await page.getByLabel(settings.accountName, { exact: true }).fill('Studio')
  await page.keyboard.press('Enter')
  await expect(page.getByText(settings.saved, { exact: true })).toBeVisible()
  await expect(railLine(page, 'Studio')).toBeVisible()

  await page.getByRole('button', { name: settings.editAccount('Studio') }).press('Enter')
  await page.getByRole('button', { name: settings.forgetKey(settings.key) }).press('Enter')
  await expect(rowOf(page, 'Studio')).toContainText('No API key')
  await expect(railLine(page, 'No key')).toBeVisible()
  await page.getByLabel(settings.key, { exact: true }).fill(service.key)
  await page.getByRole('radio', { name: settings.consent }).press('Space')
  await page.getByRole('button', { name: settings.save, exact: true }).press('Enter')
  await expect(railLine(page, 'Studio')).toBeVisible()
  // The rail may hear of it before the form does, which closes then.
  await expect(page.getByLabel(settings.key, { exact: true })).toHaveCount(0)
  expect(await page.content()).not.toContain(service.key)

  await page.getByRole('button', { name: settings.removeAccount('Studio') }).press('Enter')
  const question = page.getByRole('dialog', { name: settings.removeTitle('Studio') })
  await expect(question).toContainText('can’t be undone')
  await expectNoFindings(page, 'the question before an account is removed')
  await question.getByRole('button', { name: settings.remove, exact: true }).press('Enter')
  await expect(railLine(page, shell.sandbox)).toBeVisible()
  await expect(page.getByRole('list', { name: settings.accounts }).getByRole('listitem')).toHaveCount(1)
})

test('[ACC4] a key for usage that the service refuses is not kept, and says why', async ({
  studioPage: page,
  service,
}) => {
  await goTo(page, 'Settings')
  await addAccount(page, { name: 'North', url: service.url, key: service.key, usage: service.key })
  await pressConnect(page)
  await expect(page.getByRole('alert')).toContainText('service key of one workspace')
  await expectNoFindings(page, 'a refused key for usage')
  await page.getByLabel(settings.usageKey, { exact: true }).fill('')
  await pressConnect(page)
  await expect(rowOf(page, 'North')).toContainText('no key for usage')
})
