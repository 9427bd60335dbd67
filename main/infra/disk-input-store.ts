import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { InputKind } from '../../shared/api/media.ts'
import { type InputFile, type InputRefusal, inputMaxBytes } from '../../shared/bridge/media-routes.ts'
import { type CodedReason, reasonOf } from '../../shared/failures/reason.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'
import type { InputStore, InputTaking } from '../engine/inputs/ports.ts'
import { readStructure } from '../engine/media-types/read-structure.ts'
import { recognizedLength, refusalOf } from '../engine/media-types/refused-types.ts'
import { sniffHeic } from '../engine/media-types/sniff-heic.ts'
import { type MediaTypeInfo, sniffMedia } from '../engine/media-types/sniff-media.ts'
import { type ByteSource, unmeasured } from '../engine/media-types/structure/byte-source.ts'
import { otherExtension, typeByName } from '../engine/media-types/type-by-name.ts'
import type { Clock } from '../engine/ports.ts'
import { innerReasonOf } from '../engine/reason-error.ts'
import type { DataFolder } from './data-folder.ts'
import { moveIntoPlace } from './durable-files.ts'
import { openInside, plainFileBytes, refuseLinkedFolders } from './open-inside.ts'
import { toByteSource } from './read-at.ts'
import type { Database } from './sqlite-database.ts'
import { storageFailureOf } from './storage-failure.ts'

const pieceBytes = 256 * 1024

/** What a file is recognised as, and whether it is taken where it is nothing of these. */
interface Taking {
  sniff(head: Uint8Array): MediaTypeInfo | null
  readonly takesAny: boolean
}

function takingOf({ takesHeic, takesAny = false }: InputTaking): Taking {
  const sniff = (head: Uint8Array) => sniffMedia(head) ?? (takesHeic || takesAny ? sniffHeic(head) : null)
  return { sniff, takesAny }
}

/** What is no medium, or no whole one: only its name tells of what it is. */
function otherFile(name: string) {
  return { kind: 'other', mediaType: typeByName(name), extension: otherExtension, ...unmeasured } as const
}

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
    { sniff, takesAny }: Taking,
  ): Promise<Result<InputFile, InputRefusal['code']>> {
    const { sha256, bytes, head } = received
    if (bytes === 0) return refuse('empty_file')
    const media = sniff(head)
    const measures =
      media &&
      (await withSource(received.temporary, bytes, (source) => readStructure(media.mediaType, source)))
    const whole = media && measures && { ...media, ...measures }
    const taken = whole ?? (takesAny ? otherFile(name) : null)
    if (!taken) return refuse(media ? 'damaged' : refusalOf(head))
    const path = pathOf(sha256, row(sha256)?.extension ?? taken.extension)
    await refuseLinkedFolders(folder, path)
    await moveIntoPlace(received.temporary, folder.resolve(path))
    const known = row(sha256)
    if (known) return succeed(toInputFile(known))
    const { kind, mediaType, extension, width, height, durationSeconds } = taken
    database
      .prepare(
        `INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at, width, height, duration_seconds)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(sha256, kind, mediaType, extension, bytes, name, clock.now(), width, height, durationSeconds)
    return succeed({ sha256, kind, mediaType, bytes, name, width, height, durationSeconds })
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
    async add(name, content, asked = { takesHeic: false }) {
      const taking = takingOf(asked)
      const temporary = folder.resolve(join('incoming', `input-${randomUUID()}.part`))
      try {
        await refuseLinkedFolders(folder, temporary)
        await mkdir(folder.resolve('incoming'), { recursive: true, mode: 0o700 })
        const received = await receive(temporary, content, taking)
        return received ? await keep(name, received, taking) : refuse('too_large')
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
  { sniff, takesAny }: Taking,
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
      if (isTaken && bytes >= recognizedLength) isTaken = takesAny || sniff(head) !== null
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
    kind: row.kind as InputKind,
    mediaType: media_type,
    bytes,
    name,
    width,
    height,
    durationSeconds: duration_seconds,
  }
}
