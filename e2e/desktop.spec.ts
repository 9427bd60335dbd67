import { isolatePreload } from './support/isolated-preload.ts'
import { expectDone, generateButton, promptOf, runsOf } from './support/screens.ts'
import { expect, test } from './support/studio-test.ts'

const link = 'atelier://job/0199a4d2-7b1c-7c3e-8f00-112233445566'

test('the desktop’s menu, settings and links work in its window, which leads nowhere else', async ({
  studio,
  studioPage: page,
  service,
}) => {
  const double = studio.double?.()
  test.skip(!double, 'Electron’s own menus can’t be pressed by a test')
  if (!double) return
  await test.step('the menu has the palette’s commands, in their words and with their keys', async () => {
    type Shown = { label: string; items: { name: string; accelerator?: string; enabled?: boolean }[] }[]
    const menu = async () => (await double.ask({ task: 'menu' })) as Shown
    await expect.poll(async () => (await menu()).map(({ label }) => label)).toContain('Go')
    const go = (await menu()).find(({ label }) => label === 'Go')?.items
    expect(go).toContainEqual({ name: 'Library', accelerator: 'CommandOrControl+2', enabled: true })
    await double.ask({ task: 'choose', label: 'Settings' })
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  })
  type State = {
    external: string[]
    folders: string[]
    trays: string[]
    badge: number
    progress: number
    isInFront: boolean
    notifications: { title: string; body: string; actions: { text: string }[] }[]
  }
  const state = async () => (await double.ask({ task: 'state' })) as State
  await test.step('a run behind another window shows at the icon and in a notification, whose click and button lead to it', async () => {
    await double.ask({ task: 'choose', label: 'Create' })
    await promptOf(page).fill('A secret boat')
    await double.ask({ task: 'leave' })
    await generateButton(page).click()
    await expect.poll(async () => (await state()).progress).toBeGreaterThan(0)
    await expectDone(runsOf(page).first())
    await expect.poll(async () => (await state()).notifications.length).toBe(1)
    await expect.poll(async () => (await state()).progress).toBe(-1)
    const { notifications, badge } = await state()
    expect(badge).toBe(1)
    expect(notifications[0]).toMatchObject({ title: expect.stringMatching(/: done$/), body: '' })
    expect(notifications[0]?.actions[0]?.text).toBe('Show')
    await double.ask({ task: 'choose', label: 'Library' })
    await double.ask({ task: 'notified', at: 0 })
    await expect(page.getByRole('img', { name: /A secret boat/ }).first()).toBeVisible()
    expect(await state()).toMatchObject({ isInFront: true, badge: 0 })
    await page.keyboard.press('Escape')
  })
  await test.step('Settings has the desktop’s switches, and each does what it says', async () => {
    const tray = page.getByRole('switch', { name: 'Icon in the tray or menu bar' })
    await double.ask({ task: 'choose', label: 'Settings' })
    expect((await state()).trays).toEqual([])
    await tray.click()
    await expect(tray).toBeChecked()
    expect((await state()).trays).toEqual(['Atelier: Nothing is running'])
    const prompts = page.getByRole('switch', { name: 'Prompts in notifications' })
    await expect(prompts).not.toBeChecked()
    await page.getByRole('switch', { name: 'Notifications', exact: true }).click()
    await expect(prompts).toHaveCount(0)
  })
  await test.step('a second start passes its link on', async () => {
    await double.ask({ task: 'secondStart', given: [link] })
    await expect(page.getByText('This link leads to a job that is not in this library.')).toBeVisible()
    // Neither another form of link nor what is added to one does anything, and nothing was paid by any.
    const before = service.submissions().length
    const others = [
      'job/x',
      'generate?prompt=x',
      `${link.slice('atelier://'.length)}?send=1`,
      'recipe/../job',
    ]
    await double.ask({ task: 'secondStart', given: others.map((path) => `atelier://${path}`) })
    expect(await page.evaluate(() => location.hash)).toBe('#/settings')
    expect(service.submissions()).toHaveLength(before)
  })
  await test.step('the window stays on the page, opens no other, and grants nothing', async () => {
    const before = page.url()
    await page.evaluate(() => {
      location.href = 'https://elsewhere.example/'
    })
    await page.evaluate(() => window.open('https://docs.example/a', '_blank'))
    await expect
      .poll(async () => (await state()).external)
      .toEqual(['https://elsewhere.example/', 'https://docs.example/a'])
    expect(page.url()).toBe(before)
    expect(await double.ask({ task: 'permission', name: 'notifications' })).toBe(false)
    expect(await double.ask({ task: 'permission', name: 'fullscreen' })).toBe(true)
  })
  await test.step('[HOST380] the page and the preload are apart: nothing of the one is reached from the other', async () => {
    const found = await page.evaluate(async () => {
      const all = globalThis as unknown as Record<string, unknown>
      const bridge = all.atelier as {
        call: (...given: unknown[]) => Promise<{ ok: boolean }>
        subscribe: object
      }
      const errorOf = (act: () => unknown) => {
        try {
          act()
          return null
        } catch (error) {
          return String(error)
        }
      }
      // A page that was taken over changes what its own world has: the preload has its own.
      const { parse, stringify } = JSON
      JSON.parse = () => ({ taken: true })
      JSON.stringify = () => 'taken'
      const status = await bridge.call('studio.status', {})
      Object.assign(JSON, { parse, stringify })
      return {
        ok: status.ok,
        added: Object.getOwnPropertyNames(all).filter((name) =>
          /^(atelier|electron|require|process$|module$|exports)/i.test(name),
        ),
        members: Object.keys(bridge),
        isFrozen: Object.isFrozen(bridge) && Object.isFrozen(bridge.call),
        // No constructor of a function leads to the preload's world.
        world: bridge.call.constructor === Function && Object.getPrototypeOf(bridge) === Object.prototype,
        replaced: Reflect.set(all, 'atelier', {}) || Reflect.deleteProperty(all, 'atelier'),
        uncloned: errorOf(() => bridge.call(new WeakMap())),
        // These cross the context bridge, and not the channel behind it.
        unsent: await Promise.all(
          [document.body, new Blob(['x'])].map((one) => bridge.call('studio.status', one).catch(String)),
        ),
      }
    })
    expect(found).toEqual({
      ok: true,
      added: ['atelier'],
      members: ['call', 'subscribe'],
      isFrozen: true,
      world: true,
      replaced: false,
      uncloned: 'Error: An object could not be cloned.',
      unsent: Array(2).fill('Error: An object could not be cloned.'),
    })
  })
  await test.step('a frame in the page has neither the bridge nor a place to load from', async () => {
    const found = await page.evaluate(async () => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const own = frame.contentWindow as unknown as Record<string, unknown>
      return typeof own.atelier
    })
    expect(found).toBe('undefined')
  })
  await test.step('[DESK490] an error that nothing caught closes everything, and is said once', async () => {
    type Ended = {
      exits: number[]
      relaunches: unknown[]
      boxes: { message: string; detail: string }[]
      calls: number
    }
    const { exits, relaunches, boxes, calls } = (await double.ask({ task: 'crash' })) as Ended
    expect([exits, relaunches, calls]).toEqual([[1], [], 0])
    expect(boxes.map(({ message }) => message)).toEqual([
      'Atelier has to close: something unexpected happened',
    ])
    expect(boxes[0]?.detail).toContain('Error: odd')
  })
})

