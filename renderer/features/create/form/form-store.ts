import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BudgetObjection, BudgetStatus } from '../../../../shared/bridge/budget.ts'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import { findObjections } from '../../../../shared/bridge/find-objections.ts'
import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { ModelDetail, SubmissionView } from '../../../../shared/bridge/views.ts'
import { migrateValues, type ValueChange } from '../../../../shared/catalog/migrate-values.ts'
import { findProblems, type Problem, type ProblemReason } from '../../../../shared/form/problems.ts'
import { requestFields } from '../../../../shared/form/request-fields.ts'
import type { Estimate } from '../../../../shared/pricing/estimate.ts'
import { rollSeed } from '../../../forms/roll-seed.ts'
import { createRunConfirmation, type RunRequest } from './confirm-runs.ts'
import { type Fitted, fitValues, takes, type Values, withValue } from './draft.ts'
import { clampRuns, type DraftStorage } from './draft-storage.ts'
import { comparesField, createPlanner, type Plan } from './plan-runs.ts'

export interface FormState {
  readonly modelId: string | null
  /** Null while the model's form is being read. */
  readonly detail: ModelDetail | null
  readonly values: Values
  readonly runs: number
  readonly seedLocked: boolean
  /** Fields the person has left; their problems may be said. */
  readonly visited: ReadonlySet<string>
  /** Generate was tried: every problem may be said. */
  readonly attempted: boolean
  readonly sending: boolean
  readonly refusal: Refusal | null
  /** The braces of the prompt are words and stand for nothing. */
  readonly bracesAreWords: boolean
  /** What a contact sheet compares; null where there is to be none. */
  readonly axes: readonly SheetAxis[] | null
  /** Models that are compared with this one, as far as they are read. */
  readonly details: Readonly<Record<string, ModelDetail>>
  /** What the person is asked before anything is sent. */
  readonly question: Question | null
}

/** Runs that go beyond what the person set: nothing of them is written down before they say yes. */
export interface Question {
  readonly request: RunRequest
  /** All that stands against them and was not agreed to yet. */
  readonly objections: readonly BudgetObjection[]
  /** What was agreed to before. */
  readonly agreed: readonly BudgetObjection['question'][]
}

/** Why the last try sent nothing. */
export type Refusal =
  | { readonly kind: 'problems'; readonly count: number }
  | {
      readonly kind: 'run-problem'
      readonly modelId: string
      readonly field: string
      readonly reason: ProblemReason
    }
  | {
      readonly kind: 'price-changed'
      readonly before: readonly Estimate[]
      readonly now: readonly Estimate[]
    }
  | { readonly kind: 'failure'; readonly failure: BridgeFailure }

export interface FormPorts {
  readonly bridge: Bridge
  readonly detail: (modelId: string) => Promise<BridgeResult<ModelDetail>>
  /** Reads the catalogue anew, so that the next `detail` has today's price. */
  readonly refreshCatalog: () => Promise<void>
  /** The person's bounds as last read; null while they are not. */
  readonly budget: () => BudgetStatus | null
  readonly storage: DraftStorage
  readonly newId: () => string
  readonly random: () => number
}

/** What became of values that were put in the form. */
export interface Restored extends Fitted {
  /** Old names and values that were brought up to date. */
  readonly changes: readonly ValueChange[]
}

/** The form of Create: a model, what the person set, and the way to confirmed runs. */
export interface FormModel {
  readonly store: StoreApi<FormState>
  /** Changes the model; the fields that both have keep their values. */
  choose(modelId: string): Promise<void>
  /** Reads the model's form again, as when the service has changed; what was set stays. */
  reload(): Promise<void>
  /**
   * Puts a model and these values in the form, in today's names; answers what changed and what the model doesn't take,
   * or null where the model could not be read or another was chosen meanwhile.
   */
  restore(modelId: string, values: Values): Promise<Restored | null>
  /** Answers the way back to what the form holds now, and to this model's own draft. */
  remember(modelId: string): () => Promise<void>
  setValue(name: string, value: unknown): void
  visit(name: string): void
  setRuns(runs: number): void
  setSeedLocked(locked: boolean): void
  setBracesAsWords(areWords: boolean): void
  /** Compares these; null makes plain runs again. */
  compare(axes: readonly SheetAxis[] | null): void
  /** What Generate would make of what stands in the form; null while the form is being read. */
  plan(): Plan | null
  /** Answers the confirmed runs; empty where nothing was sent. */
  generate(): Promise<readonly SubmissionView[]>
  /** Confirms runs that came another way than by the form's fields. */
  send(request: RunRequest): Promise<readonly SubmissionView[]>
  /** The person's yes to what was asked; the same runs are confirmed. */
  agree(): Promise<readonly SubmissionView[]>
  /** The person's no: nothing was sent. */
  decline(): void
}

