import type { StoreApi } from 'zustand/vanilla'
import type { BudgetStatus } from '../../../../shared/bridge/budget.ts'
import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import type { ModelDetail, SubmissionView } from '../../../../shared/bridge/views.ts'
import { holdsInput } from '../../../../shared/form/input-reference.ts'
import { findProblems } from '../../../../shared/form/problems.ts'
import { requestFields } from '../../../../shared/form/request-fields.ts'
import type { Estimate } from '../../../../shared/pricing/estimate.ts'
import { createEstimator } from '../../../../shared/pricing/estimator.ts'
import { rollSeed } from '../../../forms/roll-seed.ts'
import type { RunConfirmation, RunRequest } from './confirm-runs.ts'
import { withValue } from './draft.ts'
import { type FormState, type Question, type Refusal, seedField } from './form-state.ts'
import type { Plan, PlannedRun } from './plan-runs.ts'
import { agreedWith, readQuestion } from './read-question.ts'

/** The way from what stands in the form to confirmed runs. */
export interface FormSending {
  /** Answers the confirmed runs; empty where nothing was sent. */
  generate(): Promise<readonly SubmissionView[]>
  /** Confirms runs that came another way than by the form's fields; where that is asked first, it waits for the answer. */
  send(request: RunRequest): Promise<readonly SubmissionView[]>
  /** The person's yes to what was asked; the same runs are confirmed. */
  agree(): Promise<readonly SubmissionView[]>
  /** The person's no: nothing was sent. */
  decline(): void
}

export interface FormSendingDeps {
  readonly store: StoreApi<FormState>
  readonly confirmRuns: RunConfirmation
  /** What Generate would make of what stands in the form; null while the form is being read. */
  plan(): Plan | null
  /** The person's bounds as last read; null while they are not. */
  budget(): BudgetStatus | null
  /** Reads the models anew, with today's prices. */
  readAnew(): Promise<void>
  random(): number
}

export function createFormSending(deps: FormSendingDeps): FormSending {
  const { store, confirmRuns } = deps
  /** Who waits for the answer to what is asked. */
  let waiting: ((runs: readonly SubmissionView[]) => void) | null = null

  function end(runs: readonly SubmissionView[]) {
    waiting?.(runs)
    waiting = null
  }

  async function refuse(failure: BridgeFailure, request: RunRequest, agreed: Question['agreed']) {
    const question = readQuestion(failure, { request, agreed, budget: deps.budget() })
    if (question) return store.setState({ question })
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

  async function generate(): Promise<readonly SubmissionView[]> {
    const { sending, detail, values, details } = store.getState()
    const wanted = deps.plan()
    if (sending || !detail || !wanted || wanted.problem) return []
    const refused = findRefusal({ detail, values, details }, wanted)
    if (refused) {
      store.setState({ attempted: true, ...refused })
      return []
    }
    return confirm({ runs: wanted.runs, sheet: wanted.sheet }, [])
  }

  function rollUnlockedSeed() {
    const { values, seedLocked, detail } = store.getState()
    const schema = detail && requestFields(detail.schema)[seedField]
    if (seedLocked || values[seedField] === undefined || !schema) return
    const bounds = { minimum: schema.minimum ?? null, maximum: schema.maximum ?? null }
    store.setState({ values: withValue(values, seedField, rollSeed(deps.random, bounds)) })
  }

  return {
    generate,
    async send(request) {
      const state = store.getState()
      if (state.sending) return []
      const refusal = refusalOfRuns(request.runs, state)
      if (refusal) {
        store.setState({ refusal })
        return []
      }
      const runs = await confirm(request, [])
      if (store.getState().question?.request !== request) return runs
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
    async agree() {
      const { question, sending } = store.getState()
      if (!question || sending) return []
      const runs = await confirm(question.request, agreedWith(question))
      if (!store.getState().question) end(runs)
      return runs
    },
    decline() {
      store.setState({ question: null })
      end([])
    },
  }
}

/** What the same runs cost by the models as they are known now. */
function priceAnew({ runs }: RunRequest, { detail, details }: FormState): Estimate[] {
  const estimators = new Map(
    [...Object.values(details), ...(detail ? [detail] : [])].map((model) => [
      model.id,
      createEstimator(model),
    ]),
  )
  return runs.map(({ modelId, values, estimate }) => estimators.get(modelId)?.(values) ?? estimate)
}

/** What is wrong with a file of the person's own as it would be sent; null where it is about something else. */
function refusalOfFile({ problems, run = 0 }: BridgeFailure, { runs }: RunRequest): Refusal | null {
  const [problem] = problems ?? []
  const wanted = runs[run]
  if (!problem || !wanted) return null
  const [field] = problem.path
  if (typeof field !== 'string' || !holdsInput(wanted.values[field])) return null
  return { kind: 'run-problem', modelId: wanted.modelId, field, reason: problem.reason, asSent: true }
}

/** Why what stands in the form can't be sent; null where it can. */
function findRefusal(
  state: Pick<FormState, 'values' | 'details'> & { readonly detail: ModelDetail },
  { runs, sheet, wildcards }: Plan,
): Pick<FormState, 'refusal' | 'judged'> | null {
  const { detail, values } = state
  if (sheet || wildcards) {
    const refusal = refusalOfRuns(runs, state)
    return refusal && { refusal, judged: null }
  }
  const problems = findProblems(detail.schema, values)
  const { size: count } = new Set(problems.map(({ path }) => path[0]))
  return count > 0 ? { refusal: { kind: 'problems', count }, judged: { detail, values, problems } } : null
}

/** The first thing that is wrong with these runs, as far as their models are known here; null where nothing is. */
function refusalOfRuns(
  runs: readonly PlannedRun[],
  { detail, details }: Pick<FormState, 'detail' | 'details'>,
): Refusal | null {
  const judged = new Set<unknown>()
  for (const { modelId, values } of runs) {
    const schema = (modelId === detail?.id ? detail : details[modelId])?.schema
    if (!schema || judged.has(values)) continue
    judged.add(values)
    const [problem] = findProblems(schema, values)
    const field = String(problem?.path[0] ?? '')
    if (problem) return { kind: 'run-problem', modelId, field, reason: problem.reason, asSent: false }
  }
  return null
}
