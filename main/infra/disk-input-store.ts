import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaKind } from '../../shared/api/media.ts'
import { type InputFile, type InputRefusal, inputMaxBytes } from '../../shared/bridge/media-routes.ts'
import { type CodedReason, reasonOf } from '../../shared/failures/reason.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'
import type { InputStore } from '../engine/inputs/ports.ts'
import { readStructure } from '../engine/media-types/read-structure.ts'
import { recognizedLength, refusalOf } from '../engine/media-types/refused-types.ts'
import { sniffHeic } from '../engine/media-types/sniff-heic.ts'
import { type MediaTypeInfo, sniffMedia } from '../engine/media-types/sniff-media.ts'
import type { ByteSource } from '../engine/media-types/structure/byte-source.ts'
import type { Clock } from '../engine/ports.ts'
import { innerReasonOf } from '../engine/reason-error.ts'
import type { DataFolder } from './data-folder.ts'
import { moveIntoPlace } from './durable-files.ts'
import { openInside, plainFileBytes, refuseLinkedFolders } from './open-inside.ts'
import { toByteSource } from './read-at.ts'
import type { Database } from './sqlite-database.ts'
import { storageFailureOf } from './storage-failure.ts'

const pieceBytes = 256 * 1024

type Sniff = (head: Uint8Array) => MediaTypeInfo | null

interface Row {
  readonly sha256: string
  readonly kind: string
  readonly media_type: string
  readonly extension: string
  readonly bytes: number
  readonly name: string
  readonly width: number | null
  readonly height: number | null
  readonly duration_seconds: number | null
}

interface InputStoreDeps {
  readonly folder: DataFolder
  readonly database: Database
  readonly clock: Clock
}

