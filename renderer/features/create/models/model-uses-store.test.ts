import { expect, it } from 'vitest'
import type { ModelUses } from '../../../../shared/bridge/views.ts'
import { createFixtureStudio, done, settle } from '../../../testing/fixture-studio.ts'
import { libraryItem, submissionView } from '../../../testing/fixtures.ts'
import { createModelUsesStore } from './model-uses-store.ts'

function open() {
  const studio = createFixtureStudio()
  const waiting: ((uses: ModelUses) => void)[] = []
  studio.respond({
    'catalog.uses': () => new Promise((resolve) => waiting.push((uses) => resolve(done(uses)))),
  })
  return { studio, uses: createModelUsesStore(studio.bridge), waiting }
}

function recent(...ids: string[]): ModelUses {
  return { recent: ids, models: [] }
}

it('[CAT28] reads on its first use only, and again after a new run and a new file', async () => {
  const { studio, uses, waiting } = open()
  await settle()
  studio.emit('submission.changed', submissionView())
  expect(waiting.length).toBe(0)
  const first = uses.start()
  void uses.start()
  waiting[0]?.(recent('i3'))
  await first
  expect(uses.store.getState()?.recent).toEqual(['i3'])

  studio.emit('submission.changed', submissionView({ state: 'accepted' }))
  expect(waiting.length).toBe(1)
  studio.emit('submission.changed', submissionView())
  // What changes while it reads is read once more, together.
  studio.emit('library.changed', libraryItem())
  studio.emit('library.changed', libraryItem())
  expect(waiting.length).toBe(2)
  waiting[1]?.(recent('v1'))
  await settle()
  expect(waiting.length).toBe(3)
  waiting[2]?.(recent('v1', 'i3'))
  await settle()
  expect(uses.store.getState()?.recent).toEqual(['v1', 'i3'])
  expect(waiting.length).toBe(3)
})
