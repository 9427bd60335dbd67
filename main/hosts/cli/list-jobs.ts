import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { inEnglish } from '../../../shared/catalog/own-texts.ts'
import { type Reason, reasonOf } from '../../../shared/failures/reason.ts'
import { findModelLabel } from '../../engine/catalog/find-model-label.ts'
import type { StoredFile } from '../../engine/library/ports.ts'
import { ReplacedFileError } from '../../engine/library/replaced-file-error.ts'
import { differentLength } from '../../engine/library/stored-files.ts'
import type { Submission } from '../../engine/submissions/submission.ts'
import { createSubmissionViews } from '../../engine/submissions/submission-views.ts'
import { defaultDataFolder } from '../../infra/default-data-folder.ts'
import { plainFileBytes } from '../../infra/open-inside.ts'
import { type Database, openDatabaseForReading } from '../../infra/sqlite-database.ts'
import { createSqliteFileCatalogue } from '../../infra/sqlite-file-catalogue.ts'
import { createSqliteSubmissionJournal } from '../../infra/sqlite-submission-journal.ts'
import { NewerLibraryError } from '../../infra/start-error.ts'
import type { MainWords } from '../../words/choose-words.ts'
import { sayStartError } from '../say-start-error.ts'
import { SetUpError } from '../setup-error.ts'
import { openDescriptions } from './open-descriptions.ts'
import { type RunView, toRunView, withDamages } from './run-view.ts'
import type { Terminal } from './terminal.ts'

interface Place {
  readonly dataFolder: string | undefined
  readonly terminal: Terminal
}

export interface JobsQuery extends Place {
  readonly limit: number
  /** The state of a run, or the service's own name for its job's status. */
  readonly state: string | undefined
  readonly words: MainWords
}

/** The library's runs, newest first, read beside whichever Atelier is using the data folder. */
export function listJobs(query: JobsQuery): RunView[] {
  return readLibrary(query, [], ({ journal, toRuns }) => {
    const found: Submission[] = []
    let cursor: string | undefined
    do {
      const page = journal.list({ limit: pageSize, ...(cursor === undefined ? {} : { cursor }) })
      found.push(...page.submissions.filter((one) => isIn(one, query.state)))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined && found.length < query.limit)
    return toRuns(found.slice(0, query.limit), query.words)
  })
}

const pageSize = 500

function isIn({ state, job }: Submission, wanted: string | undefined): boolean {
  return wanted === undefined || state === wanted || (state === 'accepted' && job?.status === wanted)
}

/** One run by its own id or by the service's; null where the library has none. */
export function findJob({
  id,
  words,
  ...place
}: Place & {
  id: string
  words: MainWords
}): RunView | null {
  return readLibrary(place, null, ({ journal, toRuns }) => {
    const submission = journal.get(id) ?? journal.findByJob(id)
    return submission ? (toRuns([submission], words)[0] ?? null) : null
  })
}

/** Whether something is still under way, so that a running studio would have news of it. */
export function hasUnfinishedJobs(place: Place): boolean {
  return readLibrary(
    place,
    false,
    ({ journal, files }) => journal.running().length > 0 || files.toFetch().length > 0,
  )
}

interface Library {
  readonly journal: ReturnType<typeof createSqliteSubmissionJournal>
  readonly files: ReturnType<typeof createSqliteFileCatalogue>
  toRuns(submissions: readonly Submission[], words: MainWords): RunView[]
}

function readLibrary<Value>(
  { dataFolder, terminal }: Place,
  absent: Value,
  read: (library: Library) => Value,
): Value {
  const root = resolve(dataFolder ?? defaultDataFolder())
  const path = join(root, 'library.sqlite')
  if (!existsSync(path)) return absent
  const database = openForReading(path)
  try {
    const descriptions = openDescriptions(root, terminal)
    // The views here show no model labels.
    const labelOf = (modelId: string) => findModelLabel(modelId, descriptions, inEnglish)
    const journal = createSqliteSubmissionJournal(database)
    // The views here show no judgements, and an older library's format doesn't hold them.
    const files = createSqliteFileCatalogue({ database, labelOf, judgements: null })
    const views = createSubmissionViews({
      // The views here show no usual durations, and an older library's format doesn't hold them.
      journal: { pastDurations: () => [] },
      files,
      sheetOf: () => null,
      writtenPromptOf: () => null,
      labelOf,
      liveJob: () => null,
      liveProblem: () => null,
      connectedService: () => null,
      isFollowed: () => false,
    })
    return read({
      journal,
      files,
      toRuns: (submissions, words) =>
        views.many(submissions).map((view) => toCheckedRun(root, view, { files, words })),
    })
  } finally {
    database.close()
  }
}

/** A file listed as here has its full length and is no link. */
function toCheckedRun(
  root: string,
  view: SubmissionView,
  { files, words }: { files: Library['files']; words: MainWords },
): RunView {
  const paths: string[] = []
  const damages = new Map<string, Reason>()
  const folder = { path: root, resolve: (path: string) => resolve(root, path) }
  for (const { fileId } of view.files) {
    const stored = files.stored(fileId)
    const problem = stored && problemOf(folder, stored)
    if (problem) damages.set(fileId, problem)
    else if (stored) paths.push(join(root, stored.path))
  }
  return toRunView(withDamages(view, damages), { files: paths, words })
}

function problemOf(folder: Parameters<typeof plainFileBytes>[0], stored: StoredFile): Reason | null {
  try {
    const bytes = plainFileBytes(folder, stored.path)
    return bytes === stored.bytes ? null : differentLength(bytes, stored.bytes)
  } catch (error) {
    return error instanceof ReplacedFileError ? error.reason : reasonOf('file_not_in_place')
  }
}

/** A library opened for reading; an error says why it can't be. */
export function openForReading(path: string): Database {
  try {
    return openDatabaseForReading(path)
  } catch (error) {
    if (error instanceof NewerLibraryError) throw new SetUpError((words) => sayStartError(error, words))
    throw new SetUpError(({ cli }) => cli.libraryUnreadable((error as Error).message))
  }
}
