import { isDeepStrictEqual } from 'node:util'
import { isUnreached } from '../../../shared/api/probe.ts'
import type { BudgetObjection, BudgetQuestion } from '../../../shared/bridge/budget.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { Sheet } from '../../../shared/bridge/sheet.ts'
import type { ModelDetail, SubmissionView } from '../../../shared/bridge/views.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { migrateValues, renameValues } from '../../../shared/catalog/migrate-values.ts'
import { reasonOf, type StorageFailure } from '../../../shared/failures/reason.ts'
import { bodyFormOf } from '../../../shared/form/body-form.ts'
import { findProblems, findProblemsInBody, type Problem } from '../../../shared/form/problems.ts'
import { findUntakenFiles } from '../../../shared/form/untaken-files.ts'
import { loadPatterns } from '../../../shared/json-schema/match-pattern.ts'
import { type Estimate, estimate, upperEnd } from '../../../shared/pricing/estimate.ts'
import { add, zeroUsd } from '../../../shared/pricing/money.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Catalogue } from '../catalog/catalogue.ts'
import { type DescriptionChanges, digestOf } from '../catalog/description-changes.ts'
import { notifySafely, reasonOf as wordsOf } from '../notify-safely.ts'
import type { Clock, Log, ReadStorageFailure } from '../ports.ts'
import { reasonIn } from '../reason-error.ts'
import { type Connection, type ConnectionManager, chosenAccount } from '../service/connection.ts'
import type { AgentBudget } from '../spend/agent-budget.ts'
import type { Budget } from '../spend/budget.ts'
import type { MadeBody, RequestBodies, RequestChecks, SubmissionJournal } from './ports.ts'
import { readRepeatable, readReplaceable } from './repeatable-run.ts'
import { type Belonging, createClaims, whereRunBelongs } from './repeated-run.ts'
import { endOf } from './run-objection.ts'
import { advance, type Submission } from './submission.ts'
import type { SubmissionQueue } from './submission-queue.ts'
import type { SubmissionViews } from './submission-views.ts'
import { createValueRenamer } from './value-renamer.ts'

export interface RunConfirmationDeps {
  readonly clock: Clock
  readonly log: Log
  readonly storageFailureOf: ReadStorageFailure
  readonly journal: SubmissionJournal
  readonly queue: Pick<SubmissionQueue, 'sendNext'>
  readonly views: SubmissionViews
  readonly catalogue: Pick<Catalogue, 'find'>
  readonly changes: Pick<DescriptionChanges, 'compared' | 'unseenOfMoney' | 'see'>
  readonly connection: ConnectionManager
  readonly bodies: Pick<RequestBodies, 'make'>
  readonly budget: Budget
  readonly agentBudget: Pick<AgentBudget, 'objection'>
  /** The values by which a batch's runs are compared; null where it is no contact sheet. */
  readonly sheets: { of(batchId: string): Sheet | null }
  onChanged(submission: Submission): void
}

/** One run as the person saw it: its request, and the price that was shown. */
export interface WantedRun {
  readonly submissionId: string
  readonly modelId: string
  readonly values: Readonly<Record<string, unknown>>
  readonly estimate: Estimate
  /** The run without a result that this one retries. */
  readonly repeats?: string | undefined
  /** The run held by its model's end that is canceled by the same write (JOB81). */
  readonly replaces?: string | undefined
}

export interface WantedBatch {
  readonly batchId: string
  readonly runs: readonly WantedRun[]
  readonly sheet: Sheet | null
  /** The prompt with the wildcards that these runs' prompts come from. */
  readonly writtenPrompt?: string | undefined
  /** The account that the prices were shown for; undefined where the caller shows none, such as the command line. */
  readonly account?: string | undefined
  /** The questions that the person confirmed. */
  readonly agreed: readonly BudgetQuestion[]
  /** With `changed` among them: the digest of what was shown; absent where it may be anything, as with the CLI's `--yes`. */
  readonly seenChanges?: string | undefined
  /** The run of unknown outcome that is sent again as this batch's one run: it is closed by the same write (JOB80, JOB81). */
  readonly closes?: string | undefined
  /**
   * The agent whose runs these are, checked against the agents' own budget as well; undefined for the person's. `isAllowed`:
   * the person said yes to these in a window of the studio.
   */
  readonly agent?: { readonly name: string; readonly isAllowed: boolean } | undefined
}

