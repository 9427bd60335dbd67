import { randomBytes, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { MicroUsd } from '../../shared/pricing/money.ts'
import { inTransaction } from './database.ts'

export interface Workspace {
  readonly id: string
  readonly name: string
}

/** The permissions of a workspace. */
export interface WorkspaceAccess {
  /** API keys work only while this is on (interface: Authentication 5). */
  readonly apiEnabled: boolean
  /** The plan carries the usage API entitlement (interface: Authentication 4). */
  readonly usageEntitled: boolean
  /** Keys stay when their workspace is removed. */
  readonly removed: boolean
}

/** `api` keys generate; `service` keys read the workspace's usage (interface: Authentication 4). */
export type KeyKind = 'api' | 'service'

/** The identity of a request. */
export interface Credential {
  readonly workspaceId: string
  readonly kind: KeyKind
}

export interface WorkspaceStore {
  /** The sandbox's initial workspace, and its two keys; the same ones after a restart. */
  first(): { workspace: Workspace; key: string; usageKey: string }
  findCredential(token: string): Credential | null
  /** Null where there is none, or where it was removed. */
  find(workspaceId: string): (Workspace & WorkspaceAccess) | null
  setAccess(workspaceId: string, access: Partial<WorkspaceAccess>): void
  /** A new key; its token is returned only here. */
  addKey(workspaceId: string, kind: KeyKind, name: string): string
  /** In micro-dollars; below zero where running jobs cost more than was left. */
  balance(workspaceId: string): MicroUsd
  setBalance(workspaceId: string, balance: MicroUsd): void
}

/** Workspaces and keys; an empty database gets the first of each. */
export function createWorkspaceStore(database: DatabaseSync): WorkspaceStore {
  const readFirst = database.prepare('SELECT id, name FROM workspace ORDER BY rowid LIMIT 1')
  const readToken = database.prepare(
    'SELECT token FROM api_key WHERE workspace_id = ? AND kind = ? ORDER BY rowid LIMIT 1',
  )
  const findToken = database.prepare('SELECT workspace_id AS workspaceId, kind FROM api_key WHERE token = ?')
  const readBalance = database.prepare('SELECT balance_micro_usd AS balance FROM workspace WHERE id = ?')
  const writeBalance = database.prepare('UPDATE workspace SET balance_micro_usd = ? WHERE id = ?')
  const readWorkspace = database.prepare(`
    SELECT id, name, api_enabled AS apiEnabled, usage_entitled AS usageEntitled, removed FROM workspace WHERE id = ?`)
  const writeAccess = database.prepare(
    'UPDATE workspace SET api_enabled = ?, usage_entitled = ?, removed = ? WHERE id = ?',
  )
  const insertKey = database.prepare(
    'INSERT INTO api_key (token, workspace_id, kind, name) VALUES (?, ?, ?, ?)',
  )
  function read(workspaceId: string): (Workspace & WorkspaceAccess) | null {
    const row = readWorkspace.get(workspaceId) as unknown as
      | (Workspace & Record<keyof WorkspaceAccess, number>)
      | undefined
    if (!row) return null
    const { id, name, apiEnabled, usageEntitled, removed } = row
    return {
      id,
      name,
      apiEnabled: apiEnabled === 1,
      usageEntitled: usageEntitled === 1,
      removed: removed === 1,
    }
  }
  if (!readFirst.get()) createFirst(database)
  return {
    first() {
      const workspace = readFirst.get() as unknown as Workspace
      const token = (kind: KeyKind) => (readToken.get(workspace.id, kind) as { token: string }).token
      return { workspace: { ...workspace }, key: token('api'), usageKey: token('service') }
    },
    findCredential: (token) => (findToken.get(token) as Credential | undefined) ?? null,
    find(workspaceId) {
      const workspace = read(workspaceId)
      return workspace?.removed ? null : workspace
    },
    setAccess(workspaceId, change) {
      const access = read(workspaceId)
      if (!access) return
      const { apiEnabled, usageEntitled, removed } = { ...access, ...change }
      writeAccess.run(apiEnabled ? 1 : 0, usageEntitled ? 1 : 0, removed ? 1 : 0, workspaceId)
    },
    addKey(workspaceId, kind, name) {
      const token = createToken(kind)
      insertKey.run(token, workspaceId, kind, name)
      return token
    },
    balance: (workspaceId) => (readBalance.get(workspaceId) as { balance: MicroUsd }).balance,
    setBalance: (workspaceId, balance) => void writeBalance.run(balance, workspaceId),
  }
}

function createFirst(database: DatabaseSync): void {
  const id = randomUUID()
  const addKey = database.prepare('INSERT INTO api_key (token, workspace_id, kind, name) VALUES (?, ?, ?, ?)')
  inTransaction(database, () => {
    database.prepare('INSERT INTO workspace (id, name) VALUES (?, ?)').run(id, 'Sandbox studio')
    addKey.run(createToken('api'), id, 'api', 'First key')
    addKey.run(createToken('service'), id, 'service', 'First usage key')
  })
}

function createToken(kind: KeyKind): string {
  return `sandbox-${kind}-${randomBytes(24).toString('base64url')}`
}
