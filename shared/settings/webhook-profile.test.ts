import { expect, test } from 'vitest'
import { isPublicUrl, webhookProfileSchema, webhookSettingsSchema } from './webhook-profile.ts'

test.each(['{timestamp}\n{sha256}', '{id}\n{sha256}', '{id}\n{timestamp}', 'body', ''])(
  'a message that omits the id, the time or the body from the signature is refused: %j',
  (message) => {
    expect(webhookProfileSchema.safeParse({ message }).success).toBe(false)
  },
)

test('the body may be signed itself or by its digest', () => {
  expect(webhookProfileSchema.safeParse({ message: '{id}.{timestamp}.{body}' }).success).toBe(true)
  expect(webhookProfileSchema.safeParse({ message: '{sha256}{id}{timestamp}' }).success).toBe(true)
})

const notNames = ['X-Id\r\nX-Other', 'X-Id\r', 'X-Id\n', '\rX-Id', '\nX-Id', 'X-\rId', 'X-\nId']

test.each(['', 'X Id', 'X-Id:', 'ключ', ...notNames])('%j is no header name', (requestId) => {
  expect(webhookProfileSchema.safeParse({ headers: { requestId } }).success).toBe(false)
})

test('two headers can’t share a name, however it is written', () => {
  const headers = { timestamp: 'x-service-webhook-request-id' }
  expect(webhookProfileSchema.safeParse({ headers }).success).toBe(false)
})

test.each([
  ['https://tunnel.example', true],
  ['https://tunnel.example/atelier', true],
  ['http://127.0.0.1:4000', true],
  ['http://tunnel.example', false],
  ['https://me:secret@tunnel.example', false],
  ['https://me@tunnel.example', false],
  ['https://:secret@tunnel.example', false],
  ['https://tunnel.example/?a=1', false],
  ['https://tunnel.example/#a', false],
  ['ftp://127.0.0.1', false],
  ['tunnel.example', false],
])('a service may deliver to %s: %s', (url, may) => {
  expect(isPublicUrl(url)).toBe(may)
  expect(webhookSettingsSchema.safeParse({ publicUrl: url }).success).toBe(may)
})
