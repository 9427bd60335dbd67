import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BudgetObjection, BudgetQuestion, BudgetStatus } from '../../../../shared/bridge/budget.ts'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeErrorCode, BridgeFailure, BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import { findObjections } from '../../../../shared/bridge/find-objections.ts'
import type { Sheet } from '../../../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import type { PlannedRun } from './plan-runs.ts'

/** The identity of runs to be confirmed: the same ids again are the same runs. */
export interface RunIds {
  readonly batchId: string
  readonly submissionIds: readonly string[]
}

/** One run as the person saw it, with the price that was shown. */
export interface RequestedRun extends PlannedRun {
  /** The run that this one retries; `takesPlace` where it takes that one's place in a sheet. */
  readonly retryOf?: { readonly submissionId: string; readonly takesPlace: boolean }
}

/** One more run of a result's settings, for the account that made it. */
export interface VariedRun extends PlannedRun {
  readonly account: string
  /** The file that it is like. */
  readonly likeFile: string
}

/** The runs of one click: all of them are confirmed, or none. */
export interface RunRequest {
  readonly runs: readonly RequestedRun[]
  readonly sheet: Sheet | null
  /** The prompt with the wildcards that the runs' prompts come from. */
  readonly writtenPrompt?: string
  /** The account that the runs are for, where it is not whichever is active. */
  readonly account?: string
  /** The file that the run is like: one like another file is another run, also with the same settings. */
  readonly likeFile?: string
  /** One per run, where the caller keeps them over a reload; generated here where absent. */
  readonly ids?: RunIds
}

/** Runs beyond the person's budgets: none is written before they agree. */
export interface Question {
  readonly request: RunRequest
  /** Whose money it is; null where no account was known when the runs were requested. */
  readonly account: string | null
  /** All exceeded budgets that the person has not agreed to yet. */
  readonly objections: readonly BudgetObjection[]
}

export interface ConfirmationState {
  /** The question to the person before anything is sent; null while there is none. */
  readonly question: Question | null
  /** Whether a confirmation is being sent to the studio. */
  readonly sending: boolean
}

/** How a confirmation ended: `declined` where the person said no and nothing was sent. */
export type Confirmed =
  | { readonly kind: 'confirmed'; readonly runs: readonly SubmissionView[] }
  | { readonly kind: 'failed'; readonly failure: BridgeFailure }
  | { readonly kind: 'declined' }

/** The only path from a click to confirmed runs. */
export interface RunConfirmation {
  readonly store: StoreApi<ConfirmationState>
  /**
   * Confirms runs at the prices they carry; resolves once that has ended, after the person's answer if there is
   * a question. Ids are made once per click: a second click meanwhile is the same one, and a repeat after a
   * lost response or a question carries the same ids, so it is the same runs, also at another price and after other
   * requests. Retries of a run carry one id until one is confirmed, with whichever other runs.
   */
  confirm(request: RunRequest): Promise<Confirmed>
  /** The person agrees; the same runs are confirmed. */
  agree(): void
  /** The person declines: nothing was sent. */
  decline(): void
}

export interface RunConfirmationDeps {
  readonly bridge: Pick<Bridge, 'call'>
  readonly newId: () => string
  /** The active account as last read, which the prices are of; null until then. */
  readonly account: () => string | null
  /** The person's budgets as last read; null until then. */
  readonly budget: () => BudgetStatus | null
}

/** What the person was shown and said. */
interface Agreement {
  readonly account: string | null
  readonly agreed: readonly BudgetQuestion[]
}

/** Failures after which the runs may exist: confirming again must not make others. */
const leavesOpen: ReadonlySet<BridgeErrorCode> = new Set([
  'disconnected',
  'asks_first',
  'not_shown',
  'storage_failed',
  'internal',
])

/** Whether its runs may exist although they are not known to. */
export function isOpen(outcome: Confirmed): boolean {
  return outcome.kind === 'declined' || (outcome.kind === 'failed' && leavesOpen.has(outcome.failure.code))
}

/** How many equal runs one call confirms. */
const mostAlike = 100

/** How many requests whose runs may exist are remembered. */
const mostKept = 50

interface KeptIds {
  readonly submissionIds: readonly string[]
  /** Null where one call takes equal runs only. */
  readonly batchId: string | null
}

