import { expect, it } from 'vitest'
import type { LimitObjection } from '../../../shared/bridge/budget.ts'
import type { Sheet } from '../../../shared/bridge/sheet.ts'
import type { ModelDetail } from '../../../shared/bridge/views.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { type ComparedModel, compareModel } from '../../../shared/changes/compare-models.ts'
import type { Problem } from '../../../shared/json-schema/problem.ts'
import { usd } from '../../../shared/pricing/money.ts'
import { pricePoint } from '../../../shared/pricing/price-table.ts'
import type { Account } from '../../../shared/settings/account.ts'
import { storageFailureOf } from '../../infra/storage-failure.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { createSpyService } from '../../testing/spy-connect-service.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import { digestOf, type UnseenModel } from '../catalog/description-changes.ts'
import type { Connection } from '../service/connection.ts'
import type { AgentObjection } from '../spend/agent-budget.ts'
import type { MadeBody } from './ports.ts'
import { encodeBody } from './request-body.ts'
import { createRunConfirmation, type WantedBatch, type WantedRun } from './run-confirmation.ts'
import type { Submission } from './submission.ts'
import { createSubmissionViews } from './submission-views.ts'

const path = '/generate/image/acme/i3'
const schema: JsonSchema = {
  type: 'object',
  properties: { prompt: { type: 'string' }, mode: { enum: ['fast', 'high'] } },
  required: ['prompt'],
}

function modelOf(id: string, changes: Partial<ModelDetail> = {}): ModelDetail {
  const renamedValues = [{ field: 'mode', from: 'instant', to: 'fast', until: '2026-10-23' }]
  return {
    id,
    kind: 'image',
    label: 'I3',
    path,
    schema,
    aliases: [],
    pricing: null,
    renamedValues,
    ...changes,
  } as ModelDetail
}

const noBudget = {
  day: null,
  month: null,
  session: null,
  sessionSince: '2026-11-20T12:00:00.000Z',
  askAbove: null,
}
const objection: LimitObjection = { question: 'price', limit: usd(1), committed: usd(0), requested: usd(2) }

/** Confirms runs over a real journal; everything else is as in `state`. */
async function open() {
  const { journal, database } = await openLibrary()
  const service = createSpyService()
  const log = createSpyLog()
  const clock = createFakeClock()
  const at: Connection = {
    kind: 'service',
    serviceId: 'https://service.example',
    baseUrl: 'https://service.example',
    key: 'k',
    keySource: 'file',
    isDescribed: true,
    client: service.connect({ baseUrl: '', key: null }),
  }
  const state = {
    at: at as Connection | null,
    /** The account that the person chose; null for the sandbox. */
    chosen: at.serviceId as string | null,
    settled: async () => {},
    models: [modelOf('i3'), modelOf('i4')],
    describe: (() => undefined) as () => void,
    sheet: null as Sheet | null,
    objection: () => null as LimitObjection | null,
    agentObjection: null as AgentObjection | null,
    changed: [] as UnseenModel[],
    seen: [] as string[],
    made: [] as unknown[],
    make: async (values: unknown): Promise<MadeBody> => ({ ok: true, value: encodeBody(values) }),
    shown: [] as string[],
    /** What was reported to the budgets as canceled. */
    canceled: undefined as readonly string[] | undefined,
    isSent: false,
  }
  const agreed: unknown[] = []
  const views = createSubmissionViews({
    journal,
    files: { filesOf: () => new Map() },
    liveJob: () => null,
    liveProblem: () => null,
    labelOf: (id) => id,
    connectedService: () => at.serviceId,
    isFollowed: () => false,
    sheetOf: () => null,
    writtenPromptOf: () => null,
  })
  const confirmation = createRunConfirmation({
    storageFailureOf,
    clock,
    log,
    journal,
    views,
    queue: {
      sendNext() {
        state.isSent = true
      },
    },
    catalogue: {
      find: (id) => state.models.find((model) => model.id === id) ?? null,
    },
    changes: {
      compared: async () => undefined,
      unseenOfMoney: (_, modelIds) =>
        state.changed.filter(({ changes }) => modelIds.includes(changes.modelId)),
      see: (_, modelIds) => void state.seen.push(...(modelIds ?? [])),
    },
    connection: {
      current: () => state.at,
      failure: () => null,
      refusesAddress: () => false,
      chosen: () => (state.chosen === null ? null : ({ id: state.chosen } as Account)),
      open: () => Promise.reject(new Error('Nobody asked for this.')),
      async settled() {
        await state.settled()
        return state.at
      },
      accounts: { of: () => null, choose: async () => undefined } as never,
      dropOverride: () => undefined,
      clientOf: () => null,
      refreshOthers: async () => undefined,
      probe: () => Promise.reject(new Error('Nobody asked for this.')),
      probeUsage: () => Promise.reject(new Error('Nobody asked for this.')),
      describe: async () => state.describe(),
      describeBy: async () => undefined,
    },
    bodies: {
      make(values, _service, check) {
        state.made.push({ values, checked: check.body(values) })
        return state.make(values)
      },
    },
    agentBudget: { objection: () => state.agentObjection },
    budget: {
      status: () => noBudget,
      objection(account, estimates, agreedTo, canceled) {
        agreed.push([account, estimates, agreedTo])
        state.canceled = canceled
        return state.objection()
      },
    },
    sheets: { of: () => state.sheet },
    onChanged: ({ submissionId }) => void state.shown.push(submissionId),
  })
  const batch = (runs: readonly WantedRun[], changes: Partial<WantedBatch> = {}): WantedBatch => ({
    batchId: crypto.randomUUID(),
    runs,
    sheet: null,
    agreed: [],
    ...changes,
  })
  const confirm = (runs: readonly WantedRun[], changes: Partial<WantedBatch> = {}) =>
    confirmation.confirm(batch(runs, changes))
  /** Writes a run of this service's sheet that has failed, with `changes` applied. */
  function addOld(changes: Partial<Submission> = {}): Submission {
    const old = sampleSubmission({ batchId: 'sheet', serviceId: at.serviceId, values: { prompt: 'sea' } })
    journal.insert([old])
    journal.save({ ...old, state: 'accepted', job: sampleJob({ status: 'failed' }), ...changes })
    return old
  }
  return { journal, database, log, clock, at, service, state, agreed, confirmation, confirm, addOld }
}

