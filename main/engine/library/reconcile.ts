import { reasonOf } from '../../../shared/failures/reason.ts'
import type { InputStore, InputTaking } from '../inputs/ports.ts'
import { otherExtension } from '../media-types/type-by-name.ts'
import type { BackgroundTurns, Clock, Ids, Log } from '../ports.ts'
import { createLostAndFound, type LostAndFound, lostPlace } from './lost-and-found.ts'
import type { LibraryFolder, LibraryRows, SavedRow } from './reconcile-ports.ts'
import { createTakeIn, type TakeIn } from './take-in.ts'

/** A few milliseconds of work: a person’s call waits for no more than that. */
const pageLength = 200
const sha256Name = /^inputs\/[0-9a-f]{2}\/([0-9a-f]{64})\.[a-z0-9]+$/
const posterName = /^posters\/[^/]+\/([0-9a-f-]{36})\.jpg$/

export interface ReconcileDeps {
  readonly rows: LibraryRows
  readonly folder: LibraryFolder
  readonly inputs: Pick<InputStore, 'find' | 'add' | 'locate'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  /** Between steps it waits for its turn. */
  readonly turns: Pick<BackgroundTurns, 'next'>
  /** After a crash lengths are compared too, those of thumbnails and the person's files included. */
  readonly isThorough: boolean
  /** The library was repaired: files of ours that it does not know are added by what their names say. */
  readonly isRepaired?: boolean
  readonly ids: Ids
  /** Every model that may occur in a file name. */
  modelIds(): Iterable<string>
  readonly signal: AbortSignal
  onChanged(fileId: string): void
}

/** The dependencies of one run of it. */
interface Work extends ReconcileDeps {
  readonly lost: LostAndFound
  readonly takeIn: TakeIn
}

/** Counts of files by outcome. */
export interface Reconciled {
  /** Had no row, and has one now. */
  adopted: number
  missing: number
  /** Was missing, and is back in its place. */
  found: number
  /** Had no known run, and was added by its name. */
  reported: number
  /** Moved to `lost+found`. */
  setAside: number
  /** Thumbnails of unknown files, deleted. */
  removed: number
}

/**
 * Brings the library's rows and the files of the data folder into agreement (LIB22–LIB24). Each finding is
 * checked again right before it is acted on, so that the studio may work meanwhile. Rejects where the folder
 * can't be read; changes made until then stay. An abort takes effect between two pages.
 */
export async function reconcile(given: ReconcileDeps): Promise<Reconciled> {
  const done: Reconciled = { adopted: 0, missing: 0, found: 0, reported: 0, setAside: 0, removed: 0 }
  const next = () => given.turns.next(given.signal)
  const lost = createLostAndFound(given.folder, next)
  const deps: Work = { ...given, lost, takeIn: createTakeIn({ ...given, lost, between: next }) }
  const { folder, rows, log, isThorough } = deps
  const media = await folder.list('media', next)
  if (media === null && rows.savedAfter(0, 1).length > 0) {
    log.warn(
      'The folder media is not in the data folder, so no file of the library can be shown until it is back.',
    )
    return done
  }
  const files = media ?? new Set()
  const posters = (isThorough && (await folder.list('posters', next))) || new Set<string>()
  await eachSaved(deps, async (row) => {
    await compare(row, files.delete(row.path), deps, done)
    if (isThorough) await comparePoster(row, row.posterPath !== null && posters.delete(row.posterPath), deps)
  })
  if (deps.signal.aborted) return done
  if (files.size > 0) await settleStrays(files, deps, done)
  if (deps.isRepaired) done.reported += await deps.takeIn.takeLost()
  for (const path of posters) await settlePoster(path, deps, done)
  await bringInputsBack(deps, done)
  if (isThorough) await settleInputs(deps, done)
  say(done, deps)
  return done
}

async function eachSaved(
  { rows, turns, signal }: ReconcileDeps,
  work: (row: SavedRow) => Promise<void>,
): Promise<void> {
  for (let place = 0; ; ) {
    const page = rows.savedAfter(place, pageLength)
    await Promise.all(page.map(work))
    place = page.at(-1)?.place ?? place
    if (page.length < pageLength || signal.aborted) return
    await turns.next(signal)
    if (signal.aborted) return
  }
}

async function compare(row: SavedRow, isListed: boolean, deps: Work, done: Reconciled): Promise<void> {
  const { rows, folder, isThorough } = deps
  if (isListed && !row.isMissing && !isThorough) return
  const bytes = await folder.bytes(row.path)
  if (bytes === row.bytes) {
    if (row.isMissing) noteFound(row, deps, done)
    return
  }
  if (await folder.isBehindLink(row.path)) return
  const isAside = bytes !== null && (await folder.setAside(row.path))
  if (isAside) done.setAside += 1
  if (await deps.lost.bringBack(row)) return noteFound(row, deps, done)
  if (bytes === null && row.isMissing && !isThorough) return
  const cause =
    bytes === null ? reasonOf('file_gone') : reasonOf(isAside ? 'file_changed_and_kept' : 'file_changed')
  rows.setMissing(row.fileId, cause)
  // Files lost in a crash are fetched at once; what the person removed is theirs to fetch again.
  if (isThorough) rows.setWaiting(row.fileId)
  if (!row.isMissing) done.missing += 1
  deps.onChanged(row.fileId)
}

