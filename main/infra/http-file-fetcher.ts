import { lstat, mkdir } from 'node:fs/promises'
import { reasonOf } from '../../shared/failures/reason.ts'
import { createDiskReservations } from '../engine/library/disk-reservation.ts'
import { lostPlace } from '../engine/library/lost-and-found.ts'
import type { FetchOutcome, FileFetcher, FreeSpace } from '../engine/library/ports.ts'
import { sniffLength, sniffMedia } from '../engine/media-types/sniff-media.ts'
import { ReasonError } from '../engine/reason-error.ts'
import type { KeyMask } from '../engine/service/key-mask.ts'
import { askForFile, findKnown } from './ask-for-file.ts'
import type { DataFolder } from './data-folder.ts'
import { createDiskLibraryFolder } from './disk-library-folder.ts'
import { DownloadError, NoRoomError } from './download-error.ts'
import { getResult } from './get-result.ts'
import { explainNetworkError } from './http-post-once.ts'
import { InwardAddressError } from './inward-addresses.ts'
import { createIdleTimeout, keepRoom, type OneTry } from './one-try.ts'
import { refuseLinkedFolders } from './open-inside.ts'
import { openPartFile, type PartFile, sweepParts } from './part-file.ts'
import { measureFile } from './read-at.ts'
import { type Received, receiveFile } from './receive-file.ts'
import { readHead } from './write-body.ts'

const incomingFolder = 'incoming'
const longestIdleMs = 60_000

interface FetcherDeps {
  readonly folder: DataFolder
  /** Removes the key from what a server says of a file. */
  readonly keyMask?: KeyMask
  readonly freeSpace: FreeSpace
  /** Milliseconds without a byte before a try is given up; only tests set another time. */
  readonly idleTimeoutMs?: number
  /** How the bytes are received; only tests replace it. */
  readonly openPart?: typeof openPartFile
}

/**
 * Downloads over HTTP into `incoming/`, flushed and checked before anything else sees them (LIB2, LIB11–LIB16).
 */
export function createHttpFileFetcher(deps: FetcherDeps): FileFetcher {
  const { folder, idleTimeoutMs = longestIdleMs, openPart = openPartFile } = deps
  const incoming = folder.resolve(incomingFolder)
  const room = createDiskReservations(deps.freeSpace)
  /** By file, the digest of the last bytes received without a marked end. */
  const undeclared = new Map<string, string>()

  /**
   * A body that ends with its connection may have been truncated there; two ends at the same byte are accepted.
   */
  function acceptReceived(fileId: string, { isEndDeclared, sha256 }: Received): void {
    if (!isEndDeclared && undeclared.get(fileId) !== sha256) {
      undeclared.set(fileId, sha256)
      throw new DownloadError({ code: 'file_end_unknown' }, { invalidatesPart: true })
    }
    undeclared.delete(fileId)
  }

  return {
    async fetch(request): Promise<FetchOutcome> {
      const part = openPart(incoming, request.fileId)
      const silence = createIdleTimeout(idleTimeoutMs)
      const signal = AbortSignal.any([request.signal, silence.signal])
      try {
        await refuseLinkedFolders(folder, part.path)
        await mkdir(incoming, { recursive: true, mode: 0o700 })
        const get: OneTry['get'] = (headers) =>
          getResult(request, headers, { signal, keyMask: deps.keyMask, onBytes: silence.refresh })
        const { media, measures, ...received } = await fetchWhole({ request, part, room, silence, get })
        acceptReceived(request.fileId, received)
        const { bytes, sha256 } = received
        return {
          type: 'fetched',
          bytes,
          sha256,
          media,
          measures,
          commit: (path) => commit(part, { folder, path, bytes }),
        }
      } catch (error) {
        await (error instanceof DownloadError && error.invalidatesPart ? part.discard() : part.leave())
        return toProblem(error, silence.signal.aborted, deps.keyMask)
      } finally {
        silence.end()
        room.release(request.fileId)
      }
    },
    sweep: (isWanted) => sweepParts(incoming, isWanted),
  }
}

async function fetchWhole(one: OneTry) {
  const known = await findKnown(one)
  await keepRoom(one, known ? known.totalBytes : one.request.expectedBytes, known?.bytes ?? 0)
  const received = await receiveFile(one, await askForFile(one, known))
  const media = sniffMedia(await readHead(one.part.path, sniffLength))
  if (!media) throw new DownloadError({ code: 'file_not_media' }, { isFinal: true })
  const measures = await measureFile(one.part.path, media.mediaType)
  return { ...received, media, measures }
}

interface Place {
  readonly folder: DataFolder
  readonly path: string
  readonly bytes: number
}

/** Something else at the path, such as a changed file, is moved aside and not overwritten. */
async function commit(part: PartFile, { folder, path, bytes }: Place): Promise<void> {
  try {
    await refuseLinkedFolders(folder, path)
    const found = await lstat(folder.resolve(path)).catch(() => null)
    const isOther = found && !(found.isFile() && found.size === bytes)
    if (isOther && !(await createDiskLibraryFolder(folder).setAside(path))) {
      await refuseLinkedFolders(folder, lostPlace(path))
      throw new ReasonError({ code: 'file_place_blocked' })
    }
    await part.moveTo(folder.resolve(path))
  } catch (error) {
    await part.leave()
    throw error
  }
}

/** A redirect may repeat the key: neither the message nor the address is kept with it. */
function toProblem(
  error: unknown,
  wasSilent: boolean,
  keyMask: KeyMask | undefined,
): Exclude<FetchOutcome, { type: 'fetched' }> {
  if (error instanceof NoRoomError) {
    const { missingBytes, totalBytes } = error
    return { type: 'no_room', missingBytes, totalBytes }
  }
  const isFinal = error instanceof InwardAddressError || (error instanceof DownloadError && error.isFinal)
  const problem = {
    type: 'failed',
    cause: wasSilent ? reasonOf('file_silent') : explainNetworkError(error),
    isFinal,
    refusedUrl: error instanceof InwardAddressError ? error.url : null,
  } as const
  return keyMask ? keyMask.value(problem) : problem
}