function runOf(changes: Partial<WantedRun> = {}): WantedRun {
  return {
    submissionId: crypto.randomUUID(),
    modelId: 'i3',
    values: { prompt: 'sea' },
    estimate: { kind: 'unlisted' },
    ...changes,
  }
}

function switched(more: object = {}) {
  return failure('not_possible_now', { cause: { code: 'account_changed' }, ...more })
}

function failure(code: string, more: object = {}) {
  return { ok: false, error: expect.objectContaining({ code, ...more }) }
}

it('[JOB1] a confirmed run is written with everything needed to send it, shown, and the queue is notified', async () => {
  const { journal, clock, state, confirm } = await open()
  const run = runOf()
  const result = await confirm([run], { batchId: 'batch' })
  expect(result).toMatchObject({ ok: true, value: [{ submissionId: run.submissionId, state: 'confirmed' }] })
  expect(journal.get(run.submissionId)).toEqual({
    submissionId: run.submissionId,
    batchId: 'batch',
    modelId: 'i3',
    kind: 'image',
    serviceId: 'https://service.example',
    path,
    values: { prompt: 'sea' },
    bodySha256: encodeBody({ prompt: 'sea' }).sha256,
    estimate: { kind: 'unlisted' },
    settled: null,
    state: 'confirmed',
    attempts: 0,
    confirmedAt: clock.now(),
    updatedAt: clock.now(),
    sentAt: null,
    problem: null,
    job: null,
    jobMilliseconds: null,
    repeats: null,
  })
  expect([state.shown, state.isSent]).toEqual([[run.submissionId], true])
})

it('[JOB3] a run that was confirmed before is returned unchanged; nothing is checked, made or written again', async () => {
  const { state, agreed, confirm } = await open()
  const [one, two] = [runOf(), runOf()]
  await confirm([one, two])
  Object.assign(state, { at: null, isSent: false, shown: [] })
  const [before, requested] = [state.made.length, agreed.length]
  expect(await confirm([one, two])).toMatchObject({ ok: true, value: [{ state: 'confirmed' }, {}] })
  expect([state.made.length, agreed.length, state.shown, state.isSent]).toEqual([
    before,
    requested,
    [],
    false,
  ])
  expect(await confirm([one, runOf()])).toEqual(failure('service_unreachable'))
})

it('[JOB3] a run that was confirmed elsewhere while this one was prepared is returned, not asked about or written twice', async () => {
  const { state, confirm, journal } = await open()
  const run = runOf()
  const first = state.make
  state.make = async (values) => {
    journal.insert([sampleSubmission({ submissionId: run.submissionId, batchId: 'first' })])
    state.objection = () => objection
    return first(values)
  }
  expect(await confirm([run], { batchId: 'second' })).toMatchObject({
    ok: true,
    value: [{ batchId: 'first' }],
  })
})

it('[JOB3] a run that was confirmed elsewhere while this one was validated has no second body made', async () => {
  const { at, state, confirm, journal } = await open()
  const run = runOf()
  state.at = { ...at, isDescribed: false }
  state.models = []
  state.describe = () => {
    state.models = [modelOf('i3')]
    state.objection = () => objection
    journal.insert([sampleSubmission({ submissionId: run.submissionId, batchId: 'first' })])
  }
  expect(await confirm([run])).toMatchObject({ ok: true, value: [{ batchId: 'first' }] })
  expect(state.made).toEqual([])
})

it('[SPEND1] the person is asked before a body is made, with the runs’ prices and what was agreed to', async () => {
  const { state, agreed, confirm, journal } = await open()
  state.objection = () => objection
  const run = runOf()
  const cause = { code: 'over_bound', ...objection }
  expect(await confirm([run], { agreed: ['day'] })).toEqual(failure('asks_first', { objection, cause }))
  expect(agreed).toEqual([['https://service.example', [{ kind: 'unlisted' }], ['day']]])
  expect([state.made, journal.get(run.submissionId), state.isSent]).toEqual([[], null, false])
  expect(await confirm([run, runOf()])).toEqual(failure('asks_first', { cause: { ...cause, runs: 2 } }))
})

