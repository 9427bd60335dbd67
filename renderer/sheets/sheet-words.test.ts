import { expect, test } from 'vitest'
import type { SheetAxis } from '../../shared/bridge/sheet.ts'
import { english } from '../words/en/words.ts'
import { stepWords } from './sheet-words.ts'

test('steps with equal names show their exact value; the others do not', () => {
  const labels: Readonly<Record<string, string>> = { v1: 'Video', v2: 'Video', i1: 'Image' }
  const labelOf = (id: string) => labels[id] ?? id
  const models: SheetAxis = { kind: 'model', modelIds: ['v1', 'i1', 'v2'] }
  expect(stepWords(models, english, labelOf)).toEqual(['Video (v1)', 'Image', 'Video (v2)'])
  const values: SheetAxis = { kind: 'field', field: 'size', values: [1, '1', 2] }
  expect(stepWords(values, english, labelOf)).toEqual(['1 (1)', '1 ("1")', '2'])
})
