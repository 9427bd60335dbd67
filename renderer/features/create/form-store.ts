import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ModelDetail, SubmissionView } from '../../../shared/bridge/views.ts'
import { migrateValues, type ValueChange } from '../../../shared/catalog/migrate-values.ts'
import { findProblems, type Problem } from '../../../shared/form/problems.ts'
import { requestFields } from '../../../shared/form/request-fields.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import { rollSeed } from '../../forms/roll-seed.ts'
import { createRunConfirmation, estimateOf } from './confirm-runs.ts'
import { type Fitted, fitValues, type Values, withValue } from './draft.ts'
import { clampRuns, type DraftStorage } from './draft-storage.ts'

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
}

/** Why the last try sent nothing. */
export type Refusal =
  | { readonly kind: 'problems'; readonly count: number }
  | { readonly kind: 'price-changed'; readonly before: Estimate; readonly now: Estimate }
  | { readonly kind: 'failure'; readonly failure: BridgeFailure }

export interface FormPorts {
  readonly bridge: Bridge
  readonly detail: (modelId: string) => Promise<BridgeResult<ModelDetail>>
  /** Reads the catalogue anew, so that the next `detail` has today's price. */
  readonly refreshCatalog: () => Promise<void>
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
  /** Answers the confirmed runs; empty where nothing was sent. */
  generate(): Promise<readonly SubmissionView[]>
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
  }))
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
    store.setState({ detail: result.value, values: fitted.values })
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

  async function refuse(failure: BridgeFailure, detail: ModelDetail, values: Values) {
    if (failure.code !== 'price_changed') {
      store.setState({ refusal: { kind: 'failure', failure }, attempted: failure.code === 'invalid_values' })
      return
    }
    const before = estimateOf(detail, values)
    await ports.refreshCatalog()
    const fresh = await ports.detail(detail.id)
    if (!fresh.ok) return
    store.setState({
      detail: fresh.value,
      refusal: { kind: 'price-changed', before, now: estimateOf(fresh.value, values) },
    })
  }

  async function generate(): Promise<readonly SubmissionView[]> {
    const state = store.getState()
    const { detail, values } = state
    if (state.sending || !detail) return []
    const problems = findProblems(detail.schema, values)
    if (problems.length > 0) {
      const count = new Set(problems.map((problem) => problem.path[0])).size
      store.setState({ attempted: true, refusal: { kind: 'problems', count } })
      return []
    }
    store.setState({ sending: true, refusal: null })
    const result = await confirmRuns({ detail, values, runs: state.runs })
    if (result.ok) rollUnlockedSeed()
    else await refuse(result.error, detail, values)
    store.setState({ sending: false })
    return result.ok ? result.value : []
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
    generate,
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

/** The problems that may be said now: of fields that were left, or all once Generate was tried. */
export function sayableProblems(state: FormState): Problem[] {
  if (!state.detail) return []
  const problems = findProblems(state.detail.schema, state.values)
  if (state.attempted) return problems
  return problems.filter(
    ({ path, reason }) => reason.code !== 'missing' && state.visited.has(String(path[0])),
  )
}
