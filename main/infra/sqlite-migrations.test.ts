import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openDatabase } from './sqlite-database.ts'
import { migrations } from './sqlite-migrations.ts'
import { createSqliteSubmissionJournal } from './sqlite-submission-journal.ts'

/** Rows that a library of this version could hold; a version without an entry added no tables. */
const rowsSince: Readonly<Record<number, string>> = {
  1: `
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO submissions (submission_id, batch_id, model_id, kind, service_id, path, values_json, body_sha256,
      estimate_json, charge_micro_usd, state, attempts, confirmed_at, updated_at, sent_at, job_id, job_json, job_status, ended_at)
    SELECT 'run-' || i, 'batch-' || (i / 4), 'i3', 'image', 'sandbox', '/generate', '{"prompt":"a quiet sea ' || i || '"}', 'digest',
      '{"kind":"unlisted"}', i, 'accepted', 1, i, i, i, 'job-' || i,
      json_object('job_id', 'job-' || i, 'status', 'completed', 'created_at', '2026-11-20T12:00:00Z',
        'completed_at', '2026-11-20T12:00:09.250Z', 'progress', 1, 'result', json_object('urls', json_array('https://a.example/' || i)),
        'error', NULL), 'completed', i FROM n;
    INSERT INTO attempts SELECT submission_id, 1, confirmed_at FROM submissions;
    INSERT INTO files (file_id, submission_id, ordinal, url, state, name, kind, model_id, prompt, path, media_type, bytes, sha256, saved_at)
    SELECT 'file-' || seq, submission_id, 0, 'https://a.example', 'saved', 'name', 'image', 'i3', 'a quiet sea ' || seq,
      'media/2026-11/' || seq || '.png', 'image/png', 400, 'digest-' || seq, seq FROM submissions;
    INSERT INTO file_search (rowid, prompt) SELECT seq, prompt FROM files;
    INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at) VALUES ('a', 'image', 'image/png', '.png', 1, 'n', 0);`,
  2: `UPDATE submissions SET state = 'confirmed', position = 1000 - seq WHERE seq > 290;`,
  3: `
    INSERT INTO webhook_secret VALUES (1, randomblob(32));
    INSERT INTO webhook_requests (service_id, request_id, submission_id, job_id, received_at) VALUES ('sandbox', 'r', 'run-1', 'job-1', 5);
    INSERT INTO webhook_log (at, outcome, status) VALUES (1, 'taken', 204);`,
  6: `INSERT INTO webhook_address VALUES (1, 'https://tunnel.example/hooks/', 7);`,
  15: `
    INSERT INTO styles (account, style_id, name, met_at, touched_at) VALUES ('sandbox', 'ink', 'Ink', 1, 2);
    INSERT INTO run_styles VALUES ('sandbox', 'ink', 1);`,
  16: `
    INSERT INTO usage_workspaces VALUES (1, 'sandbox');
    INSERT INTO usage_jobs VALUES (1, 'job-1', 5, NULL, 'user_01', 'a@b.example', NULL, 2.5);
    INSERT INTO usage_windows VALUES (1, 0, 9, 0, 9, 8, 9);`,
  17: `INSERT INTO written_prompts VALUES ('batch-0', 'a {quiet|loud} sea');`,
  19: `INSERT INTO judgements VALUES ('file-1', 1, 4, 'pick', 1, 6, 5);`,
  20: `
    INSERT INTO collections VALUES ('collection-1', 'Seas', 'seas', 1, 2, NULL);
    INSERT INTO collection_files VALUES ('collection-1', 'file-1', 'V0000000');`,
  21: `
    UPDATE files SET state = 'trashed', trashed_at = 9 WHERE seq = 2;
    UPDATE files SET state = 'purging', trashed_at = 9 WHERE seq = 3;
    UPDATE files SET state = 'deleted', trashed_at = 9, path = NULL WHERE seq = 4;`,
  24: `INSERT INTO file_looks VALUES (5, 255, 255, 4294967295, 1);`,
  25: `INSERT INTO own_models VALUES (1, 'a', '/generate/image/a/b', 'B', 'image', '{}');`,
  27: `
    INSERT INTO tournaments VALUES (1, 'tournament-1', 2, 7, 1, 2, NULL);
    INSERT INTO tournament_files VALUES (1, 0, 'file-5'), (1, 1, 'file-6');
    INSERT INTO tournament_choices VALUES (1, 0, 1);
    INSERT INTO file_scores VALUES (5, 1, 60);
    INSERT INTO exported_files VALUES (5, 9);`,
}

