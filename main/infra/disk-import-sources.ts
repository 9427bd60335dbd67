import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, type Dir } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, realpath, rm, stat } from 'node:fs/promises'
import { basename, extname, isAbsolute, join, resolve, sep } from 'node:path'
import { mostBesideBytes, mostBesides, mostGivenBytes } from '../../shared/bridge/import-route.ts'
import type { ImportRefusal } from '../../shared/library/import-refusals.ts'
import { sniffLength, sniffMedia } from '../engine/media-types/sniff-media.ts'
import {
  type FoundFile,
  type Given,
  ImportFileError,
  ImportFolderError,
  type ImportSource,
  type ImportSources,
  type Received,
  type ReceivedFile,
} from '../engine/restore/ports.ts'
import type { Beside } from '../engine/restore/read-file.ts'
import type { DataFolder } from './data-folder.ts'
import { moveIntoPlace } from './durable-files.ts'
import { refuseLinkedFolders } from './open-inside.ts'
import { readAt, toByteSource } from './read-at.ts'

const endings = ['.xmp', '.json', '.txt'] as const
const mostFiles = 1_000_000
const deepest = 64
/** Files that systems put into folders by themselves. */
const systemNames = /^(\..*|thumbs\.db|desktop\.ini)$/i
// Windows has neither flag; there a listing alone refuses links.
const notThroughLinks = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** As `opendir` of Node. */
type OpenFolder = (path: string, options: { readonly bufferSize: number }) => Promise<Dir>

/** Folders of the person’s own, whose files are copied into the library. */
export function createDiskImportSources(
  data: Pick<DataFolder, 'path' | 'resolve'>,
  openFolder: OpenFolder = opendir,
): ImportSources {
  return {
    async open(folder) {
      if (!isAbsolute(folder) || folder.includes('\0')) throw new ImportFolderError('relative')
      const root = await realpath(resolve(folder)).catch((cause: unknown) => {
        throw new ImportFolderError('no_folder', { cause })
      })
      if (!(await stat(root)).isDirectory()) throw new ImportFolderError('no_folder')
      const own = await realpath(data.path)
      if (isIn(root, own) || isIn(own, root)) throw new ImportFolderError('own_folder')
      return sourceAt(root, data, openFolder)
    },
    receive: (given, content) => receive(data, given, content),
  }
}

/** It is written once: taken in, it is moved to its place. */
async function receive(
  data: Pick<DataFolder, 'path' | 'resolve'>,
  { name, changedAt, besides }: Given,
  content: Received,
): Promise<ReceivedFile> {
  const temporary = `incoming/import-${randomUUID()}.part`
  await refuseLinkedFolders(data, temporary)
  const path = data.resolve(temporary)
  const drop = () => rm(path, { force: true })
  try {
    const before = Buffer.alloc(besides.reduce((sum, beside) => sum + beside.bytes, 0))
    const { sha256, bytes } = await writeReceived(path, without(before, content))
    let end = 0
    const texts = besides.map((beside) => {
      end += beside.bytes
      return { name: beside.name, text: before.toString('utf8', end - beside.bytes, end) }
    })
    return {
      found: { path: name, besides: [], changedAt },
      source: {
        async open() {
          const file = await open(path, 'r')
          const { read } = toByteSource(file, bytes)
          return {
            bytes,
            read,
            besides: async () => texts,
            digest: async () => sha256,
            close: () => file.close(),
          }
        },
        async copy(_, to) {
          await refuseLinkedFolders(data, to)
          await moveIntoPlace(path, data.resolve(to))
        },
      },
      drop,
    }
  } catch (error) {
    await drop()
    throw error
  }
}

/** The bytes after those that fill what stands before them. */
async function* without(before: Buffer, content: Received): AsyncGenerator<Uint8Array> {
  let filled = 0
  for await (const chunk of content) {
    const taken = Math.min(chunk.length, before.length - filled)
    before.set(chunk.subarray(0, taken), filled)
    filled += taken
    if (taken < chunk.length) yield chunk.subarray(taken)
  }
}

/**
 * Flushed. What its first bytes, or its length, refuse is read to its end and not written, so that its sender gets the
 * reason in place of a broken connection.
 */
async function writeReceived(path: string, content: Received) {
  const digest = createHash('sha256')
  const head = Buffer.alloc(sniffLength)
  const file = await openNew(path)
  let bytes = 0
  let refusal: ImportRefusal | null = null
  try {
    for await (const chunk of content) {
      const isHead = bytes < sniffLength
      if (isHead) head.set(chunk.subarray(0, sniffLength - bytes), bytes)
      bytes += chunk.length
      if (isHead && bytes >= sniffLength && !sniffMedia(head)) refusal = 'unknown_kind'
      if (bytes > mostGivenBytes) refusal = 'too_large'
      if (refusal !== null) continue
      digest.update(chunk)
      await file.writeFile(chunk)
    }
    if (refusal !== null) throw new ImportFileError(refusal)
    await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: digest.digest('hex'), bytes }
}

function isIn(one: string, other: string): boolean {
  return `${one}${sep}`.startsWith(other.endsWith(sep) ? other : `${other}${sep}`)
}

