import { expect, test } from 'vitest'
import { findStaleCatalogIndex } from './catalog-index.ts'
import { plantFiles } from './testing/plant-files.ts'

const index = `import { i2 } from './i2.ts'
import { i10 } from './i10.ts'
import type { Model } from './model.ts'

export const models: readonly Model[] = [
  i2,
  i10,
]
`
const catalog = { 'shared/catalog/i2.ts': '', 'shared/catalog/i10.ts': '', 'shared/catalog/model.ts': '' }

test('an index with a row for each model’s file, in order, passes', () => {
  expect(findStaleCatalogIndex(plantFiles({ ...catalog, 'shared/catalog/index.ts': index }))).toEqual([])
})

test.each([
  ['a file without a row', { ...catalog, 'shared/catalog/v1.ts': '', 'shared/catalog/index.ts': index }],
  ['a row without a file', { 'shared/catalog/i2.ts': '', 'shared/catalog/index.ts': index }],
])('%s is found', (_, files: Record<string, string>) => {
  expect(findStaleCatalogIndex(plantFiles(files))).toEqual([
    'shared/catalog/index.ts does not fit the model files beside it: run npm run models',
  ])
})
