import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { renameValues } from '../../../../shared/catalog/migrate-values.ts'
import { chooseForm } from '../../../../shared/form/chosen-form.ts'
import { createStaleGuard } from '../../../bridge/stale-guard.ts'
import {
  bringUpToDate,
  hasFieldsOf,
  mediaBroughtBack,
  type Restored,
  type Values,
  withoutFieldsOf,
  withValue,
} from './draft.ts'
import { clampRuns, type DraftStorage } from './draft-storage.ts'
import { createFormComparing, type FormComparing, fitAxes } from './form-comparing.ts'
import { createFormSending, type FormSending } from './form-sending.ts'
import type { FormState } from './form-state.ts'
import { createPlanner, type Plan } from './plan-runs.ts'
import type { RunConfirmation } from './run-confirmation.ts'

export interface FormPorts {
  readonly confirmation: RunConfirmation
  /** Whether it is known which account pays (RUN31). */
  readonly canSend: () => boolean
  /** Whether everything that was added to the form is in it: nothing of it is sent before (FORM45). */
  readonly hasAllInputs: () => boolean
  readonly detail: (modelId: string) => Promise<BridgeResult<ModelDetail>>
  /** Reads the catalogue again, so that the next `detail` has today's price. */
  readonly refreshCatalog: () => Promise<void>
  readonly storage: DraftStorage
  readonly random: () => number
}

/** The form of Create: a model, the person's values, and the path to confirmed runs. */
export interface FormStore extends FormSending, FormComparing {
  readonly store: StoreApi<FormState>
  /**
   * Changes the model; fields that both have keep their values. The number of runs stays where `keepsRuns`, that is
   * where the person picked the model by itself. Returns the outcome for the model's own draft,
   * or null where the model could not be read or another was chosen meanwhile.
   */
  choose(modelId: string, keepsRuns?: boolean): Promise<Restored | null>
  /**
   * Reads the model's form again, for example after the service has changed; set values stay. Returns the
   * outcome for the last visit's draft where the person has not continued from it, else null.
   */
  reload(): Promise<Restored | null>
  /** Keeps the last visit's draft as it is now: no later reading of its model changes it. */
  acceptDraft(): void
  /**
   * Loads a model and these values into the form, under their present names; another model begins with one run.
   * Returns what changed and what the
   * model doesn't accept, or null where the model could not be read or another was chosen meanwhile.
   */
  restore(modelId: string, values: Values): Promise<Restored | null>
  /** The models with last settings of the person, also those that are gone. */
  draftedModels(): string[]
  /** The last settings for this model; null where there are none. */
  draftOf(modelId: string): Values | null
  /** Keeps last settings for a model, or none. Not for the form's model: the form writes its own at each change. */
  setDraft(modelId: string, values: Values | null): void
  /** Returns a function that restores the current form, and this model's own draft. */
  remember(modelId: string): () => Promise<void>
  setValue(name: string, value: unknown): void
  visit(name: string): void
  setRuns(runs: number): void
  setSeedLocked(locked: boolean): void
  /** Opens or closes the advanced fields of the form's model. */
  setAdvanced(isOpen: boolean): void
  setBracesAsWords(areWords: boolean): void
  /** The runs that Generate would make now; null while the form is being read. */
  plan(): Plan | null
}

