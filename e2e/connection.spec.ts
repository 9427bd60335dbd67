import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { settings } from '../renderer/words/en/settings.ts'
import { expectNoFindings } from './support/no-findings.ts'
import { pressEnabled } from './support/press-enabled.ts'
import {
  chooseModel,
  expectDone,
  generateButton,
  goTo,
  pauseQueue,
  promptOf,
  resultOf,
  runsOf,
} from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

function stateOf(page: Page): Locator {
  return page.getByRole('list', { name: 'State of the studio' })
}

test('a service that is away while jobs run is said, for one run and for a batch', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  test.slow()
  await test.step('[CONN14] a running job whose service is away says so, the rail too, and both recover by themselves', async () => {
    const letPass = service.holdJobs()
    await promptOf(page).fill('A boat')
    await generateButton(page).click()
    await expect(stateOf(page)).toContainText('1 running')
    await sandbox.setFaults({ request: { kind: 'close', path: '/jobs/', times: 0 } })
    letPass()
    await expect(stateOf(page)).toContainText('No reply')
    await expect(resultOf(page)).toContainText('The service can’t be reached')
    await expect(resultOf(page).getByRole('progressbar')).toHaveCount(0)
    await expect(runsOf(page).first()).toContainText('Out of reach')
    await expectNoFindings(page, 'a run whose service is away')

    await sandbox.setFaults({ request: { kind: 'status', path: '/jobs/', status: 401, times: 0 } })
    await expect(stateOf(page)).toContainText('Refused')
    await expect(resultOf(page)).toContainText('The service refuses the key')

    await sandbox.setFaults({})
    // The longer the service was away, the less often it is tried: up to half a minute apart.
    await expect(runsOf(page).first()).toContainText('Fast images', { timeout: 90_000 })
    await expectDone(runsOf(page).first())
    await expect(stateOf(page)).not.toContainText('Refused')
  })

  await test.step('[RUN16] a batch under way whose service is away says so in its row', async () => {
    const letPass = service.holdJobs()
    await promptOf(page).fill('A {red|blue} boat')
    await pressEnabled(generateButton(page))
    await expect(stateOf(page)).toContainText('2 running')
    const row = runsOf(page).first()
    await expect(row.getByRole('progressbar')).toHaveCount(1)
    await sandbox.setFaults({ request: { kind: 'close', path: '/jobs/', times: 0 } })
    letPass()
    await expect(row).toContainText('2 running · Out of reach')
    await expect(row.getByRole('progressbar')).toHaveCount(0)
    await expectNoFindings(page, 'a batch whose service is away')
  })
})

test('[CONN300] [JOB300] [JOB301] [JOB302] a service that hangs is noticed: what is being sent says what is known of it, what waits is not sent there, and each is paid once', async ({
  studioPage: page,
  service,
}) => {
  const [letSend, letRead] = [service.holdSubmissions(), service.holdJobs()]
  await promptOf(page).fill('A boat on the wire')
  await generateButton(page).click()
  await expect(runsOf(page).first()).toContainText('Sending')
  await expect(stateOf(page)).toContainText('No reply')
  await expect(resultOf(page)).toContainText('The request may have arrived.')
  await expect(resultOf(page).getByRole('progressbar')).toHaveCount(0)
  await expect(runsOf(page).first()).toContainText('Out of reach')
  await expectNoFindings(page, 'a run that is being sent to a service that hangs')

  await promptOf(page).fill('A boat that waits')
  await generateButton(page).click()
  await expect(runsOf(page)).toHaveCount(2)
  await expect(resultOf(page)).toContainText('The queue is held')
  expect(service.submissions()).toHaveLength(1)

  letRead()
  await expect(stateOf(page)).not.toContainText('No reply')
  letSend()
  await expectDone(runsOf(page).first())
  await expectDone(runsOf(page).nth(1))
  expect(service.submissions()).toHaveLength(2)
})

