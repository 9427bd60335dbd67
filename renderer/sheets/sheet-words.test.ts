import { describe, expect, test } from 'vitest'
import type { SheetAxis } from '../../shared/bridge/sheet.ts'
import { english } from '../words/en/words.ts'
import {
  captionOfRun,
  differingWords,
  isListOfPrompts,
  labelsOfRuns,
  promptOfBatch,
  sharedPrompt,
  stepWords,
} from './sheet-words.ts'

test('steps with equal names show their exact value; the others do not', () => {
  const labels: Readonly<Record<string, string>> = { v1: 'Video', v2: 'Video', i1: 'Image' }
  const labelOf = (id: string) => labels[id] ?? id
  const models: SheetAxis = { kind: 'model', modelIds: ['v1', 'i1', 'v2'] }
  expect(stepWords(models, english, labelOf)).toEqual(['Video (v1)', 'Image', 'Video (v2)'])
  const values: SheetAxis = { kind: 'field', field: 'size', values: [1, '1', 2] }
  expect(stepWords(values, english, labelOf)).toEqual(['1 (1)', '1 ("1")', '2'])
})

describe('a batch without axes', () => {
  const batch = (...prompts: string[]) => prompts.map((prompt) => ({ values: { prompt } }))

  test('has the words that its prompts share as its title', () => {
    expect(sharedPrompt(batch('A red boat at sea', 'A blue boat at sea'))).toBe('A … boat at sea')
    expect(sharedPrompt(batch('A boat 1', 'A boat 2'))).toBe('A boat …')
    expect(sharedPrompt(batch('A boat', 'A boat'))).toBe('A boat')
    expect(sharedPrompt(batch('A boat', 'Two rivers'))).toBe('A boat …')
    expect(sharedPrompt(batch('a a', 'a a a'))).toBe('a …')
    expect(sharedPrompt([])).toBe('')
  })

  test('[SHEET10] says in each cell the words that differ', () => {
    const batchOfFour = batch(
      'a red car at night',
      'a red car at noon',
      'a blue car at night',
      'a blue car at noon',
    )
    expect(differingWords(batchOfFour)).toEqual(['red · night', 'red · noon', 'blue · night', 'blue · noon'])
    expect(differingWords(batch('a dark red car', 'a light blue car'))).toEqual(['dark red', 'light blue'])
    expect(differingWords(batch('a red car', 'a very dark car'))).toEqual(['red', 'very dark'])
    expect(differingWords(batch('a fox', 'two hens'))).toEqual(['a fox', 'two hens'])
    expect(differingWords(batch('a fox', 'a fox'))).toEqual(['', ''])
    expect(differingWords(batch('', ''))).toEqual(['', ''])
  })

  test('[SHEET10] has its prompt as it was written', () => {
    const written = batch('a red car', 'a blue car').map((run) => ({
      ...run,
      writtenPrompt: 'a {red|blue} car',
    }))
    expect(promptOfBatch(written, english)).toBe('a {red|blue} car')
  })

  test('[SHEET41] of a list is called a list, and its cells say their number and prompt', () => {
    const list = batch('Boat 1, at sea', 'Boat 2, at sea')
    expect(isListOfPrompts(list)).toBe(true)
    expect(promptOfBatch(list, english)).toBe('List of 2 prompts: Boat 1, at sea')
    expect(labelsOfRuns(list, true, english)).toEqual(['1 · Boat 1, at sea', '2 · Boat 2, at sea'])
    expect(isListOfPrompts(batch('Boat', 'Boat'))).toBe(false)
    expect(promptOfBatch(batch('Boat', 'Boat'), english)).toBe('Boat')
    expect(isListOfPrompts(list.map((run) => ({ ...run, writtenPrompt: 'Boat {1|2}, at sea' })))).toBe(false)
  })

  test('[SHEET41] no comma or stop follows the words that differ', () => {
    expect(differingWords(batch('Boat 1, at sea', 'Boat 2, at sea'))).toEqual(['1', '2'])
    expect(differingWords(batch('a red, wet fox.', 'a dry hen.'))).toEqual(['red, wet fox', 'dry hen'])
    expect(differingWords(batch('a , b', 'a . b'))).toEqual([',', '.'])
  })

  test('distinguishes its runs by prompt, or by number where that is the same', () => {
    const captions = (runs: ReturnType<typeof batch>) => runs.map((_, at) => captionOfRun(runs, at, english))
    expect(captions(batch('A', 'B'))).toEqual(['A', 'B'])
    expect(captions(batch('A', 'A'))).toEqual(['Run 1', 'Run 2'])
    expect(captions(batch('', ''))).toEqual(['Run 1', 'Run 2'])
  })
})
