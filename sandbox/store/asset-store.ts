import type { DatabaseSync } from 'node:sqlite'

/** A file that a caller uploaded. */
export interface StoredAsset {
  readonly id: string
  /** Its unguessable name in the assets folder and its URL. */
  readonly name: string
  readonly workspaceId: string
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
}

export interface AssetStore {
  add(asset: StoredAsset): void
  findByName(name: string): StoredAsset | null
}

export function createAssetStore(database: DatabaseSync): AssetStore {
  const insert = database.prepare(
    'INSERT INTO asset (id, name, workspace_id, media_type, bytes, sha256) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const find = database.prepare(`
    SELECT id, name, workspace_id AS workspaceId, media_type AS mediaType, bytes, sha256 FROM asset WHERE name = ?`)
  return {
    add: ({ id, name, workspaceId, mediaType, bytes, sha256 }) =>
      void insert.run(id, name, workspaceId, mediaType, bytes, sha256),
    findByName: (name) => (find.get(name) as StoredAsset | undefined) ?? null,
  }
}
