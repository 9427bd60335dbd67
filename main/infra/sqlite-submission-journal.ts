import { isTerminal } from '../../shared/api/job.ts'
import type { SubmissionState } from '../../shared/bridge/views.ts'
import { upperEnd } from '../../shared/pricing/estimate.ts'
import type { Settled } from '../../shared/pricing/settle.ts'
import type { Ledger } from '../engine/spend/ports.ts'
import type { NewFile, QueuedRun, SubmissionJournal } from '../engine/submissions/ports.ts'
import { isHeldByModel, type Submission } from '../engine/submissions/submission.ts'
import { createFileNumbers } from './file-numbers.ts'
import { keepJob } from './kept-job.ts'
import type { Database } from './sqlite-database.ts'
import { createSqliteLedger } from './sqlite-ledger.ts'
import { createSqlitePromptHistory } from './sqlite-prompt-history.ts'
import { noteRunInputs } from './sqlite-run-inputs.ts'
import { createSqliteSheets } from './sqlite-sheets.ts'
import { noteRunStyles } from './sqlite-style-traces.ts'
import { readProblem, type SubmissionRow, toSubmission } from './sqlite-submission-row.ts'
import { type UnreadableRows, unnotedRows } from './unreadable-rows.ts'

const isWaiting = `state IN ('confirmed', 'unsent')`
const openStates: readonly string[] = [
  'confirmed',
  'unsent',
  'sending',
  'unknown',
] satisfies SubmissionState[]
/** Word for word as in the index of open runs, which SQLite uses for no other condition. */
const isOpen = `state IN (${openStates.map((state) => `'${state}'`).join(', ')})`
/** A run on the wire keeps its position: the service may hand it back. */
const hasPlace = `${isOpen} AND state <> 'unknown'`
/** Was taken in from a folder with its file: it never ran here. */
export const isImported = `service_id = '' AND state = 'closed' AND job_status IS 'completed'`
/** Was adopted after its end: it never ran here either, and is listed only for a file that could not be fetched. */
const isQuiet = `state = 'accepted' AND body_sha256 = '' AND sent_at IS NULL AND NOT EXISTS
  (SELECT 1 FROM files WHERE files.submission_id = submissions.submission_id AND files.state = 'failed')`
const running = `state = 'accepted' AND ended_at IS NULL`
/** A larger position is damage; later ones could not be numbered. */
const lastPlace = 1_000_000_000_000

