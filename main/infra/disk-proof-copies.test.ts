import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createDiskFileRemover } from './disk-file-remover.ts'
import { sweepProofCopies } from './disk-proof-copies.ts'

const copy = '0190a1b2-0000-7000-8000-000000000001.jpg'

function sweep(path: string) {
  const folder = { path, resolve: (one: string) => resolve(path, one), release: () => undefined }
  return sweepProofCopies(folder, createDiskFileRemover(folder))
}

test('[EXP31] what a stopped proof left is removed, and nothing else that lies in a folder of that name', async () => {
  const root = temporaryFolder()
  await sweep(root)
  mkdirSync(join(root, 'proofs', 'client'), { recursive: true })
  for (const name of [copy, 'contract.pdf', 'client/a.jpg']) writeFileSync(join(root, 'proofs', name), 'x')
  await sweep(root)
  expect(readdirSync(join(root, 'proofs'), { recursive: true }).map(String).toSorted()).toEqual([
    'client',
    join('client', 'a.jpg'),
    'contract.pdf',
  ])
})

test('[EXP31] nothing is removed through a link', async () => {
  const [root, elsewhere] = [temporaryFolder(), temporaryFolder()]
  writeFileSync(join(elsewhere, copy), 'x')
  symlinkSync(elsewhere, join(root, 'proofs'))
  await sweep(root)
  expect(readdirSync(elsewhere)).toEqual([copy])
})
