import { expect, test } from 'vitest'
import { outlineOf } from './outline.ts'

const seen = [
  { kind: 'a', name: 'Create' },
  { kind: 'a', name: 'Spend $1,204.50' },
  { kind: 'h1', name: 'Create' },
  { kind: 'button', name: 'Generate $0.04' },
  { kind: 'button', name: 'Generate $0.08Ctrl ↵' },
  { kind: 'button', name: '27 November 2026: 3 jobs' },
  { kind: 'button', name: '' },
]

test('[PACK392] an outline has what is seen by its names, without dates and amounts', () => {
  expect(outlineOf(seen)).toBe('a Create\na Spend $0\nbutton Generate $0\nh1 Create\n')
})

test('[PACK392] a control that is gone, new or renamed is another outline; another day or price is not', () => {
  const kept = outlineOf(seen)
  expect(outlineOf(seen.slice(1))).not.toBe(kept)
  expect(outlineOf([...seen, { kind: 'a', name: 'Usage' }])).not.toBe(kept)
  expect(outlineOf(seen.with(2, { kind: 'h1', name: 'Make' }))).not.toBe(kept)
  expect(outlineOf(seen.with(3, { kind: 'button', name: 'Generate $9⌘↵' }))).toBe(kept)
  expect(outlineOf(seen.with(5, { kind: 'button', name: '1 December 2026: no job' }))).toBe(kept)
})
