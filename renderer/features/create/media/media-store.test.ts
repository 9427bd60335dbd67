import { expect, it } from 'vitest'
import { createFixtureStudio, done, failed } from '../../../testing/fixture-studio.ts'
import { submissionView } from '../../../testing/fixtures.ts'
import { createMediaStore } from './media-store.ts'

it('reports the progress of an upload, and cancels it', () => {
  const studio = createFixtureStudio()
  const media = createMediaStore(studio.bridge)
  const progress = { name: 'boat.png', sentBytes: 1, totalBytes: 2 }
  studio.emit('inputs.uploading', { progress })
  expect(media.store.getState().uploading).toEqual(progress)
  media.cancelUploads()
  expect(studio.calls).toMatchObject([{ procedure: 'inputs.cancelUploads' }])
  studio.emit('inputs.uploading', { progress: null })
  expect(media.store.getState().uploading).toBeNull()
  media.close()
  studio.emit('inputs.uploading', { progress })
  expect(media.store.getState().uploading).toBeNull()
})

it('reads the settings that made a file, where their run is still there', async () => {
  const studio = createFixtureStudio({ 'jobs.get': () => done(submissionView({ modelId: 'v2' })) })
  const media = createMediaStore(studio.bridge)
  expect(await media.settingsOf('a')).toEqual({ modelId: 'v2', values: submissionView().values })
  studio.respond({ 'jobs.get': () => failed({ code: 'not_found', message: '' }) })
  expect(await media.settingsOf('a')).toBeNull()
})