it('[AGENT11] a run that the agents’ own budget doesn’t allow is refused, or waits for the person, with the reason', async () => {
  const { state, confirm } = await open()
  for (const [asksPerson, code] of [
    [true, 'asks_first'],
    [false, 'not_possible_now'],
  ] as const) {
    const reason = { code: 'agent_budget', limit: usd(1), committed: usd(0), requested: usd(2) } as const
    state.agentObjection = { asksPerson, reason }
    const by = { agent: { name: 'a', isAllowed: false } }
    expect(await confirm([runOf()], by)).toEqual(failure(code, { cause: reason }))
    expect(state.made).toEqual([])
    expect(await confirm([runOf()])).toMatchObject({ ok: true })
    state.made.length = 0
  }
})

it('[SPEND1] the person is asked once more where other runs were confirmed while files were uploaded', async () => {
  const { state, confirm, journal } = await open()
  const first = state.make
  state.make = async (values) => {
    state.objection = () => objection
    return first(values)
  }
  const run = runOf()
  expect(await confirm([run])).toEqual(failure('asks_first', { objection }))
  expect([state.made.length, journal.get(run.submissionId)]).toEqual([1, null])
})

it('[JOB15] nothing is written where the price has changed; the run concerned is named', async () => {
  const { state, confirm, journal } = await open()
  const [run, other] = [runOf(), runOf({ estimate: { kind: 'exact', microUsd: usd(1) } })]
  expect(await confirm([run, other])).toEqual(failure('price_changed', { run: 1 }))
  expect([journal.get(run.submissionId), state.made, state.isSent]).toEqual([null, [], false])
})

it('[JOB71] nothing is written where another account is active than the one that the price was shown for', async () => {
  const { at, state, confirm, journal } = await open()
  const run = runOf()
  expect(await confirm([run], { account: 'https://other.example' })).toMatchObject({
    ok: false,
    error: { code: 'not_possible_now', cause: { code: 'account_changed' } },
  })
  expect([journal.get(run.submissionId), state.made, state.isSent]).toEqual([null, [], false])
  expect(await confirm([run], { account: at.serviceId })).toMatchObject({ ok: true })
  // It was confirmed, whichever is active when that is asked again.
  expect(await confirm([run], { account: 'https://other.example' })).toMatchObject({ ok: true })
})

it('[JOB83] nothing is written where another account is chosen while files are uploaded, connected or not', async () => {
  const { at, state, confirm, journal } = await open()
  const first = state.make
  state.make = async (values) => {
    state.chosen = 'https://other.example'
    return first(values)
  }
  const run = runOf()
  expect(await confirm([run], { account: at.serviceId })).toEqual(switched())
  expect([journal.get(run.submissionId), state.made.length, state.isSent]).toEqual([null, 1, false])
})

it('[JOB83] nothing is written where another account is chosen while the connection is awaited', async () => {
  const { at, state, confirm, journal } = await open()
  const first = state.make
  state.make = async (values) => {
    state.settled = async () => {
      state.chosen = 'https://other.example'
    }
    return first(values)
  }
  const run = runOf()
  expect(await confirm([run], { account: at.serviceId })).toEqual(switched())
  expect([journal.get(run.submissionId), state.isSent]).toEqual([null, false])
})

it('[JOB83] a model is never looked up at the service of an account that was chosen meanwhile', async () => {
  const { at, state, confirm, journal } = await open()
  state.at = { ...at, isDescribed: false }
  state.models = []
  state.describe = () => {
    state.chosen = 'https://other.example'
    state.models = [modelOf('i3', { path: '/generate/image/other' })]
  }
  const run = runOf()
  expect(await confirm([run])).toEqual(switched({ run: 0 }))
  expect([journal.get(run.submissionId), state.made]).toEqual([null, []])
})

it('[JOB83] a service that ended meanwhile is no other account', async () => {
  const { at, state, confirm } = await open()
  Object.assign(state, { at: { ...at, serviceId: 'sandbox' }, chosen: null })
  const first = state.make
  state.make = async (values) => {
    state.at = null
    return first(values)
  }
  expect(await confirm([runOf()])).toMatchObject({ ok: true })
})

it('[JOB95] the same runs again wait for what an earlier call makes of them', async () => {
  const { state, confirm, journal } = await open()
  const run = runOf()
  const first = state.make
  const { promise: uploaded, resolve: upload } = Promise.withResolvers<void>()
  state.make = async (values) => {
    // A second upload of the same file fails.
    state.make = async () => ({ ok: false, error: { code: 'upload_failed', message: '' } })
    await uploaded
    return first(values)
  }
  const both = [confirm([run], { batchId: 'first' }), confirm([run], { batchId: 'second' })]
  upload()
  expect(await Promise.all(both)).toMatchObject([
    { ok: true, value: [{ batchId: 'first' }] },
    { ok: true, value: [{ batchId: 'first' }] },
  ])
  expect([journal.get(run.submissionId)?.batchId, state.made.length]).toEqual(['first', 1])
  expect(await confirm([runOf()])).toEqual(failure('upload_failed', { run: 0 }))
})

