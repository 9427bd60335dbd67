import { readdir } from 'node:fs/promises'
import type { FileRemover } from '../engine/library/ports.ts'
import type { DataFolder } from './data-folder.ts'

const copyName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.jpg$/

/**
 * Removes the smaller copies that a stopped proof left in the data folder: the page makes them anew. Nothing else: `--data`
 * may name a folder in which the person has one of that name.
 */
export async function sweepProofCopies(
  folder: Pick<DataFolder, 'resolve'>,
  remover: Pick<FileRemover, 'remove'>,
): Promise<void> {
  const names = await readdir(folder.resolve('proofs')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const copies = names.filter((name) => copyName.test(name))
  await remover.remove(copies.map((name) => ({ id: name, paths: [`proofs/${name}`] })))
}
