import { expect, test } from 'vitest'
import { BridgeCallError, createBridgeClient } from './client.ts'

const failure = { code: 'not_found', message: 'There is no such run.' } as const

test('a call returns the result, success or failure', async () => {
  const received: unknown[] = []
  const client = createBridgeClient(async (name, input) => {
    received.push([name, input])
    return name === 'jobs.get' ? { ok: false, error: failure } : { ok: true, value: [] }
  })
  expect(await client.call('catalog.list', {})).toEqual({ ok: true, value: [] })
  expect(await client.call('jobs.get', { submissionId: 'a' })).toEqual({ ok: false, error: failure })
  expect(received).toEqual([
    ['catalog.list', {}],
    ['jobs.get', { submissionId: 'a' }],
  ])
})

test.each([null, undefined, 'ok', [], {}, { ok: true }, { ok: false }, { ok: 1, value: 1 }])(
  'a malformed result is a failure: %j',
  async (response) => {
    const client = createBridgeClient(async () => response)
    expect(await client.call('catalog.list', {})).toMatchObject({ ok: false, error: { code: 'internal' } })
  },
)

test('where only success is expected, a failure rejects with the studio’s words', async () => {
  const refusing = createBridgeClient(async () => ({ ok: false, error: failure }))
  const refused = refusing.want('jobs.get', { submissionId: 'a' })
  await expect(refused).rejects.toThrow(BridgeCallError)
  await expect(refused).rejects.toThrow('jobs.get: not_found, There is no such run.')
  await expect(refused).rejects.toMatchObject({ failure })
  const giving = createBridgeClient(async () => ({ ok: true, value: [] }))
  expect(await giving.want('catalog.list', {})).toEqual([])
})

test('a carrier’s rejection is passed on', async () => {
  const client = createBridgeClient(() => Promise.reject(new Error('gone')))
  await expect(client.call('catalog.list', {})).rejects.toThrow('gone')
})