it('[JOB95] a third call waits for the second, where the first has failed', async () => {
  const { state, confirm } = await open()
  const run = runOf()
  const first = state.make
  const { promise: uploaded, resolve: upload } = Promise.withResolvers<void>()
  const { promise: second, resolve: begins } = Promise.withResolvers<void>()
  state.make = async () => {
    state.make = async (values) => {
      begins()
      await uploaded
      return first(values)
    }
    return { ok: false, error: { code: 'upload_failed', message: '' } }
  }
  const [failed, again] = [confirm([run]), confirm([run])]
  expect(await failed).toEqual(failure('upload_failed', { run: 0 }))
  await second
  const third = confirm([run])
  upload()
  expect(await Promise.all([again, third])).toMatchObject([{ ok: true }, { ok: true }])
  expect(state.made.length).toBe(2)
})

/** An unknown run of this account, sent for a path and at a price of the past. */
async function openUnknown() {
  const opened = await open()
  const estimate = { kind: 'exact', microUsd: usd(1) } as const
  const old = opened.addOld({ state: 'unknown', job: null, problem: null })
  const again = (changes: Partial<WantedRun> = {}, more: Partial<WantedBatch> = {}) =>
    opened.confirm([runOf(changes)], { closes: old.submissionId, account: opened.at.serviceId, ...more })
  const stateOfOld = () => opened.journal.get(old.submissionId)?.state
  return { ...opened, estimate, old, again, stateOfOld }
}

it('[JOB80] a run that is sent again takes today’s price and path, and closes the old one', async () => {
  const { clock, journal, state, again, old } = await openUnknown()
  state.models = [modelOf('i3', { path: '/generate/image/moved' })]
  expect(await again({ submissionId: 'new' }, { batchId: 'b' })).toMatchObject({ ok: true })
  expect(journal.get('new')).toMatchObject({
    path: '/generate/image/moved',
    estimate: { kind: 'unlisted' },
    batchId: 'b',
    repeats: old.submissionId,
    state: 'confirmed',
    attempts: 0,
  })
  expect(journal.get(old.submissionId)).toMatchObject({
    state: 'closed',
    problem: { code: 'sent_again' },
    updatedAt: clock.now(),
  })
  expect([state.shown, state.isSent]).toEqual([[old.submissionId, 'new'], true])
})

it('[JOB80] a run is not sent again at a price that has changed', async () => {
  const { journal, state, estimate, again, stateOfOld } = await openUnknown()
  expect(await again({ submissionId: 'new', estimate })).toEqual(failure('price_changed'))
  expect([stateOfOld(), journal.get('new'), state.isSent]).toEqual(['unknown', null, false])
})

it('[JOB64] a run that is sent again asks as any does, at today’s price, before the old one is closed', async () => {
  const { at, journal, state, agreed, again, stateOfOld } = await openUnknown()
  state.objection = () => objection
  expect(await again({ submissionId: 'new' }, { agreed: ['day'] })).toEqual(
    failure('asks_first', { objection }),
  )
  expect(agreed).toEqual([[at.serviceId, [{ kind: 'unlisted' }], ['day']]])
  expect([stateOfOld(), journal.get('new')]).toEqual(['unknown', null])
})

it('[JOB81] where the new run can’t be written, the old one stays as it is', async () => {
  const { journal, database, state, again, stateOfOld } = await openUnknown()
  database
    .prepare(`CREATE TRIGGER full BEFORE INSERT ON submissions BEGIN SELECT RAISE(ABORT, 'full'); END`)
    .run()
  expect(await again({ submissionId: 'new' })).toEqual(failure('internal'))
  expect([stateOfOld(), journal.get('new'), state.shown]).toEqual(['unknown', null, []])
})

it('[JOB81] a run whose job is found while the repeat is prepared is not sent again', async () => {
  const { journal, state, old, again, stateOfOld } = await openUnknown()
  const first = state.make
  state.make = async (values) => {
    journal.save({ ...old, state: 'accepted', job: sampleJob() })
    return first(values)
  }
  expect(await again({ submissionId: 'new' })).toEqual(failure('not_possible_now'))
  expect([stateOfOld(), journal.get('new'), state.isSent]).toEqual(['accepted', null, false])
})

it('[JOB82] a run is not sent again while another account is active', async () => {
  const { at, state, again, stateOfOld } = await openUnknown()
  state.at = { ...at, serviceId: 'https://other.example' }
  expect(await again()).toEqual(switched())
  expect(stateOfOld()).toBe('unknown')
})

it('[JOB80] a run that is sent again has today’s names of its fields, as its price was shown for', async () => {
  const { journal, state, old, again } = await openUnknown()
  journal.save({ ...old, state: 'unknown', job: null, values: { text: 'sea', mode: 'instant' } })
  state.models = [modelOf('i3', { aliases: [{ from: 'text', to: 'prompt', until: null }] })]
  const values = { text: 'sea', mode: 'instant' }
  expect(await again({ submissionId: 'new', values })).toMatchObject({ ok: true })
  expect(journal.get('new')?.values).toEqual({ prompt: 'sea', mode: 'fast' })
})

it('[JOB53] a new run has no field under a name that no request takes any more', async () => {
  const { state, confirm } = await open()
  state.models = [modelOf('i3', { aliases: [{ from: 'text', to: 'prompt', until: null }] })]
  expect(await confirm([runOf({ values: { text: 'sea' } })])).toEqual(failure('invalid_values', { run: 0 }))
})

