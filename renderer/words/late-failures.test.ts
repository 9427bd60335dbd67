import { expect, test, vi } from 'vitest'
import { failures } from '../../shared/words/en/failures.ts'
import { lostEngine, unexplained } from '../../shared/words/en/lost-engine.ts'
import { reasons } from '../../shared/words/en/reasons.ts'
import { isPseudo, pseudoWords } from '../../shared/words/pseudo-words.ts'
import { createLateFailures } from './late-failures.ts'

const before = { lostEngine, unexplained }

test('[BRIDGE2] until the words of failures are here only that the studio is gone is said, then everything', async () => {
  const { words, code } = createLateFailures(async () => ({ failures, reasons }), before)
  expect(words.failures.sentence({ code: 'disconnected' })).toBe(failures.sentence({ code: 'disconnected' }))
  expect(words.failures.sentence({ code: 'no_key' })).toBe(unexplained)
  expect(words.reasons.sentence({ code: 'answer_cut' })).toBe(unexplained)
  await code.preload()
  expect(words.failures.sentence({ code: 'no_key' })).toBe(failures.sentence({ code: 'no_key' }))
  expect(words.reasons.sentence({ code: 'answer_cut' })).toBe(reasons.sentence({ code: 'answer_cut' }))
})

test('[BRIDGE2] words that could not be loaded come with the next failure', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  let isGone = true
  const load = async () => {
    if (isGone) throw new Error('The chunk is gone.')
    return { failures, reasons }
  }
  const { words, code } = createLateFailures(load, before)
  await code.ensure()
  expect(words.failures.sentence({ code: 'no_key' })).toBe(unexplained)
  isGone = false
  await code.ensure()
  expect(words.failures.sentence({ code: 'no_key' })).toBe(failures.sentence({ code: 'no_key' }))
  vi.restoreAllMocks()
})

test('words of a language made from these before they are here say them once they are', async () => {
  const { words, code } = createLateFailures(async () => ({ failures, reasons }), before)
  const pseudo = pseudoWords(words)
  await code.preload()
  const said = pseudo.failures.sentence({ code: 'no_key' })
  expect(isPseudo(said)).toBe(true)
  expect(said.length).toBeGreaterThan(failures.sentence({ code: 'no_key' }).length)
})