/** The wire name that a dice may change. */
export const seedField = 'seed'

export function createFormModel(ports: FormPorts): FormModel {
  const { bridge, storage } = ports
  const drafts = storage.read()
  const kept = { ...drafts.byModel }
  const confirmRuns = createRunConfirmation(bridge, ports.newId)
  const store = createStore<FormState>(() => ({
    modelId: drafts.modelId,
    detail: null,
    values: (drafts.modelId && kept[drafts.modelId]) || {},
    runs: drafts.runs,
    seedLocked: drafts.seedLocked,
    visited: new Set<string>(),
    attempted: false,
    sending: false,
    refusal: null,
    bracesAreWords: false,
    axes: null,
    details: {},
    question: null,
  }))
  const planRuns = createPlanner()
  let lastPlan: { readonly state: FormState; readonly plan: Plan | null } | null = null
  store.subscribe(({ modelId, values, runs, seedLocked }) => {
    if (modelId) kept[modelId] = values
    storage.write({ modelId, runs, seedLocked, byModel: kept })
  })

  /** `until` stands in the form while it is read; `wanted` as far as the model takes it afterwards. */
  async function open(modelId: string, until: Values, wanted: Values): Promise<Restored | null> {
    const fresh = { detail: null, visited: new Set<string>(), attempted: false, refusal: null }
    store.setState({ ...fresh, modelId, values: until })
    const result = await ports.detail(modelId)
    if (store.getState().modelId !== modelId) return null
    if (!result.ok) {
      store.setState({ refusal: { kind: 'failure', failure: result.error } })
      return null
    }
    const { values, changes } = migrateValues(result.value, wanted)
    const fitted = fitValues(result.value.schema, values)
    store.setState(({ axes }) => ({
      detail: result.value,
      values: fitted.values,
      axes: axes && fitAxes(axes, result.value),
    }))
    return { ...fitted, changes }
  }

  async function choose(modelId: string) {
    const { modelId: before, values } = store.getState()
    const own = kept[modelId] ?? {}
    if (before === modelId) await open(modelId, values, values)
    else await open(modelId, own, { ...own, ...values })
  }

  function remember(modelId: string) {
    const { modelId: before, values } = store.getState()
    const draft = kept[modelId] ?? {}
    return async () => {
      if (before === null) return
      const opened = open(before, values, values)
      if (modelId !== before) kept[modelId] = draft
      await opened
    }
  }

  async function reload() {
    const { modelId } = store.getState()
    if (modelId === null) return
    const result = await ports.detail(modelId)
    if (result.ok && store.getState().modelId === modelId) store.setState({ detail: result.value })
  }

  function plan(): Plan | null {
    const state = store.getState()
    if (lastPlan && isSamePlan(lastPlan.state, state)) return lastPlan.plan
    lastPlan = { state, plan: state.detail && planRuns({ ...state, detail: state.detail }) }
    return lastPlan.plan
  }

  /** Reads the models that are compared and not known yet. */
  async function readCompared() {
    const { axes, details } = store.getState()
    const wanted = (axes ?? []).flatMap((axis) => (axis.kind === 'model' ? axis.modelIds : []))
    for (const modelId of wanted.filter((id) => !Object.hasOwn(details, id))) {
      const result = await ports.detail(modelId)
      if (result.ok) store.setState((state) => ({ details: { ...state.details, [modelId]: result.value } }))
      else store.setState({ refusal: { kind: 'failure', failure: result.error } })
    }
  }

  async function refuse(failure: BridgeFailure, request: RunRequest, agreed: Question['agreed']) {
    if (failure.code === 'asks_first' && failure.objection) {
      const budget = ports.budget()
      const foreseen = budget
        ? findObjections(
            request.runs.map((run) => run.estimate),
            budget,
          )
        : []
      const others = foreseen.filter(
        ({ question }) => question !== failure.objection?.question && !agreed.includes(question),
      )
      store.setState({ question: { request, objections: [failure.objection, ...others], agreed } })
      return
    }
    if (failure.code !== 'price_changed') {
      store.setState({ refusal: { kind: 'failure', failure }, attempted: failure.code === 'invalid_values' })
      return
    }
    const before = request.runs.map((run) => run.estimate)
    await ports.refreshCatalog()
    await reload()
    store.setState({ details: {} })
    await readCompared()
    const now = plan()?.runs.map((run) => run.estimate) ?? []
    store.setState({ refusal: { kind: 'price-changed', before, now } })
  }

  async function confirm(
    request: RunRequest,
    agreed: Question['agreed'],
  ): Promise<readonly SubmissionView[]> {
    store.setState({ sending: true, refusal: null })
    const result = await confirmRuns(request, agreed)
    if (result.ok || result.error.code !== 'asks_first') store.setState({ question: null })
    if (result.ok) rollUnlockedSeed()
    else await refuse(result.error, request, agreed)
    store.setState({ sending: false })
    return result.ok ? result.value : []
  }

  function findRefusal(
    detail: ModelDetail,
    values: Values,
    { runs, sheet, wildcards }: Plan,
  ): Refusal | null {
    if (!sheet && !wildcards) {
      const names = new Set(findProblems(detail.schema, values).map((problem) => problem.path[0]))
      return names.size > 0 ? { kind: 'problems', count: names.size } : null
    }
    const { details } = store.getState()
    for (const { modelId, values: own } of runs) {
      const schema = (modelId === detail.id ? detail : details[modelId])?.schema
      const [problem] = schema ? findProblems(schema, own) : []
      const field = String(problem?.path[0] ?? '')
      if (problem) return { kind: 'run-problem', modelId, field, reason: problem.reason }
    }
    return null
  }

  async function generate(): Promise<readonly SubmissionView[]> {
    const { sending, detail, values } = store.getState()
    const wanted = plan()
    if (sending || !detail || !wanted || wanted.problem) return []
    const refusal = findRefusal(detail, values, wanted)
    if (refusal) {
      store.setState({ attempted: true, refusal })
      return []
    }
    return confirm({ runs: wanted.runs, sheet: wanted.sheet }, [])
  }

  function rollUnlockedSeed() {
    const { values, seedLocked, detail } = store.getState()
    const schema = detail && requestFields(detail.schema)[seedField]
    if (seedLocked || values[seedField] === undefined || !schema) return
    const bounds = { minimum: schema.minimum ?? null, maximum: schema.maximum ?? null }
    store.setState({ values: withValue(values, seedField, rollSeed(ports.random, bounds)) })
  }

  return {
    store,
    choose,
    reload,
    plan,
    generate,
    send: (request) => (store.getState().sending ? Promise.resolve([]) : confirm(request, [])),
    async agree() {
      const { question, sending } = store.getState()
      if (!question || sending) return []
      const { request, objections, agreed } = question
      return confirm(request, [...agreed, ...objections.map((objection) => objection.question)])
    },
    decline: () => store.setState({ question: null }),
    setBracesAsWords: (bracesAreWords) => store.setState({ bracesAreWords, refusal: null }),
    compare(axes) {
      store.setState({ axes, refusal: null })
      void readCompared()
    },
    restore: (modelId, values) => open(modelId, values, values),
    remember,
    setValue(name, value) {
      store.setState(({ values }) => ({ values: withValue(values, name, value), refusal: null }))
    },
    visit: (name) => store.setState(({ visited }) => ({ visited: new Set([...visited, name]) })),
    setRuns: (runs) => store.setState({ runs: clampRuns(runs) }),
    setSeedLocked: (seedLocked) => store.setState({ seedLocked }),
  }
}

const planKeys: readonly (keyof FormState)[] = [
  'detail',
  'values',
  'runs',
  'bracesAreWords',
  'axes',
  'details',
]

function isSamePlan(left: FormState, right: FormState): boolean {
  return planKeys.every((key) => left[key] === right[key])
}

/** What of a comparison a model can go on with: its own fields, with the values that it takes. */
function fitAxes(axes: readonly SheetAxis[], { schema }: ModelDetail): SheetAxis[] {
  return axes.flatMap((axis): SheetAxis[] => {
    if (axis.kind === 'model') return [axis]
    if (!Object.hasOwn(requestFields(schema), axis.field)) return []
    return [
      {
        ...axis,
        values: axis.values.filter((value) => value === null || takes(schema, axis.field, value)),
      },
    ]
  })
}

/** The problems that may be said now: of fields that were left, or all once Generate was tried. */
export function sayableProblems(state: FormState): Problem[] {
  if (!state.detail) return []
  const problems = findProblems(state.detail.schema, state.values).filter(
    ({ path }) => !comparesField(state.axes, String(path[0])),
  )
  if (state.attempted) return problems
  return problems.filter(
    ({ path, reason }) => reason.code !== 'missing' && state.visited.has(String(path[0])),
  )
}
