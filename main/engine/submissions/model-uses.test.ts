import { expect, test } from 'vitest'
import { modelUsesSchema } from '../../../shared/bridge/views.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { createModelUses } from './model-uses.ts'

async function open(usual: Readonly<Record<string, number>> = {}, account: string | null = 'sandbox') {
  const library = await openLibrary()
  const { journal, files } = library
  const uses = createModelUses({
    journal,
    files,
    views: {
      expectedSeconds: ({ serviceId, modelId }) => (serviceId === account ? (usual[modelId] ?? null) : null),
    },
    modelIds: () => ['i3', 'v2', 'v4'],
    account: () => account,
  })
  function read() {
    const response = uses['catalog.uses']()
    if (!response.ok) throw new Error(response.error.message)
    return modelUsesSchema.parse(response.value)
  }
  return { ...library, read }
}

test('nothing is known of models that were never used', async () => {
  const { read } = await open()
  expect(read()).toEqual({ recent: [], models: [] })
})

test('[CAT28] the models of the newest runs come first, each once', async () => {
  const { journal, read } = await open()
  for (const modelId of ['i3', 'v4', 'i3', 'v2', 'i3'])
    journal.insert([sampleSubmission({ modelId, kind: 'image' })])
  expect(read().recent).toEqual(['i3', 'v2', 'v4'])
  expect(journal.recentModels(2)).toEqual(['i3', 'v2'])
})

test('[CAT28] a model’s sample is the first file of its last run that is here', async () => {
  const { addFiles, saveFile, files, journal, read } = await open()
  const earlier = saveFile({ modelId: 'i3' })
  expect(read().models).toMatchObject([{ modelId: 'i3', usualSeconds: null, sample: { fileId: earlier } }])
  // Neither a result under way, nor one that is missing, nor another model's, nor a failed run's.
  addFiles(1, { modelId: 'i3' })
  files.setFailed(saveFile({ modelId: 'i3' }), 'gone')
  saveFile({ modelId: 'v4', kind: 'video' })
  const failed = sampleSubmission({ modelId: 'i3' })
  journal.insert([failed])
  journal.saveEnd({ ...failed, state: 'accepted', job: sampleJob({ status: 'failed' }) }, [])
  expect(read().models[0]?.sample?.fileId).toBe(earlier)
  const later = saveFile({ modelId: 'i3' })
  expect(read().models[0]?.sample?.fileId).toBe(later)
})

test('[JOB60] a model’s usual time is known without a sample', async () => {
  const { read } = await open({ v2: 40 })
  expect(read().models).toEqual([{ modelId: 'v2', usualSeconds: 40, sample: null }])
  expect((await open({ v2: 40 }, null)).read().models).toEqual([])
})