function sourceAt(
  root: string,
  data: Pick<DataFolder, 'path' | 'resolve'>,
  openFolder: OpenFolder,
): ImportSource {
  async function collect(
    folder: string,
    depth: number,
    found: FoundFile[],
    { signal, onRefused }: Parameters<ImportSource['files']>[0],
  ) {
    const names: string[] = []
    const folders: string[] = []
    try {
      for await (const entry of await openFolder(join(root, folder), { bufferSize: 256 })) {
        if (signal.aborted || names.length + found.length >= mostFiles) return
        if (systemNames.test(entry.name)) continue
        if (entry.isDirectory()) folders.push(entry.name)
        else if (entry.isFile()) names.push(entry.name)
      }
    } catch (cause) {
      if (folder === '') throw cause
      onRefused(folder)
    }
    const sidecars = new Map<string, string[]>()
    for (const name of names) {
      if (!isSidecar(name)) continue
      const stem = name.slice(0, -extname(name).length).toLowerCase()
      sidecars.set(stem, [...(sidecars.get(stem) ?? []), name].slice(0, mostBesides))
    }
    for (const name of names) {
      if (isSidecar(name)) continue
      const whole = name.toLowerCase()
      const stem = whole.slice(0, whole.length - extname(whole).length)
      const besides = [...(sidecars.get(whole) ?? []), ...(stem === whole ? [] : (sidecars.get(stem) ?? []))]
      const path = join(folder, name)
      const { mtimeMs = 0 } = (await stat(join(root, path)).catch(() => null)) ?? {}
      found.push({ path, besides, changedAt: mtimeMs })
    }
    if (depth === deepest) return
    for (const one of folders.toSorted())
      await collect(join(folder, one), depth + 1, found, { signal, onRefused })
  }

  return {
    async files(watch) {
      const found: FoundFile[] = []
      await collect('', 0, found, watch)
      return found
    },
    async open(found) {
      const path = join(root, found.path)
      const { file, bytes } = await openPlain(path)
      const { read } = toByteSource(file, bytes)
      return {
        bytes,
        read: (offset, length) => reading(read(offset, length)),
        besides: () => readBesides(found, root),
        digest: (signal) => reading(hash(path, signal)),
        close: () => file.close(),
      }
    },
    async copy(found, to, sha256, signal) {
      const temporary = `incoming/import-${randomUUID()}.part`
      for (const one of [to, temporary]) await refuseLinkedFolders(data, one)
      const target = data.resolve(temporary)
      const { file, bytes } = await openPlain(join(root, found.path))
      try {
        if ((await write(file, bytes, target, signal)) !== sha256) throw new ImportFileError('changed')
        await moveIntoPlace(target, data.resolve(to))
      } finally {
        await file.close()
        await rm(target, { force: true })
      }
    },
  }
}

function isSidecar(name: string): boolean {
  return endings.some((ending) => ending === extname(name).toLowerCase())
}

/** What the system refuses of a file of the folder is that file’s alone; of the library’s own it is not. */
function reading<Value>(work: Promise<Value>): Promise<Value> {
  return work.catch((cause: unknown) => {
    throw cause instanceof ImportFileError ? cause : new ImportFileError('unreadable', { cause })
  })
}

/** Not through a link, at once even for a pipe. */
async function openPlain(path: string): Promise<{ file: FileHandle; bytes: number }> {
  const file = await reading(open(path, constants.O_RDONLY | notThroughLinks))
  const found = await file.stat()
  if (found.isFile()) return { file, bytes: found.size }
  await file.close()
  throw new ImportFileError('unreadable')
}

async function readBesides(found: FoundFile, root: string): Promise<Beside[]> {
  const folder = join(root, found.path, '..')
  const texts = await Promise.all(
    found.besides.map(async (name) => ({ name: basename(name), text: await readText(join(folder, name)) })),
  )
  return texts.filter(({ text }) => text !== '')
}

async function readText(path: string): Promise<string> {
  const opened = await openPlain(path).catch(() => null)
  if (!opened) return ''
  const { file, bytes } = opened
  try {
    return bytes > mostBesideBytes ? '' : (await reading(readAt(file, 0, bytes))).toString('utf8')
  } finally {
    await file.close()
  }
}

async function hash(path: string, signal: AbortSignal): Promise<string> {
  const { file } = await openPlain(path)
  const digest = createHash('sha256')
  for await (const chunk of createReadStream('', { fd: file, signal })) digest.update(chunk)
  return digest.digest('hex')
}

/** Returns the digest of what was written, which is flushed. */
async function write(from: FileHandle, bytes: number, to: string, signal: AbortSignal): Promise<string> {
  const digest = createHash('sha256')
  const file = await openNew(to)
  try {
    for (let at = 0; at < bytes; ) {
      signal.throwIfAborted()
      const chunk = await reading(readAt(from, at, Math.min(chunkBytes, bytes - at)))
      if (chunk.length === 0) break
      await file.writeFile(chunk)
      digest.update(chunk)
      at += chunk.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return digest.digest('hex')
}

const chunkBytes = 1024 * 1024

async function openNew(path: string): Promise<FileHandle> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  return open(path, 'wx', 0o600)
}
