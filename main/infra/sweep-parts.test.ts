import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { sweepParts } from './part-file.ts'

/** A folder of the person's, with a file in it and in its subfolder. */
function foreignFolder(): { folder: string; isWhole(): boolean } {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'inside'))
  const files = [join(folder, 'diary.txt'), join(folder, 'inside', 'diary.txt')]
  for (const file of files) writeFileSync(file, 'dear diary')
  return { folder, isWhole: () => files.every((file) => existsSync(file)) }
}

test('[LIB14] a start removes files that are not wanted, and no target of a link', async () => {
  const { folder: elsewhere, isWhole } = foreignFolder()
  const incoming = join(temporaryFolder(), 'incoming')
  symlinkSync(elsewhere, incoming)
  await sweepParts(incoming, () => false)
  expect(isWhole()).toBe(true)
  const own = temporaryFolder()
  symlinkSync(elsewhere, join(own, 'away'))
  writeFileSync(join(own, 'f1.part'), 'half')
  await sweepParts(own, () => false)
  expect([isWhole(), existsSync(join(own, 'f1.part')), existsSync(join(own, 'away'))]).toEqual([
    true,
    false,
    false,
  ])
})

test('[LIB14] a folder at a part’s path stays as it is', async () => {
  const { folder, isWhole } = foreignFolder()
  mkdirSync(join(folder, 'f1.part'))
  writeFileSync(join(folder, 'f1.part', 'note.txt'), 'kept')
  await sweepParts(join(folder, 'f1.part'), (fileId) => fileId === 'x')
  await sweepParts(join(folder, 'inside', '..', 'inside', 'none'), () => false)
  expect(isWhole()).toBe(true)
})