export interface RunConfirmation {
  /**
   * Writes all of these runs, or none; known ids are left unchanged (JOB3, JOB15), and wait for an earlier call with them
   * (JOB95). An error never claims that nothing was sent for runs that are written (JOB35).
   */
  confirm(batch: WantedBatch): Promise<BridgeResult<SubmissionView[]>>
}

/** Where a model's runs are sent now. */
interface Place {
  readonly model: ModelDetail
  readonly path: string
}

/** A run that may be sent, with today's names. */
interface CheckedRun {
  readonly run: WantedRun
  readonly place: Place
}

/** Turns a confirmation into written runs. */
export function createRunConfirmation(deps: RunConfirmationDeps): RunConfirmation {
  const { clock, log, journal, queue, views, catalogue, connection, bodies, budget, sheets } = deps

  /** By the ids of their runs. */
  const underWay = new Map<string, Promise<void>>()

  /** One call after the other with the same ids: what is refused is then not being written by an earlier one. */
  async function inTurn<Value>({ runs }: WantedBatch, work: () => Promise<Value>): Promise<Value> {
    const ids = runs.map(({ submissionId }) => submissionId)
    const earlier = ids.flatMap((id) => underWay.get(id) ?? [])
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    for (const id of ids) underWay.set(id, ended)
    try {
      await Promise.all(earlier)
      return await work()
    } finally {
      for (const id of ids) if (underWay.get(id) === ended) underWay.delete(id)
      end()
    }
  }

  /** The result of the work; where it throws, what the journal says of these runs. */
  async function truly(
    runs: readonly Pick<Submission, 'submissionId'>[],
    work: () => Promise<BridgeResult<SubmissionView[]>>,
  ): Promise<BridgeResult<SubmissionView[]>> {
    try {
      return await work()
    } catch (error) {
      const storage = deps.storageFailureOf(error)
      // Damage was reported when it was found.
      if (storage !== 'damaged')
        log.warn(
          `Runs could not be confirmed in order (${storage ? `storage: ${storage}` : wordsOf(error)}).`,
        )
      return refuseBroken(areWritten(runs), storage)
    }
  }

  /** Null where the journal can't say. */
  function areWritten(runs: readonly Pick<Submission, 'submissionId'>[]): boolean | null {
    try {
      return runs.some(({ submissionId }) => journal.get(submissionId) !== null)
    } catch {
      return null
    }
  }

  async function confirm(batch: WantedBatch): Promise<BridgeResult<SubmissionView[]>> {
    const known = knownOf(batch)
    if (known) return known
    const at = await destination()
    if (!at.ok) return at
    if (batch.account !== undefined && batch.account !== at.value.serviceId)
      return refuse('not_possible_now', reasonOf('account_changed'))
    const checked = await checkAll(batch, at.value)
    await deps.changes.compared(at.value.serviceId)
    if (!checked.ok) return checked
    const before =
      knownOf(batch) ??
      refuseSwitched(at.value) ??
      refusalOf(closedBy(batch)) ??
      refusalOf(replacedBy(batch, at.value)) ??
      refusalOf(batchesOf(batch, at.value)) ??
      objectionToBatch(batch, at.value)
    if (before) return before
    const drafts = await makeBodies(checked.value, at.value)
    if (!drafts.ok) return drafts
    await connection.settled()
    // Other runs may have been confirmed, or another account chosen, while files were uploaded: there is no await
    // from here on.
    const after = knownOf(batch) ?? refuseSwitched(at.value) ?? objectionToBatch(batch, at.value)
    if (after) return after
    const closed = closedBy(batch)
    if (!closed.ok) return closed
    const replaced = replacedBy(batch, at.value)
    if (!replaced.ok) return replaced
    const batches = batchesOf(batch, at.value)
    if (!batches.ok) return batches
    const placed = drafts.value.map((one, index) => {
      const { batchId, repeats } = batches.value[index] ?? { batchId: batch.batchId, repeats: null }
      const by = batch.agent && { agent: batch.agent.name }
      return { ...one, batchId, repeats: closed.value?.submissionId ?? repeats, ...by }
    })
    const written = write(placed, batch, endedBy(closed.value, replaced.value))
    // The question showed them what changed, and they had it sent (CAT64).
    if (batch.agreed.includes('changed')) noteSeen(batch, at.value)
    return respond(written)
  }

  /** The run that is closed by writing this batch, as it is now; null where there is none. */
  function closedBy({ closes }: WantedBatch): BridgeResult<Submission | null> {
    return closes === undefined ? respond(null) : readRepeatable(journal, closes)
  }

  /** The held runs that are canceled by writing this batch, as they are now; each by one run of it. */
  function replacedBy({ runs }: WantedBatch, { serviceId }: Connection): BridgeResult<Submission[]> {
    const replaced = new Map<string, Submission>()
    for (const [index, { replaces }] of runs.entries()) {
      if (replaces === undefined) continue
      const held = readReplaceable(journal, replaces, serviceId)
      if (!held.ok) return { ok: false, error: { ...held.error, run: index } }
      if (replaced.has(replaces))
        return refuse('not_possible_now', reasonOf('run_held_no_more'), { run: index })
      replaced.set(replaces, held.value)
    }
    return respond([...replaced.values()])
  }

  /** The runs that this batch is sent in place of, in their new states. */
  function endedBy(closed: Submission | null, replaced: readonly Submission[]): Submission[] {
    const now = clock.now()
    return [
      ...(closed ? [advance(closed, { type: 'closed', isRepeated: true }, now)] : []),
      ...replaced.map((held) => advance(held, { type: 'withdrawn' }, now)),
    ]
  }

  /** The person may switch accounts during any await, in whichever window (JOB83). */
  function refuseSwitched({ serviceId }: Connection): Refused | null {
    return chosenAccount(connection) === serviceId
      ? null
      : refuse('not_possible_now', reasonOf('account_changed'))
  }

  /** The response where all of these were confirmed before; else null. */
  function knownOf({ runs }: WantedBatch): BridgeResult<SubmissionView[]> | null {
    const known = runs.flatMap(({ submissionId }) => journal.get(submissionId) ?? [])
    return known.length === runs.length ? respond(views.many(known)) : null
  }

  /** Where each run belongs, or why a run can't be retried. */
  function batchesOf({ runs, batchId }: WantedBatch, { serviceId }: Connection): BridgeResult<Belonging[]> {
    const batches: Belonging[] = []
    const claims = createClaims(journal)
    for (const [index, run] of runs.entries()) {
      const found = whereRunBelongs({ journal, sheetOf: sheets.of, claims, run, batchId, serviceId })
      if (!found.ok) return { ok: false, error: { ...found.error, run: index } }
      batches.push(found.value)
    }
    return respond(batches)
  }

  /**
   * The question to ask where these runs, with everything confirmed by now, exceed the person's budgets; else
   * null.
   */
  function objectionToBatch(
    { runs, agreed, seenChanges, agent }: WantedBatch,
    { serviceId }: Connection,
  ): Refused | null {
    const estimates = runs.map((run) => run.estimate)
    const ofAgents = agent && deps.agentBudget.objection(serviceId, estimates, agent)
    if (ofAgents) return refuse(ofAgents.asksPerson ? 'asks_first' : 'not_possible_now', ofAgents.reason)
    const changed = changedObjection(runs, serviceId)
    const isSeen =
      agreed.includes('changed') && (seenChanges ?? changed?.changed?.digest) === changed?.changed?.digest
    // An agent's yes is none: the person has to look (CAT67).
    if (changed && agent) return refuse('price_changed', reasonOf('models_changed'))
    if (changed && !isSeen) return refuse('asks_first', reasonOf('models_changed'), { objection: changed })
    const canceled = runs.flatMap(({ replaces }) => replaces ?? [])
    const objection = budget.objection(serviceId, estimates, agreed, canceled)
    const many = estimates.length > 1 && { runs: estimates.length }
    return objection && refuse('asks_first', { code: 'over_bound', ...objection, ...many }, { objection })
  }

  /** The question about models of which something that could change what is paid was not seen yet; null for none. */
  function changedObjection(runs: readonly WantedRun[], serviceId: string): BudgetObjection | null {
    const unseen = deps.changes.unseenOfMoney(serviceId, [...new Set(runs.map(({ modelId }) => modelId))])
    if (unseen.length === 0) return null
    const earlier = new Map(unseen.map(({ changes, before }) => [changes.modelId, before]))
    const before = runs.map(({ modelId, values, estimate: shown }): Estimate => {
      const model = earlier.get(modelId)
      if (model === undefined) return shown
      return model ? estimate({ pricing: model.pricing, schema: model.schema, values }) : { kind: 'unlisted' }
    })
    const requested = runs.map((run) => upperEnd(run.estimate) ?? zeroUsd).reduce(add, zeroUsd)
    const models = unseen.map(({ changes }) => changes)
    const changed = { models, before, digest: digestOf(models) }
    return { question: 'changed', limit: zeroUsd, committed: zeroUsd, requested, changed }
  }

  function noteSeen({ runs }: WantedBatch, { serviceId }: Connection): void {
    const modelIds = [...new Set(runs.map(({ modelId }) => modelId))]
    notifySafely(log, () => deps.changes.see(serviceId, modelIds))
  }

  /** Everything is checked before the first file is uploaded. */
  async function checkAll(
    { runs, closes }: WantedBatch,
    at: Connection,
  ): Promise<BridgeResult<readonly CheckedRun[]>> {
    const checked: CheckedRun[] = []
    const inTodaysWords = createValueRenamer(closes === undefined ? renameValues : migrateValues)
    for (const [index, wanted] of runs.entries()) {
      const place = await placeOf(wanted.modelId, at)
      if (!place.ok) return { ok: false, error: { ...place.error, run: index } }
      await loadPatterns(place.value.model.schema)
      const run = inTodaysWords(place.value.model, wanted)
      const refusal = refuseValues(place.value.model, run)
      if (refusal) return { ok: false, error: { ...refusal.error, run: index } }
      checked.push({ run, place: place.value })
    }
    return respond(checked)
  }

  /** Runs of the same values and model share their body. */
  async function makeBodies(checked: readonly CheckedRun[], at: Connection): Promise<BridgeResult<Draft[]>> {
    const drafts: Draft[] = []
    for (const [index, { run, place }] of checked.entries()) {
      const { id, schema } = place.model
      const same = drafts.find(({ values, modelId }) => values === run.values && modelId === id)
      const made = same
        ? null
        : await bodies.make(run.values, at, checksOf(schema, run.values), bodyFormOf(schema))
      if (made && !made.ok) return refuseBody(made, index)
      const bodySha256 = made?.value.sha256 ?? same?.bodySha256
      if (bodySha256) drafts.push(draft({ run, place, at, bodySha256, now: clock.now() }))
    }
    return respond(drafts)
  }

  function write(
    submissions: readonly Submission[],
    { sheet, writtenPrompt }: WantedBatch,
    ended: readonly Submission[],
  ): SubmissionView[] {
    journal.insert(submissions, sheet, writtenPrompt ?? null, ended)
    const written = submissions.flatMap(({ submissionId }) => journal.get(submissionId) ?? [])
    for (const submission of [...ended, ...written]) notifySafely(log, () => deps.onChanged(submission))
    queue.sendNext()
    return views.many(written)
  }

  async function destination(): Promise<BridgeResult<Connection>> {
    const at = await connection.settled()
    if (!at) return refuse('service_unreachable', reasonOf('sandbox_missing'))
    if (at.key === null) return refuse('no_key', reasonOf('key_missing'))
    return respond(at)
  }

  async function placeOf(modelId: string, at: Connection): Promise<BridgeResult<Place>> {
    if (!catalogue.find(modelId)?.path && !at.isDescribed) {
      const { verdict } = await at.client.probe()
      if (isUnreached(verdict) || verdict === 'other_service')
        return refuse('service_unreachable', reasonOf('service_not_reached'))
      await connection.describe()
    }
    // What is known of the models is known of the active account's service.
    const switched = refuseSwitched(at)
    if (switched) return switched
    const model = catalogue.find(modelId)
    if (!model) return refuse('unknown_model', { code: 'model_unknown', model: modelId })
    const { label, deprecation } = model
    if (deprecation?.state === 'sunset') return refuse('model_sunset', endOf(label, deprecation))
    if (!model.path) return refuse('model_without_path', { code: 'model_path_unknown', model: model.id })
    return respond({ model, path: model.path })
  }

  return { confirm: (batch) => inTurn(batch, () => truly(batch.runs, () => confirm(batch))) }
}