/** The journal and the ledger in SQLite; one commit per write. No query reads JSON. */
export function createSqliteSubmissionJournal(
  database: Database,
  unreadable: UnreadableRows = unnotedRows,
): SubmissionJournal & Ledger {
  const insert = `
    INSERT INTO submissions (submission_id, batch_id, model_id, kind, service_id, path, values_json, body_sha256,
      estimate_json, charge_micro_usd, state, attempts, confirmed_at, updated_at, repeats, agent, position)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?,
      1 + max(coalesce((SELECT max(position) FROM submissions WHERE ${isWaiting} AND position < ${lastPlace}), 0),
        coalesce((SELECT max(position) FROM submissions WHERE state = 'sending' AND position < ${lastPlace}), 0)))
    ON CONFLICT (submission_id) DO NOTHING`
  // An older library is read as it is, without the indexes of today (the command line's `jobs`).
  const listedBy = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'submissions_listed'`).get()
    ? 'INDEXED BY submissions_listed'
    : ''
  const prompts = createSqlitePromptHistory(database)
  const numbers = createFileNumbers(database)
  const sheets = createSqliteSheets(database, unreadable)
  const update = `
    UPDATE submissions SET state = ?, attempts = ?, problem_json = ?, updated_at = ?, sent_at = ?, job_id = ?,
      job_json = ?, job_rest = coalesce(?, job_rest), job_status = ?, job_milliseconds = ?, ended_at = ?
    WHERE submission_id = ?`

  /** `endedAt` is set only with the end's files: an end without them is still under way. */
  function write(submission: Submission, endedAt: number | null): void {
    const { job } = submission
    const kept = job && keepJob(job)
    database
      .prepare(update)
      .run(
        submission.state,
        submission.attempts,
        submission.problem && JSON.stringify(submission.problem),
        submission.updatedAt,
        submission.sentAt,
        job?.job_id ?? null,
        kept?.json ?? null,
        kept?.rest ?? null,
        job?.status ?? null,
        submission.jobMilliseconds,
        endedAt,
        submission.submissionId,
      )
  }

  function writeSettled(submissionId: string, settled: Settled, kind: Settled['kind'] | 'pending'): void {
    database
      .prepare(
        'UPDATE submissions SET settled_json = ?, settled_micro_usd = ?, settled_kind = ? WHERE submission_id = ?',
      )
      .run(JSON.stringify(settled), settled.kind === 'unlisted' ? null : settled.microUsd, kind, submissionId)
  }

  function saveAll(submissions: readonly Submission[]): void {
    database.transaction(() => {
      for (const submission of submissions) {
        if (submission.state === 'sending') noteAttempt(submission)
        write(submission, null)
      }
    })
  }

  function noteAttempt({ submissionId, attempts, updatedAt }: Submission): void {
    database
      .prepare('INSERT INTO attempts (submission_id, attempt, started_at) VALUES (?, ?, ?)')
      .run(submissionId, attempts, updatedAt)
  }

  /** Returns whether it is new. */
  function insertRow(one: Submission): boolean {
    const { changes, lastInsertRowid } = database
      .prepare(insert)
      .run(
        one.submissionId,
        one.batchId,
        one.modelId,
        one.kind,
        one.serviceId,
        one.path,
        JSON.stringify(one.values),
        one.bodySha256,
        JSON.stringify(one.estimate),
        upperEnd(one.estimate),
        one.state,
        one.confirmedAt,
        one.updatedAt,
        one.repeats,
        one.agent ?? null,
      )
    if (changes !== 1) return false
    noteWords(lastInsertRowid, one)
    noteRunStyles(database, one, Number(lastInsertRowid))
    noteRunInputs(database, one.values, Number(lastInsertRowid))
    return true
  }

  function writeEnd(submission: Submission, files: readonly NewFile[]): void {
    const prompt = typeof submission.values.prompt === 'string' ? submission.values.prompt : ''
    const endedAt = Date.parse(submission.job?.completed_at ?? '') || submission.updatedAt
    write(submission, endedAt)
    const { settled, arrival } = submission
    if (arrival) {
      database
        .prepare('UPDATE submissions SET arrived_by = ?, arrived_at = ? WHERE submission_id = ?')
        .run(arrival.by, arrival.at, submission.submissionId)
    }
    if (settled && submission.job?.status === 'completed')
      writeSettled(submission.submissionId, settled, settled.kind === 'up_to' ? 'pending' : settled.kind)
    for (const file of files) {
      database
        .prepare(
          `INSERT INTO files (seq, file_id, submission_id, ordinal, url, state, name, kind, model_id, prompt)
           VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?, ?, ?) ON CONFLICT (submission_id, ordinal) DO NOTHING`,
        )
        .run(
          numbers.after(submission.updatedAt),
          file.fileId,
          submission.submissionId,
          file.ordinal,
          file.url,
          file.name,
          submission.kind,
          submission.modelId,
          prompt,
        )
    }
  }

  function findByJob(jobId: string): Submission | null {
    const forms = [jobId, jobId.toLowerCase(), jobId.toUpperCase()]
    return select('job_id IN (?, ?, ?) ORDER BY seq DESC LIMIT 1', ...forms)[0] ?? null
  }

  function notePrompts(added: readonly Submission[], writtenPrompt: string | null): void {
    const [first] = added
    if (writtenPrompt !== null) {
      if (first) prompts.note(writtenPrompt, first, added.length)
      return
    }
    for (const one of added) {
      const { prompt } = one.values
      if (typeof prompt === 'string' && prompt !== '') prompts.note(prompt, one, 1)
    }
  }

  /** The ledger finds each run by its own prompt, also one that came from wildcards. */
  function noteWords(seq: number | bigint, { values: { prompt } }: Submission): void {
    if (typeof prompt === 'string' && prompt !== '')
      database.prepare('INSERT INTO run_search (rowid, prompt) VALUES (?, ?)').run(seq, prompt)
  }

  function select(where: string, ...values: (string | number)[]): Submission[] {
    const rows = database.prepare(`SELECT * FROM submissions WHERE ${where}`).all(...values)
    return rows.map(read)
  }

  function read(row: unknown): Submission {
    return toSubmission(row as SubmissionRow, unreadable)
  }

  /** An unreadable row is not sent and takes no other's place, nor does one whose model has ended. */
  function waiting(serviceId: string, limit: number): Submission[] {
    // The sign keeps the few waiting runs from being looked for among all of the account’s.
    const inOrder = `${isWaiting} AND +service_id = ? ORDER BY position, seq LIMIT ?`
    for (let wanted = limit; ; wanted *= 2) {
      const found = select(inOrder, serviceId, wanted)
      const sendable = found.filter((one) => !one.isUnreadable && !isHeldByModel(one))
      if (sendable.length >= limit || found.length < wanted) return sendable.slice(0, limit)
    }
  }

  function queueOrder(serviceId: string): QueuedRun[] {
    return database
      .prepare(
        `SELECT submission_id, batch_id, state, problem_json FROM submissions
         WHERE ${hasPlace} AND +service_id = ? ORDER BY position, seq`,
      )
      .all(serviceId)
      .map(({ submission_id: id, batch_id: batch, state, problem_json: problem }) => ({
        submissionId: String(id),
        batchId: String(batch),
        isBeingSent: state === 'sending',
        isHeld: state === 'confirmed' && isHeldByModel({ state, problem: readProblem(problem).data ?? null }),
      }))
  }

  /** The batches in the queue's order, each at the position of its first run. */
  function placedBatches(): string[] {
    return database
      .prepare(
        `SELECT batch_id FROM submissions WHERE ${hasPlace} GROUP BY batch_id ORDER BY min(position), min(seq)`,
      )
      .all()
      .map((row) => String(row.batch_id))
  }

  return {
    ...createSqliteLedger(database, unreadable),
    insert(submissions, sheet, writtenPrompt = null, ended = []) {
      database.transaction(() => {
        for (const one of ended) write(one, null)
        const [first] = submissions
        if (first && sheet) sheets.put(first.batchId, sheet)
        if (first && writtenPrompt !== null) sheets.putWrittenPrompt(first.batchId, writtenPrompt)
        const added: Submission[] = []
        for (const one of submissions) if (insertRow(one)) added.push(one)
        notePrompts(added, writtenPrompt)
      })
    },
    save: (submission) => saveAll([submission]),
    saveAll,
    saveEnd: (submission, files) => database.transaction(() => writeEnd(submission, files)),
    adopt: (submission, files) =>
      database.transaction(() => {
        const { job } = submission
        if (!job || findByJob(job.job_id) || !insertRow(submission)) return false
        if (isTerminal(job.status)) writeEnd(submission, files)
        else write(submission, null)
        return true
      }),
    saveSettled: (submissionId, settled) => writeSettled(submissionId, settled, settled.kind),
    unsettled: (limit) => select(`settled_kind = 'pending' ORDER BY seq DESC LIMIT ?`, limit),
    get: (submissionId) => select('submission_id = ?', submissionId)[0] ?? null,
    findByJob,
    list({ cursor, limit, states }) {
      const before = Number(cursor) > 0 ? Math.trunc(Number(cursor)) : Number.MAX_SAFE_INTEGER
      // Said as the index of open runs has it, so that a list of these alone doesn't look through all others.
      const areOpen = states?.every((state) => openStates.includes(state)) ? `AND ${isOpen}` : ''
      const inStates = states ? `${areOpen} AND state IN (${states.map(() => '?').join(', ')})` : ''
      const rows = database
        .prepare(
          `SELECT * FROM submissions ${areOpen ? '' : listedBy} WHERE seq < ? AND NOT (${isImported}) AND NOT (${isQuiet}) ${inStates} ORDER BY seq DESC LIMIT ?`,
        )
        .all(before, ...(states ?? []), limit + 1)
      const page = rows.slice(0, limit)
      return {
        submissions: page.map(read),
        nextCursor: rows.length > limit ? String(page.at(-1)?.seq) : null,
      }
    },
    batch: (batchId) => select('batch_id = ? ORDER BY seq', batchId),
    waiting,
    queueOrder,
    moveBatch(batchId, beforeBatchId) {
      database.transaction(() => {
        const order = placedBatches().filter((one) => one !== batchId)
        const at = beforeBatchId === null ? order.length : order.indexOf(beforeBatchId)
        order.splice(at === -1 ? order.length : at, 0, batchId)
        const place = database.prepare(
          `UPDATE submissions SET position = ? WHERE batch_id = ? AND ${hasPlace}`,
        )
        for (const [index, one] of order.entries()) place.run(index + 1, one)
      })
    },
    inState: (state) =>
      select(`${openStates.includes(state) ? `${isOpen} AND ` : ''}state = ? ORDER BY seq`, state),
    sentWithoutJob: () => [
      ...select(`${isOpen} AND state IN ('sending', 'unknown') ORDER BY seq`),
      ...select("state = 'closed' AND sent_at IS NOT NULL ORDER BY seq"),
    ],
    running: () => select(`${running} ORDER BY seq`),
    counts() {
      const count = (where: string) =>
        Number(database.prepare(`SELECT count(*) AS n FROM submissions WHERE ${where}`).get()?.n ?? 0)
      return { waiting: count(hasPlace), running: count(running) }
    },
    pastDurations: (serviceId, modelId, limit) =>
      database
        .prepare(
          `SELECT job_milliseconds FROM submissions
           WHERE job_status = 'completed' AND service_id = ? AND model_id = ? AND job_milliseconds IS NOT NULL
           ORDER BY ended_at DESC LIMIT ?`,
        )
        .all(serviceId, modelId, limit)
        .map((row) => Number(row.job_milliseconds))
        .filter((milliseconds) => milliseconds >= 0),
    recentModels: (runs) =>
      database
        .prepare(
          `SELECT model_id FROM (SELECT model_id, seq FROM submissions ORDER BY seq DESC LIMIT ?)
           GROUP BY model_id ORDER BY max(seq) DESC`,
        )
        .all(runs)
        .map((row) => String(row.model_id)),
  }
}
