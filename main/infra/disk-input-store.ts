import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaKind } from '../../shared/api/media.ts'
import { type InputFile, type InputRefusal, inputMaxBytes } from '../../shared/bridge/media-routes.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'
import type { InputStore } from '../engine/inputs/ports.ts'
import { sniffLength, sniffMedia } from '../engine/inputs/sniff-media.ts'
import type { Clock } from '../engine/ports.ts'
import type { DataFolder } from './data-folder.ts'
import { moveIntoPlace } from './durable-files.ts'
import type { Database } from './sqlite-database.ts'

interface Row {
  readonly sha256: string
  readonly kind: string
  readonly media_type: string
  readonly extension: string
  readonly bytes: number
  readonly name: string
}

interface InputStoreWorld {
  readonly folder: DataFolder
  readonly database: Database
  readonly clock: Clock
}

/** The person's files in `inputs/`, each once under its SHA-256, with a row that says what it is. */
export function createDiskInputStore({ folder, database, clock }: InputStoreWorld): InputStore {
  function row(sha256: string): Row | null {
    return (
      (database.prepare('SELECT * FROM inputs WHERE sha256 = ?').get(sha256) as unknown as Row | undefined) ??
      null
    )
  }

  async function keep(name: string, received: Received): Promise<Result<InputFile, InputRefusal['code']>> {
    const { sha256, bytes, head } = received
    if (bytes === 0) return fail({ code: 'empty_file', message: 'The file is empty.' })
    const media = sniffMedia(head)
    if (!media)
      return fail({
        code: 'unknown_kind',
        message: 'The file is no picture, film or sound that Atelier knows.',
      })
    await moveIntoPlace(received.temporary, folder.resolve(pathOf(sha256, media.extension)))
    const known = row(sha256)
    if (known) return succeed(toInputFile(known))
    database
      .prepare(
        'INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(sha256, media.kind, media.mediaType, media.extension, bytes, name, clock.now())
    return succeed({ sha256, kind: media.kind, mediaType: media.mediaType, bytes, name })
  }

  return {
    async add(name, content) {
      const temporary = folder.resolve(join('incoming', `input-${randomUUID()}.part`))
      try {
        await mkdir(folder.resolve('incoming'), { recursive: true })
        const received = await receive(temporary, content)
        if (!received) return fail({ code: 'too_large', message: 'The file is larger than 256 MiB.' })
        return await keep(name, received)
      } catch (error) {
        return fail({
          code: 'storage_failed',
          message: `The file could not be kept: ${(error as Error).message}.`,
        })
      } finally {
        await rm(temporary, { force: true })
      }
    },
    find(sha256) {
      const known = row(sha256)
      return known && toInputFile(known)
    },
    async read(sha256) {
      const known = row(sha256)
      return known ? readFile(folder.resolve(pathOf(sha256, known.extension))).catch(() => null) : null
    },
    locate(sha256) {
      const known = row(sha256)
      const path = known && pathOf(sha256, known.extension)
      return path && existsSync(folder.resolve(path)) ? path : null
    },
  }
}

interface Received {
  readonly temporary: string
  readonly sha256: string
  readonly bytes: number
  readonly head: Uint8Array
}

async function receive(temporary: string, content: AsyncIterable<Uint8Array>): Promise<Received | null> {
  const hash = createHash('sha256')
  const head = Buffer.alloc(sniffLength)
  const file = await open(temporary, 'w', 0o600)
  let bytes = 0
  try {
    for await (const chunk of content) {
      if (bytes < sniffLength) head.set(chunk.subarray(0, sniffLength - bytes), bytes)
      bytes += chunk.length
      if (bytes > inputMaxBytes) return null
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return {
    temporary,
    sha256: hash.digest('hex'),
    bytes,
    head: head.subarray(0, Math.min(bytes, sniffLength)),
  }
}

function pathOf(sha256: string, extension: string): string {
  return `inputs/${sha256.slice(0, 2)}/${sha256}${extension}`
}

function toInputFile({ sha256, kind, media_type, bytes, name }: Row): InputFile {
  return { sha256, kind: kind as MediaKind, mediaType: media_type, bytes, name }
}
