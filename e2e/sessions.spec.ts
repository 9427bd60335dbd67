import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { createStandInOpener } from '../main/testing/stand-in-opener.ts'
import { startProgram } from '../tools/start-program.ts'
import { promptOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

test.beforeEach(({ hostName }) => {
  test.skip(hostName !== 'browser', 'only the browser host has sessions')
})

const notConnected = 'This page is not connected to Atelier.'

/** The form is made of what came over the bridge. */
async function expectConnected(page: Page): Promise<void> {
  await expect(promptOf(page)).toBeVisible()
  // While there is nothing to say the region is empty, and then no part of the page's tree.
  await expect(page.getByLabel('Notices')).toBeEmpty()
}

test.describe('started so that it opens the browser by itself', () => {
  test.skip(process.platform === 'win32', 'the stand-in for the opener is a shell script')

  test('the page comes by a file that works once and is gone; its link then says what to do', async ({
    page,
    browser,
    dataFolder,
    service,
  }) => {
    const [home, programs] = [join(dataFolder, 'home'), join(dataFolder, 'programs')]
    for (const folder of [home, programs]) mkdirSync(folder)
    const opener = createStandInOpener(programs)
    const args = [
      'main/hosts/start.mjs',
      '--browser',
      '--data',
      join(dataFolder, 'data'),
      '--service',
      service.url,
    ]
    const program = await startProgram(args, {
      isReady: (line) => line.startsWith('Atelier: http'),
      env: { ATELIER_API_KEY: service.key, PATH: opener.path, HOME: home },
    })
    await expect.poll(opener.opened).not.toBeNull()
    const { args: [path = ''] = [], content = '' } = opener.opened() ?? {}
    await page.goto(pathToFileURL(path).href)
    await expectConnected(page)
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/(#\/\w+)?$/)
    await expect.poll(() => existsSync(path)).toBe(false)
    await page.reload()
    await expectConnected(page)

    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto(/href="([^"]+)"/.exec(content)?.[1] ?? '')
    await expect(stranger.getByRole('status', { name: 'Notices' })).toContainText(notConnected)
    // In the same tab, where only the fragment of the address changes.
    await stranger.goto(program.ready.replace('Atelier: ', ''))
    await expect.poll(() => stranger.url()).not.toContain('token')
    await expectConnected(stranger)
    await stranger.context().close()
    await program.stop()
  })
})

test('a reload and a second tab are connected without the token', async ({ studioPage, context }) => {
  await expectConnected(studioPage)
  await studioPage.reload()
  await expectConnected(studioPage)
  const second = await context.newPage()
  await second.goto(new URL('/', studioPage.url()).href)
  await expectConnected(second)
})

test.describe('in a program that is killed', () => {
  test.use({ ownProgram: true })

  test('a tab from before a restart says what to do, and goes on once another tab has a session', async ({
    studioPage,
    studio,
  }) => {
    await expectConnected(studioPage)
    await studio.crash()
    const notices = studioPage.getByRole('status', { name: 'Notices' })
    await expect(notices).toContainText(notConnected)
    await expect(notices).toContainText('Open the address that Atelier printed')
    await studioPage.reload()
    await expect(notices).toContainText(notConnected)
    await expectConnected(await studio.open())
    await expectConnected(studioPage)
  })
})

test('a wrong token opens nothing, and takes no session away', async ({ studioPage, context, browser }) => {
  const wrong = new URL('/#token=wrong', studioPage.url()).href
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(wrong)
  await expect(stranger.getByRole('status', { name: 'Notices' })).toContainText(notConnected)
  await stranger.context().close()
  const second = await context.newPage()
  await second.goto(wrong)
  await expectConnected(second)
})

test('another program’s page on another port gets the cookie, and with it no call, no event and no change', async ({
  studioPage,
  context,
}) => {
  const studio = new URL(studioPage.url()).origin
  const themeOf = () => studioPage.evaluate(() => document.documentElement.dataset.theme)
  const theme = await themeOf()
  const cookies: string[] = []
  const hostile = createServer((request, response) => {
    cookies.push(request.headers.cookie ?? '')
    response.setHeader('content-type', 'text/html').end('<title>hostile</title>')
  })
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${(hostile.address() as AddressInfo).port}/media/x`)
  const cookie = cookies.find((sent) => sent.includes('atelier-session-')) ?? ''
  expect(cookie).not.toBe('')
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie]))
  expect(kept).toBe('[{},""]')

  const change = { method: 'POST', body: '{"theme":"light"}' } as const
  const fromPage = await page.evaluate(
    async ([address, init]) => {
      const modes = ['no-cors', 'cors', 'same-origin'] as const
      const requested = modes.map((mode) =>
        fetch(`${address}/bridge/settings.change`, { ...init, mode, credentials: 'include' }).then(
          ({ status }) => status,
          () => 'failed',
        ),
      )
      return Promise.all(requested)
    },
    [studio, change] as const,
  )
  expect(fromPage).toEqual(['failed', 'failed', 'failed'])

  const headers = { cookie, origin: studio, 'sec-fetch-site': 'same-origin' }
  const statuses = []
  for (const [method, path] of [
    ['POST', '/bridge/settings.change'],
    ['POST', '/bridge/events'],
    ['POST', '/media/inputs?name=a.png'],
    ['POST', '/media/imports?name=a.png&changed=1'],
    ['PUT', '/media/posters/x'],
    ['GET', '/media/files/x'],
  ] as const) {
    const body = method === 'GET' ? {} : { body: change.body }
    statuses.push((await fetch(`${studio}${path}`, { method, headers, ...body })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 404])
  expect(await themeOf()).toBe(theme)
  await new Promise((resolve) => hostile.close(resolve))
})
