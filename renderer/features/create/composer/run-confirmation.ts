import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BudgetObjection, BudgetQuestion, BudgetStatus } from '../../../../shared/bridge/budget.ts'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeErrorCode, BridgeFailure, BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import { findObjections } from '../../../../shared/bridge/find-objections.ts'
import type { Sheet } from '../../../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { canonical } from '../../../../shared/json-schema/equality.ts'
import type { PlannedRun } from './plan-runs.ts'

/** The identity of runs to be confirmed: the same ids again are the same runs. */
export interface RunIds {
  readonly batchId: string
  readonly submissionIds: readonly string[]
}

/** One run as the person saw it, with the price that was shown. */
export interface RequestedRun extends PlannedRun {
  /**
   * The run that this one retries. `takesPlace`: it takes that one's place in a sheet. `replaces`: that one is held by its
   * model's end, and canceled by the same write.
   */
  readonly retryOf?: {
    readonly submissionId: string
    readonly takesPlace: boolean
    readonly replaces?: true
  }
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

/**
 * How a confirmation ended: `declined` where the person said no and nothing was sent. `wasShown`: the response to an
 * earlier click had been lost, and its runs were in the list already, so nothing was sent by this one.
 */
export type Confirmed =
  | { readonly kind: 'confirmed'; readonly runs: readonly SubmissionView[]; readonly wasShown?: true }
  | { readonly kind: 'failed'; readonly failure: BridgeFailure }
  | { readonly kind: 'declined' }

/** The only path from a click to confirmed runs. */
export interface RunConfirmation {
  readonly store: StoreApi<ConfirmationState>
  /**
   * Confirms runs at the prices they carry; resolves once that has ended, after the person's answer if there is
   * a question. Ids are made once per click: a second click meanwhile is the same one, and a repeat after a
   * lost response carries the same ids, so it is the same runs, also at another price and after other requests.
   * Retries of a run carry one id until one is confirmed, with whichever other runs.
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
  /** Whether the page shows this run. */
  readonly isShown: (submissionId: string) => boolean
}

/** What the person was shown and said. */
interface Agreement {
  readonly account: string | null
  readonly agreed: readonly BudgetQuestion[]
  /** What they were shown of changes; undefined where there were none. */
  readonly seenChanges: string | undefined
}

/** Failures after which the runs may exist: confirming again must not make others. */
const leavesOpen: ReadonlySet<BridgeErrorCode> = new Set([
  'disconnected',
  'not_shown',
  'storage_failed',
  'internal',
])

/** Whether its runs may exist although they are not known to. */
export function isOpen(outcome: Confirmed): boolean {
  return outcome.kind === 'failed' && leavesOpen.has(outcome.failure.code)
}

/** How many equal runs one call confirms. */
const mostAlike = 100

/** How many requests whose runs may exist are remembered. */
export const mostKept = 50

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
  isShown,
}: RunConfirmationDeps): RunConfirmation {
  const store = createStore<ConfirmationState>(() => ({ question: null, sending: false }))
  const underWay = new Map<string, Promise<Confirmed>>()
  const retryIds = createRepeatableIds(newId)
  /** The ids of requests whose runs may exist, the latest last. */
  const kept = createLatest<KeptIds>(mostKept)
  let sendings = 0
  let lastQuestion: Promise<unknown> = Promise.resolve()
  /** Resolves the pending question with the person's answer. */
  let answerQuestion: ((isAgreed: boolean) => void) | null = null

  function idsOf({ runs, sheet, ids }: RunRequest): KeptIds {
    const idOf = ({ retryOf }: RequestedRun) => (retryOf ? retryIds.of(retryOf.submissionId) : newId())
    return {
      submissionIds: ids?.submissionIds ?? runs.map(idOf),
      batchId: ids?.batchId ?? (areAlike(runs, sheet) ? null : newId()),
    }
  }

  async function send(request: RunRequest, ids: KeptIds, agreement: Agreement) {
    sendings += 1
    store.setState({ sending: true })
    const result = await callStudio(bridge, request, ids, agreement)
    sendings -= 1
    store.setState({ sending: sendings > 0 })
    return result
  }

  /** Whether the person agrees; asked once earlier questions are answered. */
  async function ask(question: Question): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const earlier = lastQuestion
    lastQuestion = promise
    await earlier
    answerQuestion = resolve
    store.setState({ question })
    return promise
  }

  /** The question stays visible while the accepted request is being sent. */
  function close(question: Question | null): void {
    if (question && store.getState().question === question) store.setState({ question: null })
  }

  async function settle(request: RunRequest, shownFor: string | null, subject: string): Promise<Confirmed> {
    let agreed: readonly BudgetQuestion[] = []
    let seenChanges: string | undefined
    let question: Question | null = null
    const lost = kept.get(subject)
    const ids = lost ?? idsOf(request)
    const wasShown = lost?.submissionIds.some(isShown)
    while (true) {
      const result = await send(request, ids, { account: shownFor, agreed, seenChanges })
      const about = { request, account: shownFor, agreed, budget: budget() }
      const next = result.ok ? null : readQuestion(result.error, about)
      if (!next) close(question)
      if (result.ok) {
        kept.delete(subject)
        for (const { retryOf } of request.runs) if (retryOf) retryIds.release(retryOf.submissionId)
        return { kind: 'confirmed', runs: result.value, ...(wasShown && { wasShown }) }
      }
      if (!next) {
        const failed = { kind: 'failed', failure: result.error } as const
        if (isOpen(failed)) kept.set(subject, ids)
        else kept.delete(subject)
        return failed
      }
      question = next
      if (!(await ask(question))) {
        close(question)
        return { kind: 'declined' }
      }
      agreed = [...agreed, ...question.objections.map((objection) => objection.question)]
      seenChanges = question.objections[0]?.changed?.digest ?? seenChanges
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
      const shownFor = request.account ?? account()
      const subject = subjectOf(request, shownFor)
      const same = underWay.get(subject)
      if (same) return same
      const outcome = settle(request, shownFor, subject).finally(() => underWay.delete(subject))
      underWay.set(subject, outcome)
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
  { account, agreed: agreements, seenChanges }: Agreement,
): Promise<BridgeResult<SubmissionView[]>> {
  const agreed = {
    ...(account !== null && { account }),
    ...(agreements.length > 0 && { agreed: [...agreements] }),
    ...(seenChanges !== undefined && { seenChanges }),
  }
  const [first] = runs
  if (first && batchId === null)
    return bridge.call('jobs.confirm', { submissionIds: [...submissionIds], ...first, ...agreed })
  const batch = runs.map(({ retryOf, ...run }, index) => ({
    submissionId: submissionIds[index] ?? '',
    ...run,
    ...(retryOf?.takesPlace && { repeats: retryOf.submissionId }),
    ...(retryOf?.replaces && { replaces: retryOf.submissionId }),
  }))
  return bridge.call('jobs.confirmBatch', {
    batchId: batchId ?? '',
    runs: batch,
    sheet,
    ...(writtenPrompt !== undefined && { writtenPrompt }),
    ...agreed,
  })
}

/** What makes two requests the same runs, whatever the price that each shows and the order of their fields. */
function subjectOf({ runs, ...request }: RunRequest, account: string | null): string {
  const priceless = runs.map(({ estimate: _, ...run }) => run)
  return canonical({ ...request, account, runs: priceless })
}

/** A map of what was set last: one more than `most` forgets the oldest. */
export function createLatest<Value>(most: number) {
  const entries = new Map<string, Value>()
  return {
    get: (key: string) => entries.get(key),
    delete: (key: string) => void entries.delete(key),
    set(key: string, value: Value) {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    },
  }
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
  // What the studio counts of held runs that are replaced is not foreseen here: it asks again where it must.
  const isForeseen = !request.runs[0]?.retryOf?.replaces
  const others = (budget && isForeseen ? findObjections(estimates, budget) : []).filter(
    ({ question }) => question !== objection.question && !agreed.includes(question),
  )
  return { request, account, objections: [objection, ...others] }
}
