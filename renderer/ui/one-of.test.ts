import { expect, test } from 'vitest'
import { oneOf } from './one-of.ts'

test('only the first of the actions is run, once', () => {
  const ran: string[] = []
  const [retry, show] = oneOf(['retry', 'show'].map((label) => ({ label, run: () => ran.push(label) })))
  expect(retry?.label).toBe('retry')
  retry?.run()
  retry?.run()
  show?.run()
  expect(ran).toEqual(['retry'])
})
