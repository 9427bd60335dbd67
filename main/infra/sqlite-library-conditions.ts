import { periodOf } from '../../shared/library/filter/day-range.ts'
import type { Ratio, Shape, Term } from '../../shared/library/filter/filter-term.ts'
import type { Range } from '../../shared/library/filter/range.ts'
import { foldName } from '../../shared/library/fold-name.ts'
import { numberOfColor } from './sqlite-file-colors.ts'

/** A condition on a row of `file_facets`, which is called `facets`. */
export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** What the names of a filter stand for. */
export interface FilterNames {
  /** Models by their id, or by their label. */
  modelIds(name: string): readonly string[]
  /** Accounts by their id, or by their name. */
  accountIds(name: string): readonly string[]
  /** Styles by their id, or by their name. */
  styleIds(name: string): readonly string[]
}

/** A square may be so much wider or taller than it is high. */
const squareWithin = 0.05
/** How far a file may be from a ratio or a length that is asked for exactly, as codecs round both. */
const ratioWithin = 0.01
const secondsWithin = 0.5

/** Several terms of these names mean any of them, as a file has one; several of the others mean all of them. */
const alternatives: ReadonlySet<Term['name']> = new Set([
  'kind',
  'model',
  'account',
  'flag',
  'label',
  'color',
  'sheet',
  'ratio',
])

/** The conditions of all terms together. */
export function conditionsOf(terms: readonly Term[], names: FilterNames, now: number): Condition[] {
  const groups = Map.groupBy(terms, (term) => (alternatives.has(term.name) && !term.isNot ? term.name : term))
  return [...groups.values()].map((group) => {
    const parts = group.map((term) => conditionOf(term, names, now))
    return {
      sql: parts.length === 1 ? (parts[0]?.sql ?? '1') : `(${parts.map(({ sql }) => sql).join(' OR ')})`,
      values: parts.flatMap(({ values }) => values),
    }
  })
}

function conditionOf(term: Term, names: FilterNames, now: number): Condition {
  const { sql, values } = positiveOf(term, names, now)
  return term.isNot ? { sql: `NOT coalesce((${sql}), 0)`, values } : { sql: `(${sql})`, values }
}

function positiveOf(term: Term, names: FilterNames, now: number): Condition {
  switch (term.name) {
    case 'kind':
      return { sql: 'facets.kind = ?', values: [term.value] }
    case 'model':
      return among('facets.model_id', names.modelIds(term.value))
    case 'account':
      return among('facets.account', names.accountIds(term.value))
    case 'rating':
      return rangeOf('facets.rating', term.value)
    case 'score':
      return both({ sql: 'facets.score >= 0', values: [] }, rangeOf('facets.score', term.value))
    case 'flag':
      return { sql: 'facets.flag = ?', values: [term.value] }
    case 'is':
      return { sql: standingSql[term.value], values: [] }
    case 'label':
      return { sql: 'facets.label = ?', values: [term.value] }
    case 'color':
      return {
        sql: `EXISTS (SELECT 1 FROM file_colors WHERE color = ? AND file_colors.file_seq = facets.seq)`,
        values: [numberOfColor(term.value)],
      }
    case 'collection':
      return {
        sql: `EXISTS (SELECT 1 FROM collection_files
          WHERE collection_id IN (${collectionIds}) AND collection_files.file_seq = facets.seq)`,
        values: collectionValues(term.value),
      }
    case 'sheet':
      if (term.value === 'any') return { sql: 'facets.sheet_id IS NOT NULL', values: [] }
      if (term.value === 'none') return { sql: 'facets.sheet_id IS NULL', values: [] }
      return { sql: 'facets.sheet_id = ?', values: [term.value] }
    case 'style':
      return styledOf(names.styleIds(term.value))
    case 'tag':
      return {
        sql: `EXISTS (SELECT 1 FROM file_tags
          WHERE tag_id = (${tagId}) AND file_tags.file_seq = facets.seq)`,
        values: [foldName(term.value)],
      }
    case 'date':
      return duringOf(term.value, now)
    case 'price':
      return term.value === 'unlisted'
        ? { sql: 'facets.price < 0', values: [] }
        : both({ sql: 'facets.price >= 0', values: [] }, rangeOf('facets.price', term.value))
    case 'ratio':
      return ratioOf(term.value)
    case 'length':
      return both(
        { sql: 'facets.duration >= 0', values: [] },
        rangeOf('facets.duration', loosely(term.value)),
      )
    case 'resolution':
      return 'width' in term.value
        ? { sql: 'facets.width = ? AND facets.height = ?', values: [term.value.width, term.value.height] }
        : rangeOf('min(facets.width, facets.height)', term.value)
  }
}