const versions = migrations.map((_, index) => index + 1)
const older = versions.slice(0, -1)

/** A library as left by the Atelier of this version. */
function libraryOf(version: number): string {
  return libraryAt(join(temporaryFolder(), 'library.sqlite'), version)
}

function libraryAt(path: string, version: number): string {
  copyFileSync(keptLibrary(version), path)
  return path
}

const keptFolder = mkdtempSync(join(tmpdir(), 'atelier-test-'))
afterAll(() => rmSync(keptFolder, { recursive: true }))

/** Each is made once, of the one before: from nothing, those of all versions take a thousand steps. */
function keptLibrary(version: number): string {
  const path = join(keptFolder, `${version}.sqlite`)
  if (existsSync(path)) return path
  if (version > 1) copyFileSync(keptLibrary(version - 1), path)
  const connection = new DatabaseSync(path)
  connection.exec(
    `PRAGMA journal_mode = WAL; BEGIN; ${migrations[version - 1]}; PRAGMA user_version = ${version}; COMMIT; ${rowsSince[version] ?? ''}`,
  )
  connection.close()
  return path
}

/** Every row of a library by table, in the columns of that version: texts, which are compared in a tenth of the time. */
function rowsOf(path: string, columns = columnsOf(path)): Record<string, string> {
  const connection = new DatabaseSync(path, { readOnly: true })
  const rows = Object.entries(columns).map(([table, names]) => {
    const all = connection.prepare(`SELECT ${names} FROM ${table} ORDER BY ${names}`).all()
    return [table, all.map((row) => JSON.stringify(row)).join('\n')]
  })
  const found = connection
    .prepare(`SELECT count(*) AS n FROM file_search WHERE file_search MATCH 'quiet'`)
    .get()
  connection.close()
  return Object.fromEntries([...rows, ['found', JSON.stringify(found)]])
}

function columnsOf(path: string): Record<string, string> {
  const connection = new DatabaseSync(path, { readOnly: true })
  const tables = connection.prepare(
    `SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND name <> 'sqlite_schema'`,
  )
  const columns = tables.all().map(({ name }) => {
    const list = connection
      .prepare(`SELECT group_concat(name, ', ') AS names FROM pragma_table_info(?)`)
      .get(String(name))
    return [String(name), String(list?.names)]
  })
  connection.close()
  return Object.fromEntries(columns)
}

function schemaOf(path: string): unknown[] {
  const connection = new DatabaseSync(path, { readOnly: true })
  const schema = connection.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()
  connection.close()
  return schema
}

async function migrate(path: string): Promise<void> {
  const database = await openDatabase(path)
  database.close()
}

let fresh: Promise<unknown[]> | null = null

/** The schema of a new library. */
function freshSchema(): Promise<unknown[]> {
  const path = join(temporaryFolder(), 'library.sqlite')
  fresh ??= migrate(path).then(() => schemaOf(path))
  return fresh
}

describe('[LIB21] a library of each version is migrated to today’s format', () => {
  test.each(versions)(
    'from version %i, with every row, the schema of a new one, and a copy beside it that is the library as it was',
    async (version) => {
      const path = libraryOf(version)
      const columns = columnsOf(path)
      const before = rowsOf(path, columns)
      await migrate(path)
      expect(rowsOf(path, columns)).toEqual(before)
      expect(schemaOf(path)).toEqual(await freshSchema())
      const copies = version < versions.length ? [`library.sqlite.format-${version}.backup`] : []
      expect(readdirSync(dirname(path)).filter((name) => name.includes('backup'))).toEqual(copies)
      for (const copy of copies) expect(rowsOf(join(dirname(path), copy))).toEqual(before)
    },
  )
})

