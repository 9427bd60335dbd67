import { describe, expect, it } from 'vitest'
import { createMemoryPair } from '../testing/memory-carrier.ts'
import { describeCarrier } from './carrier.contract.ts'
import { takeToken } from './choose-carrier.ts'
import { createElectronCarrier } from './electron-carrier.ts'
import { createHttpCarrier, type EventStream, type HttpCarrierPorts } from './http-carrier.ts'
import { createSignal } from './signal.ts'

const secret = 's'.repeat(43)

type Handle = (procedure: string, input: unknown) => unknown

describeCarrier('memory', async () => {
  const { carrier, studio } = createMemoryPair()
  return {
    carrier,
    respond: (handle) => {
      studio.handle = handle
    },
    emit: studio.emit,
    close: () => {},
  }
})

describeCarrier('Electron', async () => {
  const events = createSignal<{ name: string; payload: unknown }>()
  let handle: Handle = () => null
  const carrier = createElectronCarrier({
    call: async (procedure, input) => handle(procedure, input),
    subscribe: events.listen,
  })
  return {
    carrier,
    respond: (next) => {
      handle = next
    },
    emit: events.emit,
    close: () => {},
  }
})

describeCarrier('HTTP', async () => {
  const host = createFakeHost()
  const carrier = createHttpCarrier(host.ports('once'))
  await host.streamOpened()
  host.stream().onopen?.()
  return {
    carrier,
    respond: host.respond,
    emit: (event) => host.stream().onmessage?.({ data: JSON.stringify(event) }),
    close: carrier.close,
  }
})

