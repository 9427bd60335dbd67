import { expect, test } from 'vitest'
import { describeMutant, findMutants, plant } from './find-mutants.ts'

const become = (text: string) =>
  findMutants('a.ts', text).map((mutant) => describeMutant(text, mutant).becomes)

test.each<[string, string[]]>([
  ['a(b < c)', [';', 'a(b <= c)', 'a(b >= c)']],
  ['x = a && !b', [';', 'x = a || !b', 'x = a && b']],
  ['x = a ?? b', [';', 'x = a']],
  ['x = 2 * (a - 1)', [';', 'x = 2 / (a - 1)', 'x = 2 * (a + 1)', 'x = 2 * (a - 0)']],
  ['x = a ? b : c', [';', 'x = true ? b : c', 'x = false ? b : c']],
  ['if (a) b()', ['if (true) b()', 'if (false) b()', 'if (a) ;']],
  ['while (a) {}', ['while (false) {}']],
  ['x = [true]', [';', 'x = []', 'x = [false]']],
  ['x = Math.min(a, 0)', [';', 'x = Math.max(a, 0)', 'x = Math.min(a, 1)']],
  ['x = a.filter(b).some(c)', [';', 'x = a.some(c)', 'x = a.filter(b).every(c)']],
  ['x = clock.now()', [';', 'x = 0']],
  ['const f = () => g()', ['const f = () => undefined']],
  ['const f = () => void g()', ['const f = () => undefined']],
  ['function f() {\n  return\n}', [';']],
  ['const a = b as 1 | true', []],
  ['type A = { a: true } | [1]', []],
  ["import { a } from 'b'\nexport const c = 'd'", []],
])('the faults of %j are %j', (text, expected) => {
  expect(become(text).toSorted()).toEqual(expected.toSorted())
})

test('a fault has the right position after multi-byte letters', () => {
  const text = "const a = '’é'\nconst b = '’' === a\n"
  const [mutant] = findMutants('a.ts', text)
  if (!mutant) throw new Error('There is no fault.')
  expect(plant(text, mutant)).toBe("const a = '’é'\nconst b = '’' !== a\n")
  expect(describeMutant(text, mutant)).toEqual({
    at: 2,
    line: "const b = '’' === a",
    becomes: "const b = '’' !== a",
  })
})

test('of a multi-line fault the first line is shown, and the replacement of all', () => {
  const text = 'go(\n  a,\n)'
  const [mutant] = findMutants('a.ts', text)
  expect(mutant && describeMutant(text, mutant)).toEqual({ at: 1, line: 'go(', becomes: ';' })
})
