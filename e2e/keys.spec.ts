import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import { generateButton, goTo, promptOf, resultOf, runsOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

test.use({ hasService: false })

/** Judged as an address that leads off this machine, although it leads to it. */
function inClear(url: string): string {
  return url.replace('127.0.0.1', '[::ffff:7f00:1]')
}

async function openForm(page: Page) {
  await goTo(page, 'Settings')
  await page.getByRole('button', { name: 'Add an account' }).click()
  return {
    address: page.getByRole('textbox', { name: 'Base URL' }),
    key: page.getByLabel('API key', { exact: true }),
    http: page.getByRole('switch', { name: 'Send without encryption' }),
    consent: page.getByRole('radio', { name: 'In a file' }),
    connect: page.getByRole('button', { name: 'Connect', exact: true }),
  }
}

test('[CONN1] [ACC580] an address with a password is no address, one in clear needs the person’s word, and a key is kept in one place', async ({
  studioPage: page,
  service,
}) => {
  const form = await openForm(page)
  await form.address.fill('https://me:hunter2@service.example')
  await form.key.fill(service.key)
  await expect(page.getByText('No user name and no password in the address')).toBeVisible()
  const places = page.getByRole('radiogroup', { name: 'Where the key is kept' }).getByRole('radio')
  await expect(places).toHaveCount(2)
  await expect(places.and(page.locator('[aria-checked="true"]'))).toHaveCount(0)
  await page.getByText('You enter it again the next time.').click()
  await expect(places.last()).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await expect(form.consent).toBeChecked()
  await expect(places.last()).not.toBeChecked()
  await expect(form.connect).toBeDisabled()
  await expectNoFindings(page, 'an address with a password')

  await form.address.fill(inClear(service.url))
  await expect(page.getByText('can read your key, every prompt and every result')).toBeVisible()
  await expect(form.connect).toBeDisabled()
  await expectNoFindings(page, 'an address in clear')
  await form.http.click()
  await expect(page.getByText('This is for this address only.')).toBeVisible()
  await form.address.fill(`${inClear(service.url)}/other`)
  await expect(form.http).not.toBeChecked()
  await expect(form.connect).toBeDisabled()
  await form.address.fill(inClear(service.url))
  await form.http.click()
  await form.connect.click()
  await expect(page.getByText(/^Connected\. \S+ is the active account now\.$/)).toBeVisible()
  await page.getByRole('button', { name: /^Edit / }).click()
  await expect(form.http).toBeChecked()
})

test('[CONN6] another address has no key, Settings says so, and a short key shows nothing of itself', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  await sandbox.setFaults({ request: { kind: 'status', path: '/jobs/', status: 503, times: 0 } })
  const form = await openForm(page)
  await form.address.fill(service.url)
  await form.key.fill('8x!q_zz9')
  await form.consent.click()
  await form.connect.click()
  await page.getByRole('button', { name: 'Keep it untested' }).click()
  await expect(page.getByText('Kept, but not tested')).toBeVisible()
  await page.getByRole('button', { name: 'Add an account' }).click()
  await form.address.fill(service.url)
  await expect(page.getByText('A key is kept for this address. Leave empty to keep it.')).toBeVisible()
  await expect(form.key).toHaveValue('')
  expect(await page.content()).not.toContain('zz9')
  await form.address.fill(`${service.url}/v2`)
  await expect(page.getByText(`The key for ${service.url} is not sent here`)).toBeVisible()
  await expect(form.connect).toBeDisabled()
  await expectNoFindings(page, 'an address without a key')
  await form.address.fill(service.url)
  await expect(page.getByText('A key is kept for this address.')).toBeVisible()
  await expect(form.connect).toBeEnabled()
})

