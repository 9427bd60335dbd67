import { expectThat, showResponse } from './expectations.ts'
import { NotTried } from './rule.ts'
import type { ServiceResponse, ServiceUnderTest } from './service-under-test.ts'

/** The control API under /__sandbox/: it puts the service into states that can't be waited for. */
export interface Control {
  /** Acts at this moment of the service's clock, and then lets the clock continue from where it was. */
  at<Value>(moment: Date, act: () => Promise<Value>): Promise<Value>
  /** The same with the clock stopped at exactly this moment; NotTried where it can't be stopped. */
  exactlyAt<Value>(moment: number, act: () => Promise<Value>): Promise<Value>
  /** Milliseconds since 1970, UTC, by the service's clock. */
  now(): Promise<number>
  /** Sets or reads the balance, in dollars. */
  setBalance(usd: number): Promise<void>
  balance(): Promise<number>
  /** The faults from now on; an empty object for none. */
  setFaults(faults: object): Promise<void>
  /** Any other of its commands; NotTried where the service does not offer it. */
  command(path: string, body: object): Promise<ServiceResponse>
}

export function createControl(service: ServiceUnderTest): Control {
  async function command(path: string, body: object): Promise<ServiceResponse> {
    const response = await service.send(`/__sandbox${path}`, { method: 'POST', body, key: null })
    if (response.status === 404) throw new NotTried(`the control API does not offer ${path}`)
    return response
  }

  async function obey(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    const response = await command(path, body)
    expectThat(response.status === 200, `200 from /__sandbox${path}`, showResponse(response))
    return (response.body ?? {}) as Record<string, unknown>
  }

  async function now(): Promise<number> {
    const { now: moment } = await obey('/clock', { advanceSeconds: 0 })
    return typeof moment === 'string' ? Date.parse(moment) : Date.now()
  }

  /** Acts while the clock is set otherwise, and sets it back to where it would be. */
  async function whileSet<Value>(setting: object, act: () => Promise<Value>): Promise<Value> {
    const left = { service: await now(), here: performance.now() }
    const { status, text } = await command('/clock', setting)
    if (status !== 200) throw new NotTried(`the control API refuses to set the clock: ${text}`)
    try {
      return await act()
    } finally {
      const passed = performance.now() - left.here
      await obey('/clock', { now: new Date(left.service + passed).toISOString() })
    }
  }

  return {
    command,
    now,
    at: (moment, act) => whileSet({ now: moment.toISOString() }, act),
    exactlyAt: (moment, act) => whileSet({ now: new Date(moment).toISOString(), stopped: true }, act),
    setBalance: async (usd) => void (await obey('/balance', { usd })),
    async balance() {
      const { status, body } = await service.send('/__sandbox/balance', { key: null })
      const { usd } = (body ?? {}) as { usd?: unknown }
      if (status !== 200 || typeof usd !== 'number') throw new NotTried('the control API shows no balance')
      return usd
    },
    setFaults: async (faults) => void (await obey('/faults', faults)),
  }
}
