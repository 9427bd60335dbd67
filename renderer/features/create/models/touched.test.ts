import { expect, it } from 'vitest'
import type { KeptRecipe } from '../../../../shared/bridge/recipe-procedures.ts'
import { createFixtureStudio, done, failed } from '../../../testing/fixture-studio.ts'
import { catalogDetails, submissionView } from '../../../testing/fixtures.ts'
import type { Values } from '../composer/draft.ts'
import { noList } from '../list/list-storage.ts'
import { createListStore } from '../list/list-store.ts'
import { findTouched, migrate, moveDraft, moveQueued, type Touched } from './touched.ts'

const details = catalogDetails()
const detail = (id: string) => details.find((one) => one.id === id) ?? null
const to = detail('v6')
if (!to) throw new Error('No model v6.')
const way = { from: detail('v2'), to }
const withoutList = { ...way, listMove: null }

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
    setDraft(id: string, values: Values | null) {
      if (values) kept[id] = values
      else delete kept[id]
    },
  }
}

/** The list that is not sent yet, kept as given. */
function listWith(text = '', modelId: string | null = null, kept: Partial<typeof noList> = {}) {
  return createListStore({
    bridge: createFixtureStudio({}).bridge,
    storage: { read: () => ({ ...noList, text, modelId, ...kept }), write: () => undefined },
    newId: () => crypto.randomUUID(),
  })
}

const list = listWith()

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
  const { byModel: found, isWhole } = await findTouched(
    studio.bridge,
    { form, list },
    { account: 'sandbox', isGone },
  )
  expect(isWhole).toBe(true)
  expect([...found.keys()].toSorted()).toEqual(['gone', 'v2'])
  const touched = found.get('v2')
  expect([touched?.recipes.map(({ name }) => name), touched?.queued.length, touched?.draft]).toEqual([
    ['a', 'c'],
    1,
    { prompt: 'x' },
  ])
  const own = await findTouched(
    studio.bridge,
    { form: formWith({ v2: { prompt: 'x' } }, 'v2'), list },
    {
      account: 'sandbox',
      isGone,
    },
  )
  expect(own.byModel.get('v2')?.draft).toBeNull()
})

it('[CAT96] says where recipes or runs could not all be read', async () => {
  const broken = () => failed({ code: 'storage_failed', message: '' })
  const none = () => done({ submissions: [], nextCursor: null })
  const one = ({ cursor }: { cursor?: string | undefined }) =>
    cursor === undefined ? done({ recipes: [recipe('a')], nextCursor: 'next' }) : broken()
  const find = (studio: ReturnType<typeof createFixtureStudio>) =>
    findTouched(studio.bridge, { form: formWith({}), list }, { account: 'sandbox', isGone: () => true })
  const half = await find(createFixtureStudio({ 'recipes.list': one, 'jobs.list': none }))
  expect([half.isWhole, half.byModel.get('v2')?.recipes.length]).toEqual([false, 1])
  const runs = { 'recipes.list': () => done({ recipes: [], nextCursor: null }), 'jobs.list': broken }
  expect(await find(createFixtureStudio(runs))).toEqual({ isWhole: false, byModel: new Map() })
})

const touched: Touched = {
  modelId: 'v2',
  recipes: [recipe('a', 'v2', { prompt: 'a', resolution: '512p' }), recipe('b')],
  queued: [],
  draft: { prompt: 'draft' },
  collections: [],
  hasList: false,
}

it('[CAT58] recipes and last settings move under their ids, and one undo brings all back as they were', async () => {
  const studio = createFixtureStudio({ 'recipes.move': () => done(recipe('moved')) })
  const form = formWith({ v2: { prompt: 'draft' } })
  const { undo, ...result } = await migrate(studio.bridge, { form, list }, touched, withoutList)
  expect(result).toEqual({
    failure: null,
    changed: 0,
    recipes: 2,
    collections: 0,
    hasDraft: true,
    hasList: false,
  })
  expect(form.kept).toEqual({ v6: { prompt: 'draft' } })
  const [one, other] = touched.recipes
  const [a, b] = [
    { modelId: 'v2', values: { prompt: 'a', resolution: '512p' } },
    { modelId: 'v2', values: { prompt: 'b' } },
  ]
  const [movedA, movedB] = [
    { modelId: 'v6', values: { prompt: 'a', resolution: '768p' } },
    { modelId: 'v6', values: { prompt: 'b' } },
  ]
  expect(studio.inputs('recipes.move')).toEqual([
    { recipeId: one?.recipeId, from: a, to: movedA },
    { recipeId: other?.recipeId, from: b, to: movedB },
  ])
  expect(await undo()).toMatchObject({ failure: null, changed: 0 })
  expect(studio.inputs('recipes.move').slice(2)).toEqual([
    { recipeId: one?.recipeId, from: movedA, to: a },
    { recipeId: other?.recipeId, from: movedB, to: b },
  ])
  expect(form.kept).toEqual({ v2: { prompt: 'draft' } })
})

