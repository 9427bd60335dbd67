import { describe, expect, it } from 'vitest'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { inputReference } from '../../../../shared/form/input-reference.ts'
import type { Recipe } from '../../../shell/recipe-handoff.ts'
import { createFixtureStudio, done, failed } from '../../../testing/fixture-studio.ts'
import { catalogDetails } from '../../../testing/fixtures.ts'
import { noDrafts } from '../composer/draft-storage.ts'
import { createFormStore } from '../composer/form-store.ts'
import { createRunConfirmation } from '../composer/run-confirmation.ts'
import {
  cameBackIn,
  isOnlyBack,
  isRemarkable,
  type Restoration,
  restoreSettings,
} from './restore-settings.ts'

const here = 'a'.repeat(64)
const gone = 'b'.repeat(64)

const ended: ModelSummary = {
  id: 'old-model',
  kind: 'image',
  label: 'Old images',
  description: null,
  fieldNames: ['prompt'],
  resolutions: [],
  makesAudio: false,
  path: null,
  priceFrom: null,
  deprecation: {
    state: 'sunset',
    sunsetDate: '2026-05-13',
    cause: null,
    replacement: { label: 'New images', modelId: 'i3', path: null },
    link: null,
  },
}

function start() {
  const details = catalogDetails()
  const studio = createFixtureStudio({
    'inputs.describe': ({ sha256s }) =>
      done(
        sha256s
          .filter((sha256) => sha256 === here)
          .map((sha256) => ({
            sha256,
            name: 'boat.png',
            kind: 'image' as const,
            mediaType: 'image/png',
            bytes: 1,
            width: null,
            height: null,
            durationSeconds: null,
            madeHere: null,
          })),
      ),
  })
  const form = createFormStore({
    canSend: () => true,
    hasAllInputs: () => true,
    confirmation: createRunConfirmation({
      isShown: () => false,
      bridge: studio.bridge,
      newId: () => 'id',
      account: () => null,
      budget: () => null,
    }),
    detail: async (id) => {
      const detail = details.find((one) => one.id === id)
      return detail ? done(detail) : failed({ code: 'unknown_model', message: id })
    },
    refreshCatalog: async () => {},
    storage: { read: () => noDrafts, write: () => {} },
    random: () => 0.5,
  })
  const models = [...details, ended]
  const restore = (recipe: Recipe) => restoreSettings({ bridge: studio.bridge, form, models }, recipe)
  return { form, studio, restore }
}

