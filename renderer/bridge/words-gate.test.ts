import { expect, test } from 'vitest'
import { eventSamples } from '../../shared/testing/bridge-samples.ts'
import { done, failed, settle } from '../testing/fixture-studio.ts'
import { createMemoryPair } from '../testing/memory-carrier.ts'
import { createBridge } from './create-bridge.ts'

/** A bridge whose words of failures are loaded when the test says so. */
function createGatedBridge() {
  const pair = createMemoryPair()
  let requests = 0
  let isLoaded = false
  let loading = Promise.withResolvers<void>()
  const bridge = createBridge(pair.carrier, {
    areHere: () => isLoaded,
    load() {
      requests += 1
      return loading.promise
    },
  })
  return {
    bridge,
    studio: pair.studio,
    requests: () => requests,
    end(loaded: boolean) {
      isLoaded = loaded
      loading.resolve()
      loading = Promise.withResolvers()
    },
  }
}

const changed = eventSamples['submission.changed']
const explained = { ...changed, reason: { code: 'connection_reset' } }

test('[BRIDGE1] a failure waits for its words, and all that arrives after it keeps its order', async () => {
  const { bridge, studio, requests, end } = createGatedBridge()
  const arrived: string[] = []
  studio.handle = () => done(null)
  bridge.on('submission.changed', ({ submissionId }) => arrived.push(submissionId))
  void bridge.call('studio.status', {}).then(() => arrived.push('status'))
  await settle()
  expect(requests()).toBe(0)
  void bridge.call('export.current', {}).then(() => arrived.push('first'))
  await settle()
  studio.emit({ name: 'submission.changed', payload: explained })
  await settle()
  expect(arrived).toEqual(['status', 'first'])
  void bridge.call('settings.read', {}).then(() => arrived.push('later'))
  studio.emit({ name: 'submission.changed', payload: { ...explained, submissionId: 'next' } })
  await settle()
  expect([arrived, requests()]).toEqual([['status', 'first'], 1])
  end(true)
  await settle()
  expect(arrived).toEqual(['status', 'first', changed.submissionId, 'next', 'later'])
})

test('[BRIDGE1] where the words can’t be loaded the failure arrives without them, and the next one tries again', async () => {
  const { bridge, studio, requests, end } = createGatedBridge()
  studio.handle = () => failed({ code: 'not_found' })
  const first = bridge.call('studio.status', {})
  await settle()
  end(false)
  expect(await first).toEqual(failed({ code: 'not_found' }))
  const next = bridge.call('studio.status', {})
  await settle()
  end(true)
  await next
  await bridge.call('studio.status', {})
  expect(requests()).toBe(2)
})

test('[BRIDGE1] that the studio is gone is said at once', async () => {
  const { bridge, studio, requests } = createGatedBridge()
  studio.setConnected(false)
  expect(await bridge.call('studio.status', {})).toMatchObject({ ok: false, error: { code: 'disconnected' } })
  expect(requests()).toBe(0)
})

test('[BRIDGE1] it is said at once, too, while another failure waits for words that don’t come', async () => {
  const { bridge, studio, end } = createGatedBridge()
  studio.handle = () => failed({ code: 'not_found' })
  const arrived: string[] = []
  void bridge.call('settings.read', {}).then(() => arrived.push('failure'))
  await settle()
  studio.setConnected(false)
  void bridge.call('studio.status', {}).then(() => arrived.push('gone'))
  await settle()
  expect(arrived).toEqual(['gone'])
  end(false)
  await settle()
  expect(arrived).toEqual(['gone', 'failure'])
})
