import { expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findMachineNames } from './machine-names.ts'

test('the folder of the clone itself is found in a file, with its line', () => {
  const root = plantFiles({ 'docs/a.md': 'first\nsecond' })
  const named = plantFiles({ 'docs/a.md': `first\nsee ${root}/docs` })
  expect(findMachineNames(root)).toEqual([])
  expect(findMachineNames(named, [root])).toEqual([`docs/a.md:2  see ${root}/docs`])
})

test('a name that is handed in is found anywhere, and images are not read', () => {
  const root = plantFiles({
    'main/a.ts': "const host = 'registry.example'",
    'resources/a.png': 'registry.example',
  })
  expect(findMachineNames(root, ['registry.example'])).toEqual([
    "main/a.ts:1  const host = 'registry.example'",
  ])
})
