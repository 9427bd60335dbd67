import type { StatementSync } from 'node:sqlite'

interface Prepares {
  prepare(sql: string): StatementSync
}

export interface RecordedStatements<Connection> {
  /** The same connection, whose statements are recorded. */
  readonly database: Connection
  /** How SQLite carries out each statement that was prepared since the last call, in their order. */
  plans(): string[]
}

/** Records what reaches a connection, so that a test explains the statements that really run. */
export function recordStatements<Connection extends Prepares>(
  connection: Connection,
): RecordedStatements<Connection> {
  const statements: string[] = []
  const database = new Proxy(connection, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        if (name === 'prepare') statements.push(String(given[0]))
        return Reflect.apply(member, target, given)
      }
    },
  })
  return {
    database,
    plans: () =>
      statements.splice(0).map((sql) =>
        connection
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all()
          .map(({ detail }) => String(detail))
          .join('; '),
      ),
  }
}