/** The person's files in `inputs/`, each once under its SHA-256, with a row that describes it. */
export function createDiskInputStore({ folder, database, clock }: InputStoreDeps): InputStore {
  function row(sha256: string): Row | null {
    return (
      (database.prepare('SELECT * FROM inputs WHERE sha256 = ?').get(sha256) as unknown as Row | undefined) ??
      null
    )
  }

  async function keep(
    name: string,
    received: Received,
    sniff: Sniff,
  ): Promise<Result<InputFile, InputRefusal['code']>> {
    const { sha256, bytes, head } = received
    if (bytes === 0) return refuse('empty_file')
    const media = sniff(head)
    if (!media) return refuse(refusalOf(head))
    const measures = await withSource(received.temporary, bytes, (source) =>
      readStructure(media.mediaType, source),
    )
    if (!measures) return refuse('damaged')
    await refuseLinkedFolders(folder, pathOf(sha256, media.extension))
    await moveIntoPlace(received.temporary, folder.resolve(pathOf(sha256, media.extension)))
    const known = row(sha256)
    if (known) return succeed(toInputFile(known))
    const { width, height, durationSeconds } = measures
    database
      .prepare(
        `INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at, width, height, duration_seconds)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        sha256,
        media.kind,
        media.mediaType,
        media.extension,
        bytes,
        name,
        clock.now(),
        width,
        height,
        durationSeconds,
      )
    const { kind, mediaType } = media
    return succeed({ sha256, kind, mediaType, bytes, name, ...measures })
  }

  function locate(sha256: string): string | null {
    const known = row(sha256)
    const path = known && pathOf(sha256, known.extension)
    return path && isWhole(path, known.bytes) ? path : null
  }

  /** A file whose length has changed counts as gone: the person gives it again. */
  function isWhole(path: string, bytes: number): boolean {
    try {
      return plainFileBytes(folder, path) === bytes
    } catch {
      return false
    }
  }

  return {
    locate,
    async add(name, content, { takesHeic } = { takesHeic: false }) {
      const sniff: Sniff = (head) => sniffMedia(head) ?? (takesHeic ? sniffHeic(head) : null)
      const temporary = folder.resolve(join('incoming', `input-${randomUUID()}.part`))
      try {
        await refuseLinkedFolders(folder, temporary)
        await mkdir(folder.resolve('incoming'), { recursive: true, mode: 0o700 })
        const received = await receive(temporary, content, sniff)
        return received ? await keep(name, received, sniff) : refuse('too_large')
      } catch (error) {
        return refuseWriting(error)
      } finally {
        await rm(temporary, { force: true })
      }
    },
    find(sha256) {
      const known = row(sha256)
      return known && toInputFile(known)
    },
    async read(sha256) {
      const path = locate(sha256)
      return path === null ? null : readWhole(folder, path).catch(() => null)
    },
    open(sha256) {
      const path = locate(sha256)
      return path === null ? null : readPieces(folder, path)
    },
  }
}

const causes: Readonly<Record<Exclude<InputRefusal['code'], 'storage_failed'>, CodedReason>> = {
  empty_file: reasonOf('input_empty'),
  unknown_kind: reasonOf('input_of_unknown_kind'),
  heic: reasonOf('input_heic'),
  svg: reasonOf('input_svg'),
  damaged: reasonOf('input_damaged'),
  too_large: { code: 'input_too_large', maxBytes: inputMaxBytes },
}

function refuse(code: keyof typeof causes) {
  return fail({ code, cause: causes[code] })
}

function refuseWriting(error: unknown) {
  const kind = storageFailureOf(error)
  const why = kind ? ({ code: 'storage', kind } as const) : innerReasonOf(error)
  return fail({ code: 'storage_failed', cause: { code: 'input_write_failed', why } } as const)
}

interface Received {
  readonly temporary: string
  readonly sha256: string
  readonly bytes: number
  readonly head: Uint8Array
}

/**
 * Writes the stream; null where it is too large. A file refused by its first bytes is read to its end and not
 * written, so that the sender gets the reason instead of a broken connection.
 */
async function receive(
  temporary: string,
  content: AsyncIterable<Uint8Array>,
  sniff: Sniff,
): Promise<Received | null> {
  const hash = createHash('sha256')
  const head = Buffer.alloc(recognizedLength)
  const file = await open(temporary, 'w', 0o600)
  let bytes = 0
  let isTaken = true
  try {
    for await (const chunk of content) {
      if (bytes < recognizedLength) head.set(chunk.subarray(0, recognizedLength - bytes), bytes)
      bytes += chunk.length
      if (bytes > inputMaxBytes) return null
      if (isTaken && bytes >= recognizedLength) isTaken = sniff(head) !== null
      if (!isTaken) continue
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    if (isTaken) await file.sync()
  } finally {
    await file.close()
  }
  return {
    temporary,
    sha256: hash.digest('hex'),
    bytes,
    head: head.subarray(0, Math.min(bytes, recognizedLength)),
  }
}

async function readWhole(folder: DataFolder, path: string): Promise<Uint8Array> {
  const { file } = await openInside(folder, path)
  return file.readFile().finally(() => file.close())
}

async function* readPieces(folder: DataFolder, path: string): AsyncIterable<Uint8Array> {
  const { file } = await openInside(folder, path)
  yield* file.createReadStream({ highWaterMark: pieceBytes })
}

async function withSource<Value>(
  path: string,
  bytes: number,
  use: (source: ByteSource) => Promise<Value>,
): Promise<Value> {
  const file = await open(path, 'r')
  try {
    return await use(toByteSource(file, bytes))
  } finally {
    await file.close()
  }
}

function pathOf(sha256: string, extension: string): string {
  return `inputs/${sha256.slice(0, 2)}/${sha256}${extension}`
}

function toInputFile(row: Row): InputFile {
  const { sha256, media_type, bytes, name, width, height, duration_seconds } = row
  return {
    sha256,
    kind: row.kind as MediaKind,
    mediaType: media_type,
    bytes,
    name,
    width,
    height,
    durationSeconds: duration_seconds,
  }
}
