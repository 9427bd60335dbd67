import { expect, test } from 'vitest'
import { addTallies, describeSkipped, describeTally } from './report.ts'

test('tallies add up, and skipped tests are shown only where there are some', () => {
  const sum = addTallies([
    { passed: 10, failed: 0, skipped: 0 },
    { passed: 200, failed: 1, skipped: 2 },
  ])
  expect(describeTally(sum)).toBe('210 passed, 1 failed, 2 skipped')
  expect(describeTally({ ...sum, skipped: 0 })).toBe('210 passed, 1 failed')
})

test('a rare reason names its tests, a common one counts them', () => {
  const many = Array.from({ length: 4 }, (_, index) => ({ name: `test ${index}`, reason: 'no binary' }))
  expect(describeSkipped([...many, { name: 'alone', reason: 'no token there' }])).toBe(
    '  4 tests: no binary\n  alone: no token there\n',
  )
})
