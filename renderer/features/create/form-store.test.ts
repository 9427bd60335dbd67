import { describe, expect, it } from 'vitest'
import { findModel } from '../../../shared/catalog/index.ts'
import { usd } from '../../../shared/pricing/money.ts'
import { createFixtureStudio, done, failed } from '../../testing/fixture-studio.ts'
import { modelDetail, submissionView } from '../../testing/fixtures.ts'
import { type DraftStorage, type Drafts, noDrafts } from './draft-storage.ts'
import { createFormModel, sayableProblems } from './form-store.ts'

function detailOf(id: string) {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}`)
  return modelDetail(model)
}

function start(drafts: Drafts = noDrafts) {
  const studio = createFixtureStudio({ 'jobs.confirm': () => done([submissionView()]) })
  const written: Drafts[] = []
  const storage: DraftStorage = { read: () => drafts, write: (next) => void written.push(next) }
  const details = new Map(['i3', 'v1', 'v2', 'a1'].map((id) => [id, detailOf(id)]))
  let count = 0
  const form = createFormModel({
    bridge: studio.bridge,
    detail: async (id) => {
      const detail = details.get(id)
      return detail ? done(detail) : failed({ code: 'unknown_model', message: id })
    },
    refreshCatalog: async () => {},
    storage,
    newId: () => {
      count += 1
      return `id-${count}`
    },
    random: () => 0.5,
  })
  return { form, studio, details, last: () => written.at(-1) }
}

function confirmations(studio: ReturnType<typeof createFixtureStudio>) {
  return studio.calls.filter((call) => call.procedure === 'jobs.confirm').map((call) => call.input)
}

describe('the form of Create', () => {
  it('sends what was set and nothing else, with the price that was shown', async () => {
    const { form, studio } = start()
    await form.choose('v1')
    form.setValue('prompt', 'a fox')
    form.setValue('resolution', '720p')
    form.setValue('duration', 5)
    form.setValue('seed', 7)
    form.setValue('seed', undefined)
    await form.generate()
    expect(confirmations(studio)).toEqual([
      {
        submissionIds: ['id-1'],
        modelId: 'v1',
        values: { prompt: 'a fox', resolution: '720p', duration: 5 },
        estimate: {
          kind: 'exact',
          microUsd: usd(1.517),
          working: { seconds: 5, microUsdPerSecond: usd(0.3034) },
        },
      },
    ])
  })

  it('makes one id a run', async () => {
    const { form, studio } = start()
    await form.choose('i3')
    form.setValue('prompt', 'a fox')
    form.setRuns(3)
    await form.generate()
    expect(confirmations(studio)).toMatchObject([{ submissionIds: ['id-1', 'id-2', 'id-3'] }])
  })

  it('takes a second click meanwhile for the same one', async () => {
    const { form, studio } = start()
    await form.choose('i3')
    form.setValue('prompt', 'a fox')
    await Promise.all([form.generate(), form.generate()])
    expect(confirmations(studio)).toHaveLength(1)
  })

  it('asks again with the same ids when the answer was lost, and with new ones after an answer', async () => {
    const { form, studio } = start()
    await form.choose('i3')
    form.setValue('prompt', 'a fox')
    studio.answer({ 'jobs.confirm': () => failed({ code: 'disconnected', message: '' }) })
    await form.generate()
    studio.answer({ 'jobs.confirm': () => done([submissionView()]) })
    await form.generate()
    await form.generate()
    expect(confirmations(studio)).toMatchObject([
      { submissionIds: ['id-1'] },
      { submissionIds: ['id-1'] },
      { submissionIds: ['id-2'] },
    ])
  })

  it('sends nothing while a value is wrong, and says so at the field', async () => {
    const { form, studio } = start()
    await form.choose('v2')
    form.setValue('prompt', 'a fox')
    form.setValue('duration', 40)
    expect(sayableProblems(form.store.getState())).toEqual([])
    await form.generate()
    expect(confirmations(studio)).toEqual([])
    expect(sayableProblems(form.store.getState())).toEqual([
      { path: ['duration'], reason: { code: 'too_large', maximum: 10 } },
    ])
    expect(form.store.getState().refusal).toEqual({ kind: 'problems', count: 1 })
  })

  it('speaks of a field once it was left, but never of what is still to be filled', async () => {
    const { form } = start()
    await form.choose('v2')
    form.setValue('duration', 40)
    form.visit('duration')
    form.visit('prompt')
    expect(sayableProblems(form.store.getState()).map((problem) => problem.path)).toEqual([['duration']])
  })

  it('keeps what both models take when the model changes, and each model’s own draft', async () => {
    const { form } = start()
    await form.choose('v1')
    form.setValue('prompt', 'a fox')
    form.setValue('aspect_ratio', '21:9')
    form.setValue('resolution', '1080p')
    form.setValue('duration', 12)
    await form.choose('v2')
    expect(form.store.getState().values).toEqual({ prompt: 'a fox', resolution: '1080p' })
    form.setValue('prompt', 'a wolf')
    await form.choose('v1')
    expect(form.store.getState().values).toEqual({
      prompt: 'a wolf',
      aspect_ratio: '21:9',
      resolution: '1080p',
      duration: 12,
    })
  })

  it('says what a model no longer takes of an old run', async () => {
    const { form } = start()
    const fitted = await form.restore('i3', { prompt: 'a fox', thinking_mode: 'instant' })
    expect(fitted?.dropped).toEqual(['thinking_mode'])
    expect(form.store.getState().values).toEqual({ prompt: 'a fox' })
  })

  it('shows the new price where it changed, and has sent nothing', async () => {
    const { form, studio, details } = start()
    await form.choose('v2')
    form.setValue('prompt', 'a fox')
    form.setValue('resolution', '512p')
    form.setValue('duration', 6)
    studio.answer({
      'jobs.confirm'() {
        const old = detailOf('v2')
        const points = old.pricing?.points.map((point) => ({ ...point, microUsd: usd(0.2) })) ?? []
        details.set('v2', { ...old, pricing: { unit: 'request', points } })
        return failed({ code: 'price_changed', message: '' })
      },
    })
    expect(await form.generate()).toEqual([])
    expect(form.store.getState().refusal).toEqual({
      kind: 'price-changed',
      before: { kind: 'exact', microUsd: usd(0.1) },
      now: { kind: 'exact', microUsd: usd(0.2) },
    })
  })

  it('rolls an open seed after each run and leaves a locked one', async () => {
    const { form } = start()
    await form.choose('v1')
    form.setValue('prompt', 'a fox')
    form.setValue('seed', 7)
    form.setSeedLocked(true)
    await form.generate()
    expect(form.store.getState().values).toMatchObject({ seed: 7 })
    form.setSeedLocked(false)
    await form.generate()
    expect(form.store.getState().values).toMatchObject({ seed: 1_073_741_824 })
  })

  it('survives a reload', async () => {
    const { form, last } = start()
    await form.choose('i3')
    form.setValue('prompt', 'a fox')
    form.setRuns(4)
    const reloaded = start(last()).form
    await reloaded.choose('i3')
    expect(reloaded.store.getState()).toMatchObject({ modelId: 'i3', runs: 4, values: { prompt: 'a fox' } })
  })

  it('says why a model could not be read', async () => {
    const { form } = start()
    await form.choose('x9')
    expect(form.store.getState().refusal).toMatchObject({
      kind: 'failure',
      failure: { code: 'unknown_model' },
    })
  })
})
