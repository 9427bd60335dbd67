import { rm } from 'node:fs/promises'
import type { DataFolder } from './data-folder.ts'

/** Removes the smaller copies that a stopped proof left in the data folder: the page makes them anew. */
export async function sweepProofCopies(folder: Pick<DataFolder, 'resolve'>): Promise<void> {
  await rm(folder.resolve('proofs'), { recursive: true, force: true })
}
