import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a rename last: on systems that have it, the folder's own entry is flushed. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Gives a flushed file its place: whole or not there at all, also after a power cut. */
export async function moveIntoPlace(temporary: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  await rename(temporary, target)
  await syncFolder(dirname(target))
}

/** Writes a file whole or not at all. */
export async function writeDurably(target: string, bytes: Uint8Array | string, mode = 0o600): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  const temporary = `${target}.part`
  const file = await open(temporary, 'w', mode)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await moveIntoPlace(temporary, target).catch(async (error: unknown) => {
    await rm(temporary, { force: true })
    throw error
  })
}
