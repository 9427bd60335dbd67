import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { MediaKind } from '../../../shared/api/media.ts'
import type { SayOwn } from '../../../shared/catalog/own-texts.ts'
import { termNames } from '../../../shared/library/filter/filter-term.ts'
import { faultsIn, type LibraryFilter, readFilter } from '../../../shared/library/filter/library-filter.ts'
import { atLeast } from '../../../shared/library/filter/range.ts'
import type { Flag } from '../../../shared/library/judgement.ts'
import { defaultDataFolder } from '../../infra/default-data-folder.ts'
import { migrations } from '../../infra/sqlite-migrations.ts'
import { createSqliteSubmissionJournal } from '../../infra/sqlite-submission-journal.ts'
import { createSqliteTags } from '../../infra/sqlite-tags.ts'
import { SetUpError } from '../setup-error.ts'
import { openForReading } from './list-jobs.ts'
import { openFiles } from './open-files.ts'
import { settledOf } from './run-view.ts'
import type { Terminal } from './terminal.ts'

/** One file of the library, as a script reads it. */
export interface LibraryRow {
  readonly fileId: string
  readonly kind: MediaKind
  readonly modelId: string
  readonly prompt: string
  readonly rating: number
  readonly flag: Flag
  readonly tags: readonly string[]
  /** Null where the file is not in its place. */
  readonly path: string | null
  readonly settled: object | null
}

interface LibraryRequest {
  readonly dataFolder: string | undefined
  readonly search: string | undefined
  readonly kind: MediaKind | undefined
  /** The fewest stars; 0 for all files. */
  readonly rating: number
  readonly limit: number
  readonly sayOwn: SayOwn
  readonly terminal: Terminal
}

const pageSize = 500

/** The library's files, newest first, read beside whichever Atelier is using the data folder. */
export function listLibrary({
  dataFolder,
  search,
  kind,
  rating,
  limit,
  sayOwn,
  terminal,
}: LibraryRequest): LibraryRow[] {
  const root = resolve(dataFolder ?? defaultDataFolder())
  const path = join(root, 'library.sqlite')
  if (!existsSync(path)) return []
  const database = openForReading(path)
  try {
    const format = Number(database.prepare('PRAGMA user_version').get()?.user_version)
    if (format < migrations.length) throw new SetUpError(({ cli }) => cli.libraryOlder)
    const journal = createSqliteSubmissionJournal(database)
    const files = openFiles({ database, root, sayOwn, terminal })
    const filter = filterOf({ search, kind, rating })
    const tags = createSqliteTags(database)
    const rows: LibraryRow[] = []
    let cursor: string | undefined
    do {
      const page = files.list({
        limit: Math.min(pageSize, limit - rows.length),
        cursor,
        filter,
        isEachFile: true,
      })
      const tagsOf = tags.of(page.items.map(({ fileId }) => fileId))
      for (const { fileId, submissionId, kind, modelId, prompt, judgement } of page.items) {
        const stored = files.stored(fileId)
        const settled = journal.get(submissionId)?.settled ?? null
        rows.push({
          fileId,
          kind,
          modelId,
          prompt,
          rating: judgement.rating,
          flag: judgement.flag,
          tags: tagsOf.get(fileId) ?? [],
          path: stored && join(root, stored.path),
          settled: settled && settledOf(settled),
        })
      }
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined && rows.length < limit)
    return rows
  } finally {
    database.close()
  }
}

/** The filter that is given as text, and the options beside it. */
function filterOf({
  search = '',
  kind,
  rating,
}: Pick<LibraryRequest, 'search' | 'kind' | 'rating'>): LibraryFilter {
  const { text, terms } = readSearch(search)
  return {
    text,
    terms: [
      ...terms,
      ...(kind === undefined ? [] : [{ name: 'kind', value: kind, isNot: false } as const]),
      ...(rating === 0 ? [] : [{ name: 'rating', value: atLeast(rating), isNot: false } as const]),
    ],
  }
}

/** The filter of a text; throws where a part of it can’t be read, so that no other files are chosen than were meant. */
export function readSearch(text: string): LibraryFilter {
  const [fault] = faultsIn(text)
  if (fault) throw new SetUpError(({ cli }) => cli.filterUnreadable(fault.source, termNames))
  return readFilter(text)
}
