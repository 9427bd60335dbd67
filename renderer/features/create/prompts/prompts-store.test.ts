import { expect, it } from 'vitest'
import type { UsedPrompt } from '../../../../shared/bridge/recipe-procedures.ts'
import { createFixtureStudio, done, failed, settle } from '../../../testing/fixture-studio.ts'
import { fileView, libraryItem } from '../../../testing/fixtures.ts'
import { createPromptsStore } from './prompts-store.ts'

function used(prompt: string, some: Partial<UsedPrompt> = {}): UsedPrompt {
  return { prompt, modelId: 'i3', usedAt: '2026-11-20T10:00:00Z', times: 1, file: null, ...some }
}

/** What arrives: a file with its thumbnail. */
const thumbnail = libraryItem({ hasPoster: true })

function start() {
  const studio = createFixtureStudio({
    'prompts.history': ({ search = '', cursor }) =>
      done({
        prompts: [used(`${search}${cursor ?? '0'}`)],
        nextCursor: cursor === undefined ? '1' : null,
      }),
  })
  const history = createPromptsStore(studio.bridge)
  return { studio, history, shown: () => history.store.getState().prompts?.map(({ prompt }) => prompt) }
}

it('shows earlier prompts page after page, to their end', async () => {
  const { studio, history, shown } = start()
  await history.look('fox')
  await history.more()
  await history.more()
  expect(shown()).toEqual(['fox0', 'fox1'])
  expect(studio.calls.map(({ input }) => input)).toEqual([
    { limit: 50, search: 'fox' },
    { limit: 50, search: 'fox', cursor: '1' },
  ])
})

it('shows only the latest search, and nothing of one that was given up', async () => {
  const { history, shown } = start()
  await Promise.all([history.look('a'), history.look('b')])
  expect(shown()).toEqual(['b0'])
  void history.more()
  await Promise.resolve()
  history.stop()
  await settle()
  expect(shown()).toEqual(['b0'])
})

it('says what the shown prompts match, until the list is closed', async () => {
  const { history } = start()
  const matched = () => history.store.getState().search
  await history.look('a')
  const read = history.look('ab')
  expect(matched()).toBe('a')
  await read
  expect(matched()).toBe('ab')
  history.stop()
  expect(matched()).toBeNull()
})

it('reports that they can’t be read, and reads them when they can', async () => {
  const { studio, history, shown } = start()
  studio.respond({ 'prompts.history': () => failed({ code: 'disconnected', message: '' }) })
  await history.look('')
  expect(history.store.getState()).toEqual({ prompts: [], search: '', failed: true })
  studio.respond({ 'prompts.history': () => done({ prompts: [], nextCursor: null }) })
  await history.look('')
  expect(history.store.getState()).toEqual({ prompts: [], search: '', failed: false })
  expect(shown()).toEqual([])
})

it('[RUN530] shows the thumbnail that arrives while the list is open, without a reading once none is lacking', async () => {
  const { studio, history, shown } = start()
  await history.look('fox')
  await history.more()
  const thumbs = () => history.store.getState().prompts?.map(({ file }) => file?.hasPoster ?? null)
  expect(thumbs()).toEqual([null, null])
  const withThumbs = ['fox0', 'fox1'].map((prompt) => used(prompt, { file: fileView({ hasPoster: true }) }))
  studio.respond({ 'prompts.history': () => done({ prompts: withThumbs, nextCursor: null }) })
  studio.emit('library.changed', thumbnail)
  await settle()
  expect(shown()).toEqual(['fox0', 'fox1'])
  expect(thumbs()).toEqual([true, true])

  const readings = studio.inputs('prompts.history').length
  studio.emit('library.changed', thumbnail)
  await settle()
  expect(studio.inputs('prompts.history')).toHaveLength(readings)
})

it('[RUN530] reads once more for what arrives during a reading, and nothing once the list is closed', async () => {
  const { studio, history } = start()
  await history.look('')
  for (let file = 0; file < 5; file += 1) studio.emit('library.changed', thumbnail)
  await settle()
  expect(studio.inputs('prompts.history')).toHaveLength(3)
  history.stop()
  studio.emit('library.changed', thumbnail)
  await settle()
  expect(studio.inputs('prompts.history')).toHaveLength(3)
})

it('[RUN570] reads again only for a thumbnail that a prompt may lack', async () => {
  const { studio, history } = start()
  const without = fileView({ fileId: 'made', submissionId: 'run', hasPoster: false })
  studio.respond({
    'prompts.history': () =>
      done({ prompts: [used('a fox', { file: without }), used('refused')], nextCursor: null }),
  })
  await history.look('')
  const read = () => studio.inputs('prompts.history').length
  // A prompt whose runs never had a file waits for none that is older, nor for what has no thumbnail yet.
  const older = { hasPoster: true, savedAt: '2026-11-20T09:59:59Z' }
  studio.emit('library.changed', libraryItem({ fileId: 'other', submissionId: 'elsewhere', ...older }))
  studio.emit('library.changed', libraryItem({ hasPoster: false }))
  await settle()
  expect(read()).toBe(1)
  studio.emit('library.changed', libraryItem({ fileId: 'made', submissionId: 'run', ...older }))
  await settle()
  expect(read()).toBe(2)
})

it('[RUN570] keeps the open list where it can’t be read again', async () => {
  const { studio, history, shown } = start()
  await history.look('fox')
  studio.respond({ 'prompts.history': () => failed({ code: 'disconnected', message: '' }) })
  studio.emit('library.changed', thumbnail)
  await settle()
  expect(studio.inputs('prompts.history')).toHaveLength(2)
  expect(history.store.getState()).toMatchObject({ search: 'fox', failed: false })
  expect(shown()).toEqual(['fox0'])
  // What is looked for next is not what is shown.
  await history.look('bear')
  expect(history.store.getState()).toEqual({ prompts: [], search: 'bear', failed: true })
})
