import { expect, test } from 'vitest'
import { openLibrary } from '../testing/open-library.ts'
import { createSqliteCollections } from './sqlite-collections.ts'
import { createSqliteFilterValues } from './sqlite-filter-values.ts'

const sheetId = '0199a4d2-7b1c-7c3e-8f00-00000000000a'
const collectionId = '0199a4d2-7b1c-7c3e-8f00-000000000009'

async function open() {
  const opened = await openLibrary()
  const { database, saveFile, tags } = opened
  const fileIds = [
    saveFile({ modelId: 'v1', prompt: 'a quiet sea' }),
    saveFile({ modelId: 'i3', prompt: 'a fox in the snow' }),
    saveFile({ modelId: 'i3', prompt: 'a fox in the snow' }),
  ]
  for (const fileId of fileIds.slice(1))
    database.prepare('UPDATE files SET sheet_id = ? WHERE file_id = ?').run(sheetId, fileId)
  database.prepare('UPDATE files SET is_behind = 1 WHERE file_id = ?').run(fileIds[2] ?? '')
  createSqliteCollections(database).create({ collectionId, name: 'Wall art', fileIds, at: 1 })
  tags.change(['Art deco', 'Smart', 'Sea'].map((name) => ({ name, fileIds, isOn: true })))
  database
    .prepare(
      `INSERT INTO styles (account, style_id, name, met_at, touched_at) 
         VALUES ('sandbox', 'x', 'Wet ink', 1, 1), ('sandbox', 'y', 'Ivory', 1, 1)`,
    )
    .run()
  const labels: Record<string, string> = { v1: 'V1 Flagship', i3: 'I3 Dense layouts', a1: 'A1 Score' }
  const values = createSqliteFilterValues({
    database,
    labelOf: (modelId) => labels[modelId] ?? modelId,
    accounts: () => [{ id: '0199a4d2-7b1c-7c3e-8f00-00000000000c', name: 'Studio' }],
  })
  const list = (
    ...asked: Parameters<typeof values.list> extends [infer N, infer T, number] ? [N, T] : never
  ) => values.list(asked[0], asked[1], 12)
  return { ...opened, list, values }
}

test('[FIND8] what a term can be is what the library has, those that begin with what is typed first', async () => {
  const { list, values } = await open()
  expect(list('model', 'la')).toEqual([
    { value: 'i3', label: 'I3 Dense layouts' },
    { value: 'v1', label: 'V1 Flagship' },
  ])
  expect(list('style', 'i').map(({ value }) => value)).toEqual(['Ivory', 'Wet ink'])
  expect(list('model', 'V1')).toEqual([{ value: 'v1', label: 'V1 Flagship' }])
  expect(list('model', 'score')).toEqual([])
  expect(list('account', '')).toEqual([{ value: 'sandbox', label: 'sandbox' }])
  expect(list('tag', 'art').map(({ value }) => value)).toEqual(['Art deco', 'Smart'])
  expect(list('collection', 'ART')).toEqual([{ value: 'Wall art', label: 'Wall art' }])
  expect(list('style', 'ink')).toEqual([{ value: 'Wet ink', label: 'Wet ink' }])
  expect(values.list('tag', '', 2)).toHaveLength(2)
})

test('[FIND8] contact sheets are suggested by their prompt, and named by their batch', async () => {
  const { list } = await open()
  const sheet = { value: sheetId, label: 'a fox in the snow' }
  expect(list('sheet', 'fox')).toEqual([sheet])
  expect(list('sheet', '')).toEqual([sheet])
  expect(list('sheet', sheetId)).toEqual([sheet])
  expect(list('sheet', 'sea')).toEqual([])
})
