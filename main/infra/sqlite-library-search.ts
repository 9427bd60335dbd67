import { matchOf, type SearchedWord, searchedWords } from './full-text-query.ts'
import type { Database } from './sqlite-database.ts'
import type { Condition } from './sqlite-library-conditions.ts'

/**
 * Names of models, tags, collections and styles change while files keep them, so the index holds their keys in place of them:
 * words that begin with a character for private use, which nobody types.
 */
const keyMark = '\u{E000}'
const mark = `char(${keyMark.codePointAt(0)})`

/** How many names a searched word stands for at most. */
const mostNames = 200
/** How many words a beginning stands for at most; more are left to FTS5. */
const mostWords = 40
/** Beginnings that have no index of their own, in letters that are compared as they are typed. */
const longBeginning = /^[a-z0-9]{4,}$/i

/** The words of files: their prompts, negative prompts and notes, and the keys of the names that they bear. */
const wordsOfFiles = `
  SELECT files.seq, files.prompt,
    CASE WHEN json_valid(values_json) THEN iif(json_type(values_json, '$.negative_prompt') = 'text', values_json ->> '$.negative_prompt', '') END,
    (SELECT note FROM file_notes WHERE file_seq = files.seq),
    ${mark} || 'm' || hex(files.model_id)
      || coalesce((SELECT group_concat(' ' || ${mark} || 't' || tag_id, '') FROM file_tags WHERE file_seq = files.seq), '')
      || coalesce((SELECT group_concat(' ' || ${mark} || 'c' || hex(collection_id), '') FROM collection_files
           WHERE collection_files.file_id = files.file_id), '')
      || coalesce((SELECT group_concat(' ' || ${mark} || 's' || hex(style_id), '') FROM run_styles
           WHERE run_styles.account = submissions.service_id AND run_styles.run_seq = submissions.seq), '')
  FROM files JOIN submissions ON submissions.submission_id = files.submission_id
  WHERE files.state IN ('saved', 'trashed') AND files.seq IN (SELECT value FROM json_each(?))`

/** The words of the library's files in one FTS5 index. */
export interface LibrarySearch {
  /** An FTS5 query; null where the text has no word. What must be there beside the words makes it faster. */
  match(text: string, required?: () => RequiredNames): string | null
  /** That a file matches such a query. */
  condition(match: string): Condition
  /** Whether the index is whole: until then prompts alone are found, too. */
  isWhole(): boolean
  /** Indexes the words of these files, within the transaction that changes them. */
  indexRows(seqs: readonly number[]): void
  /** Indexes the newest of the files whose words changed; returns whether more are left. */
  index(limit: number): boolean
}

/** Tags and collections that files have to have, by their ids. */
export interface RequiredNames {
  readonly tags: readonly number[]
  readonly collections: readonly string[]
}

interface Named {
  readonly key: string
  readonly words: readonly string[]
}

