import { expect, test } from 'vitest'
import { readArguments, readPort, readServiceUrl } from './arguments.ts'
import { SetUpError } from './setup-error.ts'

test.each([
  [['--prot', '80'], "Unknown option '--prot'."],
  [['--port'], "Option '--port' has no value."],
  [['--browser=yes'], "Option '--browser' does not take a value."],
])('%j is refused in one sentence', (words, sentence) => {
  const read = () => readArguments(words, { port: { type: 'string' }, browser: { type: 'boolean' } })
  expect(read).toThrow(SetUpError)
  expect(read).toThrow(sentence)
})

test.each([
  [undefined, undefined],
  ['0', 0],
  ['65535', 65_535],
])('port %j is %j', (text, port) => {
  expect(readPort(text)).toBe(port)
})

test.each(['', '-1', '65536', '80a', '1e3', ' 80', '8080.5'])('%j is no port', (text) => {
  expect(() => readPort(text)).toThrow(SetUpError)
})

const cautious = { allowsHttp: false }

test.each([
  'service.example',
  'ftp://service.example',
  'javascript:alert(1)',
  '',
  'https://service.example/?a=1',
])('[CONN1] %j is no service', (text) => {
  expect(() => readServiceUrl(text, cautious)).toThrow(SetUpError)
})

test('[CONN1] an address with a password is refused in a sentence that does not repeat it', () => {
  const attempt = () => readServiceUrl('https://me:hunter2@service.example', cautious)
  expect(attempt).toThrow(/no user name and no password/)
  expect(attempt).not.toThrow(/hunter2/)
})

test('[CONN2] plain http to another machine needs --allow-http, which the sentence names', () => {
  const url = 'http://service.example'
  expect(() => readServiceUrl(url, cautious)).toThrow(
    /anyone on the network path can read your key.*--allow-http/,
  )
  expect(readServiceUrl(url, { allowsHttp: true })).toBe(url)
  expect(readServiceUrl('http://localhost:4000', cautious)).toBe('http://localhost:4000')
})

test('a service’s address is normalised', () => {
  expect([
    readServiceUrl('https://Service.example/v1//', cautious),
    readServiceUrl(undefined, cautious),
  ]).toEqual(['https://service.example/v1', null])
})