function noteFound({ fileId, isMissing }: SavedRow, deps: Work, done: Reconciled): void {
  if (isMissing) deps.rows.setFound(fileId)
  done.found += 1
  deps.onChanged(fileId)
}

async function comparePoster(
  { fileId, posterPath }: SavedRow,
  isListed: boolean,
  { rows, folder }: ReconcileDeps,
): Promise<void> {
  // It may have been made after the folder was listed.
  if (posterPath === null || isListed || (await folder.bytes(posterPath)) !== null) return
  rows.setPosterPath(fileId, null)
}

/** Files in `media/` that no saved row names. */
async function settleStrays(paths: ReadonlySet<string>, deps: Work, done: Reconciled): Promise<void> {
  const { rows, folder } = deps
  const awaited = rows.awaited()
  // By date, so that the newest comes first.
  for (const [at, path] of [...paths].toSorted().entries()) {
    if (at % pageLength === 0) await deps.turns.next(deps.signal)
    if (deps.signal.aborted) return
    if (rows.hasPath(path) || (await folder.bytes(path)) === null) continue
    const file = awaited.get(nameOf(path))
    if (file && (await adopt(path, file.fileId, deps))) done.adopted += 1
    else if (await isReadFromName(path, deps)) done.reported += 1
    else if (!rows.hasPath(path)) {
      if (await folder.setAside(path)) done.setAside += 1
    }
  }
}

/**
 * A downloaded file always has a row; one without comes from a library that lost rows, so it is added after a
 * crash as well.
 */
async function isReadFromName(
  path: string,
  { rows, isRepaired, isThorough, takeIn }: Work,
): Promise<boolean> {
  if (!(isRepaired || isThorough) || !takeIn.isOwn(path) || rows.hasPath(path)) return false
  return takeIn.take(path)
}

/** The person's files that have a row but are in `lost+found`. */
async function bringInputsBack({ folder, inputs, lost, signal }: Work, done: Reconciled): Promise<void> {
  for (const path of await lost.paths()) {
    if (signal.aborted) return
    const sha256 = sha256Name.exec(path)?.[1]
    if (sha256 === undefined || !inputs.find(sha256) || inputs.locate(sha256) !== null) continue
    if ((await folder.measure(lostPlace(path))).sha256 !== sha256) continue
    if (await folder.move(lostPlace(path), path)) done.found += 1
  }
}

/** A file gets its name only when it is whole and flushed, so one with the right name lacks only its row. */
async function adopt(path: string, fileId: string, deps: Work): Promise<boolean> {
  const { bytes, sha256, media, measures } = await deps.folder.measure(path)
  if (!media) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  const { kind, mediaType } = media
  deps.rows.setSaved(fileId, {
    path,
    name,
    kind,
    mediaType,
    bytes,
    sha256,
    savedAt: deps.clock.now(),
    measures,
  })
  deps.onChanged(fileId)
  return true
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z0-9]+$/, '')
}

async function settlePoster(path: string, { rows, folder }: ReconcileDeps, done: Reconciled): Promise<void> {
  const fileId = posterName.exec(path)?.[1]
  if (fileId === undefined) return
  if (rows.hasSaved(fileId)) return rows.setPosterPath(fileId, path)
  await folder.remove(path)
  done.removed += 1
}

/** The person's files without a row: their bytes must match the digest in their name. */
async function settleInputs(
  { folder, inputs, turns, signal }: ReconcileDeps,
  done: Reconciled,
): Promise<void> {
  for (const path of (await folder.list('inputs', () => turns.next(signal))) ?? []) {
    if (signal.aborted) return
    const sha256 = sha256Name.exec(path)?.[1] ?? ''
    if (inputs.find(sha256)) continue
    if ((await folder.bytes(path)) === null) continue
    const isWhole = sha256 !== '' && (await folder.measure(path)).sha256 === sha256
    const kept = isWhole ? await inputs.add(sha256, folder.open(path), takingOf(path)) : null
    if (kept?.ok) {
      done.adopted += 1
      continue
    }
    if (await folder.setAside(path)) done.setAside += 1
  }
}

/** As it was kept: what is no medium was so for a field that takes it. */
function takingOf(path: string): InputTaking {
  return { takesHeic: true, takesAny: path.endsWith(otherExtension) }
}

function say(done: Reconciled, { log, isThorough }: ReconcileDeps): void {
  const findings = [
    ['taken in, as they had come whole', done.adopted],
    [isThorough ? 'missing or cut, and fetched again' : 'not in the data folder any more', done.missing],
    ['back in their place', done.found],
    ['taken in by their names alone, as their runs are not in the library', done.reported],
    ['moved to lost+found in the data folder, as no run has them like that', done.setAside],
  ] as const
  const said = findings.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`)
  if (said.length > 0) log.warn(`Files of the library ${said.join('; ')}.`)
}
