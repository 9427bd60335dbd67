import type { JsonSchema } from '../catalog/json-schema.ts'
import { parseBoundedJson } from '../json/read-bounded-json.ts'

/** How a pasted list was read. */
export type ListFormat = 'lines' | 'csv' | 'json-lines'

/** One run of a pasted list: what it sets, by wire name. `line` counts from 1, where the row begins. */
export interface ListRow {
  readonly line: number
  readonly values: Readonly<Record<string, unknown>>
}

/** A row that can't be read, without words. */
export interface ListProblem {
  readonly line: number
  readonly code: 'not_json' | 'not_a_row' | 'too_many_cells' | 'open_quote'
}

export interface PastedList {
  readonly format: ListFormat
  readonly rows: readonly ListRow[]
  readonly problems: readonly ListProblem[]
}

/**
 * Reads a pasted list for a model's request: JSON Lines (an object by wire name, or a prompt as a JSON string),
 * CSV whose first line names fields of the model (RFC 4180; comma, semicolon or tab), or else a prompt per
 * line. Values are not checked here.
 */
export function readList(text: string, schema: JsonSchema): PastedList {
  const clean = text.replace(/^\uFEFF/, '')
  if (/^\s*[{"]/.test(clean) && looksLikeJson(clean)) return readJsonLines(clean)
  return readCsv(clean, schema) ?? readLines(clean)
}

function looksLikeJson(text: string): boolean {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? ''
  return parseBoundedJson(first) !== undefined
}

function readLines(text: string): PastedList {
  const rows = numberedLines(text).map(({ line, content }) => ({ line, values: { prompt: content.trim() } }))
  return { format: 'lines', rows, problems: [] }
}

function readJsonLines(text: string): PastedList {
  const rows: ListRow[] = []
  const problems: ListProblem[] = []
  for (const { line, content } of numberedLines(text)) {
    const value = parseBoundedJson(content)
    if (value === undefined) problems.push({ line, code: 'not_json' })
    else if (typeof value === 'string') rows.push({ line, values: { prompt: value } })
    else if (isRecord(value)) rows.push({ line, values: value })
    else problems.push({ line, code: 'not_a_row' })
  }
  return { format: 'json-lines', rows, problems }
}

function numberedLines(text: string): { line: number; content: string }[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({ line: index + 1, content }))
    .filter(({ content }) => content.trim() !== '')
}

/**
 * Null where the first line doesn't name fields of the model: then it is no table. Beside an exact `prompt`, a name that
 * is no field of this model is a column all the same: its rows are refused, and not sent as prompts.
 */
function readCsv(text: string, schema: JsonSchema): PastedList | null {
  for (const separator of [',', ';', '\t']) {
    const records = splitCsv(text, separator)
    const names = withoutEmptyEnd(records[0]?.cells.map((name) => name.trim()) ?? [])
    const isField = (name: string) => Object.hasOwn(schema.properties ?? {}, name)
    const isTable = names.includes('prompt') && isField('prompt') && names.length > 1
    if (names.length === 0 || !names.every((name) => isField(name) || (isTable && columnName.test(name))))
      continue
    return toTable(names, records.slice(1), schema)
  }
  return null
}

const columnName = /^\p{L}[\p{L}\p{N}_ -]{0,40}$/u

/** A spreadsheet may end its lines with separators. */
function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}

function toTable(names: readonly string[], records: readonly CsvRecord[], schema: JsonSchema): PastedList {
  const rows: ListRow[] = []
  const problems: ListProblem[] = []
  for (const { line, cells, isOpen } of records) {
    if (isOpen) problems.push({ line, code: 'open_quote' })
    else if (withoutEmptyEnd(cells).length > names.length) problems.push({ line, code: 'too_many_cells' })
    else if (cells.some((cell) => cell.trim() !== ''))
      rows.push({ line, values: toValues(names, cells, schema) })
  }
  return { format: 'csv', rows, problems }
}

/** An empty cell sets nothing; for a field that is no text, a cell is parsed as JSON. */
function toValues(names: readonly string[], cells: readonly string[], schema: JsonSchema): ListRow['values'] {
  const set = cells.flatMap((cell, index) => {
    const name = names[index] ?? ''
    return cell.trim() === '' ? [] : [[name, toValue(cell, schema.properties?.[name])] as const]
  })
  return Object.fromEntries(set)
}

function toValue(cell: string, schema: JsonSchema | undefined): unknown {
  const takesText = schema?.type === 'string' || schema?.enum?.includes(cell)
  return takesText ? cell : (parseBoundedJson(cell) ?? cell)
}

interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
  /** A quote was still open at the text's end. */
  readonly isOpen: boolean
}

function splitCsv(text: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let line = 1
  let startedAt = 1
  const end = (isOpen: boolean) => {
    records.push({ line: startedAt, cells: [...cells, cell], isOpen })
    cells = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '\n') line += 1
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += sign
      at += 1
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (isQuoted) cell += sign
    else if (sign === separator) {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n') {
      end(false)
      startedAt = line
    } else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || cells.length > 0 || isQuoted) end(isQuoted)
  return records
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
