import { lstat, open, rename } from 'node:fs/promises'
import { z } from 'zod'
import { writeDurably } from './durable-files.ts'
import { repairWays } from './repair-ways.ts'

const markSchema = z.strictObject({
  /**
   * `making`: nothing was kept yet. `opening`: nothing was written since. `open`: in use, and its log holds at
   * least one commit. `closed`: everything is in the library's file.
   */
  phase: z.enum(['making', 'opening', 'open', 'closed']),
  /** A repair whose effects on the files are not all applied yet; null where there is none. */
  repaired: z.enum(repairWays).nullable(),
  /**
   * The file's state when it was closed; null where that is unknown. `modifiedAt` in milliseconds since the
   * epoch.
   */
  closedAs: z.strictObject({ bytes: z.number(), modifiedAt: z.number() }).nullable(),
})

/** A record of the library's last process, kept beside the library. */
export type LibraryMark = z.infer<typeof markSchema>

const longestMark = 4_096

function markPathOf(libraryPath: string): string {
  return `${libraryPath}.mark`
}

/** Null where there is no readable mark: nothing is known then. */
export async function readMark(libraryPath: string): Promise<LibraryMark | null> {
  const path = markPathOf(libraryPath)
  const there = await lstat(path).catch(() => null)
  const file = there?.isFile() ? await open(path, 'r').catch(() => null) : null
  if (!file) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longestMark), 0, longestMark, 0)
    return markSchema.parse(JSON.parse(buffer.toString('utf8', 0, bytesRead)))
  } catch {
    return null
  } finally {
    await file.close()
  }
}

/** Durable when it resolves. A folder in its place is renamed, never removed. */
export async function writeMark(libraryPath: string, mark: LibraryMark): Promise<void> {
  const path = markPathOf(libraryPath)
  const there = await lstat(path).catch(() => null)
  if (there?.isDirectory()) await rename(path, `${path}.folder-${Date.now()}`)
  await writeDurably(path, JSON.stringify(mark))
}
