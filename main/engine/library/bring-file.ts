import { type Reason, reasonOf, type StorageFailure } from '../../../shared/failures/reason.ts'
import type { Clock, ReadStorageFailure } from '../ports.ts'
import { reasonOfError } from '../reason-error.ts'
import type { Account } from '../service/accounts.ts'
import { reserveBytes } from './disk-reservation.ts'
import { filePlace } from './file-name.ts'
import type { FetchOutcome, FileCatalogue, FileFetcher, FileToFetch, SavedFile } from './ports.ts'
import { cutUrl } from './result-bounds.ts'

/** Why a file is not here; `away`: it must wait until its own account is connected. */
export type Problem =
  | Exclude<FetchOutcome, { type: 'fetched' }>
  | { readonly type: 'away'; readonly cause: Reason }

/** A download over all its tries. */
export interface Errand {
  file: FileToFetch
  /** Its length, where a try learned it. */
  expectedBytes: number | null
  /** The file's owner, as found by the last try. */
  account: Account | null
  /** Its URL was refused or broke, so it must be read again. */
  isUrlDoubtful: boolean
  /** The file is in its place; only its row is missing. */
  placed: SavedFile | null
}

interface BringDeps {
  readonly files: FileCatalogue
  readonly fetcher: FileFetcher
  readonly clock: Clock
  readonly signal: AbortSignal
  /** The account of a run, which determines what its files may reach (LIB27). */
  accountOf(submissionId: string): Promise<Account>
  currentUrls(submissionId: string): Promise<readonly string[] | null>
  onProgress(bytes: number, totalBytes: number | null): void
  readonly storageFailureOf: ReadStorageFailure
}

/** One try to download a file into its place and write its row; null where it succeeded (LIB2). */
export async function bringFile(errand: Errand, deps: BringDeps): Promise<Problem | null> {
  try {
    if (!errand.placed) {
      const problem = await fetchIntoPlace(errand, deps)
      if (problem) return problem
    }
    if (errand.placed) deps.files.setSaved(errand.file.fileId, errand.placed)
    return null
  } catch (error) {
    return toProblem(error, deps.storageFailureOf(error))
  }
}

async function fetchIntoPlace(errand: Errand, deps: BringDeps): Promise<Problem | null> {
  const account = await deps.accountOf(errand.file.submissionId)
  errand.account = account
  const obstacle = account.origin === null ? away(account) : await findUrl(errand, account, deps)
  if (obstacle) return obstacle
  const { fileId, name, url, refused } = errand.file
  const outcome = await deps.fetcher.fetch({
    fileId,
    url,
    reach: account,
    refused,
    expectedBytes: errand.expectedBytes,
    signal: deps.signal,
    onProgress: deps.onProgress,
  })
  // A try that was aborted by us says nothing about its account.
  const isOwnFailure = outcome.type === 'failed' && outcome.refusedUrl === null && !deps.signal.aborted
  if (isOwnFailure && needsAccount(errand.file, account)) return away(account)
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
    savedAt: deps.clock.now(),
    measures,
  }
  return null
}

/** Reads the file's URL again where it may have expired; null where the known one can be tried. */
async function findUrl(errand: Errand, account: Account, deps: BringDeps): Promise<Problem | null> {
  const hasMoved = account.changesOrigin && URL.parse(errand.file.url)?.origin !== account.origin
  if (!errand.isUrlDoubtful && !hasMoved) return null
  const { fileId, submissionId, ordinal, url, refused } = errand.file
  const urls = await deps.currentUrls(submissionId)
  const named = urls?.[ordinal]
  const now = named === undefined ? undefined : cutUrl(named)
  if (now !== undefined && now !== url) {
    deps.files.setUrl(fileId, now)
    errand.file = { ...errand.file, url: now }
  }
  // An address that belonged to another service, or was refused, is not used until the service confirms it.
  if (urls || !(hasMoved || refused.includes(url))) return null
  if (!account.isConnected) return away(account)
  const cause = reasonOf('file_address_unread')
  return { type: 'failed', cause, isFinal: false, refusedUrl: null }
}

/**
 * Whether only the connected account could fetch more from this address: it needs its key, or its host's
 * location.
 */
function needsAccount({ url }: FileToFetch, { isConnected, origin }: Account): boolean {
  return !isConnected && URL.parse(url)?.origin === origin
}

export function away({ name }: Account): Extract<Problem, { type: 'away' }> {
  return { type: 'away', cause: { code: 'account_away', account: name } }
}

/** A refusal by the disk or the database may be temporary. */
function toProblem(error: unknown, storage: StorageFailure | null): Problem {
  if (storage === 'full') return { type: 'no_room', missingBytes: reserveBytes, totalBytes: null }
  return {
    type: 'failed',
    cause: reasonOfError(error),
    isFinal: false,
    refusedUrl: null,
  }
}
