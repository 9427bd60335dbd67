import { describe, expect, it } from 'vitest'
import type { BudgetObjection, BudgetStatus } from '../../../../shared/bridge/budget.ts'
import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { findModel } from '../../../../shared/catalog/index.ts'
import { inputReference } from '../../../../shared/form/input-reference.ts'
import { loadPatterns } from '../../../../shared/json-schema/match-pattern.ts'
import { microUsd, usd, zeroUsd } from '../../../../shared/pricing/money.ts'
import { createFixtureStudio, done, failed, settle } from '../../../testing/fixture-studio.ts'
import { catalogSummaries, modelDetail, studioStatus, submissionView } from '../../../testing/fixtures.ts'
import { type DraftStorage, type Drafts, noDrafts } from './draft-storage.ts'
import { lostAxes } from './form-comparing.ts'
import { sayableProblems } from './form-state.ts'
import { createFormStore } from './form-store.ts'
import { openLast } from './open-last.ts'
import { createRunConfirmation } from './run-confirmation.ts'

function detailOf(id: string) {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}`)
  return modelDetail(model)
}

function start(drafts: Drafts = noDrafts, budget: BudgetStatus | null = null, reading = async () => {}) {
  const studio = createFixtureStudio({ 'jobs.confirm': () => done([submissionView()]) })
  const written: Drafts[] = []
  const storage: DraftStorage = { read: () => drafts, write: (next) => void written.push(next) }
  const details = new Map(['i1', 'i3', 'v1', 'v2', 'a1'].map((id) => [id, detailOf(id)]))
  let count = 0
  const newId = () => {
    count += 1
    return `id-${count}`
  }
  const state = { canSend: true, hasAllInputs: true }
  const form = createFormStore({
    canSend: () => state.canSend,
    hasAllInputs: () => state.hasAllInputs,
    confirmation: createRunConfirmation({
      isShown: () => false,
      bridge: studio.bridge,
      newId,
      account: () => null,
      budget: () => budget,
    }),
    detail: async (id) => {
      await reading()
      const detail = details.get(id)
      return detail ? done(detail) : failed({ code: 'unknown_model', message: id })
    },
    refreshCatalog: async () => {},
    storage,
    random: () => 0.5,
  })
  return { form, studio, details, state, last: () => written.at(-1) }
}

function confirmations(studio: ReturnType<typeof createFixtureStudio>) {
  return studio.calls.filter((call) => call.procedure === 'jobs.confirm').map((call) => call.input)
}

it('[RUN31] nothing is sent before it is known which account pays', async () => {
  const { form, studio, state } = start()
  await form.choose('i1')
  form.setValue('prompt', 'a fox')
  state.canSend = false
  const request = { runs: form.plan()?.runs ?? [], sheet: null }
  expect([await form.generate(), await form.send(request), confirmations(studio)]).toEqual([[], [], []])
  state.canSend = true
  await form.generate()
  expect(confirmations(studio)).toHaveLength(1)
})

it('[FORM45] the form is not sent while something that was added is not in it yet', async () => {
  const { form, studio, state } = start()
  await form.choose('i1')
  form.setValue('prompt', 'a fox')
  state.hasAllInputs = false
  expect([await form.generate(), confirmations(studio)]).toEqual([[], []])
  state.hasAllInputs = true
  await form.generate()
  expect(confirmations(studio)).toHaveLength(1)
})

describe('[CAT59] a model that is gone', () => {
  const drafts = { ...noDrafts, modelId: 'gone', byModel: { gone: { prompt: 'a fox', styles: 'x' } } }

  it('stays in the form with its settings, which is said until it is back', async () => {
    const { form, details } = start()
    await form.choose('i1')
    form.setValue('prompt', 'a fox')
    const known = details.get('i1')
    details.delete('i1')
    await form.reload()
    expect(form.store.getState()).toMatchObject({ isGone: true, modelId: 'i1', values: { prompt: 'a fox' } })
    if (known) details.set('i1', known)
    await form.reload()
    expect(form.store.getState()).toMatchObject({ isGone: false, values: { prompt: 'a fox' } })
    details.delete('i1')
    await form.reload()
    await form.choose('i3')
    expect(form.store.getState().isGone).toBe(false)
  })

  it('opens another at the next start with what fits, keeps its settings and says so', async () => {
    const { form, details, last } = start(drafts)
    const said: unknown[] = []
    const onGone = (...gone: unknown[]) => void said.push(gone)
    const models = catalogSummaries().filter(({ id }) => details.has(id))
    const detail = async () => failed({ code: 'unknown_model', message: 'gone' })
    await openLast({ form, models, prompt: 'an example', onGone }, detail)
    expect(form.store.getState()).toMatchObject({ modelId: 'i3', values: { prompt: 'a fox' } })
    expect(said).toEqual([['gone', { prompt: 'a fox', styles: 'x' }]])
    expect([form.draftOf('gone'), last()?.byModel.gone]).toEqual([drafts.byModel.gone, drafts.byModel.gone])
  })

  it('without settings is followed by the first model and its example', async () => {
    const { form, details } = start({ ...drafts, byModel: {} })
    const said: unknown[] = []
    const models = catalogSummaries().filter(({ id }) => details.has(id))
    const detail = async () => failed({ code: 'unknown_model', message: 'gone' })
    await openLast({ form, models, prompt: 'an example', onGone: (id) => void said.push(id) }, detail)
    expect([form.store.getState().values, said]).toEqual([{ prompt: 'an example' }, []])
  })
})

it('[CAT58] last settings of another model are kept and forgotten in what is stored', () => {
  const byModel = { gone: { prompt: 'g' } }
  const { form, last } = start({ modelId: 'i3', byModel, runs: 1, seedLocked: false, advanced: [] })
  form.setDraft('v2', { prompt: 'a' })
  form.setDraft('gone', null)
  expect([form.draftOf('v2'), form.draftOf('gone')]).toEqual([{ prompt: 'a' }, null])
  expect(last()?.byModel).toMatchObject({ v2: { prompt: 'a' } })
  expect(last()?.byModel.gone).toBeUndefined()
})

describe('the form of Create', () => {
  describe('a pattern that takes long to match', () => {
    const slow = 'a'.repeat(100)
    const refused = [{ path: ['note'], reason: { code: 'wrong_pattern', pattern: '^a{0,400}b$' } }]

    async function startSlow() {
      const { form, studio, details } = start()
      const i1 = detailOf('i1')
      const note = { type: 'string' as const, pattern: '^a{0,400}b$' }
      const schema = { ...i1.schema, properties: { ...i1.schema.properties, note } }
      await loadPatterns(schema)
      details.set('i1', {
        ...i1,
        schema,
        fieldNames: [...i1.fieldNames, 'note'],
      })
      await form.choose('i1')
      form.setValue('prompt', 'a fox')
      return { form, studio }
    }

    it('is skipped on a key press, and shown at its field when sending', async () => {
      const { form, studio } = await startSlow()
      form.setValue('note', slow)
      form.visit('note')
      expect(sayableProblems(form.store.getState())).toEqual([])
      await form.generate()
      expect(form.store.getState().refusal).toEqual({ kind: 'problems', count: 1 })
      expect(sayableProblems(form.store.getState())).toEqual(refused)
      form.setValue('note', `${slow}a`)
      expect(sayableProblems(form.store.getState())).toEqual([])
      await form.generate()
      expect(confirmations(studio)).toEqual([])
      form.setValue('note', `${slow}b`)
      await form.generate()
      expect(confirmations(studio)).toHaveLength(1)
    })

    it('keeps the person’s text when the model is changed and changed back', async () => {
      const { form } = await startSlow()
      form.setValue('note', slow)
      await form.reload()
      await form.choose('i3')
      await form.choose('i1')
      expect(form.store.getState().values.note).toBe(slow)
    })

    it('is checked for runs from elsewhere before they are sent', async () => {
      const { form, studio } = await startSlow()
      const run = { modelId: 'i1', estimate: { kind: 'unlisted' as const } }
      const wanted = [{ prompt: 'a' }, { prompt: 'a', note: slow }].map((values) => ({ ...run, values }))
      expect(await form.send({ runs: wanted, sheet: null })).toEqual([])
      expect(form.store.getState().refusal).toMatchObject({ kind: 'run-problem', field: 'note' })
      expect(confirmations(studio)).toEqual([])
    })
  })

  it('sends only the set values, with the price that was shown', async () => {
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

  it('[FORM3] keeps for each model whether its advanced fields are open', async () => {
    const { form, last } = start({ ...noDrafts, advanced: ['v1'] })
    await form.choose('i1')
    form.setAdvanced(true)
    expect(last()?.advanced).toEqual(['v1', 'i1'])
    await form.choose('v1')
    form.setAdvanced(false)
    expect(last()?.advanced).toEqual(['i1'])
  })

  it('makes one id per run', async () => {
    const { form, studio } = start()
    await form.choose('i3')
    form.setValue('prompt', 'a fox')
    form.setRuns(3)
    await form.generate()
    expect(confirmations(studio)).toMatchObject([{ submissionIds: ['id-1', 'id-2', 'id-3'] }])
  })

  it('treats a second click meanwhile as the same one', async () => {
    const { form, studio } = start()
    await form.choose('i3')
    form.setValue('prompt', 'a fox')
    await Promise.all([form.generate(), form.generate()])
    expect(confirmations(studio)).toHaveLength(1)
  })

  it.each(['disconnected', 'not_shown', 'internal', 'storage_failed'] as const)(
    '[JOB35] repeats the same ids where the runs may be there (%s), and uses new ones after a response',
    async (code) => {
      const { form, studio } = start()
      await form.choose('i3')
      form.setValue('prompt', 'a fox')
      studio.respond({ 'jobs.confirm': () => failed({ code, message: '' }) })
      await form.generate()
      studio.respond({ 'jobs.confirm': () => done([submissionView()]) })
      await form.generate()
      await form.generate()
      expect(confirmations(studio)).toMatchObject([
        { submissionIds: ['id-1'] },
        { submissionIds: ['id-1'] },
        { submissionIds: ['id-2'] },
      ])
    },
  )

  it('sends nothing while a value is invalid, and says so at the field', async () => {
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

  it('reports a field once it was left, but never an empty one', async () => {
    const { form } = start()
    await form.choose('v2')
    form.setValue('duration', 40)
    form.visit('duration')
    form.visit('prompt')
    expect(sayableProblems(form.store.getState()).map((problem) => problem.path)).toEqual([['duration']])
  })

  it('keeps the values that both models accept when the model changes, and each model’s own draft', async () => {
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

  it('reports the values of an old run that a model no longer accepts', async () => {
    const { form } = start()
    const fitted = await form.restore('i3', { prompt: 'a fox', thinking_mode: 'instant' })
    expect(fitted?.dropped).toEqual(['thinking_mode'])
    expect(form.store.getState().values).toEqual({ prompt: 'a fox' })
  })

  it('keeps typed values when a model was opened twice at the same time', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const left = [...gates]
    const { form } = start(noDrafts, null, async () => left.shift()?.promise)
    const [first, second] = [form.choose('v1'), form.choose('v1')]
    gates[1].resolve()
    await second
    form.setValue('prompt', 'a fox')
    gates[0].resolve()
    expect(await first).toBeNull()
    expect(form.store.getState().values).toEqual({ prompt: 'a fox' })
  })

  it('[FORM13] begins with one run where another model comes with an action, and keeps the count of a picked one', async () => {
    const { form } = start()
    await form.choose('i3')
    form.setRuns(4)
    await form.choose('i1')
    expect(form.store.getState().runs).toBe(4)
    const undo = form.remember('v1')
    await form.choose('v1', false)
    expect(form.store.getState().runs).toBe(1)
    await undo()
    expect(form.store.getState()).toMatchObject({ modelId: 'i1', runs: 4 })
    await form.restore('i1', { prompt: 'a fox' })
    expect(form.store.getState().runs).toBe(4)
    await form.restore('v2', { prompt: 'a fox' })
    expect(form.store.getState().runs).toBe(1)
  })

  it('[FORM16] tells which media came back with a model’s own draft, and of no others', async () => {
    const { form } = start()
    const image = inputReference('0'.repeat(64))
    await form.choose('v1')
    form.setValue('prompt', 'a fox')
    form.setValue('start_image', image)
    form.setValue('duration', 5)
    await form.choose('i3')
    expect((await form.choose('v1'))?.cameBack).toEqual({ start_image: image })
    expect(form.store.getState().values).toMatchObject({ start_image: image, duration: 5 })
    form.setValue('start_image', undefined)
    await form.choose('i3')
    expect((await form.choose('v1'))?.cameBack).toEqual({})
  })

  it('[FORM350] tells of a medium that came back once, and of another one in its field anew', async () => {
    const { form } = start()
    const [image, other] = [inputReference('0'.repeat(64)), inputReference('1'.repeat(64))]
    await form.choose('v1')
    form.setValue('start_image', image)
    await form.choose('i3')
    expect((await form.choose('v1'))?.cameBack).toEqual({ start_image: image })
    await form.choose('i3')
    expect((await form.choose('v1'))?.cameBack).toEqual({})
    expect(form.store.getState().values).toMatchObject({ start_image: image })
    form.setValue('start_image', other)
    await form.choose('i3')
    expect((await form.choose('v1'))?.cameBack).toEqual({ start_image: other })
  })

  it('shows the new price where it changed, and has sent nothing', async () => {
    const { form, studio, details } = start()
    await form.choose('v2')
    form.setValue('prompt', 'a fox')
    form.setValue('resolution', '512p')
    form.setValue('duration', 6)
    studio.respond({
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
      before: [{ kind: 'exact', microUsd: usd(0.1) }],
      now: [{ kind: 'exact', microUsd: usd(0.2) }],
    })
  })

  it('shows the new price of the runs that were to be sent, not of the form’s content', async () => {
    const { form, studio, details } = start()
    await form.choose('v2')
    form.setValue('prompt', 'a fox')
    studio.respond({
      'jobs.confirm'() {
        const old = detailOf('v2')
        const points =
          old.pricing?.points.map((point) => ({ ...point, microUsd: microUsd(point.microUsd * 2) })) ?? []
        details.set('v2', { ...old, pricing: { unit: 'request', points } })
        return failed({ code: 'price_changed', message: '' })
      },
    })
    const before = { kind: 'exact' as const, microUsd: usd(0.1) }
    const values = { prompt: 'an owl', resolution: '512p', duration: 6 }
    await form.send({ runs: [{ modelId: 'v2', values, estimate: before }], sheet: null })
    expect(form.store.getState().refusal).toEqual({
      kind: 'price-changed',
      before: [before],
      now: [{ kind: 'exact', microUsd: usd(0.2) }],
    })
  })

  it('reports a fault of a file as it would be sent, which only the studio knows', async () => {
    const { form, studio } = start()
    await form.choose('v1')
    form.setValue('prompt', 'a fox')
    form.setValue('start_image', inputReference('0'.repeat(64)))
    const reason = { code: 'too_long' as const, maximum: 9, actual: 40 }
    const refuse = (field: string) =>
      studio.respond({
        'jobs.confirm': () =>
          failed({ code: 'invalid_values', message: '', problems: [{ path: [field], reason }] }),
      })
    refuse('start_image')
    expect(await form.generate()).toEqual([])
    expect(form.store.getState().refusal).toEqual({
      kind: 'run-problem',
      modelId: 'v1',
      field: 'start_image',
      reason,
      asSent: true,
    })
    refuse('prompt')
    await form.generate()
    expect(form.store.getState().refusal).toMatchObject({ kind: 'failure' })
  })

  it('rolls an open seed after each run and keeps a locked one', async () => {
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

  it('[CAT17] a value that was renamed meanwhile gets its present name', async () => {
    const { form, details } = start()
    const i6 = detailOf('i6')
    const modes = { type: 'string', enum: ['instant', 'medium'] }
    const before = { ...i6.schema, properties: { ...i6.schema.properties, thinking_mode: modes } }
    details.set('i6', { ...i6, schema: before, renamedValues: [] })
    await form.choose('i6')
    form.setValue('thinking_mode', 'instant')
    details.set('i6', i6)
    await form.reload()
    expect(form.store.getState().values).toEqual({ thinking_mode: 'fast' })
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

  it('migrates the last visit’s draft, and reports each change with its old value', async () => {
    const before = { prompt: 'tiny text', thinking_mode: 'instant', duration: 5 }
    const { form, details, last } = start({ ...noDrafts, modelId: 'i6', byModel: { i6: before } })
    details.set('i6', detailOf('i6'))
    expect(await form.choose('i6')).toEqual({
      before,
      changes: [{ kind: 'value', field: 'thinking_mode', from: 'instant', to: 'fast' }],
      dropped: ['duration'],
      values: { prompt: 'tiny text', thinking_mode: 'fast' },
    })
    expect(last()?.byModel.i6).toEqual({ prompt: 'tiny text', thinking_mode: 'fast' })
  })

  it('[FORM57] keeps every value of a draft while no description says what its model takes, and fits it then', async () => {
    const before = { prompt: 'a fox', upscale: true, colour: 'red' }
    const described = detailOf('v1')
    const properties = { ...described.schema.properties, upscale: { type: 'boolean' } }
    const { form, details, last, studio } = start({ ...noDrafts, modelId: 'v1', byModel: { v1: before } })
    details.set('v1', { ...described, path: null })
    expect(await form.choose('v1')).toMatchObject({ dropped: [], values: before })
    form.acceptDraft()
    form.setValue('prompt', 'a wolf')
    expect(last()?.byModel.v1).toEqual({ ...before, prompt: 'a wolf' })
    await form.generate()
    expect([form.store.getState().refusal, confirmations(studio).length]).toEqual([null, 1])
    details.set('v1', { ...described, schema: { ...described.schema, properties } })
    expect(await form.reload()).toMatchObject({ dropped: ['colour'] })
    expect(form.store.getState().values).toEqual({ prompt: 'a wolf', upscale: true })
    expect(await form.reload()).toBeNull()
  })

  it('reads that draft once more when the service has described the model, but not once the person continued', async () => {
    const before = { prompt: 'a fox', upscale: true }
    const builtIn = detailOf('v1')
    const properties = { ...builtIn.schema.properties, upscale: { type: 'boolean' } }
    const described = { ...builtIn, schema: { ...builtIn.schema, properties } }
    const open = async () => {
      const started = start({ ...noDrafts, modelId: 'v1', byModel: { v1: before } })
      await started.form.choose('v1')
      expect(started.form.store.getState().values).toEqual({ prompt: 'a fox' })
      started.details.set('v1', described)
      return started.form
    }
    const form = await open()
    expect(await form.reload()).toMatchObject({ changes: [], dropped: [] })
    expect(form.store.getState().values).toEqual(before)
    const changed = await open()
    changed.setValue('prompt', 'a wolf')
    expect(await changed.reload()).toBeNull()
    expect(changed.store.getState().values).toEqual({ prompt: 'a wolf' })
    const accepted = await open()
    accepted.acceptDraft()
    expect(await accepted.reload()).toBeNull()
    expect(accepted.store.getState().values).toEqual({ prompt: 'a fox' })
  })

  it('[FORM65] leaves out what a new description has no field for, and says so; all else stays', async () => {
    const { form, details } = start()
    const described = detailOf('i3')
    const withMood = (path = described.path): ModelDetail => {
      const properties = { ...described.schema.properties, mood: { type: 'string' } }
      return { ...described, path, schema: { ...described.schema, properties } }
    }
    details.set('i3', withMood())
    await form.choose('i3')
    form.setValue('prompt', 'a fox')
    form.setValue('mood', 'noir')
    expect(await form.reload()).toBeNull()
    details.set('i3', { ...described, path: null })
    expect(await form.reload()).toBeNull()
    expect(form.store.getState().values).toEqual({ prompt: 'a fox', mood: 'noir' })
    details.set('i3', described)
    expect(await form.reload()).toMatchObject({
      dropped: ['mood'],
      before: { prompt: 'a fox', mood: 'noir' },
    })
    expect(form.store.getState().values).toEqual({ prompt: 'a fox' })
    expect(sayableProblems({ ...form.store.getState(), attempted: true })).toEqual([])
    form.setValue('prompt', 'a wolf')
    details.set('i3', described)
    expect(await form.reload()).toBeNull()
  })

  it('[FORM65] leaves it out while the same model stays described, too', async () => {
    const { form, details } = start()
    const described = detailOf('i3')
    const properties = { ...described.schema.properties, mood: { type: 'string' } }
    details.set('i3', { ...described, schema: { ...described.schema, properties } })
    await form.choose('i3')
    form.setValue('mood', 'noir')
    details.set('i3', described)
    expect(await form.reload()).toMatchObject({ dropped: ['mood'] })
    expect(form.store.getState().values.mood).toBeUndefined()
  })

  it('[FORM66] refuses a size beside a ratio also while no description says what the model takes', async () => {
    const { form, details, studio } = start()
    details.set('i3', { ...detailOf('i3'), path: null })
    await form.choose('i3')
    form.setValue('prompt', 'a fox')
    form.setValue('aspect_ratio', '1:1')
    form.setValue('width', 512)
    await form.generate()
    expect([form.store.getState().refusal, confirmations(studio)]).toEqual([
      { kind: 'problems', count: 1 },
      [],
    ])
    form.setValue('width', undefined)
    await form.generate()
    expect(confirmations(studio)).toHaveLength(1)
  })

  it('reports the changes of a model’s own draft, not of the values the form brings along', async () => {
    const own = { image_url: 'https://a.example/1.png', imageUrl: 'https://a.example/2.png', colour: 'red' }
    const { form } = start({ ...noDrafts, byModel: { i1: own } })
    await form.choose('v1')
    form.setValue('prompt', 'a fox')
    form.setValue('duration', 5)
    expect(await form.choose('i1')).toMatchObject({
      changes: [{ kind: 'superseded', from: 'imageUrl', to: 'image_url' }],
      dropped: ['colour'],
    })
    expect(form.store.getState().values).toEqual({ prompt: 'a fox', image_url: own.image_url })
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

const overPrice: BudgetObjection = {
  question: 'price',
  limit: microUsd(10_000),
  committed: zeroUsd,
  requested: microUsd(50_000),
}
const overDay: BudgetObjection = { ...overPrice, question: 'day', committed: microUsd(9_000) }

function batches(studio: ReturnType<typeof createFixtureStudio>) {
  return studio.calls.filter((call) => call.procedure === 'jobs.confirmBatch').map((call) => call.input)
}

describe('a run beyond the person’s budgets', () => {
  it('asks before anything is sent; a yes confirms the same runs with the accepted questions', async () => {
    const { form, studio } = start()
    await form.choose('i3')
    form.setValue('prompt', 'a fox')
    studio.respond({
      'jobs.confirm': ({ agreed }) =>
        agreed?.includes('price')
          ? done([submissionView()])
          : failed({ code: 'asks_first', message: '', objection: overPrice }),
    })
    const generated = form.generate()
    await settle()
    expect(form.confirmation.store.getState().question?.objections).toEqual([overPrice])
    form.confirmation.agree()
    expect(await generated).toHaveLength(1)
    expect(form.confirmation.store.getState().question).toBeNull()
    expect(confirmations(studio)).toMatchObject([
      { submissionIds: ['id-1'] },
      { submissionIds: ['id-1'], agreed: ['price'] },
    ])
  })

  it('asks everything it foresees at once, and then what only the studio knew', async () => {
    const { form, studio } = start(noDrafts, {
      ...studioStatus().budget,
      month: { limit: microUsd(1), committed: zeroUsd },
    })
    await form.choose('i1')
    form.setValue('prompt', 'a fox')
    const open = [overPrice, overDay]
    studio.respond({
      'jobs.confirm': ({ agreed }) => {
        const next = open.find(({ question }) => !agreed?.includes(question))
        return next ? failed({ code: 'asks_first', message: '', objection: next }) : done([submissionView()])
      },
    })
    const generated = form.generate()
    await settle()
    const requested = () =>
      form.confirmation.store.getState().question?.objections.map(({ question }) => question)
    const foreseen = form.plan()?.total.maxMicroUsd ? ['price', 'month'] : ['price']
    expect(requested()).toEqual(foreseen)
    form.confirmation.agree()
    await settle()
    expect(requested()).toEqual(['day'])
    form.confirmation.agree()
    expect(await generated).toHaveLength(1)
    expect(confirmations(studio).at(-1)).toMatchObject({
      submissionIds: ['id-1'],
      agreed: [...foreseen, 'day'],
    })
  })

  it('sends nothing after a no, and asks again next time', async () => {
    const { form, studio } = start()
    await form.choose('i3')
    form.setValue('prompt', 'a fox')
    studio.respond({
      'jobs.confirm': () => failed({ code: 'asks_first', message: '', objection: overPrice }),
    })
    const generated = form.generate()
    await settle()
    form.confirmation.decline()
    expect(await generated).toEqual([])
    expect(form.store.getState().sending).toBe(false)
    form.confirmation.agree()
    await settle()
    expect(confirmations(studio)).toHaveLength(1)
    void form.generate()
    await settle()
    expect(form.confirmation.store.getState().question).not.toBeNull()
  })
})

describe('runs that differ', () => {
  it('makes a run for each prompt that the wildcards generate, and sends braces that are words', async () => {
    const { form, studio } = start()
    studio.respond({ 'jobs.confirmBatch': () => done([submissionView()]) })
    await form.choose('i3')
    form.setValue('prompt', 'a {red|blue} fox')
    form.setRuns(2)
    expect(form.plan()).toMatchObject({ count: 4, problem: null })
    await form.generate()
    expect(batches(studio)).toMatchObject([
      {
        sheet: null,
        writtenPrompt: 'a {red|blue} fox',
        runs: ['red', 'red', 'blue', 'blue'].map((colour) => ({ values: { prompt: `a ${colour} fox` } })),
      },
    ])
    form.setBracesAsWords(true)
    await form.generate()
    expect(confirmations(studio)).toMatchObject([{ values: { prompt: 'a {red|blue} fox' } }])
  })

  it('reports that wildcards make too many runs, and sends none of them', async () => {
    const { form, studio } = start()
    await form.choose('i3')
    form.setValue('prompt', '{a|b|c|d|e|f|g|h}'.repeat(3))
    expect(form.plan()).toMatchObject({ runs: [], problem: { kind: 'too-many', count: 512 } })
    await form.generate()
    expect(studio.calls.filter((call) => call.procedure.startsWith('jobs.confirm'))).toEqual([])
  })

  it('sends a contact sheet row by row as one batch, priced as it was shown', async () => {
    const { form, studio } = start()
    studio.respond({ 'jobs.confirmBatch': () => done([submissionView()]) })
    await form.choose('v1')
    form.setValue('prompt', 'a fox')
    const axes = [
      { kind: 'field' as const, field: 'resolution', values: ['480p', '720p'] },
      { kind: 'field' as const, field: 'duration', values: [4, 5] },
    ]
    form.compare(axes)
    const plan = form.plan()
    expect(plan).toMatchObject({ count: 4, problem: null, total: { runs: 4, unlisted: 0 } })
    await form.generate()
    expect(batches(studio)).toMatchObject([
      {
        sheet: { axes },
        runs: [
          { values: { resolution: '480p', duration: 4 } },
          { values: { resolution: '720p', duration: 4 } },
          { values: { resolution: '480p', duration: 5 } },
          { values: { resolution: '720p', duration: 5 }, estimate: plan?.runs[3]?.estimate },
        ],
      },
    ])
  })

  it('compares models by what they share, and reports what each omits', async () => {
    const { form } = start()
    await form.choose('v1')
    form.setValue('prompt', 'a fox')
    form.setValue('resolution', '480p')
    form.compare([{ kind: 'model', modelIds: ['v1', 'a1'] }])
    await settle()
    const plan = form.plan()
    expect(plan?.runs.map((run) => [run.modelId, run.values])).toEqual([
      ['v1', { prompt: 'a fox', resolution: '480p' }],
      ['a1', { prompt: 'a fox' }],
    ])
    expect(plan?.dropped.get('a1')).toEqual(['resolution'])
  })

  it('sends nothing where a compared model lacks a compared field', async () => {
    const { form, studio } = start()
    await form.choose('v1')
    form.setValue('prompt', 'a fox')
    form.compare([
      { kind: 'model', modelIds: ['v1', 'a1'] },
      { kind: 'field', field: 'resolution', values: ['480p'] },
    ])
    await settle()
    expect(form.plan()?.problem).toEqual({ kind: 'lacks', modelId: 'a1', field: 'resolution' })
    await form.generate()
    expect(batches(studio)).toEqual([])
  })

  it('undoes each change of the comparison, and one edit as a whole', async () => {
    const { form } = start()
    await form.choose('v1')
    const seeds = (...values: number[]) => [{ kind: 'field' as const, field: 'seed', values }]
    const both = [...seeds(1, 12), { kind: 'field' as const, field: 'resolution', values: ['480p'] }]
    form.compare([])
    form.compare(seeds())
    form.compare(seeds(1), 'seed')
    form.compare(seeds(1, 12), 'seed')
    form.endWriting()
    form.compare(seeds(1, 123), 'seed')
    form.compare(both)
    form.compare(null)
    const back = () => (form.undoCompare() ? form.store.getState().axes : 'nothing')
    expect([back(), back(), back(), back(), back(), back(), back()]).toEqual([
      both,
      seeds(1, 123),
      seeds(1, 12),
      seeds(),
      [],
      null,
      'nothing',
    ])
  })

  it('restores the comparison when restored settings are undone', async () => {
    const { form } = start()
    await form.choose('v1')
    const axes = [{ kind: 'field' as const, field: 'resolution', values: ['480p', '720p'] }]
    form.compare(axes)
    const undo = form.remember('i3')
    await form.restore('i3', { prompt: 'a fox' })
    expect(form.store.getState().axes).toEqual([])
    await undo()
    expect(form.store.getState().axes).toEqual(axes)
  })

  it.each([
    ['v2', ['480p', '720p'], 'one that has the fields loses the values it has not'],
    ['i3', ['480p', '720p', null], 'one that has none of them loses them whole'],
  ])('knows what of a comparison is lost with %s (%j): %s', async (modelId, values) => {
    const { form } = start()
    await form.choose('v1')
    const axes: SheetAxis[] = [
      { kind: 'field', field: 'resolution', values: ['480p', '720p', null] },
      { kind: 'field', field: 'duration', values: [4] },
    ]
    form.compare(axes)
    await form.choose(modelId)
    expect(lostAxes(axes, form.store.getState().axes ?? [])).toEqual([
      { kind: 'field', field: 'resolution', values },
      { kind: 'field', field: 'duration', values: [4] },
    ])
  })

  it('[SHEET82] another model of the form takes its place among those compared, and ends others of another kind', async () => {
    const { form } = start()
    const comparedNow = () => form.store.getState().axes
    await form.choose('v1')
    const before: SheetAxis[] = [{ kind: 'model', modelIds: ['v1', 'v2'] }]
    form.compare(before)
    await settle()
    await form.choose('v1')
    expect(comparedNow()).toEqual(before)
    const goBack = form.remember('i3')
    await form.choose('i3')
    expect(comparedNow()).toEqual([{ kind: 'model', modelIds: ['i3'] }])
    expect(lostAxes(before, comparedNow() ?? [])).toEqual(before)
    await goBack()
    expect(comparedNow()).toEqual(before)
    await form.choose('v2')
    expect(comparedNow()).toEqual([{ kind: 'model', modelIds: ['v2'] }])
    expect(lostAxes(before, comparedNow() ?? [])).toEqual([{ kind: 'model', modelIds: ['v1'] }])
    form.compare([{ kind: 'model', modelIds: ['v1'] }])
    await settle()
    await form.choose('i3')
    expect(comparedNow()).toEqual([{ kind: 'model', modelIds: ['i3'] }])
  })

  it('[SHEET81] reads models that may be compared next, and says nothing of one that can’t be read', async () => {
    const { form } = start()
    await form.choose('v1')
    await form.readCompared(['i3', 'gone'])
    expect(Object.keys(form.store.getState().details)).toEqual(['i3'])
    expect(form.store.getState().refusal).toBeNull()
  })

  it('sends nothing while one run of a sheet is invalid, and says which', async () => {
    const { form, studio } = start()
    await form.choose('v1')
    form.compare([{ kind: 'field', field: 'resolution', values: ['480p', '720p'] }])
    await form.generate()
    expect(batches(studio)).toEqual([])
    expect(form.store.getState().refusal).toMatchObject({ kind: 'run-problem', field: 'prompt' })
  })
})
