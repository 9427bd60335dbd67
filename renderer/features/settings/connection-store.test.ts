import { describe, expect, it } from 'vitest'
import { createFixtureStudio, done, failed } from '../../testing/fixture-studio.ts'
import { studioStatus } from '../../testing/fixtures.ts'
import { createConnectionStore } from './connection-store.ts'

describe('connecting to a service', () => {
  it('passes the key on once and forgets it', async () => {
    const studio = createFixtureStudio({ 'service.connect': () => done(studioStatus()) })
    const connection = createConnectionStore(studio.bridge)
    connection.set({ baseUrl: ' https://api.example.com/ ', key: ' secret-key ', consent: true })
    expect(await connection.connect()).toBe(true)
    expect(studio.calls).toEqual([
      {
        procedure: 'service.connect',
        input: { baseUrl: 'https://api.example.com/', key: 'secret-key', consent: true },
      },
    ])
    expect(JSON.stringify(connection.store.getState())).not.toContain('secret')
  })

  it('keeps the stored key where none is typed', async () => {
    const studio = createFixtureStudio({ 'service.connect': () => done(studioStatus()) })
    const connection = createConnectionStore(studio.bridge)
    connection.set({ baseUrl: 'https://api.example.com' })
    await connection.connect()
    expect(studio.calls[0]?.input).toEqual({ baseUrl: 'https://api.example.com', consent: false })
  })

  it('keeps the input where it failed, with the reason', async () => {
    const studio = createFixtureStudio({
      'service.connect': () => failed({ code: 'service_unreachable', message: '' }),
    })
    const connection = createConnectionStore(studio.bridge)
    connection.set({ baseUrl: 'https://api.example.com', key: 'secret-key' })
    expect(await connection.connect()).toBe(false)
    expect(connection.store.getState()).toMatchObject({
      key: 'secret-key',
      busy: null,
      failure: { code: 'service_unreachable' },
    })
  })

  it('[CONN13] passes on the person’s choice to keep what could not be tested', async () => {
    const studio = createFixtureStudio({ 'service.connect': () => done(studioStatus()) })
    const connection = createConnectionStore(studio.bridge)
    connection.set({ baseUrl: 'https://api.example.com', key: 'secret-key' })
    await connection.connect(true)
    expect(studio.calls[0]?.input).toMatchObject({ keepUntested: true })
  })

  it('drops an old test when something is changed', async () => {
    const found = { verdict: 'fine', described: true } as const
    const studio = createFixtureStudio({ 'service.test': () => done(found) })
    const connection = createConnectionStore(studio.bridge)
    await connection.test()
    expect(connection.store.getState().test).toEqual(found)
    connection.set({ choice: 'service' })
    expect(connection.store.getState().test).toBeNull()
  })

  it('[CONN3] passes on the permission for http, and withdraws it when the address changes', async () => {
    const studio = createFixtureStudio({ 'service.connect': () => done(studioStatus()) })
    const connection = createConnectionStore(studio.bridge)
    connection.set({ baseUrl: 'http://api.example.com', key: 'secret-key' })
    connection.set({ allowHttp: true })
    await connection.connect()
    expect(studio.calls[0]?.input).toMatchObject({ baseUrl: 'http://api.example.com', allowHttp: true })
    connection.set({ baseUrl: 'http://api.example.com' })
    connection.set({ allowHttp: true })
    connection.set({ baseUrl: 'http://other.example.com' })
    expect(connection.store.getState().allowHttp).toBeNull()
    await connection.connect()
    expect(studio.calls[1]?.input).not.toHaveProperty('allowHttp')
  })

  it('[CONN6] knows the key of the latest address, whichever response arrives first', async () => {
    const first = Promise.withResolvers<void>()
    const none = { source: 'none', ending: null, elsewhere: null } as const
    const studio = createFixtureStudio({
      async 'service.keptKey'({ baseUrl }) {
        if (baseUrl === 'https://first.example') await first.promise
        return done(baseUrl === 'https://first.example' ? { ...none, source: 'file' } : none)
      },
    })
    const connection = createConnectionStore(studio.bridge)
    const slow = connection.lookUpKey('https://first.example')
    await connection.lookUpKey('https://second.example')
    first.resolve()
    await slow
    expect(connection.store.getState().kept).toEqual({ address: 'https://second.example', key: none })
  })
})
