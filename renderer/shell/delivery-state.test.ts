import { expect, it } from 'vitest'
import type { ReceiverStatus } from '../../shared/bridge/webhook-views.ts'
import { english } from '../words/en/words.ts'
import { readDeliveryState, troubledDeliveries } from './delivery-state.ts'

const listening: ReceiverStatus = {
  state: 'listening',
  port: 8787,
  address: 'https://tunnel.example/hooks/',
  missedAt: null,
  lastEntryAt: null,
}
const closed: ReceiverStatus = { ...listening, port: null, address: null }

it.each([
  ['polling', { ...closed, state: 'off' }],
  ['webhook', listening],
  ['missing', { ...listening, missedAt: '2026-11-20T12:00:00Z' }],
  ['portInUse', { ...closed, state: 'port_in_use' }],
  ['portRefused', { ...closed, state: 'port_refused' }],
  ['noAddress', { ...listening, address: null }],
] as const)('how results arrive is shown: %s', (state, receiver) => {
  expect(readDeliveryState({ receiver })).toBe(state)
  expect(english.shell.deliveries[state].long).not.toBe('')
})

it('the person’s choice is neutral, and everything else is highlighted', () => {
  expect(troubledDeliveries.has('polling') || troubledDeliveries.has('webhook')).toBe(false)
  expect(troubledDeliveries.size).toBe(4)
})
