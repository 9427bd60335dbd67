import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a rename durable: flushes the folder's own entry on systems that support it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Creates a folder and its missing parents, for the owner only, each flushed into its parent. */
async function makeFolderDurably(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const outside = dirname(first)
  for (let made = path; made !== outside; made = dirname(made)) await syncFolder(dirname(made))
}

/** Moves a flushed file to its path: whole or not at all, also after a power cut. */
export async function moveIntoPlace(temporary: string, target: string): Promise<void> {
  await makeFolderDurably(dirname(target))
  await rename(temporary, target)
  await syncFolder(dirname(target))
}

/** Makes what was written to a file durable. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes a file whole or not at all. No two writes may have the same `temporary` at the same time. */
export async function writeDurably(
  target: string,
  bytes: Uint8Array | string,
  mode = 0o600,
  temporary = `${target}.part`,
): Promise<void> {
  await makeFolderDurably(dirname(temporary))
  try {
    await writeFlushed(temporary, bytes, mode)
    await moveIntoPlace(temporary, target)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function writeFlushed(path: string, bytes: Uint8Array | string, mode: number): Promise<void> {
  const file = await open(path, 'w', mode)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
