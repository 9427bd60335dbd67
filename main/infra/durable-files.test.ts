import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { moveIntoPlace, writeDurably } from './durable-files.ts'

test('a write replaces the old file whole, for its owner only, and leaves nothing beside it', async () => {
  const folder = temporaryFolder()
  const target = join(folder, 'a', 'b', 'keys.json')
  await writeDurably(target, 'a long first version')
  await writeDurably(target, 'short')
  expect(readFileSync(target, 'utf8')).toBe('short')
  expect(statSync(target).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['keys.json'])
})

test('where a folder has its path, the write fails and leaves nothing', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'taken', 'full'), { recursive: true })
  await expect(writeDurably(join(folder, 'taken'), 'x')).rejects.toThrow()
  expect(readdirSync(folder)).toEqual(['taken'])
})

test('writes under temporary names of their own never mix', async () => {
  const folder = temporaryFolder()
  const target = join(folder, 'poster.jpg')
  const versions = Array.from({ length: 12 }, (_, index) => String(index % 10).repeat(200_000))
  await Promise.all(
    versions.map((text, index) => writeDurably(target, text, 0o600, join(folder, `${index}.part`))),
  )
  expect(versions).toContain(readFileSync(target, 'utf8'))
  expect(readdirSync(folder)).toEqual(['poster.jpg'])
})

test('a file is moved over an older one into folders that did not exist', async () => {
  const folder = temporaryFolder()
  for (const text of ['old', 'new']) {
    writeFileSync(join(folder, 'x.part'), text)
    await moveIntoPlace(join(folder, 'x.part'), join(folder, 'media/2026-11/x.png'))
  }
  expect(readFileSync(join(folder, 'media/2026-11/x.png'), 'utf8')).toBe('new')
  expect(readdirSync(folder)).toEqual(['media'])
})