// Electron’s documentation, api/context-bridge: “Element … Prototype modifications are dropped. Sending custom elements will
// not work”, “Blob … ✅”.
test('[HOST380] elements and blobs cross between page and preload, each as the other side has them', async ({
  page,
}) => {
  const preload = `require('electron').contextBridge.exposeInMainWorld('own', {
    read: (element) => [element instanceof HTMLElement, element.id, element.note ?? null],
    find: () => document.querySelector('#there'),
    blob: async (blob) => [blob instanceof Blob, blob.type, await blob.text()],
    nested: ({ list }) => list.map(({ tagName }) => tagName),
    made: () => document.createElement('video'),
  })`
  await isolatePreload(page, async () => null, preload)
  await page.goto('data:text/html,<p id=there></p><own-card></own-card>')
  const found = await page.evaluate(async () => {
    const { own } = globalThis as unknown as { own: Record<string, (...given: unknown[]) => unknown> }
    const there = document.querySelector('#there') as HTMLElement & { note?: string }
    there.note = 'of the page'
    let refused = ''
    try {
      own.read?.(document.querySelector('own-card'))
    } catch (error) {
      refused = String(error)
    }
    return {
      read: own.read?.(there),
      detached: own.read?.(Object.assign(document.createElement('i'), { id: 'detached' })),
      isSame: own.find?.() === there,
      blob: await own.blob?.(new Blob(['a', 'b'], { type: 'text/plain' })),
      nested: own.nested?.({ list: [document.body, there] }),
      made: own.made?.() instanceof HTMLVideoElement,
      refused,
    }
  })
  expect(found).toEqual({
    read: [true, 'there', null],
    detached: [true, 'detached', null],
    isSame: true,
    blob: [true, 'text/plain', 'ab'],
    nested: ['BODY', 'P'],
    made: true,
    refused: 'Error: An object could not be cloned.',
  })
})

test.describe('without a keychain', () => {
  test.use({ keychainBackend: 'basic_text' })

  test('[SEC2] [SEC5] [SEC7] a key is kept in a file by consent, or for the session', async ({
    studio,
    studioPage: page,
    service,
  }) => {
    test.skip(!studio.double, 'This machine’s keychain is its own')
    const account = page.getByRole('button', { name: 'Add an account' })
    await page.goto(`${new URL(page.url()).origin}/#/settings`)
    await account.click()
    const form = page.getByRole('form', { name: 'Add an account' })
    await form.getByLabel('Base URL').fill(service.url)
    await form.getByLabel('API key', { exact: true }).fill(service.key)
    const connect = form.getByRole('button', { name: 'Connect' })
    await expect(connect).toBeDisabled()
    const session = form.getByRole('radio', { name: 'For this session only' })
    const file = form.getByRole('radio', { name: 'In a file' })
    await session.click()
    await file.click()
    await expect(session).not.toBeChecked()
    await session.click()
    await expect(file).not.toBeChecked()
    await connect.click()
    await expect(
      page.getByText('The key is kept until Atelier is closed, and written nowhere.'),
    ).toBeVisible()
    await studio.stop()
    await studio.start()
    const again = await studio.open()
    await again.goto(`${new URL(again.url()).origin}/#/settings`)
    await expect(again.getByText('There is no key yet.')).toBeVisible()
  })
})