const standingSql = {
  favorite: 'facets.is_favorite = 1',
  reviewed: 'facets.is_reviewed = 1',
  unreviewed: 'facets.is_reviewed = 0',
  keeper: `facets.rating >= 3 OR facets.flag = 'pick' OR facets.is_favorite = 1
    OR facets.seq IN (SELECT file_seq FROM exported_files)`,
  tagged: 'EXISTS (SELECT 1 FROM file_tags WHERE file_tags.file_seq = facets.seq)',
  untagged: 'NOT EXISTS (SELECT 1 FROM file_tags WHERE file_tags.file_seq = facets.seq)',
  noted: 'EXISTS (SELECT 1 FROM file_notes WHERE file_notes.file_seq = facets.seq)',
  missing: 'facets.is_missing = 1',
  exported: `facets.seq IN (SELECT file_seq FROM exported_files)`,
} as const

/** The collection of an id or a name, of those that are there; it takes `collectionValues`. */
export const collectionIds =
  'SELECT collection_id FROM collections WHERE deleted_at IS NULL AND (collection_id = ? OR folded_name = ?)'

export function collectionValues(value: string): readonly string[] {
  return [value, foldName(value)]
}

/** It takes a folded name. */
export const tagId = 'SELECT tag_id FROM tags WHERE folded_name = ?'

function styledOf(styleIds: readonly string[]): Condition {
  const styled = among('style_id', styleIds)
  return {
    sql: `EXISTS (SELECT 1 FROM run_styles WHERE run_styles.account = facets.account
      AND run_styles.run_seq = facets.run_seq AND ${styled.sql})`,
    values: styled.values,
  }
}

function among(column: string, values: readonly string[]): Condition {
  return values.length === 0
    ? { sql: '0', values: [] }
    : { sql: `${column} IN (${values.map(() => '?').join(', ')})`, values }
}

function rangeOf(column: string, { min, max }: Range): Condition {
  if (min && max && min.value === max.value) return { sql: `${column} = ?`, values: [min.value] }
  const parts = [
    ...(min ? [{ sql: `${column} ${min.isOpen ? '>' : '>='} ?`, values: [min.value] }] : []),
    ...(max ? [{ sql: `${column} ${max.isOpen ? '<' : '<='} ?`, values: [max.value] }] : []),
  ]
  return {
    sql: parts.map(({ sql }) => sql).join(' AND ') || '1',
    values: parts.flatMap(({ values }) => values),
  }
}

/** One length alone stands for all that are shown as that. */
function loosely(range: Range): Range {
  const { min, max } = range
  if (!min || !max || min.value !== max.value) return range
  return {
    min: { value: min.value - secondsWithin, isOpen: false },
    max: { value: max.value + secondsWithin, isOpen: true },
  }
}

function duringOf(text: string, now: number): Condition {
  const { from, until } = periodOf(text, now) ?? { from: null, until: null }
  return both(
    from === null ? anything : { sql: 'facets.saved_at >= ?', values: [from] },
    until === null ? anything : { sql: 'facets.saved_at < ?', values: [until] },
  )
}

const anything: Condition = { sql: '1', values: [] }

function ratioOf(value: Shape | Ratio): Condition {
  const ratio = 'facets.width / facets.height'
  const [narrow, wide] = [1 - squareWithin, 1 + squareWithin]
  if (value === 'wide') return { sql: `${ratio} > ?`, values: [wide] }
  if (value === 'tall') return { sql: `${ratio} < ?`, values: [narrow] }
  if (value === 'square') return { sql: `${ratio} BETWEEN ? AND ?`, values: [narrow, wide] }
  const asked = value.width / value.height
  return {
    sql: `${ratio} BETWEEN ? AND ?`,
    values: [asked * (1 - ratioWithin), asked * (1 + ratioWithin)],
  }
}

function both(one: Condition, other: Condition): Condition {
  return { sql: `${one.sql} AND ${other.sql}`, values: [...one.values, ...other.values] }
}
