import { describe, expect, it } from 'vitest'
import { createFixtureStudio, done, failed } from '../../testing/fixture-studio.ts'
import { studioStatus } from '../../testing/fixtures.ts'
import { createConnectionModel, isServiceUrl } from './connection-store.ts'

describe('connecting to a service', () => {
  it('hands the key over once and forgets it', async () => {
    const studio = createFixtureStudio({ 'service.connect': () => done(studioStatus()) })
    const connection = createConnectionModel(studio.bridge)
    connection.set({ baseUrl: ' https://api.example.com/ ', key: ' secret-key ', consent: true })
    expect(await connection.connect()).toBe(true)
    expect(studio.calls).toEqual([
      {
        procedure: 'service.connect',
        input: { baseUrl: 'https://api.example.com', key: 'secret-key', consent: true },
      },
    ])
    expect(JSON.stringify(connection.store.getState())).not.toContain('secret')
  })

  it('keeps the kept key where none is written', async () => {
    const studio = createFixtureStudio({ 'service.connect': () => done(studioStatus()) })
    const connection = createConnectionModel(studio.bridge)
    connection.set({ baseUrl: 'https://api.example.com' })
    await connection.connect()
    expect(studio.calls[0]?.input).toEqual({ baseUrl: 'https://api.example.com', consent: false })
  })

  it('keeps what was written where it failed, with the reason', async () => {
    const studio = createFixtureStudio({
      'service.connect': () => failed({ code: 'service_unreachable', message: '' }),
    })
    const connection = createConnectionModel(studio.bridge)
    connection.set({ baseUrl: 'https://api.example.com', key: 'secret-key' })
    expect(await connection.connect()).toBe(false)
    expect(connection.store.getState()).toMatchObject({
      key: 'secret-key',
      busy: null,
      failure: { code: 'service_unreachable' },
    })
  })

  it('forgets an old test when something is changed', async () => {
    const found = { reachable: true, keyAccepted: true, described: true }
    const studio = createFixtureStudio({ 'service.test': () => done(found) })
    const connection = createConnectionModel(studio.bridge)
    await connection.test()
    expect(connection.store.getState().test).toEqual(found)
    connection.set({ choice: 'service' })
    expect(connection.store.getState().test).toBeNull()
  })

  it('knows an address when it sees one', () => {
    expect(['https://api.example.com', 'http://127.0.0.1:4000/v1'].every(isServiceUrl)).toBe(true)
    expect(['', 'api.example.com', 'ftp://x', 'https://', 'https:// x'].some(isServiceUrl)).toBe(false)
  })
})