export function createFormStore(ports: FormPorts): FormStore {
  const { storage } = ports
  const drafts = storage.read()
  const kept = { ...drafts.byModel }
  const told = new Set<string>()
  /** The last visit's draft as it was kept: the model may be read before the service has described it. */
  let untouched: Values | null = (drafts.modelId && kept[drafts.modelId]) || null
  const store = createStore<FormState>(() => ({
    modelId: drafts.modelId,
    detail: null,
    values: (drafts.modelId && kept[drafts.modelId]) || {},
    isGone: false,
    runs: drafts.runs,
    seedLocked: drafts.seedLocked,
    advanced: drafts.advanced,
    visited: new Set<string>(),
    attempted: false,
    sending: false,
    refusal: null,
    checked: null,
    bracesAreWords: false,
    axes: null,
    details: {},
  }))
  const planRuns = createPlanner()
  /** By model, the values of forms that are not chosen (FORM343). */
  const aside = new Map<string, Values>()
  let lastPlan: { readonly state: FormState; readonly plan: Plan | null } | null = null
  store.subscribe(({ modelId, values, runs, seedLocked, advanced }) => {
    if (modelId) kept[modelId] = values
    storage.write({ modelId, runs, seedLocked, byModel: kept, advanced })
  })

  const openings = createStaleGuard()

  /**
   * `until` is the form's content while the model is read; `wanted` afterwards, as far as the model accepts it.
   */
  async function open(modelId: string, until: Values, wanted: Values): Promise<Restored | null> {
    const { modelId: before } = store.getState()
    const fresh = { detail: null, isGone: false, visited: new Set<string>(), attempted: false, refusal: null }
    store.setState({ ...fresh, modelId, values: until })
    openings.supersede()
    const { response: result, accept } = await openings.read(ports.detail(modelId))
    // Another model was opened meanwhile, or this one again: values set since then belong to that.
    if (!accept()) return null
    if (!result.ok) {
      store.setState({ refusal: { kind: 'failure', failure: result.error } })
      return null
    }
    const restored = bringUpToDate(result.value, wanted)
    store.setState(({ axes, details }) => ({
      detail: result.value,
      values: restored.values,
      axes: axes && fitAxes(axes, result.value, { modelId: before, details }),
    }))
    return restored
  }

  /** Eight cheap images are no wish for eight dear videos. */
  function countFrom(modelId: string): void {
    if (store.getState().modelId !== modelId) store.setState({ runs: 1 })
  }

  /** Of media that came back with a model those that were not said to have come back before (FORM350). */
  function untold(modelId: string, media: Values): Values {
    return Object.fromEntries(
      Object.entries(media).filter(([name, value]) => {
        const sign = JSON.stringify([modelId, name, value])
        const isNews = !told.has(sign)
        told.add(sign)
        return isNews
      }),
    )
  }

  async function choose(modelId: string, keepsRuns = true) {
    const { modelId: before, values } = store.getState()
    if (!keepsRuns) countFrom(modelId)
    if (before === modelId) return open(modelId, values, untouched ?? values)
    untouched = null
    const own = kept[modelId] ?? {}
    const opened = await open(modelId, own, { ...own, ...values })
    const { detail } = store.getState()
    if (!opened || !detail) return null
    const cameBack = untold(modelId, mediaBroughtBack(detail, opened.values, values))
    return { ...bringUpToDate(detail, withoutFieldsOf(own, values)), cameBack }
  }

  function remember(modelId: string) {
    const { modelId: before, values, axes, runs } = store.getState()
    const draft = kept[modelId] ?? {}
    return async () => {
      if (before === null) return
      const opened = open(before, values, values)
      if (modelId !== before) {
        kept[modelId] = draft
        store.setState({ runs })
      }
      await opened
      store.setState({ axes })
    }
  }

  async function reload() {
    const { modelId, detail: earlier } = store.getState()
    if (modelId === null) return null
    const result = await ports.detail(modelId)
    if (store.getState().modelId !== modelId) return null
    if (!result.ok) {
      store.setState({ isGone: result.error.code === 'unknown_model' })
      return null
    }
    // A value may have been renamed since it was chosen, if its date has passed.
    const { values } = renameValues(result.value, store.getState().values)
    // A value whose field a description drops could not be seen, nor removed.
    const isUnfit = earlier?.path === null || !hasFieldsOf(result.value, values)
    const isDescribed = result.value.path !== null
    const waiting = untouched ?? (isDescribed && isUnfit ? values : null)
    const restored = waiting && bringUpToDate(result.value, waiting)
    store.setState({ isGone: false, detail: result.value, values: restored?.values ?? values })
    return restored
  }

  function plan(): Plan | null {
    const state = store.getState()
    if (lastPlan && isSamePlan(lastPlan.state, state)) return lastPlan.plan
    lastPlan = { state, plan: state.detail && planRuns({ ...state, detail: state.detail }) }
    return lastPlan.plan
  }

  const comparing = createFormComparing(store, ports.detail)
  const sending = createFormSending({
    store,
    plan,
    random: ports.random,
    confirmation: ports.confirmation,
    canSend: ports.canSend,
    hasAllInputs: ports.hasAllInputs,
    async readAnew() {
      await ports.refreshCatalog()
      await reload()
      store.setState({ details: {} })
      await comparing.readCompared()
    },
  })

  function draftOf(modelId: string): Values | null {
    const draft = Object.hasOwn(kept, modelId) ? kept[modelId] : undefined
    return draft && Object.keys(draft).length > 0 ? draft : null
  }

  return {
    store,
    draftOf,
    draftedModels: () => Object.keys(kept),
    setDraft(modelId, values) {
      if (values) kept[modelId] = values
      else delete kept[modelId]
      store.setState({})
    },
    choose,
    reload,
    plan,
    ...sending,
    ...comparing,
    setBracesAsWords: (bracesAreWords) => store.setState({ bracesAreWords, refusal: null }),
    restore(modelId, values) {
      untouched = null
      countFrom(modelId)
      return open(modelId, values, values)
    },
    acceptDraft() {
      untouched = null
    },
    remember,
    setValue(name, value) {
      untouched = null
      store.setState((state) => {
        const { detail } = state
        const values = withValue(state.values, name, value)
        const before = { values, aside: (detail && aside.get(detail.id)) ?? {} }
        const chosen = detail && chooseForm(detail.schema, name, before)
        if (chosen) aside.set(detail.id, chosen.aside)
        return { values: chosen?.values ?? values, refusal: null }
      })
    },
    visit: (name) => store.setState(({ visited }) => ({ visited: new Set([...visited, name]) })),
    setRuns: (runs) => store.setState({ runs: clampRuns(runs) }),
    setSeedLocked: (seedLocked) => store.setState({ seedLocked }),
    setAdvanced: (isOpen) =>
      store.setState((state) => {
        const { modelId, advanced } = state
        if (modelId === null || advanced.includes(modelId) === isOpen) return state
        const others = advanced.filter((id) => id !== modelId)
        return { advanced: isOpen ? [...others, modelId] : others }
      }),
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