it('[JOB81] [JOB83] nothing is uploaded for a run that was closed, or an account that was left, before', async () => {
  const { at, journal, state, old, again } = await openUnknown()
  state.at = { ...at, isDescribed: false }
  state.models = []
  state.describe = () => {
    journal.save({ ...old, state: 'closed', job: null })
    state.models = [modelOf('i3')]
  }
  expect(await again()).toEqual(failure('not_possible_now'))
  expect(state.made).toEqual([])
})

const ended = { code: 'model_sunset', status: null, retryAt: null } as const

/** Two runs of this account that their model's end holds, and what is sent in place of them. */
async function openHeld() {
  const opened = await open()
  const held = () => opened.addOld({ state: 'confirmed', job: null, problem: ended })
  const [old, other] = [held(), held()]
  const runs = [runOf({ replaces: old.submissionId }), runOf({ replaces: other.submissionId })]
  const states = () =>
    [old, other, ...runs].map(({ submissionId }) => opened.journal.get(submissionId)?.state ?? null)
  return { ...opened, old, other, runs, states }
}
const untouched = ['confirmed', 'confirmed', null, null]

/** I3 had another price, and the person did not see the present one yet. */
function unseen(pricing: ComparedModel['pricing']): UnseenModel {
  const before = modelOf('i3', { pricing: { unit: 'request', points: [pricePoint(0.1, {})] } })
  const [changes] = compareModel(before, { ...before, pricing })
  if (!changes) throw new Error('Nothing changed.')
  return { changes, before }
}

it('[CAT65] a run that its price holds is canceled by the write of the one at today’s price', async () => {
  const { addOld, confirm, journal } = await open()
  const problem = { code: 'price_changed', status: null, retryAt: null } as const
  const old = addOld({ state: 'confirmed', job: null, problem })
  const run = runOf({ replaces: old.submissionId })
  expect(await confirm([run])).toMatchObject({ ok: true })
  expect([old, run].map(({ submissionId }) => journal.get(submissionId)?.state)).toEqual([
    'withdrawn',
    'confirmed',
  ])
})

it('[JOB81] runs that replace none beside one that does cancel nothing else', async () => {
  const { confirm, old, state } = await openHeld()
  expect(await confirm([runOf({ replaces: old.submissionId }), runOf()])).toMatchObject({ ok: true })
  expect(state.canceled).toEqual([old.submissionId])
})

it('[CAT64] the person is asked once about what changed, with the price that it was; their yes has seen it', async () => {
  const { state, confirm } = await open()
  const pricing = { unit: 'request' as const, points: [pricePoint(0.14, {})] }
  const price = { kind: 'exact', microUsd: usd(0.14) } as const
  const before = { kind: 'exact', microUsd: usd(0.1) } as const
  state.models = [modelOf('i3', { pricing }), modelOf('i4', { pricing })]
  state.changed = [unseen(pricing)]
  const runs = [runOf({ estimate: price }), runOf({ modelId: 'i4', estimate: price })]
  const models = state.changed.map(({ changes }) => changes)
  // Of a model that hasn’t changed the price was what it is.
  const changed = { models, before: [before, price], digest: digestOf(models) }
  expect(await confirm(runs)).toEqual(
    failure('asks_first', {
      cause: { code: 'models_changed' },
      objection: { question: 'changed', limit: 0, committed: 0, requested: 280_000, changed },
    }),
  )
  expect([state.made, state.seen]).toEqual([[], []])
  expect(await confirm([runOf({ modelId: 'i4', estimate: price })])).toMatchObject({ ok: true })
  expect(state.seen).toEqual([])
  expect(await confirm(runs, { agreed: ['changed'] })).toMatchObject({ ok: true })
  expect(state.seen).toEqual(['i3', 'i4'])
})

it('[CAT64] a model that was not there before had no price', async () => {
  const { state, confirm } = await open()
  state.changed = [{ ...unseen({ unit: 'request', points: [] }), before: null }]
  expect(await confirm([runOf()])).toMatchObject({
    error: { objection: { requested: 0, changed: { before: [{ kind: 'unlisted' }] } } },
  })
})

it('[CAT120] a yes is one to what was shown: where something else changed since, the person is asked again', async () => {
  const { state, confirm } = await open()
  state.changed = [unseen({ unit: 'request', points: [pricePoint(0.14, {})] })]
  const first = await confirm([runOf()])
  const seenChanges = first.ok ? '' : (first.error.objection?.changed?.digest ?? '')
  state.changed = [unseen({ unit: 'request', points: [pricePoint(0.2, {})] })]
  const again = await confirm([runOf()], { agreed: ['changed'], seenChanges })
  expect(again).toMatchObject({
    ok: false,
    error: { code: 'asks_first', objection: { question: 'changed' } },
  })
  expect([state.made, state.seen]).toEqual([[], []])
  const present = again.ok ? '' : (again.error.objection?.changed?.digest ?? '')
  expect(await confirm([runOf()], { agreed: ['changed'], seenChanges: present })).toMatchObject({ ok: true })
})

