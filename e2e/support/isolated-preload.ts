import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createWorld } from '../../main/testing/context-bridge.ts'
import { cloneForIpc } from '../../main/testing/ipc-clone.ts'
import { root } from '../../tools/start-program.ts'

const worldName = 'atelier preload'
const bindingName = 'atelierInvoke'

interface Call {
  readonly id: number
  readonly channel: string
  readonly args: readonly unknown[]
}

export interface IsolatedPreload {
  /** Hands an event of the main side to the preload of the page; a page between two documents hears nothing. */
  emit(event: unknown): void
}

/**
 * Runs the built preload as Electron does where context isolation is on: in a world of its own in each document of the
 * page, before the page's own scripts. What it has is not the page's; only what the context bridge passes is.
 */
export async function isolatePreload(
  page: Page,
  invoke: (channel: string, args: readonly unknown[]) => Promise<unknown>,
  preload = readFileSync(join(root, 'dist/preload/preload.cjs'), 'utf8'),
): Promise<IsolatedPreload> {
  const session = await page.context().newCDPSession(page)
  let world: number | null = null

  function evaluate(contextId: number, call: string): void {
    // A document that is gone has no listener.
    void session
      .send('Runtime.evaluate', { contextId, expression: `atelierDouble.${call}` })
      .catch(() => undefined)
  }

  session.on('Runtime.bindingCalled', async ({ name, payload, executionContextId }) => {
    if (name !== bindingName) return
    if (payload === 'begun') {
      world = executionContextId
      return
    }
    const { id, channel, args } = JSON.parse(payload) as Call
    const reply = await invoke(channel, args).then(
      (value) => ({ isDone: true, value }),
      (error: unknown) => ({ isDone: false, value: String(error) }),
    )
    evaluate(executionContextId, `reply(${id}, ${JSON.stringify(reply)})`)
  })
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: bindingName, executionContextName: worldName })
  // Unknown to the page, which shares the document's events with both worlds.
  const secret = crypto.randomUUID()
  await session.send('Page.enable')
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldScript(secret) })
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: preloadScript(secret, preload),
    worldName,
  })
  return {
    emit(event) {
      if (world !== null) evaluate(world, `emit(${JSON.stringify(event)})`)
    },
  }
}

/** Connects one world with the other: a message is an event of the window, whose detail Chromium clones between worlds. */
function worldScript(secret: string, [to, from]: readonly [string, string]): string {
  return `
    const createWorld = ${createWorld.toString()}
    const { dispatchEvent, addEventListener } = EventTarget.prototype
    const [OwnEvent, ElementEvent] = [CustomEvent, MouseEvent]
    const send = (name, detail) => dispatchEvent.call(window, new OwnEvent(name + ${JSON.stringify(secret)}, { detail }))
    const listen = (name, listener) =>
      addEventListener.call(window, name + ${JSON.stringify(secret)}, ({ detail }) => listener(detail))
    const taken = new Map()
    let [givenCount, takenCount] = [0, 0]
    addEventListener.call(window, ${JSON.stringify(`element ${from}`)} + ${JSON.stringify(secret)}, ({ relatedTarget }) =>
      taken.set(++takenCount, relatedTarget))
    // Of an event, each world sees the related element by its own object.
    const elements = {
      isOne: (value) => value instanceof Element,
      give(relatedTarget) {
        const name = ${JSON.stringify(`element ${to}`)} + ${JSON.stringify(secret)}
        dispatchEvent.call(window, new ElementEvent(name, { relatedTarget }))
        return ++givenCount
      },
      take(id) {
        const element = taken.get(id)
        taken.delete(id)
        return element
      },
    }
    let reply
    listen('reply to ${to}', (given) => { reply = given })
    const world = createWorld((message) => {
      send('${to}', message)
      return reply
    }, globalThis, elements)
    listen('${from}', (message) => send('reply to ${from}', world.receive(message)))
`
}

function mainWorldScript(secret: string): string {
  return `(() => {
    if (window !== window.top) return
${worldScript(secret, ['to preload ', 'to page '])}
  })()`
}

/** The built preload with what a sandboxed one may load: Electron's part for pages, and three modules of Node, unused here. */
function preloadScript(secret: string, preload: string): string {
  return `(() => {
    if (window !== window.top) return
${worldScript(secret, ['to page ', 'to preload '])}
    const cloneForIpc = ${cloneForIpc.toString()}
    const callMain = globalThis.${bindingName}
    const waiting = new Map()
    const listeners = new Set()
    let calls = 0
    const electron = {
      contextBridge: world.contextBridge,
      ipcRenderer: {
        // What can't be cloned can't be sent.
        async invoke(channel, ...args) {
          const id = ++calls
          const reply = Promise.withResolvers()
          waiting.set(id, reply)
          callMain(JSON.stringify({ id, channel, args: cloneForIpc(args) }))
          return reply.promise
        },
        on: (channel, listener) => void listeners.add(listener),
        removeListener: (channel, listener) => void listeners.delete(listener),
      },
    }
    globalThis.atelierDouble = {
      emit: (event) => listeners.forEach((listener) => listener({}, event)),
      reply(id, { isDone, value }) {
        const { resolve, reject } = waiting.get(id)
        waiting.delete(id)
        if (isDone) resolve(value)
        else reject(new Error(value))
      },
    }
    const require = (name) => {
      if (name === 'electron') return electron
      throw new Error('module not found: ' + name)
    }
    const module = { exports: {} }
    ;((require, module, exports) => {
${preload}
    })(require, module, module.exports)
    callMain('begun')
  })()`
}
