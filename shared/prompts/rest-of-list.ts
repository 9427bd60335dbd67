import type { JsonSchema } from '../catalog/json-schema.ts'
import { type PastedList, readList } from './read-list.ts'

/**
 * The rest of a list after the row that begins on this line: the unchanged text, with the first line of a table
 * before it. Where that would be read differently without the earlier part, its rows are written as JSON Lines
 * instead, followed by the unreadable ones, unchanged to the character: JSON accepts less white space than
 * `trim` removes. Empty where no readable row is left.
 */
export function restOfList(text: string, schema: JsonSchema, after: number): string {
  const list = readList(text, schema)
  const rows = list.rows.filter(({ line }) => line > after).map(({ values }) => values)
  const left = linesOf(list).filter((line) => line > after)
  const [next] = left
  if (next === undefined || rows.length === 0) return ''
  const starts = startsOfLines(text, list.format)
  const head = list.format === 'csv' ? text.slice(0, starts[Math.min(...linesOf(list)) - 1]) : ''
  const rest = head + text.slice(starts[next - 1])
  if (isSame(readList(rest, schema), rows, left.length)) return rest
  const unread = list.problems
    .filter(({ line }) => line > after)
    .map(({ line }) => text.slice(starts[line - 1], starts[line]).replace(/[\r\n]+$/, ''))
  return [...rows.map((values) => JSON.stringify(values)), ...unread].join('\n')
}

function linesOf({ rows, problems }: PastedList): number[] {
  return [...rows, ...problems].map(({ line }) => line).toSorted((one, other) => one - other)
}

function isSame(list: PastedList, rows: readonly unknown[], count: number): boolean {
  return (
    linesOf(list).length === count &&
    JSON.stringify(list.rows.map(({ values }) => values)) === JSON.stringify(rows)
  )
}

/** The offset of each line, counted as the readers count lines: a table's end with \\n only. */
function startsOfLines(text: string, format: PastedList['format']): number[] {
  const ends = text.matchAll(format === 'csv' ? /\n/g : /\r\n|\r|\n/g)
  return [0, ...Array.from(ends, (end) => end.index + end[0].length)]
}
