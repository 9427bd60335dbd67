import { isDeepStrictEqual } from 'node:util'
import type { AgentRun } from '../../../shared/bridge/agent-procedures.ts'
import type { BudgetQuestion } from '../../../shared/bridge/budget.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Ids } from '../ports.ts'
import type { SubmissionJournal } from '../submissions/ports.ts'
import type { RunConfirmation } from '../submissions/run-confirmation.ts'
import type { Submission } from '../submissions/submission.ts'
import type { SubmissionViews } from '../submissions/submission-views.ts'
import { type AgentRequests, mostRequests } from './agent-requests.ts'
import type { Quote } from './quotes.ts'
import { runIdsOf } from './run-ids.ts'

export interface AgentRunsDeps {
  readonly ids: Ids
  readonly journal: Pick<SubmissionJournal, 'batch'>
  readonly views: Pick<SubmissionViews, 'many'>
  readonly confirmation: RunConfirmation
  readonly requests: AgentRequests
  /** Whether a page is open where the person can answer. */
  hasPage(): boolean
}

/** The runs of agents by their keys: confirmed once each, or held for the person's yes. */
export interface AgentRuns {
  of(key: string): AgentRun
  /** The agent's own runs of a key. */
  runsOf(key: string): readonly Submission[]
  /** `quote` null: it is not known, or has expired; then only a key that has its runs already is answered. */
  generate(wanted: {
    readonly agent: string
    readonly key: string
    readonly quote: Quote | null
  }): Promise<BridgeResult<AgentRun>>
  answer(requestId: string, isAllowed: boolean): Promise<BridgeResult<AgentRun>>
  /** One call after the other of a key: what a later one finds is what the earlier one did. */
  inTurn<Value>(key: string, work: () => Value | Promise<Value>): Promise<Value>
}

/** What they would have allowed can't be sent any more: the agent needs a new quote (AGENT63). */
const outdating: ReadonlySet<string> = new Set([
  'price_changed',
  'model_ended',
  'model_unknown',
  'values_invalid',
])

interface Wanted {
  readonly agent: string
  readonly key: string
  readonly quote: Quote
}

export function createAgentRuns(deps: AgentRunsDeps): AgentRuns {
  const { journal, views, confirmation, requests } = deps

  const turns = new Map<string, Promise<unknown>>()

  async function inTurn<Value>(key: string, work: () => Value | Promise<Value>): Promise<Value> {
    const mine = (turns.get(key) ?? Promise.resolve()).catch(() => undefined).then(work)
    turns.set(key, mine)
    try {
      return await mine
    } finally {
      if (turns.get(key) === mine) turns.delete(key)
    }
  }

  /** Without those that the person repeated. */
  const runsOf = (key: string) =>
    journal.batch(runIdsOf(key).batchId).filter(({ agent }) => agent !== undefined)

  function of(key: string): AgentRun {
    const batch = runsOf(key)
    if (batch.length > 0) return { submissions: views.many(batch), held: null }
    return { submissions: [], held: requests.find(key)?.state ?? null }
  }

  /** The whole quote at once, as one confirmation: the budgets are checked where it is written. */
  function confirm(
    { agent, key, quote }: Wanted,
    agreed: readonly BudgetQuestion[] | null,
  ): ReturnType<RunConfirmation['confirm']> {
    const { batchId, submissionId } = runIdsOf(key)
    const { modelId, values, estimate, account, count } = quote
    const runs = Array.from({ length: count }, (_, index) => {
      return { submissionId: submissionId(index), modelId, values, estimate }
    })
    return confirmation.confirm({
      batchId,
      runs,
      sheet: null,
      account,
      agreed: agreed ?? [],
      agent: { name: agent, isAllowed: agreed !== null },
    })
  }

  /** Asks the person where they can answer; `question`: the own budget of theirs that it would exceed, if any. */
  function hold(wanted: Wanted, question: BudgetQuestion | undefined): BridgeResult<AgentRun> {
    if (!deps.hasPage()) return refuse('asks_first', reasonOf('agent_no_window'))
    if (requests.waiting().length >= mostRequests) return refuse('too_many', reasonOf('agent_requests_full'))
    requests.hold({ ...wanted, requestId: deps.ids.next(), questions: question ? [question] : [] })
    return respond(of(wanted.key))
  }

  async function generate({ agent, key, quote }: Parameters<AgentRuns['generate']>[0]) {
    const written = runsOf(key)
    if (written.length > 0)
      return quote && !isOf(written, quote)
        ? refuse('not_possible_now', reasonOf('agent_key_used'))
        : respond(of(key))
    const request = requests.find(key)
    if (request?.state === 'waiting')
      return quote && !isSame(request.quote, quote)
        ? refuse('not_possible_now', reasonOf('agent_key_used'))
        : respond(of(key))
    if (request?.state === 'declined') return refuse('not_possible_now', reasonOf('agent_declined'))
    if (!quote) return refuse('not_found', reasonOf('agent_quote_gone'))
    const wanted = { agent, key, quote }
    const confirmed = await confirm(wanted, null)
    if (confirmed.ok) return respond(of(key))
    // Another call with this key may have asked the person meanwhile.
    if (confirmed.error.code === 'asks_first')
      return requests.find(key)?.state === 'waiting'
        ? respond(of(key))
        : hold(wanted, confirmed.error.objection?.question)
    return confirmed
  }

  async function answer(requestId: string, isAllowed: boolean): Promise<BridgeResult<AgentRun>> {
    const request = requests.byId(requestId)
    if (!request) return refuse('not_found', reasonOf('agent_request_unknown'))
    const { key } = request
    if (!isAllowed) {
      requests.settle(key, 'declined')
      return respond(of(key))
    }
    // The price stands in the request, and so does each own budget that it passes.
    const agreed: readonly BudgetQuestion[] = ['price', ...request.questions]
    const confirmed = await confirm(request, agreed)
    if (confirmed.ok) {
      requests.settle(key, 'confirmed')
      return respond(of(key))
    }
    const { objection, cause } = confirmed.error
    const question = objection?.question
    if (question && !agreed.includes(question)) requests.ask(key, question)
    if (cause && outdating.has(cause.code)) requests.settle(key, 'outdated')
    return confirmed
  }

  return {
    of,
    runsOf,
    inTurn,
    generate: (wanted) => inTurn(wanted.key, () => generate(wanted)),
    answer: (requestId, isAllowed) =>
      inTurn(requests.byId(requestId)?.key ?? '', () => answer(requestId, isAllowed)),
  }
}

/** Whether these runs are those of a quote. */
function isOf(written: readonly Submission[], quote: Quote): boolean {
  const [first] = written
  return (
    written.length === quote.count &&
    first?.modelId === quote.modelId &&
    isDeepStrictEqual({ ...first.values }, { ...quote.values })
  )
}

function isSame(one: Quote, other: Quote): boolean {
  return (
    one.count === other.count && one.modelId === other.modelId && isDeepStrictEqual(one.values, other.values)
  )
}
