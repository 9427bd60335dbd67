import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSqliteRecipeStore } from '../../infra/sqlite-recipe-store.ts'
import { createUuid7Ids } from '../../infra/uuid7-ids.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openMigratedDatabase } from '../../testing/migrated-library.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createRecipeProcedures } from './recipe-procedures.ts'

const recipeId = '0199a4d2-7b1c-7c3e-8f00-112233445566'
const sea = { recipeId, name: 'Sea', modelId: 'i3', values: { prompt: 'a sea' }, isPinned: false }

async function open() {
  const database = await openMigratedDatabase(join(temporaryFolder(), 'library.sqlite'))
  onTestFinished(() => database.close())
  const clock = createFakeClock()
  let changes = 0
  const procedures = createRecipeProcedures({
    clock,
    ids: createUuid7Ids(clock),
    recipes: createSqliteRecipeStore(database),
    onChanged: () => {
      changes += 1
    },
    onKept: () => {},
  })
  const names = () => {
    const page = procedures['recipes.list']({ limit: 10 })
    return page.ok ? page.value.recipes.map(({ name }) => name) : []
  }
  return { procedures, names, clock, changes: () => changes }
}

test('[RECIPE2] a recipe is saved, renamed, pinned, and saved again after its removal', async () => {
  const { procedures, names, changes } = await open()
  procedures['recipes.save'](sea)
  procedures['recipes.change']({ recipeId, name: 'Sea at night' })
  expect(procedures['recipes.change']({ recipeId, isPinned: true })).toMatchObject({
    value: { name: 'Sea at night', isPinned: true, values: { prompt: 'a sea' } },
  })
  const removed = procedures['recipes.remove']({ recipeId })
  expect(names()).toEqual([])
  if (!removed.ok) throw new Error('It was there.')
  const { touchedAt, ...kept } = removed.value
  procedures['recipes.save'](kept)
  expect([names(), changes()]).toEqual([['Sea at night'], 5])
})

test('[RECIPE3] a recipe carries the time at which it was last saved, changed, used or imported', async () => {
  const { procedures, clock } = await open()
  const text = JSON.stringify({ format: 'atelier-recipes', version: 1, recipes: [{ ...sea, name: 'Boat' }] })
  const acts = [
    () => procedures['recipes.save'](sea),
    () => procedures['recipes.change']({ recipeId, isPinned: true }),
    () => procedures['recipes.use']({ recipeId }),
  ]
  for (const act of acts) {
    await clock.advance(60_000)
    expect(act()).toMatchObject({ value: { touchedAt: new Date(clock.now()).toISOString() } })
  }
  await clock.advance(60_000)
  const touchedAt = new Date(clock.now()).toISOString()
  expect(procedures['recipes.import']({ text })).toMatchObject({ value: { added: [{ touchedAt }] } })
})

test('[RECIPE20] a recipe moves only from what it is, keeps its newer name and pin, and never comes back', async () => {
  const { procedures, names, changes } = await open()
  const from = { modelId: sea.modelId, values: sea.values }
  const to = { modelId: 'i7', values: { prompt: 'a sea', resolution: '2K' } }
  procedures['recipes.save'](sea)
  procedures['recipes.change']({ recipeId, name: 'Sea at night', isPinned: true })
  expect(procedures['recipes.move']({ recipeId, from, to })).toMatchObject({
    value: { ...to, name: 'Sea at night', isPinned: true },
  })
  const before = changes()
  for (const other of [from, { ...to, values: from.values }, { ...to, modelId: 'i3' }])
    expect(procedures['recipes.move']({ recipeId, from: other, to: from })).toEqual({ ok: true, value: null })
  procedures['recipes.remove']({ recipeId })
  expect(procedures['recipes.move']({ recipeId, from: to, to: from })).toEqual({ ok: true, value: null })
  expect([names(), changes() - before]).toEqual([[], 1])
})

test('a missing recipe is reported as missing', async () => {
  const { procedures } = await open()
  for (const name of ['recipes.use', 'recipes.remove', 'recipes.change'] as const)
    expect(procedures[name]({ recipeId })).toMatchObject({ ok: false, error: { code: 'not_found' } })
  expect(procedures['recipes.export']({})).toMatchObject({ ok: false, error: { code: 'not_found' } })
})

test('[RECIPE5] an export imports into another library, and adds nothing a second time', async () => {
  const [here, there] = [await open(), await open()]
  here.procedures['recipes.save'](sea)
  const exported = here.procedures['recipes.export']({ recipeIds: [recipeId] })
  if (!exported.ok) throw new Error('It was there.')
  const { text } = exported.value
  expect(text).not.toContain(recipeId)
  expect(there.procedures['recipes.import']({ text })).toMatchObject({
    value: { added: [{ name: 'Sea' }], known: 0 },
  })
  expect(there.procedures['recipes.import']({ text })).toMatchObject({ value: { added: [], known: 1 } })
  expect(there.names()).toEqual(['Sea'])
})

test('[RECIPE7] an import is undone: existing recipes stay, and so do imported ones that the person changed since', async () => {
  const { procedures, names, changes } = await open()
  procedures['recipes.save'](sea)
  const recipes = ['Boat', 'Fox', 'Owl', 'Hare'].map((name) => ({ ...sea, name }))
  const text = JSON.stringify({ format: 'atelier-recipes', version: 1, recipes: [sea, ...recipes] })
  const imported = procedures['recipes.import']({ text })
  if (!imported.ok) throw new Error('It was a file of recipes.')
  const [boat, fox, owl, hare] = imported.value.added.map((recipe) => recipe.recipeId)
  if (!boat || !fox || !owl || !hare) throw new Error('Four were new.')
  procedures['recipes.change']({ recipeId: boat, name: 'My boat' })
  procedures['recipes.change']({ recipeId: fox, isPinned: true })
  procedures['recipes.use']({ recipeId: owl })
  procedures['recipes.remove']({ recipeId: hare })
  const before = changes()
  const added = imported.value.added.map(({ recipeId, name, isPinned }) => ({ recipeId, name, isPinned }))
  expect(procedures['recipes.undoImport']({ added })).toEqual({ ok: true, value: { removed: 1, kept: 2 } })
  expect([names().toSorted(), changes() - before]).toEqual([['Fox', 'My boat', 'Sea'], 1])
})

test('[RECIPE4] a file with one invalid recipe adds nothing', async () => {
  const { procedures, names, changes } = await open()
  const file = { format: 'atelier-recipes', version: 1, recipes: [sea, { name: 'Without a model' }] }
  expect(procedures['recipes.import']({ text: JSON.stringify(file) })).toMatchObject({
    ok: false,
    error: { code: 'not_recipes', cause: { code: 'recipes_not_in_file' } },
  })
  const newer = JSON.stringify({ ...file, version: 2 })
  expect(procedures['recipes.import']({ text: newer })).toMatchObject({ error: { code: 'newer_recipes' } })
  expect(procedures['recipes.import']({ text: 'a,b' })).toMatchObject({ error: { code: 'not_recipes' } })
  expect([names(), changes()]).toEqual([[], 0])
})
