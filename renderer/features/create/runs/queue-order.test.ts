import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createFixtureStudio, done, settle } from '../../../testing/fixture-studio.ts'
import { studioStatus } from '../../../testing/fixtures.ts'
import { followQueueOrder, readPlaces } from './queue-order.ts'
import type { RunsState } from './runs-state.ts'

it('[JOB65] the places of waiting runs follow the engine’s order, and are read once for many changes', async () => {
  let reads = 0
  let submissionIds = ['a', 'b']
  const studio = createFixtureStudio({
    'jobs.queueOrder': () => {
      reads += 1
      return done({ submissionIds, heldIds: [], total: submissionIds.length })
    },
  })
  const store = createStore<RunsState>(() => ({ queue: null }) as RunsState)
  const order = followQueueOrder(studio.bridge, store)
  await settle()
  const places = () => Object.fromEntries(store.getState().queue?.places ?? [])
  expect(places()).toEqual({ a: 1, b: 2 })
  submissionIds = ['b', 'a']
  for (let change = 0; change < 20; change += 1)
    studio.emit('studio.changed', studioStatus({ jobsWaiting: 2 }))
  await settle()
  expect(places()).toEqual({ b: 1, a: 2 })
  expect(reads).toBeLessThan(5)
  submissionIds = []
  studio.emit('studio.changed', studioStatus())
  await settle()
  expect(places()).toEqual({})
  const before = reads
  studio.emit('studio.changed', studioStatus())
  await settle()
  expect(reads).toBe(before)
  order.close()
})

it('[JOB89] what is held has no place and takes none', () => {
  const { places, total } = readPlaces({ submissionIds: ['a', 'b', 'c'], heldIds: ['b'], total: 2 })
  expect([[...places], total]).toEqual([
    [
      ['a', 1],
      ['b', null],
      ['c', 2],
    ],
    2,
  ])
})