function checksOf(schema: JsonSchema, values: WantedRun['values']): RequestChecks {
  return {
    files: (fileOf) => findUntakenFiles(schema, values, fileOf),
    body: (body) => findProblemsInBody(schema, body),
  }
}

type Refused = Extract<BridgeResult<never>, { ok: false }>

function refusalOf(result: BridgeResult<unknown>): Refused | null {
  return result.ok ? null : result
}

/** Null where the values can be sent at the price that was shown. */
function refuseValues(model: ModelDetail, { values, estimate: shown }: WantedRun): Refused | null {
  const problems = findProblems(model.schema, values)
  if (problems.length > 0) return refuseFor(problems)
  const now = estimate({ pricing: model.pricing, schema: model.schema, values })
  if (isDeepStrictEqual(now, shown)) return null
  return refuse('price_changed', reasonOf('price_changed'))
}

/** The refusal of a failed confirmation, by whether its runs are written, and by what the disk refuses. */
function refuseBroken(areWritten: boolean | null, storage: StorageFailure | null): Refused {
  if (areWritten === false && storage)
    return refuse(storage === 'damaged' ? 'library_damaged' : 'storage_failed', {
      code: 'storage',
      kind: storage,
      nothingSent: true,
    })
  if (areWritten === false) return refuse('internal', reasonOf('runs_not_stored'))
  return refuse('not_shown', reasonOf(areWritten ? 'runs_stored_unseen' : 'runs_stored_perhaps'))
}

