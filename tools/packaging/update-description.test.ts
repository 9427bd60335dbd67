import { expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findUnnamedPublisher } from './update-description.ts'

const file = (folder: string) => `${folder}/resources/app-update.yml`

test.each([
  ['names one', 'provider: generic\npublisherName:\n  - Atelier Ltd\n', 0],
  ['names none', 'provider: generic\n', 1],
  ['names an empty one', "provider: generic\npublisherName: ['']\n", 1],
  ['is empty', '', 1],
])('[PACK2] what the packed Windows updater reads is read back: one that %s', (_, text, faults) => {
  const output = plantFiles({ [file('win-unpacked')]: text, [file('win-arm64-unpacked')]: text })
  expect(findUnnamedPublisher(output)).toHaveLength(faults * 2)
})

test('[PACK2] other systems and builds without a feed have nothing to name', () => {
  const output = plantFiles({
    [file('linux-unpacked')]: 'provider: generic\n',
    'win-unpacked/Atelier.exe': '',
  })
  expect(findUnnamedPublisher(output)).toEqual([])
  expect(findUnnamedPublisher('/nowhere')).toEqual([])
})
