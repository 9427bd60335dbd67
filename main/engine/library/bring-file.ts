import type { Clock } from '../ports.ts'
import { filePlace } from './file-name.ts'
import type { FetchOutcome, FileCatalogue, FileFetcher, FileToFetch, SavedFile } from './ports.ts'
import { cutUrl } from './result-bounds.ts'
import { reserveBytes } from './room.ts'

/** Why a file is not here. */
export type Problem = Exclude<FetchOutcome, { type: 'fetched' }>

/** A file on its way, over all its tries. */
export interface Errand {
  file: FileToFetch
  /** Its length, where a try learned it. */
  expectedBytes: number | null
  /** Its URL was refused or broke, so it is read anew. */
  isUrlDoubtful: boolean
  /** It has its place, and only its row is missing. */
  placed: SavedFile | null
}

interface BringWorld {
  readonly files: FileCatalogue
  readonly fetcher: FileFetcher
  readonly clock: Clock
  readonly signal: AbortSignal
  currentUrls(submissionId: string): Promise<readonly string[] | null>
  onProgress(bytes: number, totalBytes: number | null): void
}

/** One try to bring a file into its place and into its row; null where it is home (LIB2). */
export async function bringFile(errand: Errand, world: BringWorld): Promise<Problem | null> {
  try {
    if (!errand.placed) {
      const problem = await fetchIntoPlace(errand, world)
      if (problem) return problem
    }
    if (errand.placed) world.files.setSaved(errand.file.fileId, errand.placed)
    return null
  } catch (error) {
    return toProblem(error)
  }
}

async function fetchIntoPlace(errand: Errand, world: BringWorld): Promise<Problem | null> {
  if (errand.isUrlDoubtful) errand.file = await withCurrentUrl(errand.file, world)
  const { fileId, name, url } = errand.file
  const outcome = await world.fetcher.fetch({
    fileId,
    url,
    expectedBytes: errand.expectedBytes,
    signal: world.signal,
    onProgress: world.onProgress,
  })
  if (outcome.type !== 'fetched') return outcome
  const { bytes, sha256, media, measures, commit } = outcome
  const path = filePlace(name, media.extension)
  await commit(path)
  errand.placed = {
    path,
    name: `${name}${media.extension}`,
    kind: media.kind,
    mediaType: media.mediaType,
    bytes,
    sha256,
    savedAt: world.clock.now(),
    measures,
  }
  return null
}

async function withCurrentUrl(
  file: FileToFetch,
  { files, currentUrls }: Pick<BringWorld, 'files' | 'currentUrls'>,
): Promise<FileToFetch> {
  const named = (await currentUrls(file.submissionId))?.[file.ordinal]
  const url = named === undefined ? file.url : cutUrl(named)
  if (url === file.url) return file
  files.setUrl(file.fileId, url)
  return { ...file, url }
}

const fullDisk: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
const sqliteFull = 13

/** What the disk or the database refuses may be possible later. */
function toProblem(error: unknown): Problem {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (fullDisk.has(code) || errcode === sqliteFull)
    return { type: 'no_room', missingBytes: reserveBytes, totalBytes: null }
  return { type: 'failed', cause: error instanceof Error ? error.message : String(error), isFinal: false }
}