it('[CAT67] a run of an agent is refused until a person has looked at what changed, whoever allowed it', async () => {
  const { state, confirm } = await open()
  state.changed = [unseen({ unit: 'request', points: [] })]
  for (const isAllowed of [true, false])
    expect(
      await confirm([runOf()], { agreed: ['changed', 'price'], agent: { name: 'a', isAllowed } }),
    ).toEqual(failure('price_changed', { cause: { code: 'models_changed' } }))
  expect([state.made, state.seen]).toEqual([[], []])
})

it('[JOB81] held runs are canceled by the write of those that are sent in place of them, once', async () => {
  const { journal, state, confirm, old, other, runs, states } = await openHeld()
  expect(await confirm(runs)).toMatchObject({ ok: true })
  expect(states()).toEqual(['withdrawn', 'withdrawn', 'confirmed', 'confirmed'])
  expect(state.canceled).toEqual([old.submissionId, other.submissionId])
  const ids = runs.map(({ submissionId }) => submissionId)
  expect(state.shown).toEqual([old.submissionId, other.submissionId, ...ids])
  // The same again is the same; another window's send is refused.
  expect(await confirm(runs)).toMatchObject({ ok: true })
  const late = runs.map(({ replaces }) => runOf({ replaces }))
  const gone = { cause: { code: 'run_held_no_more' }, run: 0 }
  expect(await confirm(late)).toEqual(failure('not_possible_now', gone))
  expect(late.map(({ submissionId }) => journal.get(submissionId))).toEqual([null, null])
})

it.each([
  ['waits again', { state: 'confirmed', problem: null }],
  ['was sent', { state: 'accepted', job: sampleJob(), problem: null }],
  ['was canceled', { state: 'withdrawn', problem: ended }],
] as const)(
  '[JOB81] nothing is sent in place of held runs where one of them %s while it is prepared',
  async (_, changes) => {
    const { journal, state, confirm, other, runs, states } = await openHeld()
    const first = state.make
    state.make = async (values) => {
      journal.save({ ...other, ...changes })
      return first(values)
    }
    const gone = { cause: { code: 'run_held_no_more' }, run: 1 }
    expect(await confirm(runs)).toEqual(failure('not_possible_now', gone))
    expect(states()).toEqual(['confirmed', changes.state, null, null])
    expect(state.isSent).toBe(false)
  },
)

it('[JOB81] nothing is sent in place of a run of another account, an unknown one, or one for two', async () => {
  const { journal, state, confirm, addOld, old, states } = await openHeld()
  const strange = sampleSubmission({ serviceId: 'https://other.example' })
  journal.insert([strange])
  journal.save({ ...strange, problem: ended })
  const [waits] = [addOld({ state: 'confirmed', job: null, problem: null })]
  for (const [replaces, code] of [
    [strange.submissionId, 'not_possible_now'],
    [waits.submissionId, 'not_possible_now'],
    [crypto.randomUUID(), 'not_found'],
    [old.submissionId, 'not_possible_now'],
  ] as const) {
    const first = runOf({ replaces: old.submissionId })
    expect(await confirm([first, runOf({ replaces })])).toEqual(failure(code, { run: 1 }))
    expect(journal.get(first.submissionId)).toBeNull()
  }
  expect([states(), state.made, state.shown]).toEqual([untouched, [], []])
})

it('[JOB81] where what replaces them can’t be written, held runs stay held', async () => {
  const { database, confirm, runs, states } = await openHeld()
  database
    .prepare(`CREATE TRIGGER full BEFORE INSERT ON submissions BEGIN SELECT RAISE(ABORT, 'full'); END`)
    .run()
  expect(await confirm(runs)).toEqual(failure('internal'))
  expect(states()).toEqual(untouched)
})

it('[JOB28] values that can’t be sent refuse all runs, with the run, the field and every fault', async () => {
  const { state, confirm, journal } = await open()
  const [run, other] = [runOf(), runOf({ values: { prompt: 1, stray: true } })]
  const result = await confirm([run, other])
  expect(result).toEqual(
    failure('invalid_values', {
      run: 1,
      field: 'prompt',
      problems: [expect.objectContaining({ path: ['prompt'] }), expect.objectContaining({ path: ['stray'] })],
    }),
  )
  expect([journal.get(run.submissionId), state.made]).toEqual([null, []])
})

it('[INP11] a fault that only the finished body shows is found by the model’s schema and refused with its run', async () => {
  const { state, confirm, journal } = await open()
  const problem: Problem = { path: ['prompt'], reason: { code: 'missing' } }
  state.make = async () => ({ ok: false, problems: [problem] })
  const run = runOf()
  expect(await confirm([run])).toEqual(
    failure('invalid_values', { run: 0, field: 'prompt', problems: [problem] }),
  )
  expect([journal.get(run.submissionId), state.isSent]).toEqual([null, false])
  expect(state.made).toEqual([{ values: { prompt: 'sea' }, checked: [] }])
})

it('[INP11] a fault of a body as a whole names no field', async () => {
  const { state, confirm } = await open()
  state.make = async () => ({ ok: false, problems: [{ path: [], reason: { code: 'missing' } }] })
  expect(await confirm([runOf()])).toEqual(failure('invalid_values', { field: '' }))
})

