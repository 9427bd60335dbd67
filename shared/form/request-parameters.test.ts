import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { findProblems } from './problems.ts'
import { requestTarget, splitParameters } from './request-parameters.ts'

const path = '/v1/generate/audio/acme/speak/{voice}/{take}'

test('[CAT4] values go to the body, or to their place', () => {
  const values = {
    prompt: 'a',
    'header:X-A': true,
    'query:tag': ['x', 'y&z'],
    'query:crop': { left: 1 },
    'query:none': null,
    'path:voice': 'ada lovelace',
    'path:take': 2,
  }
  expect(splitParameters(values).body).toEqual({ prompt: 'a' })
  expect(requestTarget(path, values)).toBe(
    '/v1/generate/audio/acme/speak/ada%20lovelace/2?tag=x&tag=y%26z&crop%5Bleft%5D=1',
  )
})

test('[CAT100] whatever is entered, a parameter of the path is one part of the address, or a problem', () => {
  const schema = {
    'x-request-path': { voice: { type: 'string' }, take: {} },
    'x-required-parameters': ['path:voice', 'path:take'],
  }
  const entered = fc.oneof(
    fc.constantFrom(
      '',
      '.',
      '..',
      '...',
      '/',
      '../..',
      '%2e%2e',
      '?a',
      '#a',
      '\\',
      'a/../b',
      '\ud800',
      '\r\n',
    ),
    fc.string({ unit: anyCharacter }),
  )
  fc.assert(
    fc.property(entered, entered, (voice, take) => {
      const values = { 'path:voice': voice, 'path:take': take }
      if (findProblems(schema, values).length > 0) return
      const url = new URL(`https://service.example${requestTarget(path, values)}`)
      expect(url.origin + url.search + url.hash).toBe('https://service.example')
      const parts = url.pathname.split('/')
      expect(parts.slice(0, -2).join('/')).toBe('/v1/generate/audio/acme/speak')
      expect(parts.slice(-2).map(decodeURIComponent)).toEqual([voice, take])
    }),
    { numRuns: 1_000 },
  )
  for (const voice of ['', '..', '\ud800'])
    expect(findProblems(schema, { 'path:voice': voice, 'path:take': 'a' })).toMatchObject([
      { path: ['path:voice'] },
    ])
  expect(() => requestTarget(path, { 'path:voice': '..', 'path:take': 'a' })).toThrow()
})
