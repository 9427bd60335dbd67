import { expect, it } from 'vitest'
import { createFixtureStudio, done, failed } from '../../../testing/fixture-studio.ts'
import { createQueuePlaceStore } from './queue-place.ts'

it('shows the place of the run that was asked for last, and none where it can’t be read', async () => {
  const waiting: ((runsBefore: number | null) => void)[] = []
  const studio = createFixtureStudio({
    'jobs.queuePlace': () =>
      new Promise((resolve) =>
        waiting.push((runsBefore) =>
          resolve(runsBefore === null ? failed({ code: 'not_found', message: '' }) : done({ runsBefore })),
        ),
      ),
  })
  const place = createQueuePlaceStore(studio.bridge)
  const [first, second] = [place.read('one'), place.read('two')]
  waiting[1]?.(3)
  await second
  waiting[0]?.(9)
  await first
  expect(place.store.getState()).toEqual({ submissionId: 'two', runsBefore: 3 })
  const third = place.read('two')
  waiting[2]?.(null)
  await third
  expect(place.store.getState()).toBeNull()
})