test('the rail and Settings say which service it is and where its keys come from; a refused key and an absent service are said, and what waits goes on', async ({
  studioPage: page,
  service,
  browser,
  hostName,
  sandbox,
}) => {
  test.slow()
  await test.step('[CMD9] the rail shows a service’s whole address, on two lines where it needs them, and the key is nowhere in the page', async () => {
    const name = stateOf(page).getByText(new URL(service.url).host)
    for (const [width, height] of [
      [1440, 900],
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height })
      const isCut = await name.evaluate(
        (shown) => shown.scrollWidth > shown.clientWidth || shown.scrollHeight > shown.clientHeight,
      )
      expect(isCut, `${width} × ${height}`).toBe(false)
    }

    await goTo(page, 'Settings')
    await expect(page.getByText(service.key.slice(-4)).first()).toBeVisible()
    expect(await page.content()).not.toContain(service.key)
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(kept).not.toContain(service.key)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  // The desktop has no token and reads no key from its environment.
  if (hostName === 'browser')
    await test.step('[ACC21] Settings say from which variable each key comes, and show its end only; a page without the token learns nothing and says what to do', async () => {
      await goTo(page, 'Settings')
      await expect(page.getByText(settings.keyPlaces('environment', 'environment'))).toBeVisible()
      expect(service.usageKey).toBeTruthy()
      expect(await page.content()).not.toContain(service.usageKey)

      const stranger = await browser.newContext()
      const theirs = await stranger.newPage()
      await theirs.goto(new URL('/', page.url()).href)
      await expect(theirs.getByText('Open the address that Atelier printed')).toBeVisible()
      const responses = await theirs.evaluate(async () => {
        const post = { method: 'POST', body: '{}' }
        const statuses = [
          fetch('/bridge/studio.status', post),
          fetch('/bridge/events', post),
          fetch('/media/files/x'),
        ]
        return (await Promise.all(statuses)).map((response) => response.status)
      })
      expect(responses).toEqual([401, 401, 401])
      await stranger.close()
    })

  await test.step('[CONN15] what is held by a refused key goes on once a test finds that it is accepted', async () => {
    await goTo(page, 'Create')
    await sandbox.setFaults({ request: { kind: 'status', status: 401 } })
    await promptOf(page).fill('A boat')
    await generateButton(page).click()
    await expect(page.getByText('The service refused the key.').first()).toBeVisible()
    await generateButton(page).click()
    await expect(runsOf(page)).toHaveCount(2)
    await expect(resultOf(page)).toContainText('The queue is held')
    await goTo(page, 'Settings')
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await expect(page.getByText('It accepts the key.')).toBeVisible()
    await expect(page.getByText('The service refused the key.')).toHaveCount(0)
    await expect(stateOf(page)).not.toContainText('Refused')
    await goTo(page, 'Create')
    await expectDone(runsOf(page).first())
  })

  await test.step('a service that is not there is said, and the run waits without charge', async () => {
    await sandbox.setFaults({})
    await service.close()
    await promptOf(page).fill('A boat')
    await generateButton(page).click()
    await expect(page.getByText('The service can’t be reached.').first()).toBeVisible()
    await expect(stateOf(page)).toContainText('No reply')
    await expect(runsOf(page).first()).toContainText(/Waiting|Held|Not sent/)
  })
})

test('[CONN18] a service that is out of reach is a notice while a run is under way, and Retry now tries it', async ({
  studioPage: page,
  service,
  sandbox,
}) => {
  const letPass = service.holdJobs()
  await chooseModel(page, 'Dense layouts')
  await promptOf(page).fill('A boat')
  await pressEnabled(generateButton(page))
  await expect(stateOf(page)).toContainText('1 running')
  await sandbox.setFaults({ request: { kind: 'close', path: '/jobs/', times: 0 } })
  letPass()
  await expect(resultOf(page)).toContainText(/meanwhile\. .*\$0\.0/)
  const retry = page.getByRole('button', { name: 'Retry now' })
  await expect(retry).toBeVisible({ timeout: 60_000 })
  await pauseQueue(page)
  const others = page.getByRole('button', { name: 'and 1 more' })
  await expect(retry).toHaveCount(0)
  await others.press('Enter')
  await expect(retry).toBeVisible()
  await expectNoFindings(page, 'several notices')
  await sandbox.setFaults({})
  await retry.click()
  await expect(retry).toHaveCount(0)
  await expect(runsOf(page).first()).toContainText('Dense layouts')
})

test.describe('with a key that the service does not take', () => {
  test.use({
    async service({ service }, use) {
      await use({ ...service, key: 'wrong-key' })
    },
  })

  test('[ACC350] the run is refused or held in words, nothing is charged, and Settings, one click away, say where the key comes from', async ({
    studioPage,
    hostName,
  }) => {
    test.skip(hostName !== 'browser', 'a window gives its key by Connect, which stores no refused one')
    await promptOf(studioPage).fill('A boat')
    await generateButton(studioPage).click()
    await expect(studioPage.getByText('The service refused the key.').first()).toBeVisible()
    await expect(stateOf(studioPage)).toContainText('Refused')
    await studioPage
      .getByRole('status', { name: 'Notices' })
      .getByRole('button', { name: 'Open settings' })
      .click()
    await expect(studioPage.getByRole('heading', { level: 1, name: 'Settings' })).toBeAttached()
    await expect(studioPage.getByLabel('API key', { exact: true })).toBeFocused()
    await expect(studioPage.getByLabel('API key', { exact: true })).toHaveAccessibleDescription(
      /^The service refuses this key\. It comes from the environment variable ATELIER_API_KEY\. Change the variable and start Atelier again, or enter another key here/,
    )
    await expect(studioPage.getByRole('textbox', { name: 'Base URL' })).toHaveValue(/^http/)
    await expectNoFindings(studioPage, 'a refused key from the environment')
    await studioPage.getByRole('button', { name: 'Test the connection' }).click()
    await expect(studioPage.getByText('It refuses the key.')).toBeVisible()
    await goTo(studioPage, 'Create')
    await expect(runsOf(studioPage).first()).toContainText(/Held|Refused/)
  })
})

test.describe('at a first start whose sandbox can’t have its folder', () => {
  test.use({
    hasService: false,
    async dataFolder({ dataFolder }, use) {
      await writeFile(join(dataFolder, 'sandbox'), 'in the way')
      await use(dataFolder)
    },
  })

  test('the page says why nothing can be made, leads to Settings, and goes on once it can', async ({
    studioPage: page,
    dataFolder,
  }) => {
    const notices = page.getByRole('status', { name: 'Notices' })
    await expect(notices).toContainText('The sandbox could not be started.')
    await expect(notices).toContainText(`The data folder ${join(dataFolder, 'sandbox')} can't be written.`)
    const form = page.getByRole('region', { name: 'Settings of the run' })
    await expect(form).toContainText('The sandbox isn’t running, so nothing can be generated.')
    await expect(page.getByText('Starting the sandbox…')).toHaveCount(0)
    await expect(page.getByText('One click generates')).toHaveCount(0)
    await expect(generateButton(page)).toBeDisabled()
    await expectNoFindings(page, 'a sandbox that did not start')
    await pressEnabled(form.getByRole('button', { name: 'Open settings' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeAttached()
    await expect(page.getByText('It makes its own key when it starts; it needs none from you.')).toBeVisible()
    await expect(page.getByText('There is no key yet.')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Test the connection' })).toHaveCount(0)
    await expectNoFindings(page, 'the settings of a sandbox that did not start')
    await goTo(page, 'Create')

    await rm(join(dataFolder, 'sandbox'))
    await pressEnabled(notices.getByRole('button', { name: 'Retry' }))
    await expect(page.getByText('The sandbox could not be started.')).toHaveCount(0)
    await expect(form).not.toContainText('The sandbox isn’t running')
    await generateButton(page).click()
    await expectDone(runsOf(page).first())
  })
})