it('[CAT58] [CAT97] last settings move where there are none, and their undo takes nothing that was set since', () => {
  const form = formWith({ gone: { prompt: 'g' }, old: { prompt: 'o' } })
  expect(moveDraft(form, 'nothing', 'v2', { prompt: 'a' })).toBeNull()
  expect(moveDraft(form, 'gone', 'i3', { prompt: 'a' })).toBeNull()
  const undo = moveDraft(form, 'gone', 'v2', { prompt: 'a' })
  expect(moveDraft(form, 'old', 'v2', { prompt: 'b' })).toBeNull()
  expect(form.kept).toEqual({ old: { prompt: 'o' }, v2: { prompt: 'a' } })
  form.setDraft('v2', { prompt: 'mine' })
  undo?.()
  expect(form.kept).toEqual({ old: { prompt: 'o' }, v2: { prompt: 'mine' }, gone: { prompt: 'g' } })
  const other = moveDraft(form, 'gone', 'v1', { prompt: 'a' })
  form.setDraft('gone', { prompt: 'newer' })
  other?.()
  expect(form.kept).toEqual({ old: { prompt: 'o' }, v2: { prompt: 'mine' }, gone: { prompt: 'newer' } })
})

it('[CAT97] recipes that were changed or removed meanwhile stay, there and back, and are counted', async () => {
  let calls = 0
  const studio = createFixtureStudio({
    'recipes.move': () => done([1, 3].includes(++calls) ? null : recipe('moved')),
  })
  const { undo, ...result } = await migrate(studio.bridge, { form: formWith({}), list }, touched, withoutList)
  expect(result).toEqual({
    failure: null,
    changed: 1,
    recipes: 1,
    collections: 0,
    hasDraft: false,
    hasList: false,
  })
  expect(await undo()).toMatchObject({ failure: null, changed: 1 })
  expect(studio.inputs('recipes.move').map(({ recipeId }) => recipeId)).toEqual([
    touched.recipes[0]?.recipeId,
    touched.recipes[1]?.recipeId,
    touched.recipes[1]?.recipeId,
  ])
})

it('[CAT58] settings that the person has there stay, and a failure keeps what was moved so far undoable', async () => {
  let moves = 0
  const studio = createFixtureStudio({
    'recipes.move': () =>
      ++moves === 2 ? failed({ code: 'storage_failed', message: '' }) : done(recipe('moved')),
  })
  const form = formWith({ v2: { prompt: 'draft' }, v6: { prompt: 'mine' } })
  const { undo, ...result } = await migrate(studio.bridge, { form, list }, touched, withoutList)
  expect(result).toMatchObject({ failure: { code: 'storage_failed' }, recipes: 1, hasDraft: false })
  expect(form.kept.v6).toEqual({ prompt: 'mine' })
  expect(await undo()).toMatchObject({ failure: null })
  expect(moves).toBe(3)
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
  const moved = moveQueued(
    {
      modelId: 'v2',
      recipes: [],
      queued: [waits, sent, lacks],
      draft: null,
      collections: [],
      hasList: false,
    },
    way,
  )
  expect(moved.map(({ modelId, estimate, retryOf }) => [modelId, estimate, retryOf])).toEqual([
    [
      'v6',
      { kind: 'exact', microUsd: 490_000 },
      { submissionId: sent.submissionId, takesPlace: false, replaces: true },
    ],
  ])
})

const smart = (name: string, filter: string) => ({
  collectionId: crypto.randomUUID(),
  name,
  filter,
  sort: 'price' as const,
})

