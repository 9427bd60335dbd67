import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SetupError } from '../setup-error.ts'
import { createFolder } from '../testing/open-sandbox.ts'
import { inTransaction, openDatabase } from './database.ts'
import { createJobStore } from './job-store.ts'
import { migrations } from './migrations.ts'
import { createWorkspaceStore } from './workspace-store.ts'

let folder: ReturnType<typeof createFolder>

beforeEach(() => {
  folder = createFolder()
})

afterEach(() => folder.remove())

test('the workspace and its keys are the same after opening again', () => {
  const database = openDatabase(folder.path)
  const before = createWorkspaceStore(database).first()
  database.close()
  const again = openDatabase(folder.path)
  expect(createWorkspaceStore(again).first()).toEqual(before)
  again.close()
})

test('the two keys are known by their kind, and no other key is known', () => {
  const database = openDatabase(folder.path)
  const workspaces = createWorkspaceStore(database)
  const { key, usageKey, workspace } = workspaces.first()
  expect(workspaces.findCredential(key)).toEqual({ workspaceId: workspace.id, kind: 'api' })
  expect(workspaces.findCredential(usageKey)).toEqual({ workspaceId: workspace.id, kind: 'service' })
  expect(workspaces.findCredential(`${key}x`)).toBeNull()
  database.close()
})

test('a folder belongs to one sandbox at a time', () => {
  const database = openDatabase(folder.path)
  expect(() => openDatabase(folder.path)).toThrow(/Another sandbox is using/)
  database.close()
  openDatabase(folder.path).close()
})

test('state of a newer sandbox is refused and left as it is', () => {
  openDatabase(folder.path).close()
  const file = join(folder.path, 'sandbox.sqlite')
  const raw = new DatabaseSync(file)
  raw.exec('PRAGMA user_version = 999')
  raw.close()
  expect(() => openDatabase(folder.path)).toThrow(/newer sandbox/)
  const after = new DatabaseSync(file)
  expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 999 })
  after.close()
})

test('state of the first version is migrated with its jobs', () => {
  const old = new DatabaseSync(join(folder.path, 'sandbox.sqlite'))
  old.exec(`${migrations[0]}
    INSERT INTO workspace (id, name) VALUES ('w', 'Old');
    INSERT INTO api_key (token, workspace_id, kind, name) VALUES ('t', 'w', 'api', 'a'), ('u', 'w', 'service', 'b');
    INSERT INTO job (id, workspace_id, model_id, kind, request, seed, created_at, run_ms)
      VALUES ('j', 'w', 'i3', 'image', '{"prompt":"x"}', 1, 1000, 5000);
    PRAGMA user_version = 1`)
  old.close()
  const database = openDatabase(folder.path)
  expect(createWorkspaceStore(database).first().key).toBe('t')
  expect(createJobStore(database).find('j')).toMatchObject({
    request: { prompt: 'x' },
    price: 0,
    webhookUrl: null,
  })
  database.close()
})

test('a data folder that is a file is refused with a sentence', () => {
  const path = join(folder.path, 'file')
  writeFileSync(path, '')
  chmodSync(path, 0o644)
  expect(() => openDatabase(join(path, 'below'))).toThrow(SetupError)
})

test('a transaction that throws leaves nothing behind', () => {
  const database = openDatabase(folder.path)
  const add = database.prepare("INSERT INTO workspace (id, name) VALUES ('w', 'W')")
  expect(() =>
    inTransaction(database, () => {
      add.run()
      throw new Error('midway')
    }),
  ).toThrow('midway')
  expect(database.prepare('SELECT count(*) AS rows FROM workspace').get()).toEqual({ rows: 0 })
  database.close()
})
