import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { KeptRecipe } from '../../../../shared/bridge/recipe-procedures.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import type { ModelChanges } from '../../../../shared/changes/compare-models.ts'
import { usd } from '../../../../shared/pricing/money.ts'
import { pricePoint } from '../../../../shared/pricing/price-table.ts'
import { createFixtureStudio, done, failed } from '../../../testing/fixture-studio.ts'
import { catalogDetails, submissionView } from '../../../testing/fixtures.ts'
import { noList } from '../list/list-storage.ts'
import { findTouchedBy } from './touched-by-changes.ts'

const base = catalogDetails()[0]
if (!base) throw new Error('No model.')
const canvas: ModelDetail = {
  ...base,
  id: 'canvas',
  pricing: { unit: 'request', points: [pricePoint(0.14, {})] },
  schema: {
    type: 'object',
    required: ['prompt'],
    properties: { prompt: { type: 'string' }, size: { enum: ['small', 'large'] } },
  },
}
const recipe = (name: string, modelId: string, values: object): KeptRecipe => ({
  recipeId: crypto.randomUUID(),
  name,
  modelId,
  values: { ...values },
  isPinned: false,
  touchedAt: '2026-11-20T10:00:00Z',
})
const changed = (modelId: string, changes: ModelChanges['changes']): ModelChanges => ({
  modelId,
  label: modelId,
  changes,
  more: 0,
})
const problem = { code: 'price_changed', status: null, retryAt: null } as const

it('[CAT124] tells what a change touches: settings and what of them doesn’t fit, and held runs at today’s price', async () => {
  const held = submissionView({ modelId: 'canvas', state: 'confirmed', problem, values: { prompt: 'a' } })
  const studio = createFixtureStudio({
    'recipes.list': () =>
      done({
        recipes: [
          recipe('Fits', 'canvas', { prompt: 'a', size: 'small' }),
          recipe('Lacks', 'canvas', { prompt: 'a', size: 'huge' }),
          recipe('Other', 'other', { prompt: 'a' }),
          recipe('Former', 'old', { prompt: 'a' }),
          recipe('Gone', 'etching', { prompt: 'a' }),
        ],
        nextCursor: null,
      }),
    'jobs.list': () =>
      done({
        submissions: [
          held,
          submissionView({ modelId: 'canvas', state: 'confirmed', values: { prompt: 'b' } }),
          submissionView({ modelId: 'canvas', state: 'confirmed', problem, values: {} }),
        ],
        nextCursor: null,
      }),
  })
  const form = {
    store: { getState: () => ({ modelId: 'canvas' }) } as never,
    draftedModels: () => ['etching'],
    draftOf: (id: string) => (id === 'etching' ? { prompt: 'x' } : null),
  }
  const list = {
    store: createStore(() => ({ ...noList, text: 'a', modelId: 'etching', refusal: null, planned: [] })),
  }
  const detail = async (id: string) =>
    id === 'canvas' || id === 'new' ? done(canvas) : failed({ code: 'unknown_model' })
  const { byModel, isWhole } = await findTouchedBy(
    { bridge: studio.bridge, form, list, detail },
    {
      account: 'sandbox',
      models: [
        changed('canvas', []),
        changed('new', [{ kind: 'moved', before: '/a', after: '/b', formerId: 'old', isMoney: true }]),
        changed('etching', [{ kind: 'gone', isMoney: false }]),
        changed('plain', []),
      ],
    },
  )
  expect([isWhole, [...byModel.keys()]]).toEqual([true, ['canvas', 'new', 'etching']])
  expect(byModel.get('canvas')).toMatchObject({
    isInForm: true,
    recipes: [
      { name: 'Fits', lacks: [] },
      { name: 'Lacks', lacks: ['size'] },
    ],
    queued: 3,
    held: 2,
    moveFrom: null,
  })
  // The third lacks its prompt: it stays held.
  expect(byModel.get('canvas')?.runs).toEqual([
    {
      modelId: 'canvas',
      values: { prompt: 'a' },
      estimate: { kind: 'exact', microUsd: usd(0.14) },
      retryOf: { submissionId: held.submissionId, takesPlace: false, replaces: true },
    },
  ])
  expect(byModel.get('new')).toMatchObject({ moveFrom: 'old', recipes: [{ name: 'Former' }] })
  expect(byModel.get('etching')).toMatchObject({
    moveFrom: 'etching',
    detail: null,
    hasList: true,
    draft: { lacks: [] },
  })
})
