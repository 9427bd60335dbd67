import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './database.ts'

/** A style and its owner: the API acts as an identity of its own (interface: Authentication 3). */
export interface Style {
  readonly id: string
  readonly workspaceId: string
  readonly owner: 'api' | 'app'
  readonly shared: boolean
}

export interface StyleStore {
  find(id: string): Style | null
  share(id: string): void
  add(styles: readonly Style[]): void
  /** Adds a style, or changes the one with its id. */
  put(style: Style): void
}

/** A new sandbox's styles: some owned by the API, and one of the app's that it may not share. */
const firstStyles: readonly Pick<Style, 'id' | 'owner'>[] = [
  { id: 'ink-and-paper', owner: 'api' },
  { id: 'soft-gouache', owner: 'api' },
  { id: 'night-neon', owner: 'api' },
  { id: 'app-only', owner: 'app' },
]

/** Styles in SQLite; an empty table gets the initial ones. */
export function createStyleStore(database: DatabaseSync, workspaceId: string): StyleStore {
  const find = database.prepare(
    'SELECT id, workspace_id AS workspaceId, owner, shared FROM style WHERE id = ?',
  )
  const share = database.prepare('UPDATE style SET shared = 1 WHERE id = ?')
  const insert = database.prepare(`
    INSERT INTO style (id, workspace_id, owner, shared) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`)
  const put = database.prepare(`
    INSERT INTO style (id, workspace_id, owner, shared) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET workspace_id = excluded.workspace_id, owner = excluded.owner, shared = excluded.shared`)
  function add(styles: readonly Style[]): void {
    inTransaction(database, () => {
      for (const style of styles) insert.run(style.id, style.workspaceId, style.owner, style.shared ? 1 : 0)
    })
  }
  if (!database.prepare('SELECT 1 FROM style LIMIT 1').get()) {
    add(firstStyles.map((style) => ({ ...style, workspaceId, shared: false })))
  }
  return {
    find(id) {
      const row = find.get(id) as (Omit<Style, 'shared'> & { shared: number }) | undefined
      return row ? { ...row, shared: row.shared === 1 } : null
    },
    share: (id) => void share.run(id),
    add,
    put: ({ id, workspaceId: owned, owner, shared }) => void put.run(id, owned, owner, shared ? 1 : 0),
  }
}
