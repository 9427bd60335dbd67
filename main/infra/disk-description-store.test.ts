import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createDiskDescriptionStore } from './disk-description-store.ts'

function open(root = temporaryFolder()) {
  const warnings: string[] = []
  const store = createDiskDescriptionStore({
    resolve: (relative) => join(root, relative),
    log: { warn: (sentence) => void warnings.push(sentence) },
  })
  return { root, store, warnings }
}

test('[CAT36] keeps a description whole, with the nine before it, per service', async () => {
  const { root, store } = open()
  for (let version = 1; version <= 14; version += 1) {
    store.write('one', { paths: { '/assets': {} }, version })
    await store.close()
  }
  store.write('other', { version: 0 })
  await store.close()
  const later = open(root).store
  expect(later.read('one')).toEqual({ paths: { '/assets': {} }, version: 14 })
  const versions = Array.from({ length: 11 }, (_, back) => later.readVersion('one', back + 1))
  expect(versions.map((document) => (document as { version?: number })?.version)).toEqual([
    ...[13, 12, 11, 10, 9, 8, 7, 6, 5],
    ...[undefined, undefined],
  ])
  expect(later.readVersion('other', 1)).toBeUndefined()
})

test('[CAT36] the same description again is no other version', async () => {
  const { store } = open()
  for (let time = 0; time < 3; time += 1) {
    store.write('one', { version: 1 })
    await store.close()
  }
  expect(store.readVersion('one', 1)).toBeUndefined()
})

test('[CAT99] nothing is kept that could not be read again, and the last one stays', async () => {
  const { root, store } = open()
  store.write('one', { version: 1 })
  await store.close()
  expect(store.write('one', { text: 'é'.repeat(17 * 1024 * 1024) })).toBe(false)
  await store.close()
  expect([store.read('one'), store.readVersion('one', 1)]).toEqual([{ version: 1 }, undefined])
  const labels = new Map(Array.from({ length: 20_001 }, (_, index) => [`m${index}`, 'Model']))
  store.writeLabels(labels)
  store.writeLabels(new Map([['m1', 'Again']]))
  store.writeLabels(new Map([['new', 'New']]))
  await store.close()
  const kept = open(root).store.labels()
  expect([kept.size, kept.get('m0'), kept.get('m1'), kept.get('m2')]).toEqual([
    20_000,
    undefined,
    'Again',
    undefined,
  ])
})

test('[CAT30] a damaged kept description costs only itself, and one that can’t be written is reported', async () => {
  const { root, store, warnings } = open()
  store.write('one', { version: 1 })
  await store.close()
  const [file = ''] = readdirSync(join(root, 'descriptions'))
  writeFileSync(join(root, 'descriptions', file), '{"serviceId":"one","docu')
  expect(store.read('one')).toBeUndefined()
  store.write('one', { version: 2 })
  await store.close()
  expect(store.read('one')).toEqual({ version: 2 })

  const blocked = temporaryFolder()
  mkdirSync(blocked, { recursive: true })
  writeFileSync(join(blocked, 'descriptions'), 'a file')
  const other = open(blocked)
  other.store.write('one', { version: 1 })
  await other.store.close()
  expect([other.warnings.length, warnings]).toEqual([1, []])
})

test('[CAT66] what was seen of a description is kept over a restart, and costs only itself where it can’t be read', async () => {
  const { root, store } = open()
  expect(store.readSeen('one')).toBeNull()
  const seen = { document: { paths: {} }, models: new Map([['__proto__', 'text']]) }
  store.writeSeen('one', seen)
  store.writeSeen('other', seen)
  store.writeSeen('other', null)
  await store.close()
  expect([open(root).store.readSeen('one'), open(root).store.readSeen('other')]).toEqual([seen, null])
  expect(store.readVersion('one', 1)).toBeUndefined()
  const [file = ''] = readdirSync(join(root, 'descriptions'))
  writeFileSync(join(root, 'descriptions', file), '{"serviceId":"one"')
  expect(open(root).store.readSeen('one')).toBeNull()
})
