import type { StoreApi } from 'zustand/vanilla'
import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import type { ModelDetail, SubmissionView } from '../../../../shared/bridge/views.ts'
import { holdsInput } from '../../../../shared/form/input-reference.ts'
import { problemsOf } from '../../../../shared/form/problems.ts'
import { requestFields } from '../../../../shared/form/request-fields.ts'
import { findTwoSizes } from '../../../../shared/form/size-or-ratio.ts'
import { ownMember } from '../../../../shared/own-member.ts'
import type { Estimate } from '../../../../shared/pricing/estimate.ts'
import { createEstimator } from '../../../../shared/pricing/estimator.ts'
import { rollSeed, seedField } from '../../../forms/roll-seed.ts'
import { withValue } from './draft.ts'
import type { FormState, Refusal } from './form-state.ts'
import type { Plan, PlannedRun } from './plan-runs.ts'
import type { RunConfirmation, RunRequest } from './run-confirmation.ts'

/** Turns the form's content into confirmed runs. */
export interface FormSending {
  /** The question that the person has to answer first. */
  readonly confirmation: RunConfirmation
  /**
   * Returns the confirmed runs, after the person's answer if there is a question; empty where nothing was sent.
   */
  generate(): Promise<readonly SubmissionView[]>
  /** The same for runs that don't come from the form's fields. */
  send(request: RunRequest): Promise<readonly SubmissionView[]>
}

export interface FormSendingDeps {
  readonly store: StoreApi<FormState>
  readonly confirmation: RunConfirmation
  /** Whether it is known which account pays: nothing is sent before (RUN31). */
  canSend(): boolean
  /** Whether everything that was added to the form is in it (FORM45). */
  hasAllInputs(): boolean
  /** The runs that Generate would make now; null while the form is being read. */
  plan(): Plan | null
  /** Reads the models again, with today's prices. */
  readAnew(): Promise<void>
  random(): number
}

export function createFormSending(deps: FormSendingDeps): FormSending {
  const { store, confirmation } = deps

  async function refuse(failure: BridgeFailure, request: RunRequest) {
    if (failure.code !== 'price_changed') {
      const refusal = refusalOfFile(failure, request) ?? { kind: 'failure' as const, failure }
      store.setState({ refusal, attempted: failure.code === 'invalid_values' })
      return
    }
    const before = request.runs.map((run) => run.estimate)
    await deps.readAnew()
    const now = priceAnew(request, store.getState())
    store.setState({ refusal: { kind: 'price-changed', before, now } })
  }

  async function confirm(request: RunRequest): Promise<readonly SubmissionView[]> {
    store.setState({ sending: true, refusal: null })
    const outcome = await confirmation.confirm(request)
    if (outcome.kind === 'confirmed') rollUnlockedSeed()
    if (outcome.kind === 'confirmed' && outcome.wasShown) store.setState({ refusal: { kind: 'sent-before' } })
    else if (outcome.kind === 'failed') await refuse(outcome.failure, request)
    store.setState({ sending: false })
    return outcome.kind === 'confirmed' ? outcome.runs : []
  }

  async function generate(): Promise<readonly SubmissionView[]> {
    const { sending, detail, values, details } = store.getState()
    const wanted = deps.plan()
    if (sending || !detail || !wanted || wanted.problem) return []
    if (!deps.canSend() || !deps.hasAllInputs()) return []
    // Without a path its fields aren't known either; the studio asks the service first, and says what it found. Only the
    // form knows that a size beside a ratio is one too many.
    const find = detail.path === null ? findTwoSizes : problemsOf
    const refused = findRefusal({ detail, values, details }, wanted, find)
    if (refused) {
      store.setState({ attempted: true, ...refused })
      return []
    }
    const { prompt } = values
    const isWritten = wanted.wildcards !== null && typeof prompt === 'string'
    return confirm({ runs: wanted.runs, sheet: wanted.sheet, ...(isWritten && { writtenPrompt: prompt }) })
  }

  function rollUnlockedSeed() {
    const { values, seedLocked, detail } = store.getState()
    const schema = detail && requestFields(detail.schema)[seedField]
    if (seedLocked || values[seedField] === undefined || !schema) return
    const bounds = { minimum: schema.minimum ?? null, maximum: schema.maximum ?? null }
    store.setState({ values: withValue(values, seedField, rollSeed(deps.random, bounds)) })
  }

  return {
    confirmation,
    generate,
    async send(request) {
      const state = store.getState()
      if (state.sending || !deps.canSend()) return []
      const refusal = refusalOfRuns(request.runs, state)
      if (!refusal) return confirm(request)
      store.setState({ refusal })
      return []
    },
  }
}

/** The price of the same runs by the models as they are known now. */
function priceAnew({ runs }: RunRequest, { detail, details }: FormState): Estimate[] {
  const estimators = new Map(
    [...Object.values(details), ...(detail ? [detail] : [])].map((model) => [
      model.id,
      createEstimator(model),
    ]),
  )
  return runs.map(({ modelId, values, estimate }) => estimators.get(modelId)?.(values) ?? estimate)
}

/** A fault of one of the person's own files as it would be sent; null for any other fault. */
function refusalOfFile({ problems, run = 0 }: BridgeFailure, { runs }: RunRequest): Refusal | null {
  const [problem] = problems ?? []
  const wanted = runs[run]
  if (!problem || !wanted) return null
  const [field] = problem.path
  if (typeof field !== 'string' || !holdsInput(ownMember(wanted.values, field))) return null
  return { kind: 'run-problem', modelId: wanted.modelId, field, reason: problem.reason, asSent: true }
}

/** Why the form's content can't be sent; null where it can. */
function findRefusal(
  state: Pick<FormState, 'values' | 'details'> & { readonly detail: ModelDetail },
  { runs, sheet, wildcards }: Plan,
  find: typeof problemsOf,
): Pick<FormState, 'refusal' | 'checked'> | null {
  const { detail, values } = state
  if (sheet || wildcards) {
    const refusal = refusalOfRuns(runs, state, find)
    return refusal && { refusal, checked: null }
  }
  const problems = find(detail.schema, values)
  const { size: count } = new Set(problems.map(({ path }) => path[0]))
  return count > 0 ? { refusal: { kind: 'problems', count }, checked: { detail, values, problems } } : null
}

/** The first fault of these runs, as far as their models are known here; null where there is none. */
function refusalOfRuns(
  runs: readonly PlannedRun[],
  { detail, details }: Pick<FormState, 'detail' | 'details'>,
  find = problemsOf,
): Refusal | null {
  const checked = new Set<unknown>()
  for (const { modelId, values } of runs) {
    const schema = (modelId === detail?.id ? detail : details[modelId])?.schema
    if (!schema || checked.has(values)) continue
    checked.add(values)
    const [problem] = find(schema, values)
    const field = String(problem?.path[0] ?? '')
    if (problem) return { kind: 'run-problem', modelId, field, reason: problem.reason, asSent: false }
  }
  return null
}
