import { expect, it } from 'vitest'
import type { KeptRecipe } from '../../../../shared/bridge/recipe-procedures.ts'
import { createFixtureStudio, done, failed } from '../../../testing/fixture-studio.ts'
import { catalogDetails, submissionView } from '../../../testing/fixtures.ts'
import type { Values } from '../composer/draft.ts'
import { findTouched, migrate, moveQueued, type Touched } from './touched.ts'

const details = catalogDetails()
const detail = (id: string) => details.find((one) => one.id === id) ?? null
const to = detail('v6')
if (!to) throw new Error('No model v6.')
const way = { from: detail('v2'), to }

function recipe(name: string, modelId = 'v2', values: Values = { prompt: name }): KeptRecipe {
  const recipeId = crypto.randomUUID()
  return { recipeId, name, modelId, values, isPinned: true, touchedAt: '2026-11-20T10:00:00Z' }
}

function formWith(drafts: Record<string, Values>, inForm = 'i3') {
  const kept = { ...drafts }
  return {
    kept,
    store: { getState: () => ({ modelId: inForm }) } as never,
    draftedModels: () => Object.keys(kept),
    draftOf: (id: string) => kept[id] ?? null,
    putDraft(id: string, values: Values) {
      if (kept[id]) return null
      kept[id] = values
      return () => void delete kept[id]
    },
  }
}

it('[CAT57] finds recipes on every page, waiting runs of the account, and last settings outside the form', async () => {
  const pages = [[recipe('a'), recipe('b', 'i3')], [recipe('c')]]
  const studio = createFixtureStudio({
    'recipes.list': ({ cursor }) => {
      const at = Number(cursor ?? 0)
      return done({ recipes: pages[at] ?? [], nextCursor: at + 1 < pages.length ? String(at + 1) : null })
    },
    'jobs.list': () =>
      done({
        submissions: [
          submissionView({ modelId: 'v2' }),
          submissionView({ modelId: 'v2', account: 'https://other.example' }),
        ],
        nextCursor: null,
      }),
  })
  const isGone = (id: string) => id !== 'i3'
  const form = formWith({ v2: { prompt: 'x' }, gone: { prompt: 'y' }, i3: { prompt: 'z' } })
  const found = await findTouched(studio.bridge, form, { account: 'sandbox', isGone })
  expect([...found.keys()].toSorted()).toEqual(['gone', 'v2'])
  const touched = found.get('v2')
  expect([touched?.recipes.map(({ name }) => name), touched?.queued.length, touched?.draft]).toEqual([
    ['a', 'c'],
    1,
    { prompt: 'x' },
  ])
  const own = await findTouched(studio.bridge, formWith({ v2: { prompt: 'x' } }, 'v2'), {
    account: 'sandbox',
    isGone,
  })
  expect(own.get('v2')?.draft).toBeNull()
})

const touched: Touched = {
  recipes: [recipe('a', 'v2', { prompt: 'a', resolution: '512p' }), recipe('b')],
  queued: [],
  draft: { prompt: 'draft' },
}

it('[CAT58] recipes and last settings move under their ids, and one undo brings all back as they were', async () => {
  const studio = createFixtureStudio({ 'recipes.save': () => done(recipe('saved')) })
  const form = formWith({})
  const { failure, count, undo } = await migrate(studio.bridge, form, touched, way)
  const saved = studio.inputs('recipes.save')
  expect([failure, count, form.kept]).toEqual([null, 3, { v6: { prompt: 'draft' } }])
  expect(saved.map(({ recipeId, modelId, values }) => [recipeId, modelId, values])).toEqual([
    [touched.recipes[0]?.recipeId, 'v6', { prompt: 'a', resolution: '768p' }],
    [touched.recipes[1]?.recipeId, 'v6', { prompt: 'b' }],
  ])
  expect(await undo()).toBeNull()
  const back = studio.inputs('recipes.save').slice(2)
  expect(back.map(({ modelId, values, isPinned }) => [modelId, values, isPinned])).toEqual([
    ['v2', { prompt: 'a', resolution: '512p' }, true],
    ['v2', { prompt: 'b' }, true],
  ])
  expect(form.kept).toEqual({})
})

it('[CAT58] settings that the person has there stay, and a failure keeps what was moved so far undoable', async () => {
  let saves = 0
  const studio = createFixtureStudio({
    'recipes.save': () =>
      ++saves === 2 ? failed({ code: 'storage_failed', message: '' }) : done(recipe('saved')),
  })
  const form = formWith({ v6: { prompt: 'mine' } })
  const { failure, count, undo } = await migrate(studio.bridge, form, touched, way)
  expect([failure?.code, count, form.kept]).toEqual(['storage_failed', 1, { v6: { prompt: 'mine' } }])
  expect(await undo()).toBeNull()
  expect(saves).toBe(3)
})

it('[CAT58] held runs are priced anew; one that would lack something, or may be sent any moment, stays; each names the one that it replaces', async () => {
  const problem = { code: 'model_sunset', message: '', status: null, retryAt: null } as const
  const waits = submissionView({ modelId: 'v2', values: { prompt: 'b', resolution: '1080p' } })
  const sent = submissionView({
    problem,
    modelId: 'v2',
    values: { prompt: 'a', resolution: '1080p', duration: 6 },
  })
  const lacks = submissionView({ problem, modelId: 'v2', values: {} })
  const moved = moveQueued({ recipes: [], queued: [waits, sent, lacks], draft: null }, way)
  expect(moved.map(({ modelId, estimate, retryOf }) => [modelId, estimate, retryOf])).toEqual([
    [
      'v6',
      { kind: 'exact', microUsd: 490_000 },
      { submissionId: sent.submissionId, takesPlace: false, replaces: true },
    ],
  ])
})