function refuseFor(problems: readonly Problem[], run?: number): Refused {
  const [first] = problems
  const field = String(first?.path[0] ?? '')
  const more = { problems: [...problems], field, ...(run === undefined ? {} : { run }) }
  return refuse('invalid_values', { code: 'values_invalid', field, problem: first?.reason.code ?? '' }, more)
}

function refuseBody(made: Exclude<MadeBody, { ok: true }>, run: number): Refused {
  return 'problems' in made
    ? refuseFor(made.problems, run)
    : refuse(made.error.code, reasonIn(made.error), { run })
}

interface DraftParts {
  readonly run: WantedRun
  readonly place: Place
  readonly at: Connection
  readonly bodySha256: string
  readonly now: number
}

/** A run of which only its place is undecided. */
type Draft = Omit<Submission, keyof Belonging>

function draft({ run, place, at, bodySha256, now }: DraftParts): Draft {
  return {
    submissionId: run.submissionId,
    modelId: place.model.id,
    kind: place.model.kind,
    serviceId: at.serviceId,
    path: place.path,
    values: run.values,
    bodySha256,
    estimate: run.estimate,
    settled: null,
    state: 'confirmed',
    attempts: 0,
    confirmedAt: now,
    updatedAt: now,
    sentAt: null,
    problem: null,
    job: null,
    jobMilliseconds: null,
  }
}