describe('[JOB32] a job that was kept as the service sent it', () => {
  const jobId = '3f2b8c1e-0d4a-4b6f-9c3d-2a1b0c9d8e7f'
  const said = {
    job_id: jobId,
    status: 'completed',
    created_at: '2026-11-20T12:00:00Z',
    completed_at: '2026-11-20T12:00:09.250Z',
    result: { urls: ['https://a.example/1'], seed: 7 },
    error: { code: 'x'.repeat(300), message: 'm'.repeat(3_000), trace: [1] },
    queue: 'b',
  }
  const deep = JSON.stringify({ ...said, more: 0 }).replace(
    '"more":0',
    `"more":${'['.repeat(1_001)}${']'.repeat(1_001)}`,
  )

  /** The run whose job was written in this form, before and after. */
  async function migrateRun(jobJson: string) {
    const path = libraryOf(8)
    const connection = new DatabaseSync(path)
    connection.prepare(`UPDATE submissions SET job_id = ?, job_json = ? WHERE seq = 7`).run(jobId, jobJson)
    connection.close()
    const database = await openDatabase(path)
    const row = database.prepare('SELECT * FROM submissions WHERE seq = 7').get()
    const [run] = createSqliteSubmissionJournal(database).list({ limit: 1, cursor: '8' }).submissions
    const { submissions } = createSqliteSubmissionJournal(database).list({ limit: 500 })
    database.close()
    return {
      row,
      run,
      runs: submissions.length,
      kept: Buffer.from((row?.job_rest ?? []) as Uint8Array).toString(),
    }
  }

  test('its used members are converted to a form of our own, bounded, and the rest to bytes', async () => {
    const text = JSON.stringify(said)
    const { row, run, kept } = await migrateRun(text)
    expect(kept).toBe(text)
    expect(row?.job_milliseconds).toBe(9_250)
    expect(JSON.parse(String(row?.job_json))).toEqual({
      job_id: jobId,
      status: 'completed',
      created_at: said.created_at,
      completed_at: said.completed_at,
      progress: null,
      result: { urls: ['https://a.example/1'] },
      error: { code: 'x'.repeat(200), message: 'm'.repeat(2_000) },
    })
    expect(run?.job?.result?.urls).toEqual(['https://a.example/1'])
  })

  test.each([
    ['1,001 arrays deep', deep],
    ['no JSON', '{"job_id":'],
    ['empty', ''],
    ['a number', '7'],
    ['null', 'null'],
    ['a list', '[[]]'],
    [
      'of other types',
      '{"result":[{"urls":7}],"error":"oh","created_at":{},"completed_at":[1],"progress":"all"}',
    ],
  ])(
    'nothing is lost where it is %s: the run is there with its job, and so are all others',
    async (_, text) => {
      const { run, runs, kept } = await migrateRun(text)
      expect(kept).toBe(text)
      expect(run).toMatchObject({ state: 'accepted', job: { job_id: jobId, status: 'completed' } })
      expect(run?.isUnreadable).toBe(undefined)
      expect(runs).toBe(300)
    },
  )

  test('a run whose values are not JSON doesn’t prevent opening an older library', async () => {
    const path = libraryOf(4)
    const connection = new DatabaseSync(path)
    connection.exec(`UPDATE submissions SET values_json = '{"prompt":' WHERE seq = 7`)
    connection.close()
    const database = await openDatabase(path)
    expect(database.prepare('SELECT count(*) AS n FROM prompts').get()?.n).toBe(299)
    database.close()
  })
})

test('[LIB21] at most three copies are kept, the newest', async () => {
  const path = libraryOf(1)
  for (const name of ['format-a', 'format-b', 'format-c', 'format-d'])
    writeFileSync(`${path}.${name}.backup`, name)
  writeFileSync(`${path}.mine`, 'not a copy')
  await migrate(path)
  const left = readdirSync(dirname(path))
  expect(left.filter((name) => name.endsWith('.backup'))).toHaveLength(3)
  expect(left).toEqual(expect.arrayContaining(['library.sqlite.format-1.backup', 'library.sqlite.mine']))
})

