import { lstat, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'

/**
 * Remembers a library's log and its index; the returned function restores them. SQLite rebuilds both even where
 * it only reads, which destroys the evidence of a lost log (LIB32).
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
    // Replaced by a rename: a process that has the other index open keeps that one.
    const temporary = `${index}.part`
    await writeFile(temporary, before, { mode: 0o600 })
    await rename(temporary, index).finally(() => rm(temporary, { force: true }))
  }
}
