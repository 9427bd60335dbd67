import { readFileSync } from 'node:fs'
import { type FileHandle, lstat, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { moveIntoPlace, syncFolder } from './durable-files.ts'

/** What must still be true of a URL for its partial bytes to be continued. */
export interface PartNote {
  readonly url: string
  /** The value for `If-Range`: a strong ETag or a date. */
  readonly validator: string
  readonly totalBytes: number | null
  /** The SHA-256 that the server gave for the whole, in hex. */
  readonly sha256: string | null
}

/** A note, and how many bytes of its part are trusted; never zero. */
export interface KnownPart extends PartNote {
  readonly bytes: number
}

const noteSchema = z.strictObject({
  url: z.string(),
  validator: z.string(),
  totalBytes: z.int().positive().nullable(),
  sha256: z.string().nullable(),
  boot: z.string(),
  flushedBytes: z.int().nonnegative(),
})

/** The bytes of an unfinished download, with a note of their origin. */
export interface PartFile {
  readonly path: string
  /** Null where there is nothing to continue. */
  known(): Promise<KnownPart | null>
  /** Starts over, empty; without a note nothing can be continued later. */
  begin(note: PartNote | null): Promise<FileHandle>
  /** Opens it for continuing, truncated to so many bytes. */
  resume(bytes: number): Promise<FileHandle>
  /** Flushes the received bytes for a later try; where nothing can be continued, nothing is kept. */
  leave(): Promise<void>
  discard(): Promise<void>
  /** Moves the flushed file to its path. */
  moveTo(target: string): Promise<void>
}

/** Created only where nothing exists: a link's target is never written (LIB40). */
const newAlone = 'wx'
const partEnding = '.part'
const noteEnding = '.note'

/** The part of this file, in a folder that nothing is served from. */
export function openPartFile(folder: string, fileId: string): PartFile {
  const path = join(folder, fileId + partEnding)
  const notePath = join(folder, fileId + noteEnding)
  const boot = readBootId()
  let note: PartNote | null = null

  async function readNote() {
    try {
      if (!(await lstat(notePath)).isFile()) return null
      return noteSchema.parse(JSON.parse(await readFile(notePath, 'utf8')))
    } catch {
      return null
    }
  }

  /**
   * Written whole or not at all, as far as a killed process goes; a machine crash is detected by `boot` and
   * `flushedBytes`.
   */
  async function writeNote(written: PartNote, flushedBytes: number): Promise<void> {
    const temporary = `${notePath}${partEnding}`
    try {
      await rm(temporary, { force: true })
      await writeFile(temporary, JSON.stringify({ ...written, boot, flushedBytes }), {
        mode: 0o600,
        flag: newAlone,
      })
      await rename(temporary, notePath)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async function sizeOfPart(): Promise<number> {
    const there = await lstat(path).catch(() => null)
    return there?.isFile() ? there.size : 0
  }

  async function flush(of: PartNote, size: number): Promise<void> {
    const file = await open(path, 'r+')
    await file.datasync().finally(() => file.close())
    await writeNote(of, size)
  }

  async function discard(): Promise<void> {
    note = null
    await Promise.all([rm(notePath, { force: true }), rm(path, { force: true })])
  }

  return {
    path,
    async known() {
      const found = await readNote()
      const size = await sizeOfPart()
      if (!found) return null
      const { boot: writtenIn, flushedBytes, ...kept } = found
      const bytes = writtenIn === boot ? size : Math.min(size, flushedBytes)
      note = kept
      return bytes > 0 ? { ...kept, bytes } : null
    },
    async begin(begun) {
      // An older note must never be found beside newer bytes, also after a power cut.
      if (await lstat(notePath).catch(() => null)) {
        await rm(notePath, { force: true })
        await syncFolder(folder)
      }
      await rm(path, { force: true })
      const file = await open(path, newAlone, 0o600)
      note = begun
      if (begun) await writeNote(begun, 0)
      return file
    },
    async resume(bytes) {
      const file = await open(path, 'r+')
      await file.truncate(bytes)
      return file
    },
    async leave() {
      const size = await sizeOfPart()
      if (!note || size === 0) return discard()
      // Where that can't be written the older note stays, which promises less.
      await flush(note, size).catch(() => undefined)
    },
    discard,
    async moveTo(target) {
      await moveIntoPlace(path, target)
      await rm(notePath, { force: true })
    },
  }
}

/**
 * Removes the files of the folder except the parts, with their notes, of files that are still wanted. Its
 * subfolders, and the targets of links, are left alone.
 */
export async function sweepParts(folder: string, isWanted: (fileId: string) => boolean): Promise<void> {
  const isOwn = (await lstat(folder).catch(() => null))?.isDirectory() ?? false
  const entries = isOwn ? await readdir(folder, { withFileTypes: true }).catch(() => []) : []
  const names = new Set(entries.flatMap((entry) => (entry.isDirectory() ? [] : [entry.name])))
  const isKept = (name: string) => {
    const fileId = name.replace(/\.(part|note)$/, '')
    return names.has(fileId + partEnding) && names.has(fileId + noteEnding) && isWanted(fileId)
  }
  const left = [...names].filter((name) => !isKept(name))
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })))
}

/**
 * Identifies the current boot: what a killed process wrote, flushed or not, is still there under the same id.
 * Systems without a boot id use the minute of the start, which a clock change can alter.
 */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return new Date(Math.round((Date.now() - uptime() * 1000) / 60_000) * 60_000).toISOString()
  }
}
