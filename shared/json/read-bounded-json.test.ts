import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundText } from './bound-text.ts'
import {
  hasAtMostMembers,
  isWithinDepth,
  type JsonBounds,
  readBoundedJson,
  responseBounds,
} from './read-bounded-json.ts'

const wide: JsonBounds = { depth: 1_000_000, bytes: 1e9, members: 1e9 }

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

/** Counted the slow way, on the built value. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  return members.reduce<number>((sum, member) => sum + countMembers(member), members.length)
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

function reasonOf(text: string, bounds: JsonBounds) {
  const read = readBoundedJson(text, bounds)
  return read.ok ? null : read.error.code
}

describe('[JOB31] a JSON text from outside', () => {
  test('equals the result of JSON.parse, where it is within the bounds', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readBoundedJson(text, wide)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  test('is refused past each bound and not at it, however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 1, '\t', '\r\n  '), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const read: unknown = JSON.parse(text)
        const [depth, members, bytes] = [depthOf(read), countMembers(read), Buffer.byteLength(text)]
        expect(reasonOf(text, { depth, members, bytes })).toBe(null)
        expect(reasonOf(text, { ...wide, bytes: bytes - 1 })).toBe('too_large')
        if (depth > 0) expect(reasonOf(text, { ...wide, depth: depth - 1 })).toBe('too_deep')
        if (members > 0) expect(reasonOf(text, { ...wide, members: members - 1 })).toBe('too_many_members')
      }),
    )
  })

  test('that is invalid is refused and nothing throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\ 1é\ud800') }), (text) => {
        const read = readBoundedJson(text, wide)
        expect(read.ok).toBe(isJson(text))
      }),
    )
  })

  test.each([
    ['1,001 arrays', nested(1_001), 'too_deep'],
    ['a hundred million brackets short of the size', '['.repeat(4 * 1024 * 1024), 'too_deep'],
    ['64 arrays', nested(64), null],
    ['65 arrays', nested(65), 'too_deep'],
    ['brackets in a string', JSON.stringify('['.repeat(1_000)), null],
    ['brackets after an escaped quote', JSON.stringify(`"${'{'.repeat(1_000)}`), null],
    ['10,000 items', `[${Array(10_000).fill(1)}]`, null],
    ['10,001 items', `[${Array(10_001).fill(1)}]`, 'too_many_members'],
    ['4 MiB and a byte', JSON.stringify('x'.repeat(4 * 1024 * 1024 - 1)), 'too_large'],
    ['4 MiB of two bytes each', JSON.stringify('é'.repeat(2 * 1024 * 1024)), 'too_large'],
  ])('with the bounds of a response: %s', (_, text, reason) => {
    expect(reasonOf(text, responseBounds)).toBe(reason)
  })

  test('keeps a member called __proto__ a member', () => {
    const read = readBoundedJson('{"__proto__":{"admin":true}}')
    expect(read.ok && Object.hasOwn(read.value as object, '__proto__')).toBe(true)
    expect(({} as { admin?: unknown }).admin).toBe(undefined)
  })
})

test('[JOB31] a value’s depth is checked at any depth', () => {
  const deep: unknown = JSON.parse(nested(200_000))
  expect([isWithinDepth(deep, 64), isWithinDepth(deep, 200_000), isWithinDepth('a', 0)]).toEqual([
    false,
    true,
    true,
  ])
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const depth = depthOf(value)
      expect([isWithinDepth(value, depth), isWithinDepth(value, depth - 1)]).toEqual([true, depth === 0])
    }),
  )
})

test('the members of a value are counted up to a bound, also in a cycle', () => {
  const cycle: unknown[] = []
  cycle.push(cycle)
  expect([hasAtMostMembers(cycle, 1_000), hasAtMostMembers('a', 0)]).toEqual([false, true])
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (value) => {
      const members = countMembers(value)
      expect([hasAtMostMembers(value, members), hasAtMostMembers(value, members - 1)]).toEqual([true, false])
    }),
  )
})

test('a text is cut at its limit, never within a character', () => {
  expect([boundText('abc', 3), boundText('abcd', 3), boundText('a🌊b', 3)]).toEqual(['abc', 'ab…', 'a…'])
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
