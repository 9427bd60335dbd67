import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storageFailureOf } from './storage-failure.ts'

const errorWith = (members: object, cause?: unknown) => Object.assign(new Error('words', { cause }), members)

test.each([
  [{ code: 'ERR_SQLITE_ERROR', errcode: 11 }, 'damaged'],
  [{ errcode: 267 }, 'damaged'],
  [{ errcode: 26 }, 'damaged'],
  [{ errcode: 13 }, 'full'],
  [{ errcode: 5 }, 'failing'],
  [{ errcode: 517 }, 'failing'],
  [{ errcode: 262 }, 'failing'],
  [{ errcode: 778 }, 'failing'],
  [{ errcode: 4_874 }, 'full'],
  [{ errcode: 8 }, 'refused'],
  [{ errcode: 14 }, 'failing'],
  [{ code: 'ENOSPC' }, 'full'],
  [{ code: 'EDQUOT' }, 'full'],
  [{ code: 'EACCES', syscall: 'open' }, 'refused'],
  [{ code: 'EROFS' }, 'refused'],
  [{ code: 'EIO' }, 'failing'],
])('[LIB37] %j is recognised as %s, also as a cause', (members, kind) => {
  const error = errorWith(members)
  expect(storageFailureOf(error)).toBe(kind)
  expect(storageFailureOf(errorWith({}, errorWith({ code: 'X' }, error)))).toBe(kind)
})

test.each([
  [{ errcode: 1 }],
  [{ errcode: 19 }],
  [{ code: 'ENOENT' }],
  [{ code: 'EACCES', syscall: 'listen' }],
  [{ code: 'ECONNRESET' }],
])('%j is not the disk’s', (members) => {
  expect(storageFailureOf(errorWith(members))).toBeNull()
})

test('anything may be thrown, even a cycle of causes', () => {
  const ring = errorWith({})
  ring.cause = ring
  expect(storageFailureOf(ring)).toBeNull()
  fc.assert(
    fc.property(fc.anything(), (thrown) => {
      storageFailureOf(thrown)
      storageFailureOf(errorWith({ errcode: thrown, code: thrown }, thrown))
    }),
  )
})
