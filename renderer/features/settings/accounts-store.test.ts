import { describe, expect, it } from 'vitest'
import { createFixtureStudio, done, failed } from '../../testing/fixture-studio.ts'
import { studioStatus } from '../../testing/fixtures.ts'
import { createAccountsStore } from './accounts-store.ts'

describe('connecting to a service', () => {
  it('passes the key on once and forgets it', async () => {
    const status = studioStatus()
    const studio = createFixtureStudio({ 'accounts.connect': () => done(status) })
    const accounts = createAccountsStore(studio.bridge)
    accounts.set({ baseUrl: ' https://api.example.com/ ', key: ' secret-key ', consent: true })
    expect(await accounts.save()).toEqual(status)
    expect(studio.calls[0]).toEqual({
      procedure: 'accounts.connect',
      input: { baseUrl: 'https://api.example.com/', key: 'secret-key', consent: true },
    })
    expect(JSON.stringify(accounts.store.getState())).not.toContain('secret')
  })

  it('keeps the stored key where none is typed', async () => {
    const studio = createFixtureStudio({ 'accounts.connect': () => done(studioStatus()) })
    const accounts = createAccountsStore(studio.bridge)
    accounts.set({ baseUrl: 'https://api.example.com' })
    await accounts.save()
    expect(studio.calls[0]?.input).toEqual({ baseUrl: 'https://api.example.com', consent: false })
  })

  it('keeps the input where it failed, with the reason', async () => {
    const studio = createFixtureStudio({
      'accounts.connect': () => failed({ code: 'service_unreachable', message: '' }),
    })
    const accounts = createAccountsStore(studio.bridge)
    accounts.set({ baseUrl: 'https://api.example.com', key: 'secret-key' })
    expect(await accounts.save()).toBeNull()
    expect(accounts.store.getState()).toMatchObject({
      input: { key: 'secret-key' },
      busy: null,
      failure: { code: 'service_unreachable' },
    })
  })

  it('[CONN13] passes on the person’s choice to keep what could not be tested', async () => {
    const studio = createFixtureStudio({ 'accounts.connect': () => done(studioStatus()) })
    const accounts = createAccountsStore(studio.bridge)
    accounts.set({ baseUrl: 'https://api.example.com', key: 'secret-key' })
    await accounts.save(true)
    expect(studio.calls[0]?.input).toMatchObject({ keepUntested: true })
  })

  it('[ACC31] a canceled form cancels its request, whose end then touches no other form', async () => {
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const ends = [failed({ code: 'not_possible_now' }), done(studioStatus())] as const
    let sent = 0
    const studio = createFixtureStudio({
      'accounts.cancel': () => done(null),
      'accounts.connect': async () => {
        const at = sent as 0 | 1
        sent += 1
        await held[at].promise
        return ends[at]
      },
    })
    const accounts = createAccountsStore(studio.bridge)
    const editA = { mode: 'edit', accountId: 'https://a.example' } as const
    for (const at of [0, 1] as const) {
      accounts.openForm({ mode: 'add' })
      accounts.set({ baseUrl: 'https://b.example', key: 'secret-key' })
      const saving = accounts.save()
      // Leaving it for another form is canceling, too.
      if (at === 0) accounts.closeForm()
      accounts.openForm(editA)
      expect([accounts.store.getState().busy, studio.inputs('accounts.cancel').length]).toEqual([
        null,
        at + 1,
      ])
      held[at].resolve()
      expect((await saving) !== null).toBe(ends[at].ok)
      expect(accounts.store.getState()).toMatchObject({ form: editA, failure: null, busy: null })
      accounts.closeForm()
    }
    expect(studio.inputs('accounts.cancel')).toHaveLength(2)
  })

  it('a removed account closes its own form and no other', async () => {
    const studio = createFixtureStudio({ 'accounts.remove': () => done(studioStatus()) })
    const accounts = createAccountsStore(studio.bridge)
    accounts.openForm({ mode: 'edit', accountId: 'https://a.example' })
    await accounts.remove('https://b.example')
    expect(accounts.store.getState().form).not.toBeNull()
    await accounts.remove('https://a.example')
    expect(accounts.store.getState().form).toBeNull()
  })

  it('drops an old test when another account is used', async () => {
    const found = { verdict: 'fine', described: true, clockDifferenceMs: 0, usage: null } as const
    const studio = createFixtureStudio({
      'accounts.test': () => done(found),
      'accounts.use': () => done(studioStatus()),
    })
    const accounts = createAccountsStore(studio.bridge)
    await accounts.test()
    expect(accounts.store.getState().test).toEqual(found)
    await accounts.use('sandbox')
    expect(accounts.store.getState().test).toBeNull()
  })

  it('[CONN3] passes on the permission for http, and withdraws it when the address changes', async () => {
    const studio = createFixtureStudio({ 'accounts.connect': () => done(studioStatus()) })
    const accounts = createAccountsStore(studio.bridge)
    accounts.set({ baseUrl: 'http://api.example.com', key: 'secret-key' })
    accounts.set({ allowHttp: true })
    await accounts.save()
    expect(studio.calls[0]?.input).toMatchObject({ baseUrl: 'http://api.example.com', allowHttp: true })
    accounts.set({ baseUrl: 'http://api.example.com' })
    accounts.set({ allowHttp: true })
    accounts.set({ baseUrl: 'http://other.example.com' })
    expect(accounts.store.getState().input.allowHttp).toBeNull()
    await accounts.save()
    expect(studio.calls[1]?.input).not.toHaveProperty('allowHttp')
  })

  it('[ACC3] of an account in the list only what was typed is sent, and the form closes', async () => {
    const studio = createFixtureStudio({ 'accounts.change': () => done(studioStatus()) })
    const accounts = createAccountsStore(studio.bridge)
    accounts.openForm({ mode: 'edit', accountId: 'https://a.example' })
    accounts.set({ name: ' North ', usageKey: 'for-usage' })
    expect(await accounts.save()).not.toBeNull()
    expect(studio.inputs('accounts.change')).toEqual([
      { accountId: 'https://a.example', name: 'North', usageKey: 'for-usage', consent: false },
    ])
    expect(accounts.store.getState().form).toBeNull()
    expect(JSON.stringify(accounts.store.getState())).not.toContain('for-usage')
  })

  it('forgets what was typed for another account', () => {
    const accounts = createAccountsStore(createFixtureStudio().bridge)
    accounts.openForm({ mode: 'edit', accountId: 'https://a.example' })
    accounts.set({ key: 'of-a' })
    accounts.openForm({ mode: 'edit', accountId: 'https://a.example' })
    expect(accounts.store.getState().input.key).toBe('of-a')
    accounts.openForm({ mode: 'edit', accountId: 'https://b.example' })
    expect(accounts.store.getState().input.key).toBe('')
  })
})