describe('settings that are put back', () => {
  it('are migrated to the present names and values, and each change is reported', async () => {
    const { form, restore } = start()
    const outcome = await restore({
      modelId: 'v1',
      values: { prompt: 'a fox', startImage: 'https://a.example/1.png' },
    })
    expect(form.store.getState().values).toEqual({ prompt: 'a fox', start_image: 'https://a.example/1.png' })
    expect(outcome).toMatchObject({ changes: [{ kind: 'renamed', from: 'startImage', to: 'start_image' }] })
    const thinking = await restore({ modelId: 'i6', values: { thinking_mode: 'instant' } })
    expect(thinking).toMatchObject({ changes: [{ kind: 'value', from: 'instant', to: 'fast' }] })
    expect(form.store.getState().values).toEqual({ thinking_mode: 'fast' })
  })

  it('report what was changed in them for this model before', async () => {
    const { restore } = start()
    const moved = [{ kind: 'value', field: 'resolution', from: '512p', to: '480p' }] as const
    const outcome = await restore({ modelId: 'i3', values: { prompt: 'a fox' }, moved })
    expect(outcome).toMatchObject({ changes: moved })
    expect(outcome && isRemarkable(outcome)).toBe(true)
  })

  it('report fields that the model doesn’t accept', async () => {
    const { restore } = start()
    expect(await restore({ modelId: 'i3', values: { prompt: 'a fox', wings: 2 } })).toMatchObject({
      dropped: ['wings'],
    })
  })

  it('omit files that are not on this machine, by the field’s present name', async () => {
    const { form, restore } = start()
    const outcome = await restore({
      modelId: 'v1',
      values: {
        startImage: inputReference(gone),
        reference_images: [inputReference(here), inputReference(gone)],
      },
    })
    expect(outcome).toMatchObject({ missing: ['start_image', 'reference_images'] })
    expect(form.store.getState().values).toEqual({ reference_images: [inputReference(here)] })
  })

  it('keep their files where it is unknown which are here', async () => {
    const { form, studio, restore } = start()
    studio.respond({ 'inputs.describe': () => failed({ code: 'disconnected', message: '' }) })
    expect(await restore({ modelId: 'v1', values: { start_image: inputReference(gone) } })).toMatchObject({
      missing: [],
      cameBack: {},
    })
    expect(form.store.getState().values).toEqual({ start_image: inputReference(gone) })
  })

  it('can be undone, with the drafts of both models', async () => {
    const { form, restore } = start()
    await form.choose('i3')
    form.setValue('prompt', 'mine')
    form.setValue('width', 640)
    await form.choose('v1')
    form.setValue('duration', 5)
    const outcome = await restore({ modelId: 'i3', values: { prompt: 'theirs', width: 512 } })
    expect(form.store.getState()).toMatchObject({ modelId: 'i3', values: { prompt: 'theirs', width: 512 } })
    if (outcome?.kind !== 'restored') throw new Error('It was restored.')
    await outcome.undo?.()
    expect(form.store.getState()).toMatchObject({ modelId: 'v1', values: { prompt: 'mine', duration: 5 } })
    await form.choose('i3')
    expect(form.store.getState().values).toEqual({ prompt: 'mine', width: 640 })
  })

  it('leave the form unchanged where their model is unknown or has ended', async () => {
    const { form, restore } = start()
    await form.choose('i3')
    form.setValue('prompt', 'mine')
    const unknown = await restore({ modelId: 'nobody', values: { prompt: 'theirs' } })
    expect(unknown).toMatchObject({ kind: 'unusable', model: null })
    const sunset = await restore({ modelId: 'old-model', values: { prompt: 'theirs' } })
    expect(sunset).toMatchObject({ kind: 'unusable', model: { label: 'Old images' } })
    expect(form.store.getState()).toMatchObject({ modelId: 'i3', values: { prompt: 'mine' } })
  })

  it('are only reported where the result differs from the input', async () => {
    const { restore } = start()
    const plain = await restore({ modelId: 'i3', values: { prompt: 'a fox' } })
    const partly = await restore({ modelId: 'i3', values: { prompt: 'a fox', wings: 2 } })
    expect([plain && isRemarkable(plain), partly && isRemarkable(partly)]).toEqual([false, true])
  })
})

describe('[FORM16] media that came back with a model’s own earlier values', () => {
  const outcome: Restoration = {
    kind: 'restored',
    isDraft: true,
    recipe: { modelId: 'v1', values: {} },
    modelLabel: 'V1',
    changes: [],
    dropped: [],
    missing: [],
    cameBack: { start_image: 'a', reference_images: ['b'] },
    undo: null,
  }

  it('are named as long as they are in the form, and not once they were replaced or removed', () => {
    const { cameBack } = outcome
    expect(cameBackIn(outcome, { ...cameBack, prompt: 'x' })).toEqual(['start_image', 'reference_images'])
    expect(cameBackIn(outcome, { ...cameBack, start_image: 'c' })).toEqual(['reference_images'])
    expect(cameBackIn(outcome, {})).toEqual([])
    const unusable = { kind: 'unusable', recipe: outcome.recipe, model: null } as const
    expect(cameBackIn(unusable, cameBack)).toEqual([])
  })

  it('are all that is said only where nothing was changed, dropped or is missing', () => {
    expect(isOnlyBack(outcome)).toBe(true)
    expect(isOnlyBack({ ...outcome, dropped: ['seed'] })).toBe(false)
    expect(isOnlyBack({ kind: 'unusable', recipe: outcome.recipe, model: null })).toBe(false)
  })
})
