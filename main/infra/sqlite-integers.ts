import type { StatementSync } from 'node:sqlite'

type Row = Record<string, unknown>

/**
 * Reads an integer beyond 2^53, which Atelier never writes, as the nearest number: otherwise `node:sqlite`
 * rejects the whole query, and with it every valid row.
 */
export function readAnyInteger(statement: StatementSync): StatementSync {
  const all = statement.all.bind(statement) as (...values: unknown[]) => Row[]
  const get = statement.get.bind(statement) as (...values: unknown[]) => Row | undefined

  function read<Value>(plain: () => Value, toNumbers: (value: Value) => Value): Value {
    try {
      return plain()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_OUT_OF_RANGE') throw error
    }
    statement.setReadBigInts(true)
    try {
      return toNumbers(plain())
    } finally {
      statement.setReadBigInts(false)
    }
  }

  return Object.assign(statement, {
    all: (...values: unknown[]) =>
      read(
        () => all(...values),
        (rows) => rows.map(withNumbers),
      ),
    get: (...values: unknown[]) =>
      read(
        () => get(...values),
        (row) => row && withNumbers(row),
      ),
  })
}

/** Of a row of names and values, or of values alone where the statement returns arrays. */
function withNumbers(row: Row): Row {
  if (Array.isArray(row)) return row.map(toNumber) as unknown as Row
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toNumber(value)]))
}

function toNumber(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
