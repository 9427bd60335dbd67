import { expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findMachineNames } from './machine-names.ts'

test('the folder of the clone itself is found in a file, with its line', () => {
  const root = plantFiles({ 'docs/a.md': 'first\nsecond' })
  const named = plantFiles({ 'docs/a.md': `first\nsee ${root}/docs` })
  expect(findMachineNames(root)).toEqual([])
  expect(findMachineNames(named, [root])).toEqual([`docs/a.md:2  see ${root}/docs`])
})

test.each([
  ['package-lock.json', '      "resolved": "https://packages.example/zod/-/zod-4.0.0.tgz",'],
  ['.npmrc', 'registry=https://packages.example/'],
  ['.npmrc', '@scope:registry = https://packages.example/'],
  ['.npmrc', '//packages.example/:_authToken=x'],
])('a registry’s host in %s is found: %s', (file, line) => {
  const root = plantFiles({ [file]: `fund=false\n${line}` })
  expect(findMachineNames(root, [])).toEqual([`${file}:2  ${line.trim()}`])
})

test('a given name is found anywhere, and images are not read', () => {
  const root = plantFiles({
    'main/a.ts': "const host = 'machine-7.example'",
    'resources/a.png': 'machine-7.example',
  })
  expect(findMachineNames(root, ['machine-7.example'])).toEqual([
    "main/a.ts:1  const host = 'machine-7.example'",
  ])
})
