import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { FileResponse } from './ask-for-file.ts'
import type { BodyIntake } from './body-intake.ts'
import { DownloadError, NoRoomError } from './download-error.ts'
import { createFlushAhead } from './flush-ahead.ts'
import type { FileHead } from './http-get-file.ts'
import { keepRoom, type OneTry } from './one-try.ts'
import type { PartNote } from './part-file.ts'
import { readDigests, readValidator } from './resume-headers.ts'
import { hashFile, writeBody } from './write-body.ts'

const bytesAtMost = 16 * 1024 ** 3
/** A body without a length could continue for ever. */
const undeclaredBytesAtMost = 2 * 1024 ** 3
/** How much is written before free space is checked again, because others fill the disk too. */
const askAgainBytes = 64 * 1024 ** 2

export interface Received {
  readonly bytes: number
  readonly sha256: string
  /** Whether the server marked the file's end, by a length, chunks or a digest. */
  readonly isEndDeclared: boolean
}

/**
 * Writes a response's bytes into the part, flushed, whole and as the server announced, or throws (LIB2, LIB13).
 */
export async function receiveFile(one: OneTry, responded: FileResponse): Promise<Received> {
  try {
    return await receive(one, responded)
  } catch (error) {
    throw isFullDisk(error) ? await giveRoomBack(one, responded.totalBytes) : error
  } finally {
    responded.response.intake.close()
  }
}

async function receive(one: OneTry, { response, from, totalBytes }: FileResponse) {
  const { part, request, silence } = one
  const said = response.isPacked ? { whole: null, content: null } : readDigests(response.header)
  if ((totalBytes ?? 0) > bytesAtMost) throw tooLarge()
  const start = from?.bytes ?? 0
  await keepRoom(one, totalBytes, start)
  const whole = createHash('sha256')
  const content = from && said.content !== null ? createHash('sha256') : null
  const onRead = (bytes: number) => {
    silence.refresh()
    request.onProgress(bytes, totalBytes)
  }
  if (from && (await hashFile(part.path, start, whole, onRead)) !== start)
    throw new DownloadError({ code: 'file_part_gone' }, { invalidatesPart: true })
  const file = await (from ? part.resume(start) : part.begin(toNote(request.url, response, said.whole)))
  const bytes = await writeInto(file, one, {
    intake: response.intake,
    start,
    totalBytes,
    hashes: content ? [whole, content] : [whole],
  })
  if (totalBytes !== null && bytes !== totalBytes)
    throw new DownloadError(
      { code: 'file_incomplete', bytes, totalBytes },
      { invalidatesPart: bytes > totalBytes },
    )
  const sha256 = whole.digest('hex')
  const contentSha256 = content?.digest('hex') ?? sha256
  for (const [expected, came] of [
    [said.whole, sha256],
    [from?.sha256, sha256],
    [said.content, contentSha256],
  ])
    if (expected && expected !== came)
      throw new DownloadError({ code: 'file_digest_differs' }, { invalidatesPart: true })
  const isSaid = said.whole !== null || said.content !== null
  return { bytes, sha256, isEndDeclared: totalBytes !== null || response.isEndDeclared || isSaid }
}

interface Target {
  readonly intake: BodyIntake
  readonly start: number
  readonly totalBytes: number | null
  readonly hashes: Parameters<typeof writeBody>[0]['hashes']
}

/** Returns where the file ends, flushed; closes the handle in every case. */
async function writeInto(file: FileHandle, one: OneTry, target: Target): Promise<number> {
  const { request, room } = one
  const { intake, start: position, totalBytes, hashes } = target
  let requestedAt = position
  const flush = createFlushAhead(file, { from: position })
  try {
    request.onProgress(position, totalBytes)
    const end = await writeBody({
      intake,
      file,
      position,
      hashes,
      async beforeWrite(start, end) {
        if (end > bytesAtMost) throw tooLarge()
        if (totalBytes === null && end > undeclaredBytesAtMost) throw undeclaredTooLarge()
        request.onProgress(end, totalBytes)
        room.shrink(request.fileId, totalBytes === null ? null : totalBytes - start)
        flush.written(start)
        if (start - requestedAt < askAgainBytes) return
        requestedAt = start
        await keepRoom(one, totalBytes, start)
      },
    })
    await flush.end()
    return end
  } finally {
    const isSound = await flush.settled()
    try {
      await file.close()
    } finally {
      // What a failed flush lost reads well until the machine stops, so nothing may be continued from it.
      if (!isSound) await one.part.discard()
    }
  }
}

function toNote(url: string, response: FileHead, sha256: string | null): PartNote | null {
  const validator = response.isPacked ? null : readValidator(response.header)
  return validator === null ? null : { url, validator, totalBytes: response.bytes || null, sha256 }
}

function tooLarge(): DownloadError {
  return new DownloadError({ code: 'file_too_large' }, { isFinal: true })
}

function undeclaredTooLarge(): DownloadError {
  return new DownloadError({ code: 'file_of_unknown_length_too_large' }, { isFinal: true })
}

const fullDisk: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

function isFullDisk(error: unknown): boolean {
  return fullDisk.has((error as NodeJS.ErrnoException).code)
}

/** If the disk fills up, the bytes just written are removed: the database needs some of the space (LIB16). */
async function giveRoomBack(
  { part, room, request }: OneTry,
  totalBytes: number | null,
): Promise<NoRoomError> {
  await part.discard()
  const missing = await room.keep(request.fileId, totalBytes)
  // A quota can refuse what the disk would have room for.
  return new NoRoomError(missing || (totalBytes ?? askAgainBytes), totalBytes)
}