describe('[LIB21] a migration that was killed is completed by the next start', () => {
  const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'sqlite-database.ts')).href)

  /** Opens the library in a separate process, with `prelude` run before. */
  function openElsewhere(path: string, prelude: string) {
    const script = `
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
      ${prelude}
      const { openDatabase } = await import(${module})
      await openDatabase(${JSON.stringify(path)})`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }

  /** Of the statements of a step this share, as what one process does before it is killed. */
  function partOf(sql: string, share: number): string {
    const statements = sql.split(';')
    return statements.slice(0, 1 + Math.round((statements.length - 1) * share)).join(';')
  }

  /** Kills itself during the step to `version`, after this share of its statements. */
  const killAmid = (version: number, share: number) => `
    const exec = DatabaseSync.prototype.exec
    DatabaseSync.prototype.exec = function (sql) {
      if (!sql.includes('user_version = ${version};')) return exec.call(this, sql)
      exec.call(this, (${partOf})(sql, ${share}))
      process.kill(process.pid, 'SIGKILL')
    }`

  const shares = [0, 0.5, 0.99]
  const cuts = older.flatMap((version) => [...shares, 1].map((share) => ({ step: version + 1, share })))

  /**
   * What lies on the disk when a process is killed at each of these moments: the files of one migration as they are
   * then, copied. What a step has done is undone before the next share of it.
   */
  async function filesAmid() {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-test-'))
    const path = libraryAt(join(folder, 'library.sqlite'), 1)
    const columns = columnsOf(path)
    const before = rowsOf(path, columns)
    const leftBy = ({ step, share }: (typeof cuts)[number]) => join(folder, `${step}-${share}`)
    const keep = (cut: (typeof cuts)[number]) => {
      mkdirSync(leftBy(cut))
      for (const name of readdirSync(folder).filter((name) => name.startsWith('library.')))
        copyFileSync(join(folder, name), join(leftBy(cut), name))
    }
    const { exec } = DatabaseSync.prototype
    const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
      this: DatabaseSync,
      sql,
    ) {
      const step = Number(/^BEGIN IMMEDIATE;[\s\S]* user_version = (\d+); COMMIT$/.exec(sql)?.[1])
      if (!(step > 1)) return exec.call(this, sql)
      for (const share of shares) {
        if (this.isTransaction) exec.call(this, 'ROLLBACK')
        exec.call(this, partOf(sql, share))
        keep({ step, share })
      }
      // Nearly all of a short step is the whole of it.
      if (this.isTransaction) exec.call(this, `ROLLBACK; ${sql}`)
      keep({ step, share: 1 })
    })
    await migrate(path)
    spy.mockRestore()
    return {
      columns,
      before,
      leftBy: (cut: (typeof cuts)[number]) => join(leftBy(cut), 'library.sqlite'),
      remove: () => rmSync(folder, { recursive: true, force: true }),
    }
  }

  /** Whether today's Atelier completes what is left there, and has every row. */
  async function expectCompleted(path: string, before: unknown, columns: Record<string, string>) {
    await migrate(path)
    expect(rowsOf(path, columns)).toEqual(before)
    expect(rowsOf(`${path}.format-1.backup`)).toEqual(before)
  }

  describe('amid a step', () => {
    let amid: Awaited<ReturnType<typeof filesAmid>>
    beforeAll(async () => {
      amid = await filesAmid()
    })
    afterAll(() => amid.remove())

    test.each(cuts)('to version $step, at $share of it', async (cut) => {
      await expectCompleted(amid.leftBy(cut), amid.before, amid.columns)
    })
  })

  // Processes that are really killed, as chaos has more: they leave what the copies above hold.
  test.each([2, migrations.length])('a process during the step to version %i', async (step) => {
    const path = libraryOf(1)
    const columns = columnsOf(path)
    const before = rowsOf(path, columns)
    const [, signal] = await once(openElsewhere(path, killAmid(step, 0.5)), 'exit')
    expect(signal).toBe('SIGKILL')
    await expectCompleted(path, before, columns)
  })

  test('during the copy, and half a copy never counts as one', async () => {
    const path = libraryOf(1)
    const columns = columnsOf(path)
    const before = rowsOf(path, columns)
    const hasBegun = new Promise<void>((resolve) => {
      const watcher = watch(dirname(path), (_, name) => name?.endsWith('.part') && resolve())
      onTestFinished(() => watcher.close())
    })
    const child = openElsewhere(
      path,
      `const { promises } = process.getBuiltinModule('node:fs')
      promises.rename = () => new Promise((resolve) => setTimeout(resolve, 60_000))`,
    )
    await hasBegun
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(existsSync(`${path}.format-1.backup`)).toBe(false)
    await migrate(path)
    expect(rowsOf(path, columns)).toEqual(before)
    expect(readdirSync(dirname(path)).filter((name) => name.includes('backup'))).toEqual([
      'library.sqlite.format-1.backup',
    ])
  })
})
