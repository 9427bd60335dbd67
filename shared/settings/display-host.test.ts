import { expect, test } from 'vitest'
import { displayHost } from './display-host.ts'

test.each([
  ['https://api.service.example/v1', 'service.example'],
  ['https://www.service.example:8443', 'service.example:8443'],
  ['http://127.0.0.1:4000', '127.0.0.1:4000'],
  ['no address', 'no address'],
  ['Agency: Nike', 'Agency: Nike'],
])('the host of %s is displayed as %s', (baseUrl, host) => {
  expect(displayHost(baseUrl)).toBe(host)
})