it('[INP7] an upload that fails refuses all runs, in its own code and words', async () => {
  const { state, confirm, journal } = await open()
  state.make = async () => ({ ok: false, error: { code: 'upload_failed', message: 'Cut.' } })
  const run = runOf()
  expect(await confirm([runOf(), run])).toEqual(failure('upload_failed', { run: 0, message: 'Cut.' }))
  expect(journal.get(run.submissionId)).toBeNull()
})

it('runs of the same values and model share one body; of other values or another model each has its own', async () => {
  const { state, confirm, journal } = await open()
  const values = { prompt: 'sea' }
  const runs = [
    runOf({ values }),
    runOf({ values }),
    runOf({ values }),
    runOf({ values, modelId: 'i4' }),
    runOf({ values: { prompt: 'lake' } }),
  ]
  await confirm(runs)
  expect(state.made.length).toBe(3)
  const [sea, lake] = [encodeBody(values).sha256, encodeBody({ prompt: 'lake' }).sha256]
  const digests = runs.map(({ submissionId }) => journal.get(submissionId)?.bodySha256)
  expect(digests).toEqual([sea, sea, sea, sea, lake])
})

it('a model’s patterns apply to confirmed runs', async () => {
  const { state, confirm } = await open()
  const properties = { prompt: { type: 'string', pattern: '^lake' } }
  state.models = [modelOf('i3', { schema: { type: 'object', properties } as JsonSchema })]
  expect(await confirm([runOf()])).toEqual(failure('invalid_values', { field: 'prompt' }))
  expect(await confirm([runOf({ values: { prompt: 'lake' } })])).toMatchObject({ ok: true })
})

it('[JOB53] a value under an old name is validated, made and written under its present name', async () => {
  const { state, confirm, journal } = await open()
  const run = runOf({ values: { prompt: 'sea', mode: 'instant' } })
  expect(await confirm([run])).toMatchObject({ ok: true })
  expect(journal.get(run.submissionId)?.values).toEqual({ prompt: 'sea', mode: 'fast' })
  expect(state.made).toMatchObject([{ values: { mode: 'fast' } }])
})

it('nothing is written without a connected service, or without a key for it', async () => {
  const { at, state, confirm } = await open()
  state.at = null
  expect(await confirm([runOf()])).toEqual(failure('service_unreachable'))
  state.at = { ...at, key: null }
  expect(await confirm([runOf()])).toEqual(failure('no_key'))
  state.at = { ...at, key: '' }
  expect(await confirm([runOf()])).toMatchObject({ ok: true })
})

it.each([
  ['unknown_model', { modelId: 'none' }, {}],
  ['model_sunset', {}, { deprecation: { state: 'sunset' } as never }],
  ['model_without_path', {}, { path: null }],
] as const)(
  'a run without a destination is refused (%s), with its place in the batch',
  async (code, run, model) => {
    const { state, confirm } = await open()
    state.models = [modelOf('i3', model), modelOf('i4')]
    expect(await confirm([runOf({ modelId: 'i4' }), runOf(run)])).toEqual(failure(code, { run: 1 }))
    expect(state.made).toEqual([])
  },
)

it.each([
  ['what is known of it', { sunsetDate: '2026-11-01', replacement: { label: 'I4' }, cause: 'Too old.' }],
  ['what is unknown of it left open', { sunsetDate: null, replacement: null, cause: null }],
] as const)('a run of a model that has ended is refused with %s', async (_, known) => {
  const { state, confirm } = await open()
  state.models = [modelOf('i3', { deprecation: { state: 'sunset', ...known } as never })]
  const cause = {
    code: 'model_ended',
    model: 'I3',
    date: known.sunsetDate,
    replacement: known.replacement?.label ?? null,
    words: known.cause,
  }
  expect(await confirm([runOf()])).toEqual(failure('model_sunset', { cause }))
})

it('a model whose end is only announced is sent', async () => {
  const { state, confirm } = await open()
  state.models = [modelOf('i3', { deprecation: { state: 'deprecated' } as never })]
  expect(await confirm([runOf()])).toMatchObject({ ok: true })
})

it('a service that was not described yet is asked once more where the model’s path is unknown', async () => {
  const { at, service, state, confirm } = await open()
  let described = 0
  state.describe = () => {
    described += 1
    state.models = [modelOf('i3')]
  }
  state.at = { ...at, isDescribed: false }
  expect(await confirm([runOf()])).toMatchObject({ ok: true })
  expect(described).toBe(0)
  state.models = [modelOf('i3', { path: null })]
  service.respondToProbe('no_answer')
  expect(await confirm([runOf()])).toEqual(failure('service_unreachable', { run: 0 }))
  expect(described).toBe(0)
  service.respondToProbe('unclear')
  expect(await confirm([runOf()])).toMatchObject({ ok: true })
  expect(described).toBe(1)
  state.models = []
  expect(await confirm([runOf()])).toMatchObject({ ok: true })
  expect(described).toBe(2)
})

it('a described service is not asked again for a path that it doesn’t have', async () => {
  const { service, state, confirm } = await open()
  service.respondToProbe('no_answer')
  state.models = [modelOf('i3', { path: null })]
  expect(await confirm([runOf()])).toEqual(failure('model_without_path'))
})

