import { expect, test } from 'vitest'
import { submissionView } from '../../../testing/fixtures.ts'
import { english } from '../../../words/en/words.ts'
import { batchAfter, waitingSheetOf } from './queued-batch.ts'

const run = (submissionId: string, batchId: string, state: 'confirmed' | 'rejected' = 'confirmed') =>
  submissionView({ submissionId, batchId, state, values: { prompt: `A boat ${submissionId}` } })

test('[RUN24] what moves with a run of a sheet is every run of it that waits', () => {
  const runs = [run('4', 'a'), run('3', 'a', 'rejected'), run('2', 'a'), run('1', 'b')]
  expect(waitingSheetOf({ runs }, 'a', english)).toEqual({ prompt: 'List of 3 prompts: A boat 2', count: 2 })
  const axes = [{ kind: 'field' as const, field: 'prompt', values: ['1', '2', '3'] }]
  const compared = runs.map((one) => ({ ...one, sheet: { axes, cell: [0] } }))
  expect(waitingSheetOf({ runs: compared }, 'a', english)).toEqual({
    prompt: 'Contact sheet by Prompt',
    count: 2,
  })
  expect(waitingSheetOf({ runs }, 'b', english)).toBeNull()
  expect(waitingSheetOf({ runs: null }, 'b', english)).toBeNull()
})

test('[RUN24] where a batch stood is known by what waits after it', () => {
  const runs = [run('4', 'c'), run('3', 'b'), run('2', 'a'), run('1', 'a')]
  const places = new Map([
    ['1', 1],
    ['2', 2],
    ['3', 3],
    ['4', 4],
  ])
  const after = (batchId: string, total = 4) => batchAfter({ runs, queue: { places, total } }, batchId)
  expect([after('a'), after('b'), after('c'), after('c', 9), after('d')]).toEqual([
    'b',
    'c',
    null,
    undefined,
    undefined,
  ])
  expect(batchAfter({ runs, queue: null }, 'a')).toBeUndefined()
  const held = new Map<string, number | null>([...places].map(([id, at]) => [id, id === '4' ? null : at]))
  expect(batchAfter({ runs, queue: { places: held, total: 3 } }, 'b')).toBe('c')
  expect(batchAfter({ runs, queue: { places: held, total: 3 } }, 'c')).toBeNull()
  const unlisted = { runs: runs.slice(2), queue: { places, total: 4 } }
  expect(batchAfter(unlisted, 'a')).toBeUndefined()
})