test('[CONN13] [CONN41] Connect tests address and key first, says what it finds, and stores no refused key', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  const form = await openForm(page)
  const said = page.getByRole('alert')
  const keepUntested = page.getByRole('button', { name: 'Keep it untested' })
  await form.address.fill(service.url)
  await form.key.fill('not-the-key-of-it')
  await form.consent.click()
  await form.connect.click()
  await expect(said).toHaveText('The service refuses this key. The key was not stored.')
  await expectNoFindings(page, 'a refused key')
  await expect(keepUntested).toHaveCount(0)

  await form.key.fill(service.key)
  await sandbox.setFaults({ request: { kind: 'status', path: '/jobs/', status: 403, times: 0 } })
  await form.connect.click()
  await expect(said).toContainText('API access is off for its workspace')

  await form.address.fill(`${page.url().split('/#')[0]?.split('?')[0]}`)
  await form.connect.click()
  await expect(said).toContainText('it is not this service')

  await form.address.fill(service.url)
  await sandbox.setFaults({ request: { kind: 'close', path: '/', times: 0 } })
  await form.connect.click()
  await expect(said).toContainText('Nothing responds at this address')
  await expect(page.getByText('Connected.')).toHaveCount(0)
  await expectNoFindings(page, 'an address that is out of reach')
  await keepUntested.click()
  await expect(page.getByText('Kept, but not tested')).toBeVisible()
  const state = page.getByRole('list', { name: 'State of the studio' })
  await expect(state).toContainText('No reply')
  await goTo(page, 'Create')
  await expect(
    page.getByText('The service can’t be reached, so what it offers isn’t known yet.'),
  ).toBeVisible()
  await goTo(page, 'Settings')

  await sandbox.setFaults({})
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await expect(page.getByText('It accepts the key.')).toBeVisible()
  await expect(state).not.toContainText('No reply')
})

test.describe('with settings that name an address in clear', () => {
  test.use({
    async dataFolder({ dataFolder }, use) {
      const service = { baseUrl: 'http://service.example/v1' }
      await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ service }))
      await use(dataFolder)
    },
  })

  test('[CONN4] the start says why nothing is connected and leads to where it is mended', async ({
    studioPage: page,
    service,
  }) => {
    const notices = page.getByRole('status', { name: 'Notices' })
    await expect(notices).toContainText('The address http://service.example/v1 is not encrypted')
    await expectNoFindings(page, 'a start with an address in clear')
    await notices.getByRole('button', { name: 'Open settings' }).click()
    await page.getByRole('button', { name: 'Edit service.example' }).click()
    await expect(page.getByText('http://service.example/v1').first()).toBeVisible()
    const form = await openForm(page)
    await form.address.fill(service.url)
    await form.key.fill(service.key)
    await form.consent.click()
    await form.connect.click()
    await expect(page.getByText('Connected.')).toBeVisible()
    await expect(page.getByText('is not encrypted')).toHaveCount(0)
  })
})

test('[CONN12] an address of the service that leads nowhere is not connected, whatever the key', async ({
  studioPage: page,
  service,
}) => {
  const form = await openForm(page)
  await form.address.fill(`${service.url}/nothing/here`)
  await form.key.fill('wrong-key-000000')
  await form.consent.click()
  await form.connect.click()
  await expect(page.getByRole('alert')).toContainText('it is not this service')
  await expect(page.getByText('Connected.')).toHaveCount(0)
})

test('[CONN30] a key for usage that is entered for generating is reported at its first run', async ({
  studioPage: page,
  sandbox,
}) => {
  const form = await openForm(page)
  await form.address.fill(sandbox.url)
  await form.key.fill(sandbox.usageKey)
  await form.consent.click()
  await form.connect.click()
  const connected = page.getByRole('dialog', { name: /^Connected\. / })
  await expect(connected).toBeVisible()
  await goTo(page, 'Create')
  await promptOf(page).fill('A boat')
  await pressEnabled(generateButton(page))
  await expect(connected).toHaveCount(0)
  await expect(runsOf(page).first()).toContainText('Key refused')
  await expect(resultOf(page)).toContainText('Key refused for generating')
  await expect(resultOf(page)).toContainText('“A usage key can not generate; use an API key.” (403)')
  await expect(page.getByRole('list', { name: 'State of the studio' })).toContainText('Refused')
  await expectNoFindings(page, 'a run whose key may not generate')
  await resultOf(page).getByRole('button', { name: 'Open settings' }).click()
  await expect(page.getByLabel('API key', { exact: true })).toBeVisible()
  await expect(page.getByText('The service refused this key for generating')).toBeVisible()
  await expectNoFindings(page, 'an account whose key may not generate')
})
