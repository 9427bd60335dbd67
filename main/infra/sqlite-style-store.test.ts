import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeStyleStore } from '../testing/fake-style-store.ts'
import { openMigratedDatabase } from '../testing/migrated-library.ts'
import { sampleSubmission } from '../testing/sample-submission.ts'
import { tryStyleStore } from '../testing/style-store-suite.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { migrations } from './sqlite-migrations.ts'
import { createSqliteRecipeStore } from './sqlite-recipe-store.ts'
import { createSqliteStyleStore } from './sqlite-style-store.ts'
import { createSqliteSubmissionJournal } from './sqlite-submission-journal.ts'

async function open(path = join(temporaryFolder(), 'library.sqlite')) {
  const database = await openMigratedDatabase(path)
  onTestFinished(() => database.close())
  const journal = createSqliteSubmissionJournal(database)
  return { database, journal, store: createSqliteStyleStore(database) }
}

tryStyleStore('SQLite', async () => {
  const { store, journal } = await open()
  return { store, addRun: (run) => journal.insert([sampleSubmission(run)]) }
})

tryStyleStore('The double', async () => {
  const store = createFakeStyleStore()
  return { store, addRun: store.noteRun }
})

test('[STYLE3] a run that can’t be written makes no style known, and one that is known counts once', async () => {
  const { store, journal } = await open()
  const run = sampleSubmission({ serviceId: 'sandbox', values: { styles: [{ id: 'ink' }] } })
  const broken = { ...sampleSubmission({ submissionId: 'other', values: { styles: [{ id: 'neon' }] } }) }
  expect(() => journal.insert([broken, { ...run, state: null as never }])).toThrow()
  expect(store.list({ account: 'sandbox', limit: 9 }).total).toBe(0)
  journal.insert([run])
  journal.insert([run])
  expect(store.find('sandbox', ['ink'])).toMatchObject([{ runs: 1 }])
})

test('[STYLE2] recipes that name a style are counted, in whichever account, until they are removed', async () => {
  const { database, store } = await open()
  const recipes = createSqliteRecipeStore(database)
  store.meet('sandbox', [{ styleId: 'ink', name: '', note: '' }], 'recipe', 1)
  const recipe = {
    recipeId: 'one',
    name: 'Maps',
    modelId: 'i8',
    values: { styles: [{ id: 'ink' }] },
    isPinned: false,
    touchedAt: 1,
  }
  recipes.put([recipe, { ...recipe, recipeId: 'two' }])
  recipes.put([recipe])
  expect(store.find('sandbox', ['ink'])).toMatchObject([{ recipes: 2 }])
  recipes.put([{ ...recipe, values: {} }])
  recipes.remove(['two'])
  expect(store.find('sandbox', ['ink'])).toMatchObject([{ recipes: 0 }])
})

test.each(['', '7', '[1]', '["a",1]', '{}', 'null'])(
  'an unknown cursor (%j) starts at the beginning',
  async (cursor) => {
    const { store } = await open()
    store.meet('sandbox', [{ styleId: 'ink', name: '', note: '' }], 'hand', 1)
    expect(store.list({ account: 'sandbox', limit: 5, cursor }).styles).toHaveLength(1)
  },
)

test('[STYLE2] styles of runs and recipes from before this format are known; unreadable ones cost only themselves', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  const before = migrations.findIndex((step) => step.includes('CREATE TABLE styles'))
  const connection = new DatabaseSync(path)
  for (const [index, step] of migrations.slice(0, before).entries())
    connection.exec(`BEGIN; ${step}; PRAGMA user_version = ${index + 1}; COMMIT`)
  const insert = connection.prepare(`
    INSERT INTO submissions (submission_id, batch_id, model_id, kind, service_id, path, values_json, body_sha256,
      estimate_json, state, confirmed_at, updated_at) VALUES (?, 'b', 'i8', 'image', ?, '/p', ?, 'd', '{}', 'accepted', ?, 1)`)
  const values = [
    JSON.stringify({ styles: [{ id: 'ink', strength: 1 }, { id: 'neon' }, { id: 'ink' }] }),
    JSON.stringify({ styles: [{ id: 'ink' }, { id: '\u0007bell' }, { id: ' x' }, { id: 9 }, 'neon', null] }),
    JSON.stringify({ styles: 'ink' }),
    JSON.stringify({ styles: [{ id: 'x'.repeat(600) }] }),
    '{"styles":[{',
    '[]',
  ]
  for (const [index, json] of values.entries()) insert.run(`run-${index}`, 'sandbox', json, 100 + index)
  insert.run('taken-in', '', JSON.stringify({ styles: [{ id: 'nobodys' }] }), 1)
  connection.exec(
    `INSERT INTO recipes (recipe_id, name, model_id, values_json, is_pinned, touched_at)
     VALUES ('r', 'n', 'i8', '{"styles":[{"id":"ink"}]}', 0, 1), ('s', 'n', 'i8', '{"styles', 0, 1)`,
  )
  connection.close()
  const { store } = await open(path)
  expect(store.list({ account: 'sandbox', limit: 9 }).styles).toMatchObject([
    { styleId: 'ink', metAt: 100, runs: 2, recipes: 1 },
    { styleId: 'neon', metAt: 100, runs: 1, recipes: 0 },
  ])
  expect(store.list({ account: 'sandbox', limit: 9, search: 'neo' }).total).toBe(1)
  expect(store.list({ account: '', limit: 9 }).total).toBe(0)
})
