import { expect, test } from 'vitest'
import { describeCheck } from '../report.ts'
import { type CheckOutcome, runChecks } from './checks.ts'

test('a check passes without output, fails with its output, and fails where it throws', async () => {
  const reported: CheckOutcome[] = []
  const outcomes = await runChecks('.', (outcome) => reported.push(outcome), [
    { name: 'quiet', run: () => '' },
    { name: 'loud', run: async () => 'something is wrong\n' },
    {
      name: 'broken',
      run: () => {
        throw new Error('no such file')
      },
    },
  ])
  const byName = new Map(outcomes.map((outcome) => [outcome.name, outcome]))
  expect(byName.get('quiet')?.passed).toBe(true)
  expect(byName.get('loud')).toMatchObject({ passed: false, output: 'something is wrong\n' })
  expect(byName.get('broken')?.passed).toBe(false)
  expect(byName.get('broken')?.output).toContain('no such file')
  expect(reported).toHaveLength(3)
  expect(describeCheck({ name: 'loud', passed: false, output: 'x', milliseconds: 1234 })).toMatch(
    /^FAILED loud +1\.2 s\n$/,
  )
})

test('no more than two checks run at a time', async () => {
  let running = 0
  let most = 0
  const run = async () => {
    running++
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running--
    return ''
  }
  await runChecks(
    '.',
    () => {},
    Array.from({ length: 6 }, (_, index) => ({ name: `${index}`, run })),
  )
  expect(most).toBe(2)
})