export function createSqliteLibrarySearch({
  database,
  labelOf,
}: {
  readonly database: Database
  labelOf(modelId: string): string
}): LibrarySearch {
  let isWhole = false
  let hasVocabulary = false
  let known: { readonly at: number; readonly names: readonly Named[] } | null = null

  /** All names, read again once anything was written. */
  function names(): readonly Named[] {
    const at = database.changes()
    if (known?.at !== at) known = { at, names: readNames() }
    return known.names
  }

  function readNames(): Named[] {
    const tags = database.prepare('SELECT tag_id, name FROM tags').all()
    const collections = database
      .prepare('SELECT collection_id, name FROM collections WHERE deleted_at IS NULL')
      .all()
    const styles = database
      .prepare(
        `SELECT DISTINCT style_id, iif(name = '', listed_name, name) AS name FROM styles WHERE is_removed = 0`,
      )
      .all()
    return [
      ...modelsIn(database).map((modelId) => named(`m${hex(modelId)}`, `${labelOf(modelId)} ${modelId}`)),
      ...tags.map((row) => named(`t${row.tag_id}`, String(row.name))),
      ...collections.map((row) => named(`c${hex(String(row.collection_id))}`, String(row.name))),
      ...styles.map((row) => named(`s${hex(String(row.style_id))}`, String(row.name))),
    ]
  }

  function expand(word: SearchedWord): string {
    const asked = { ...word, words: word.words.flatMap(foldedWords) }
    const keys = names().filter(({ words }) => holds(words, asked))
    const own = [
      ...(wordsOf(word) ?? [matchOf(word)]),
      ...keys.slice(0, mostNames).map(({ key }) => keyWord(key)),
    ]
    return own.length === 1 ? (own[0] ?? '') : `(${own.join(' OR ')})`
  }

  /**
   * The words of the index that begin with one of four letters or more, null where they are none or many. Rows of whole words
   * are read as they are needed; for a beginning without an index of its own all its rows are gathered first.
   */
  function wordsOf({ words, isPrefix }: SearchedWord): string[] | null {
    const [start = '', ...more] = words
    // The earlier index has words of its own.
    if (!isPrefix || more.length > 0 || !longBeginning.test(start) || !readWhole()) return null
    const next = vocabulary()
    const beginning = start.toLowerCase()
    const found: string[] = []
    for (let from = beginning; ; ) {
      const term = next.get(from)?.term
      if (typeof term !== 'string' || !term.startsWith(beginning)) break
      if (found.length === mostWords) return null
      found.push(term)
      from = `${term}\u{1}`
    }
    return found.length === 0 ? null : found.map((term) => `"${term.replaceAll('"', '""')}"`)
  }

  /** The first word of the index that is not before another. */
  function vocabulary() {
    if (!hasVocabulary)
      database
        .prepare(
          `CREATE VIRTUAL TABLE IF NOT EXISTS temp.library_words USING fts5vocab('main', 'library_search', 'instance')`,
        )
        .get()
    hasVocabulary = true
    return database.prepare('SELECT term FROM temp.library_words WHERE term >= ? LIMIT 1')
  }

  /** Whether the index has every name that files bear. */
  function isCurrent(): boolean {
    return database.prepare('SELECT 1 FROM search_pending LIMIT 1').get() === undefined
  }

  function index(limit: number): boolean {
    const pending = database
      .prepare('SELECT seq FROM search_pending ORDER BY seq DESC LIMIT ?')
      .all(limit)
      .map(({ seq }) => Number(seq))
    if (pending.length > 0) database.transaction(() => indexRows(pending))
    if (pending.length === limit) return true
    noteWhole()
    return false
  }

  function indexRows(rows: readonly number[]): void {
    const seqs = JSON.stringify(rows)
    const listed = 'IN (SELECT value FROM json_each(?))'
    database.prepare(`DELETE FROM library_search WHERE rowid ${listed}`).run(seqs)
    database
      .prepare(`INSERT INTO library_search (rowid, prompt, negative_prompt, note, keys) ${wordsOfFiles}`)
      .run(seqs)
    database.prepare(`DELETE FROM search_pending WHERE seq ${listed}`).run(seqs)
  }

  /** The earlier index isn't needed any more. */
  function noteWhole(): void {
    if (readWhole()) return
    database.transaction(() => {
      database.prepare(`INSERT INTO file_search (file_search) VALUES ('delete-all')`).run()
      database.prepare('UPDATE search_state SET is_whole = 1').run()
    })
  }

  function readWhole(): boolean {
    isWhole ||= database.prepare('SELECT is_whole FROM search_state').get()?.is_whole === 1
    return isWhole
  }

  return {
    match(text, required) {
      const words = searchedWords(text)
      if (!words) return null
      const { tags, collections } = required && isCurrent() ? required() : { tags: [], collections: [] }
      const keys = [...tags.map((id) => `t${id}`), ...collections.map((id) => `c${hex(id)}`)]
      return [...words.map(expand), ...keys.map(keyWord)].join(' AND ')
    },
    condition: (match) =>
      readWhole()
        ? {
            sql: 'facets.seq IN (SELECT rowid FROM library_search WHERE library_search MATCH ?)',
            values: [match],
          }
        : {
            sql: `facets.seq IN (SELECT rowid FROM library_search WHERE library_search MATCH ?
              UNION SELECT rowid FROM file_search WHERE file_search MATCH ?)`,
            values: [match, match],
          },
    isWhole: readWhole,
    index,
    indexRows,
  }
}

/** The models of files, each found by one seek. */
export function modelsIn(database: Database): string[] {
  return database
    .prepare(
      `WITH RECURSIVE known (id) AS (
         SELECT min(model_id) FROM file_facets
         UNION ALL SELECT (SELECT min(model_id) FROM file_facets WHERE model_id > id) FROM known WHERE id IS NOT NULL)
       SELECT id FROM known WHERE id IS NOT NULL`,
    )
    .all()
    .map(({ id }) => String(id))
}

function keyWord(key: string): string {
  return `"${keyMark}${key}"`
}

function named(key: string, name: string): Named {
  return { key, words: foldedWords(name) }
}

/** Whether the words follow each other somewhere, the last one as a prefix. */
function holds(words: readonly string[], { words: asked, isPrefix }: SearchedWord): boolean {
  return words.some((_, from) =>
    asked.every((word, at) => {
      const own = words[from + at]
      if (own === undefined) return false
      return isPrefix && at === asked.length - 1 ? own.startsWith(word) : own === word
    }),
  )
}

/** As the index compares them: without case and accents. */
function foldedWords(text: string): string[] {
  return (
    text
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** As SQLite's `hex` writes it. */
function hex(text: string): string {
  return [...new TextEncoder().encode(text)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}