const sheet: Sheet = { axes: [{ kind: 'field', field: 'prompt', values: ['sea', 'lake'] }] }

it('[JOB30] a retried run takes its place in the sheet, and the others stay in their own batch', async () => {
  const { state, confirm, journal, addOld } = await open()
  const old = addOld()
  state.sheet = sheet
  const [again, other] = [runOf({ repeats: old.submissionId }), runOf()]
  expect(await confirm([again, other], { batchId: 'new' })).toMatchObject({ ok: true })
  expect(journal.get(again.submissionId)).toMatchObject({ batchId: 'sheet', repeats: old.submissionId })
  expect(journal.get(other.submissionId)).toMatchObject({ batchId: 'new', repeats: null })
})

it('[JOB30] a run that may still cost is not retried, the run is named, and no body is made', async () => {
  const { state, confirm, addOld } = await open()
  const old = addOld({ state: 'unknown', job: null })
  expect(await confirm([runOf(), runOf({ repeats: old.submissionId })])).toEqual(
    failure('not_possible_now', { run: 1 }),
  )
  expect(state.made).toEqual([])
})

it('[JOB30] a place that was taken while files were uploaded is not taken twice', async () => {
  const { state, confirm, journal, addOld } = await open()
  const old = addOld()
  state.sheet = sheet
  const first = state.make
  state.make = async (values) => {
    state.make = first
    await confirm([runOf({ repeats: old.submissionId })])
    return first(values)
  }
  const late = runOf({ repeats: old.submissionId })
  expect(await confirm([late])).toEqual(failure('not_possible_now', { run: 0 }))
  expect(journal.get(late.submissionId)).toBeNull()
})

it('[JOB28] the compared values are written with the runs; separate runs have none', async () => {
  const { confirm, journal } = await open()
  const written: unknown[] = []
  const { insert } = journal
  journal.insert = (submissions, compared) => {
    written.push(compared)
    insert(submissions, compared)
  }
  await confirm([runOf()], { sheet })
  await confirm([runOf()])
  expect(written).toEqual([sheet, null])
})

it('[JOB35] a page that can’t be notified of a run holds up no other', async () => {
  const { log, confirm, journal, state } = await open()
  const runs = [runOf(), runOf()]
  state.shown.push = () => {
    throw new Error('The page is gone.')
  }
  expect(await confirm(runs)).toMatchObject({ ok: true, value: [{}, {}] })
  expect(log.sentences.length).toBe(2)
  expect([journal.get(runs[1]?.submissionId ?? '')?.state, state.isSent]).toEqual(['confirmed', true])
})

it.each([
  ['the runs are there', { areWritten: true }, 'not_shown', 'runs_stored_unseen'],
  ['nothing is there', { areWritten: false }, 'internal', 'runs_not_stored'],
  ['the journal can’t be read', { areWritten: null }, 'not_shown', 'runs_stored_perhaps'],
] as const)(
  '[JOB35] a confirmation that fails where %s says so, and the cause is logged',
  async (_, { areWritten }, code, cause) => {
    const { log, confirm, journal } = await open()
    const run = runOf()
    const { insert } = journal
    journal.insert = (submissions) => {
      if (areWritten) insert(submissions)
      if (areWritten === null)
        journal.get = () => {
          throw new Error('Closed.')
        }
      throw new Error('Boom.')
    }
    expect(await confirm([run])).toEqual(failure(code, { cause: { code: cause } }))
    expect(log.sentences).toEqual([expect.stringContaining('Boom.')])
  },
)

it.each([
  [13, 'storage_failed', 1],
  [11, 'library_damaged', 0],
] as const)(
  '[LIB37] a disk that refuses runs (%i) is named, and damage is not logged again',
  async (errcode, code, logged) => {
    const { log, confirm, journal } = await open()
    journal.insert = () => {
      throw Object.assign(new Error('Refused.'), { errcode })
    }
    expect(await confirm([runOf()])).toEqual(failure(code))
    expect(log.sentences).toEqual(Array(logged).fill(expect.stringContaining('(storage: full)')))
  },
)

it('[JOB35] runs that are written before the disk fails are not reported as unsent', async () => {
  const { confirm, journal } = await open()
  const { insert } = journal
  journal.insert = (submissions) => {
    insert(submissions)
    throw Object.assign(new Error('Refused.'), { errcode: 13 })
  }
  expect(await confirm([runOf()])).toEqual(failure('not_shown'))
})

it('[JOB35] where the journal can’t be read, no claim is made that the runs are there', async () => {
  const { confirm, journal } = await open()
  const { get } = journal
  journal.insert = () => {
    throw new Error('Boom.')
  }
  journal.get = () => sampleSubmission()
  const written = await confirm([runOf()])
  journal.get = () => {
    throw new Error('Closed.')
  }
  const unsure = await confirm([runOf()])
  journal.get = get
  expect(unsure).not.toEqual(written)
})

it('[JOB35] a confirmation that fails with one of its runs written does not claim that all are unsent', async () => {
  const { confirm, journal } = await open()
  const known = runOf()
  journal.insert([sampleSubmission({ submissionId: known.submissionId })])
  journal.insert = () => {
    throw new Error('Boom.')
  }
  expect(await confirm([known, runOf()])).toEqual(failure('not_shown'))
})
