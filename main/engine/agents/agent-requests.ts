import type { AgentRequest, HeldState } from '../../../shared/bridge/agent-procedures.ts'
import { type BudgetQuestion, periodQuestions } from '../../../shared/bridge/budget.ts'
import type { Clock } from '../ports.ts'
import { createExpiring } from './expiring.ts'
import { plainPrompt } from './plain-line.ts'
import type { Quote } from './quotes.ts'

/** How long the person has to answer. */
const answerMs = 15 * 60_000
/** How long an agent can read what became of its request. */
const readMs = 60 * 60_000
export const mostRequests = 50

/** Runs of an agent that the person is asked about (AGENT12). */
export interface HeldRequest {
  readonly requestId: string
  readonly key: string
  readonly agent: string
  readonly quote: Quote
  /** The person's own budgets that these would exceed; their yes is one to these as well. */
  readonly questions: readonly BudgetQuestion[]
  readonly answerUntil: number
  readonly state: HeldState
  readonly until: number
}

export interface AgentRequests {
  /** By the agent's key; one that nobody answered in time reads as `expired`. */
  find(key: string): HeldRequest | null
  byId(requestId: string): HeldRequest | null
  waiting(): HeldRequest[]
  hold(request: Pick<HeldRequest, 'requestId' | 'key' | 'agent' | 'quote' | 'questions'>): HeldRequest
  /** The person is asked about one more of their own budgets. */
  ask(key: string, question: BudgetQuestion): void
  settle(key: string, state: Exclude<HeldState, 'waiting' | 'expired'> | 'confirmed'): void
  views(): AgentRequest[]
  close(): void
}

export function createAgentRequests(deps: {
  readonly clock: Clock
  onChanged(requests: AgentRequest[]): void
}): AgentRequests {
  const { clock } = deps
  const kept = createExpiring<HeldRequest>(clock, 1_000)
  let cancelTimer: (() => void) | null = null

  const seen = (request: HeldRequest): HeldRequest =>
    request.state === 'waiting' && request.answerUntil <= clock.now()
      ? { ...request, state: 'expired' }
      : request
  const waiting = () =>
    kept
      .values()
      .map(seen)
      .filter(({ state }) => state === 'waiting')
      .sort((left, right) => left.answerUntil - right.answerUntil)

  function views(): AgentRequest[] {
    return waiting().map(({ requestId, agent, quote, questions, answerUntil }) => ({
      requestId,
      agent,
      modelId: quote.modelId,
      modelLabel: quote.modelLabel,
      prompt: typeof quote.values.prompt === 'string' ? plainPrompt(quote.values.prompt) : '',
      count: quote.count,
      upToMicroUsd: quote.upToMicroUsd,
      account: quote.account,
      passes: periodQuestions.filter((question) => questions.includes(question)),
      until: new Date(answerUntil).toISOString(),
    }))
  }

  function announce(): void {
    deps.onChanged(views())
    cancelTimer?.()
    const next = Math.min(...waiting().map(({ answerUntil }) => answerUntil))
    cancelTimer = Number.isFinite(next) ? clock.setTimer(Math.max(1, next - clock.now()), announce) : null
  }

  return {
    find(key) {
      const request = kept.get(key)
      return request && seen(request)
    },
    byId: (requestId) => waiting().find((one) => one.requestId === requestId) ?? null,
    waiting,
    hold(request) {
      const now = clock.now()
      const held = { ...request, state: 'waiting' as const, answerUntil: now + answerMs, until: now + readMs }
      kept.set(request.key, held)
      announce()
      return held
    },
    ask(key, question) {
      const request = kept.get(key)
      if (!request) return
      kept.set(key, { ...request, questions: [...request.questions, question] })
      announce()
    },
    settle(key, state) {
      const request = kept.get(key)
      if (!request) return
      if (state === 'confirmed') kept.delete(key)
      else kept.set(key, { ...request, state, until: clock.now() + readMs })
      announce()
    },
    views,
    close: () => cancelTimer?.(),
  }
}
