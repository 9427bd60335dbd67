import { randomBytes, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { MicroUsd } from '../../shared/pricing/money.ts'
import { inTransaction } from './database.ts'

export interface Workspace {
  readonly id: string
  readonly name: string
}

/** `api` keys generate; `service` keys read the workspace's usage (interface: Authentication 4). */
export type KeyKind = 'api' | 'service'

/** Who a request speaks for. */
export interface Credential {
  readonly workspaceId: string
  readonly kind: KeyKind
}

export interface WorkspaceStore {
  /** The workspace that the sandbox opens with, and its two keys; the same ones after a restart. */
  first(): { workspace: Workspace; key: string; usageKey: string }
  findCredential(token: string): Credential | null
  /** In micro-dollars; below zero where running jobs cost more than was left. */
  balance(workspaceId: string): MicroUsd
  setBalance(workspaceId: string, balance: MicroUsd): void
}

/** Workspaces and keys; on an empty database it makes the first of each. */
export function createWorkspaceStore(database: DatabaseSync): WorkspaceStore {
  const readFirst = database.prepare('SELECT id, name FROM workspace ORDER BY rowid LIMIT 1')
  const readToken = database.prepare(
    'SELECT token FROM api_key WHERE workspace_id = ? AND kind = ? ORDER BY rowid LIMIT 1',
  )
  const findToken = database.prepare('SELECT workspace_id AS workspaceId, kind FROM api_key WHERE token = ?')
  const readBalance = database.prepare('SELECT balance_micro_usd AS balance FROM workspace WHERE id = ?')
  const writeBalance = database.prepare('UPDATE workspace SET balance_micro_usd = ? WHERE id = ?')
  if (!readFirst.get()) createFirst(database)
  return {
    first() {
      const workspace = readFirst.get() as unknown as Workspace
      const token = (kind: KeyKind) => (readToken.get(workspace.id, kind) as { token: string }).token
      return { workspace: { ...workspace }, key: token('api'), usageKey: token('service') }
    },
    findCredential: (token) => (findToken.get(token) as Credential | undefined) ?? null,
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