export function createRunConfirmation({
  bridge,
  newId,
  account,
  budget,
}: RunConfirmationDeps): RunConfirmation {
  const store = createStore<ConfirmationState>(() => ({ question: null, sending: false }))
  const underWay = new Map<string, Promise<Confirmed>>()
  const retryIds = createRepeatableIds(newId)
  /** The ids of requests whose runs may exist, the latest last. */
  const kept = new Map<string, KeptIds>()
  let sendings = 0
  /** Resolves the pending question with the person's answer. */
  let answerQuestion: ((isAgreed: boolean) => void) | null = null

  function idsOf({ runs, sheet, ids }: RunRequest, subject: string): KeptIds {
    const known = kept.get(subject)
    if (known) return known
    const idOf = ({ retryOf }: RequestedRun) => (retryOf ? retryIds.of(retryOf.submissionId) : newId())
    return {
      submissionIds: ids?.submissionIds ?? runs.map(idOf),
      batchId: ids?.batchId ?? (areAlike(runs, sheet) ? null : newId()),
    }
  }

  function keep(subject: string, ids: KeptIds): void {
    kept.delete(subject)
    kept.set(subject, ids)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  }

  async function send(request: RunRequest, agreement: Agreement) {
    const subject = subjectOf(request, agreement.account)
    const ids = idsOf(request, subject)
    sendings += 1
    store.setState({ sending: true })
    const result = await callStudio(bridge, request, ids, agreement)
    sendings -= 1
    store.setState({ sending: sendings > 0 })
    if (!result.ok && leavesOpen.has(result.error.code)) keep(subject, ids)
    else kept.delete(subject)
    if (result.ok) for (const { retryOf } of request.runs) if (retryOf) retryIds.release(retryOf.submissionId)
    return result
  }

  /** Whether the person agrees. An earlier question about other runs counts as declined. */
  function ask(question: Question): Promise<boolean> {
    answerQuestion?.(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    answerQuestion = resolve
    store.setState({ question })
    return promise
  }

  /** The question stays visible while the accepted request is being sent. */
  function close(question: Question | null): void {
    if (question && store.getState().question === question) store.setState({ question: null })
  }

  async function settle(request: RunRequest): Promise<Confirmed> {
    let agreed: readonly BudgetQuestion[] = []
    const shownFor = request.account ?? account()
    let question: Question | null = null
    while (true) {
      const result = await send(request, { account: shownFor, agreed })
      const about = { request, account: shownFor, agreed, budget: budget() }
      const next = result.ok ? null : readQuestion(result.error, about)
      if (!next) close(question)
      if (result.ok) return { kind: 'confirmed', runs: result.value }
      if (!next) return { kind: 'failed', failure: result.error }
      question = next
      if (!(await ask(question))) {
        close(question)
        return { kind: 'declined' }
      }
      agreed = [...agreed, ...question.objections.map((objection) => objection.question)]
    }
  }

  function closeQuestion(isAgreed: boolean): void {
    const give = answerQuestion
    answerQuestion = null
    give?.(isAgreed)
  }

  return {
    store,
    confirm(request) {
      const key = JSON.stringify(request)
      const same = underWay.get(key)
      if (same) return same
      const outcome = settle(request).finally(() => underWay.delete(key))
      underWay.set(key, outcome)
      return outcome
    },
    agree: () => closeQuestion(true),
    decline: () => closeQuestion(false),
  }
}

/** Ids that are made once per subject, so that a repeat is the same to the studio. */
export interface RepeatableIds {
  of(subject: string): string
  /** Done: a later use of this subject gets a new id. */
  release(subject: string): void
}

export function createRepeatableIds(newId: () => string): RepeatableIds {
  const bySubject = new Map<string, string>()
  return {
    of(subject) {
      const id = bySubject.get(subject) ?? newId()
      bySubject.set(subject, id)
      return id
    },
    release: (subject) => void bySubject.delete(subject),
  }
}

function callStudio(
  bridge: Pick<Bridge, 'call'>,
  { runs, sheet, writtenPrompt }: RunRequest,
  { submissionIds, batchId }: KeptIds,
  { account, agreed: agreements }: Agreement,
): Promise<BridgeResult<SubmissionView[]>> {
  const agreed = {
    ...(account !== null && { account }),
    ...(agreements.length > 0 && { agreed: [...agreements] }),
  }
  const [first] = runs
  if (first && batchId === null)
    return bridge.call('jobs.confirm', { submissionIds: [...submissionIds], ...first, ...agreed })
  const batch = runs.map(({ retryOf, ...run }, index) => ({
    submissionId: submissionIds[index] ?? '',
    ...run,
    ...(retryOf?.takesPlace && { repeats: retryOf.submissionId }),
  }))
  return bridge.call('jobs.confirmBatch', {
    batchId: batchId ?? '',
    runs: batch,
    sheet,
    ...(writtenPrompt !== undefined && { writtenPrompt }),
    ...agreed,
  })
}

/** What makes two requests the same runs, whatever the price that each shows. */
function subjectOf({ runs, ...request }: RunRequest, account: string | null): string {
  const priceless = runs.map(({ estimate: _, ...run }) => run)
  return JSON.stringify({ ...request, account, runs: priceless })
}

function areAlike(runs: readonly RequestedRun[], sheet: Sheet | null): boolean {
  const [first] = runs
  return (
    sheet === null &&
    runs.length <= mostAlike &&
    runs.every(({ values, retryOf }) => values === first?.values && retryOf === undefined)
  )
}

interface Requested extends Pick<Question, 'request' | 'account'> {
  readonly agreed: readonly BudgetQuestion[]
  readonly budget: BudgetStatus | null
}

/** That objection, together with all others that are foreseen; null for any other failure. */
function readQuestion(
  { code, objection }: BridgeFailure,
  { request, account, agreed, budget }: Requested,
): Question | null {
  if (code !== 'asks_first' || !objection) return null
  const estimates = request.runs.map((run) => run.estimate)
  const others = (budget ? findObjections(estimates, budget) : []).filter(
    ({ question }) => question !== objection.question && !agreed.includes(question),
  )
  return { request, account, objections: [objection, ...others] }
}
