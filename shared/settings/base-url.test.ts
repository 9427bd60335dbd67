import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { webUrl } from '../testing/web-url.ts'
import { baseUrlProblems, baseUrlSchema, isSameBaseUrl, readBaseUrl, withoutPassword } from './base-url.ts'

describe('[CONN1] [CAT32] an address of a service', () => {
  test.each([
    ['https://service.example', 'https://service.example'],
    [' https://service.example/v1// ', 'https://service.example/v1'],
    ['HTTPS://Service.Example:443/V1', 'https://service.example/V1'],
    ['https://service.example:8443/a/../b', 'https://service.example:8443/b'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['https://service.example/v1/openapi.json', 'https://service.example/v1'],
    ['https://service.example/openapi.yaml/', 'https://service.example'],
  ])('%j is normalised to %j', (text, baseUrl) => {
    expect(readBaseUrl(text)).toMatchObject({ ok: true, baseUrl })
  })

  test.each([
    ['', 'not_an_address'],
    ['service.example', 'not_an_address'],
    ['ftp://service.example', 'not_an_address'],
    ['https:service.example', 'not_an_address'],
    ['https://', 'not_an_address'],
    ['https:// service.example', 'not_an_address'],
    ['https://service\n.example', 'not_an_address'],
    ['javascript:alert(1)', 'not_an_address'],
    [`https://service.example/${'x'.repeat(2000)}`, 'too_long'],
    ['https://me@service.example', 'credentials'],
    ['https://me:secret@service.example', 'credentials'],
    ['https://:secret@service.example', 'credentials'],
    ['http://me:secret@127.0.0.1/?a=1', 'credentials'],
    ['https://service.example/?key=1', 'has_query'],
    ['https://service.example?', 'has_query'],
    ['https://service.example/#', 'has_query'],
  ] as const)('%j is refused: %s', (text, problem) => {
    expect(readBaseUrl(text)).toEqual({ ok: false, problem })
    expect(baseUrlSchema.safeParse(text).success).toBe(false)
  })

  test('is normalised the same a second time, and a refusal repeats nothing of it', () => {
    const address = fc.oneof(webUrl, fc.string())
    fc.assert(
      fc.property(address, (text) => {
        const read = readBaseUrl(text)
        if (read.ok) expect(readBaseUrl(read.baseUrl)).toEqual(read)
        else expect(baseUrlProblems).toContain(read.problem)
      }),
      { numRuns: 2_000 },
    )
    const refused = baseUrlSchema.safeParse('https://me:hunter2@service.example')
    expect(JSON.stringify(refused.error?.issues)).not.toContain('hunter2')
  })
})

test.each([
  ['http://service.example', true],
  ['http://192.168.1.4:8080/v1', true],
  ['http://localhost.example', true],
  ['http://127.0.0.1.example', true],
  ['http://[::ffff:127.0.0.1]', true],
  ['http://0.0.0.0', true],
  ['https://service.example', false],
  ['http://localhost:4000', false],
  ['http://127.9.9.9', false],
  ['http://0x7f.1', false],
  ['http://[::1]:4000', false],
])('[CONN2] data sent to %s can be read in transit: %s', (text, isInClear) => {
  expect(readBaseUrl(text)).toMatchObject({ ok: true, isInClear })
})

test.each([
  ['https://Service.example/', 'https://service.example', true],
  ['https://service.example/v1', 'https://service.example/v2', false],
  ['https://service.example', 'http://service.example', false],
  ['https://service.example', 'https://service.example:8443', false],
  ['https://service.example', 'https://api.service.example', false],
  ['no address', 'no address', false],
])('[CONN5] %s and %s are one address: %s', (one, other, isOne) => {
  expect(isSameBaseUrl(one, other)).toBe(isOne)
})

test.each([
  ['https://me:secret@service.example/v1', 'https://service.example/v1'],
  ['https://me:sec@ret@service.example', 'https://service.example'],
  ['htps://me:secret@service.example', 'htps://service.example'],
  ['https://service.example/@v1', 'https://service.example/@v1'],
])('[CONN1] %s is shown without its password', (text, shown) => {
  expect(withoutPassword(text)).toBe(shown)
})