describe('the HTTP carrier', () => {
  it('trades the token for a session before the first call', async () => {
    const host = createFakeHost()
    const carrier = createHttpCarrier(host.ports('secret'))
    await carrier.call('studio.status', {})
    expect(host.requests).toEqual(['/session {"token":"secret"}', '/bridge/studio.status {}'])
    expect(host.kept).toEqual([secret])
    carrier.close()
  })

  it.each([
    ['a refusal', () => new Response('used', { status: 401 })],
    ['no JSON', () => new Response('hello')],
    ['another form', () => Response.json({ secret: 'short' })],
    ['nothing', () => new Response(null, { status: 204 })],
    ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('[HOST5] keeps no secret of %s, and calls with what it has', async (_, respond) => {
    const host = createFakeHost()
    const ports = host.ports('secret')
    const carrier = createHttpCarrier({
      ...ports,
      fetch: async (path, init) => (path === '/session' ? respond() : ports.fetch(path, init)),
    })
    expect(await carrier.call('studio.status', {})).toEqual({ ok: true, value: null })
    expect(host.kept).toEqual([])
    carrier.close()
  })

  it('[HOST5] trades a token that arrives later, and opens the stream at once', async () => {
    const host = createFakeHost()
    const carrier = createHttpCarrier(host.ports(null))
    await host.streamOpened()
    const refused = host.stream()
    refused.onerror?.(401)
    expect(host.waiting()).toBe(1)
    await carrier.takeToken('later')
    expect([host.requests, host.kept, host.waiting()]).toEqual([['/session {"token":"later"}'], [secret], 0])
    expect(host.stream()).not.toBe(refused)
    const reopened = host.stream()
    reopened.onopen?.()
    await carrier.takeToken('again')
    expect(host.stream()).toBe(reopened)
    carrier.close()
  })

  it('[HOST5] reports once that a host that is back does not know this page, and that it does again', async () => {
    const host = createFakeHost()
    const carrier = createHttpCarrier(host.ports(null))
    const reported: unknown[] = []
    carrier.onConnected((connected, failure) => reported.push([connected, failure?.code]))
    await host.streamOpened()
    host.stream().onopen?.()
    for (const status of [null, 401, 401, 403, 502]) {
      host.stream().onerror?.(status)
      host.runLater()
    }
    host.stream().onopen?.()
    expect(reported).toEqual([
      [true, undefined],
      [false, undefined],
      [false, 'no_session'],
      [false, 'disconnected'],
      [true, undefined],
    ])
    carrier.close()
  })

  it('reports a page without a session as unknown', async () => {
    const host = createFakeHost()
    const carrier = createHttpCarrier({
      ...host.ports(null),
      fetch: async () => new Response(null, { status: 401, statusText: 'Unauthorized' }),
    })
    expect(await carrier.call('studio.status', {})).toEqual({
      ok: false,
      error: { code: 'no_session', message: '401 Unauthorized' },
    })
    carrier.close()
  })

  it('opens a broken stream again, each time later, and reports both', async () => {
    const host = createFakeHost()
    const carrier = createHttpCarrier(host.ports(null))
    const reported: boolean[] = []
    carrier.onConnected((connected) => reported.push(connected))
    await host.streamOpened()
    host.stream().onopen?.()
    host.stream().onerror?.(null)
    host.runLater()
    host.stream().onerror?.(null)
    host.runLater()
    host.stream().onopen?.()
    expect(reported).toEqual([true, false, true])
    expect(host.delays).toEqual([500, 1000])
    carrier.close()
  })

  it('opens nothing more after it was closed', async () => {
    const host = createFakeHost()
    const carrier = createHttpCarrier(host.ports(null))
    await host.streamOpened()
    host.stream().onerror?.(null)
    carrier.close()
    expect(host.waiting()).toBe(0)
  })

  it('ignores invalid events', async () => {
    const host = createFakeHost()
    const carrier = createHttpCarrier(host.ports(null))
    const received: unknown[] = []
    carrier.subscribe((event) => received.push(event))
    await host.streamOpened()
    for (const data of ['', 'null', '[]', '{"payload":1}', '{"name":3}']) host.stream().onmessage?.({ data })
    expect(received).toEqual([])
    carrier.close()
  })
})

describe('the token in the address', () => {
  function open(hash: string) {
    const replaced: unknown[] = []
    const location = { hash, pathname: '/', search: '' }
    const token = takeToken(location, { replaceState: (_data, _unused, url) => void replaced.push(url) })
    return { token, replaced }
  }

  it('is removed from it', () => {
    expect(open('#token=a%2Bb')).toEqual({ token: 'a+b', replaced: ['/'] })
  })

  it('is used unchanged where it is not properly encoded', () => {
    expect(open('#token=%')).toEqual({ token: '%', replaced: ['/'] })
  })

  it('leaves the route unchanged', () => {
    expect(open('#/library&token=x')).toEqual({ token: 'x', replaced: ['/#/library'] })
  })

  it('changes nothing where there is none', () => {
    expect(open('#/spend')).toEqual({ token: null, replaced: [] })
  })
})

function createFakeHost() {
  const requests: string[] = []
  const kept: string[] = []
  const streams: EventStream[] = []
  const delays: number[] = []
  const tasks = new Set<() => void>()
  let handle: Handle = () => ({ ok: true, value: null })
  const ports = (token: string | null): HttpCarrierPorts => ({
    token,
    keepSecret: (secret) => void kept.push(secret),
    async fetch(path, init) {
      requests.push(`${path} ${init.body}`)
      if (path === '/session') return Response.json({ secret })
      return Response.json(handle(path.replace('/bridge/', ''), JSON.parse(String(init.body))))
    },
    openEvents() {
      const stream: EventStream = { onopen: null, onerror: null, onmessage: null, close: () => {} }
      streams.push(stream)
      return stream
    },
    later(task, milliseconds) {
      delays.push(milliseconds)
      tasks.add(task)
      return () => void tasks.delete(task)
    },
  })
  return {
    ports,
    requests,
    kept,
    delays,
    respond(next: Handle) {
      handle = next
    },
    stream(): EventStream {
      const last = streams.at(-1)
      if (!last) throw new Error('No stream was opened.')
      return last
    },
    async streamOpened() {
      while (streams.length === 0) await new Promise((resolve) => setImmediate(resolve))
    },
    runLater() {
      for (const task of [...tasks]) {
        tasks.delete(task)
        task()
      }
    },
    waiting: () => tasks.size,
  }
}