it('[CAT140] finds the smart collections that ask for models that are gone alone, and says where they can’t be read', async () => {
  const collections = [
    'fox model:v2',
    'model:v2 model:v1',
    'model:v2 model:i3',
    '-model:v2',
    '"model:v2"',
    'fox',
  ].map((filter) => smart(filter, filter))
  const none = {
    'recipes.list': () => done({ recipes: [], nextCursor: null }),
    'jobs.list': () => done({ submissions: [], nextCursor: null }),
  }
  const find = (studio: ReturnType<typeof createFixtureStudio>) =>
    findTouched(
      studio.bridge,
      { form: formWith({}), list },
      {
        account: 'sandbox',
        isGone: (id) => id === 'v2',
        isOffered: (id) => id === 'i3',
      },
    )
  const studio = createFixtureStudio({ ...none, 'smartCollections.list': () => done({ collections }) })
  const { byModel } = await find(studio)
  expect(byModel.get('v2')?.collections.map(({ name }) => name)).toEqual([
    'fox model:v2',
    'model:v2 model:v1',
  ])
  const broken = { 'smartCollections.list': () => failed({ code: 'storage_failed', message: '' }) }
  expect(await find(createFixtureStudio({ ...none, ...broken }))).toEqual({
    isWhole: false,
    byModel: new Map(),
  })
})

it('[CAT141] a smart collection keeps what it found and finds what the other model makes; an undo brings its filter back', async () => {
  const [one, other] = [smart('Foxes', 'fox model:v2 rating:5'), smart('Changed', 'model:v2')]
  const studio = createFixtureStudio({
    'smartCollections.save': ({ name }) =>
      name === 'Foxes' ? done(one) : failed({ code: 'not_found', message: '' }),
  })
  const long = smart('Long', `model:v2 ${'x'.repeat(1990)}`)
  const collections = [one, other, long]
  const only: Touched = { modelId: 'v2', recipes: [], queued: [], draft: null, collections, hasList: false }
  const { undo, ...result } = await migrate(studio.bridge, { form: formWith({}), list }, only, withoutList)
  expect(result).toEqual({
    failure: null,
    changed: 1,
    recipes: 0,
    collections: 1,
    hasDraft: false,
    hasList: false,
  })
  const added = 'fox model:v2 model:v6 rating:5'
  const { collectionId, name, sort } = one
  expect(studio.inputs('smartCollections.save')[0]).toEqual({
    collectionId,
    name,
    sort,
    before: one.filter,
    filter: added,
  })
  expect(await undo()).toEqual({ failure: null, changed: 0 })
  expect(studio.inputs('smartCollections.save').slice(2)).toEqual([
    { collectionId, name, sort, before: added, filter: one.filter },
  ])
})

const none = {
  'recipes.list': () => done({ recipes: [], nextCursor: null }),
  'jobs.list': () => done({ submissions: [], nextCursor: null }),
}

it('[CAT320] a list counts for the model that it was read for, else for the one in the form', async () => {
  const studio = createFixtureStudio(none)
  const find = async (text: string, modelId: string | null, inForm: string) => {
    const kept = { form: formWith({}, inForm), list: listWith(text, modelId) }
    const { byModel } = await findTouched(studio.bridge, kept, {
      account: 'sandbox',
      isGone: (id) => id === 'v2',
    })
    return byModel.get('v2')?.hasList === true
  }
  expect(await find('a boat', 'v2', 'i3')).toBe(true)
  expect(await find('a boat', null, 'v2')).toBe(true)
  expect(await find('a boat', 'i3', 'v2')).toBe(false)
  expect(await find('', 'v2', 'v2')).toBe(false)
})

it('[CAT320] a list moves with the recipes and comes back by the same undo, unless it changed since', async () => {
  const only: Touched = {
    modelId: 'v2',
    recipes: [],
    queued: [],
    draft: null,
    collections: [],
    hasList: true,
  }
  const before = 'prompt,resolution\na boat,512p'
  const text = '{"prompt":"a boat","resolution":"768p"}'
  const listMove = { before, after: { text, rows: 1, changed: 1, stays: 0 } }
  const move = async (kept: ReturnType<typeof listWith>) => {
    const places = { form: formWith({}), list: kept }
    const studio = createFixtureStudio({})
    return migrate(studio.bridge, places, only, { ...way, listMove })
  }
  const kept = listWith(before, 'v2')
  const state = () => [kept.store.getState().modelId, kept.store.getState().text]
  const moved = await move(kept)
  expect([moved.hasList, ...state()]).toEqual([true, 'v6', text])
  expect(await moved.undo()).toEqual({ failure: null, changed: 0 })
  expect(state()).toEqual(['v2', before])
  const again = await move(kept)
  kept.write(`${text}\n"mine"`)
  expect(await again.undo()).toEqual({ failure: null, changed: 1 })
  expect(state()).toEqual(['v6', `${text}\n"mine"`])
  expect((await move(kept)).hasList).toBe(false)
  const handedOver = { batchId: 'b', submissionIds: ['s'], rest: '', left: 0 }
  const inDoubt = listWith(before, 'v2', { handedOver })
  expect([(await move(inDoubt)).hasList, inDoubt.store.getState().text]).toEqual([false, before])
})
