import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { chunkOf, formParts } from './page-chunks.ts'

const imports: Readonly<Record<string, readonly string[]>> = {
  'main.tsx': ['view.tsx', '\0helper'],
  'view.tsx': ['library', 'main.tsx'],
  library: [],
  lazy: ['library'],
}
const graph = {
  getModuleInfo: (id: string) => (imports[id] ? { importedIds: imports[id] } : null),
}

test('a module’s own chunk holds its imports, in whatever order the modules come, and no helper', () => {
  const chunk = chunkOf(['main.tsx'], 'main')
  const named = ['library', 'lazy', '\0helper', 'view.tsx', 'main.tsx'].map((id) => chunk.name(id, graph))
  expect(named).toEqual(['main', null, null, 'main', 'main'])
})

test('a chunk of several modules holds the imports of each', () => {
  const chunk = chunkOf(['view.tsx', 'lazy'], 'both')
  expect(['lazy', 'library', 'other'].map((id) => chunk.name(id, graph))).toEqual(['both', 'both', null])
})

test('the parts of Create’s form exist', () => {
  const place = (part: string) => fileURLToPath(new URL(`../renderer/${part}`, import.meta.url))
  expect(formParts.filter((part) => !existsSync(place(part)))).toEqual([])
})
