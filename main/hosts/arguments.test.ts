import { expect, test } from 'vitest'
import { readArguments, readPort, readServiceUrl } from './arguments.ts'
import { SetUpError } from './setup-error.ts'

test.each([
  [['--prot', '80'], "Unknown option '--prot'."],
  [['--port'], "Option '--port <value>' argument missing."],
  [['--browser=yes'], "Option '--browser' does not take an argument."],
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

test.each(['service.example', 'ftp://service.example', 'javascript:alert(1)', ''])(
  '%j is no service',
  (text) => {
    expect(() => readServiceUrl(text)).toThrow(SetUpError)
  },
)

test('a service’s address is kept without its last slash', () => {
  expect([readServiceUrl('https://service.example/v1//'), readServiceUrl(undefined)]).toEqual([
    'https://service.example/v1',
    null,
  ])
})
