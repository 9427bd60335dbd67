import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createFakeElectron,
  type FakeMenuItem,
  type FakeWebContents,
} from '../../main/testing/fake-electron.ts'
import { standInForElectron } from '../../main/testing/stand-in-for-electron.ts'
import { ipcChannels } from '../../shared/bridge/carrier.ts'
import { root } from '../../tools/start-program.ts'
import type { DoubleReply, DoubleRequest } from './desktop-double.ts'

const origin = 'atelier://studio'

interface Given {
  readonly port: number
  readonly switches: Record<string, string>
  readonly backend: string
}

/**
 * The built main side of the desktop over the double of Electron, for a page in a real Chromium: what its scheme would serve
 * is served on a port of this machine, and the rest of Electron is asked over the channel to the parent.
 */
async function main({ port, switches, backend }: Given): Promise<void> {
  const electron = createFakeElectron({ switches: { ...switches, root } })
  electron.keychain.backend = backend
  standInForElectron(electron.module)
  const created = once(electron.app, 'web-contents-created')
  await import(join(root, 'dist/main/electron.js'))
  await created
  const server = createServer((request, response) => void serve(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  send({ ready: (server.address() as AddressInfo).port })
  follow()
  // A closed window's page hears nothing more.
  electron.app.on('web-contents-created', follow)

  function window() {
    return electron.windows.findLast(({ isGone }) => !isGone)
  }

  function follow(): void {
    const contents = window()?.webContents
    contents?.page.on(ipcChannels.event, (_event: unknown, payload: unknown) => send({ event: payload }))
    window()?.emit('ready-to-show')
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = electron.routes.get('atelier')
    if (!route) return void response.writeHead(503).end()
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && name !== 'host') headers.set(name, value)
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    const body = hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {}
    const answer = await route(
      new Request(`${origin}${request.url}`, { method: request.method ?? 'GET', headers, ...body }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (!answer.body) return void response.end()
    // A page that has gone wants no more of it.
    await pipeline(Readable.fromWeb(answer.body as never), response).catch(() => undefined)
  }

  const tasks: { [Name in DoubleRequest['task']]: (request: never) => unknown } = {
    invoke({ frame, channel, args }: Extract<DoubleRequest, { task: 'invoke' }>) {
      const contents = window()?.webContents as FakeWebContents
      const own = { origin: frame.isOwn ? origin : frame.origin, parent: null }
      if (frame.isTop) contents.mainFrame = own
      const sender = frame.isTop ? own : { ...own, parent: contents.mainFrame }
      return electron.invoke(contents, sender, [channel, ...args])
    },
    navigate: ({ url, isTop }: Extract<DoubleRequest, { task: 'navigate' }>) =>
      window()?.webContents.navigate(url, { isTop }),
    openWindow: ({ url }: Extract<DoubleRequest, { task: 'openWindow' }>) =>
      window()?.webContents.openWindow(url),
    permission: ({ name }: Extract<DoubleRequest, { task: 'permission' }>) =>
      electron.requestPermission(name, `${origin}/`),
    menu: () => say(electron.menus.application ?? []),
    choose({ label }: Extract<DoubleRequest, { task: 'choose' }>) {
      const item = flat(electron.menus.application ?? []).find((one) => one.label === label)
      if (!item?.click || item.enabled === false) throw new Error(`Nothing to choose: ${label}`)
      item.click()
    },
    /** As a click on a notification, or on one of its buttons. */
    notified({ at, button }: Extract<DoubleRequest, { task: 'notified' }>) {
      const notification = electron.notifications.at(at)
      if (button === undefined) notification?.emit('click')
      else notification?.emit('action', { actionIndex: button })
    },
    leave() {
      const left = window()
      if (left) left.isInFront = false
    },
    secondStart: ({ given }: Extract<DoubleRequest, { task: 'secondStart' }>) =>
      electron.app.emit('second-instance', {}, [], '/', { given }),
    state: () => ({
      external: electron.shown.external,
      boxes: electron.shown.boxes,
      folders: electron.shown.folders,
      notifications: electron.notifications.map(({ options }) => options),
      trays: electron.trays.filter(({ isGone }) => !isGone).map(({ toolTip }) => toolTip),
      badge: electron.signs.badge,
      progress: window()?.progress,
      isInFront: window()?.isInFront,
    }),
    async crash() {
      const ended = once(electron.app, 'ended')
      setImmediate(() => {
        throw new Error('odd')
      })
      await ended
      const { exits, relaunches, shown, channels } = electron
      return { exits, relaunches, boxes: shown.boxes, calls: channels.size }
    },
    async stop() {
      if (electron.exits.length > 0) return void setImmediate(() => process.exit(0))
      const ended = once(electron.app, 'quit')
      electron.shutDown()
      await ended
      setImmediate(() => process.exit(0))
    },
  }

  process.on('message', async (request: DoubleRequest & { readonly id: number }) => {
    const { id } = request
    try {
      const run = tasks[request.task] as (request: DoubleRequest) => unknown
      send({ id, value: (await run(request)) ?? null })
    } catch (error) {
      send({ id, error: String(error) })
    }
  })
}

function flat(items: readonly FakeMenuItem[]): readonly FakeMenuItem[] {
  return items.flatMap((item) => [item, ...flat(item.submenu ?? [])])
}

function say(items: readonly FakeMenuItem[]): unknown {
  return items.map(({ label, submenu = [] }) => ({
    label,
    items: submenu.map(({ label: name, accelerator, enabled }) => ({ name, accelerator, enabled })),
  }))
}

function send(reply: DoubleReply): void {
  process.send?.(reply)
}

// The parent is gone.
process.on('disconnect', () => process.exit(0))
await main(JSON.parse(process.argv[2] ?? '{}') as Given)
