import { lstat, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'

/**
 * Remembers the log of a library and its index as they lie there; the answer puts them back. SQLite makes both anew
 * where it only reads, and with them goes what says that a log was lost (LIB32).
 */
export async function rememberLog(libraryPath: string): Promise<() => Promise<void>> {
  const [log, index] = [`${libraryPath}-wal`, `${libraryPath}-shm`]
  const hadLog = (await stat(log).catch(() => null)) !== null
  const there = await lstat(index).catch(() => null)
  const before = there?.isFile() ? await readFile(index).catch(() => null) : null
  return async () => {
    if (there && !there.isFile()) return
    const hasEmptyLog = (await stat(log).catch(() => null))?.size === 0
    if (!hadLog && hasEmptyLog) await rm(log, { force: true })
    if (before === null) return rm(index, { force: true })
    // Whoever has the other one open keeps it.
    const temporary = `${index}.part`
    await writeFile(temporary, before, { mode: 0o600 })
    await rename(temporary, index).finally(() => rm(temporary, { force: true }))
  }
}
