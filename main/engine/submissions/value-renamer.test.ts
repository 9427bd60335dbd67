import { expect, it } from 'vitest'
import type { ModelDetail } from '../../../shared/bridge/views.ts'
import { renameValues } from '../../../shared/catalog/migrate-values.ts'
import { createValueRenamer } from './value-renamer.ts'

function modelOf(id: string, to: string): ModelDetail {
  return {
    id,
    renamedValues: [{ field: 'mode', from: 'instant', to, until: '2026-10-23' }],
  } as unknown as ModelDetail
}

it('[JOB53] values under an old name get the present one, and runs that shared them share the result', () => {
  const rename = createValueRenamer(renameValues)
  const values = { prompt: 'sea', mode: 'instant' }
  const [one, two] = [
    rename(modelOf('i6', 'fast'), { id: 1, values }),
    rename(modelOf('i6', 'fast'), { id: 2, values }),
  ]
  expect(one).toEqual({ id: 1, values: { prompt: 'sea', mode: 'fast' } })
  expect(two.id).toBe(2)
  expect(two.values).toBe(one.values)
})

it('[JOB53] the same values are renamed separately for each model', () => {
  const rename = createValueRenamer(renameValues)
  const values = { mode: 'instant' }
  expect(rename(modelOf('i6', 'fast'), { values }).values).toEqual({ mode: 'fast' })
  expect(rename(modelOf('i7', 'quick'), { values }).values).toEqual({ mode: 'quick' })
})

it('a run without an old name stays the same object', () => {
  const run = { values: { prompt: 'sea', mode: 'fast' } }
  expect(createValueRenamer(renameValues)(modelOf('i6', 'fast'), run)).toBe(run)
})
