import type { AgentRequest, AgentRun } from '../../../shared/bridge/agent-procedures.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Catalogue } from '../catalog/catalogue.ts'
import type { Clock, Ids } from '../ports.ts'
import type { ConnectionManager } from '../service/connection.ts'
import type { AgentBudget } from '../spend/agent-budget.ts'
import type { Budget } from '../spend/budget.ts'
import type { SubmissionJournal } from '../submissions/ports.ts'
import type { RunConfirmation } from '../submissions/run-confirmation.ts'
import { canHappen } from '../submissions/submission.ts'
import type { SubmissionQueue } from '../submissions/submission-queue.ts'
import type { SubmissionViews } from '../submissions/submission-views.ts'
import { createAgentRequests } from './agent-requests.ts'
import { createAgentRuns } from './agent-runs.ts'
import { createExpiring } from './expiring.ts'
import { plainName } from './plain-line.ts'
import type { AgentEvents, AgentFiles } from './ports.ts'
import { priceRequest, type Quote } from './quotes.ts'
import { waitForRuns } from './wait-for-runs.ts'

/** How long a quote can be confirmed. */
const quoteMs = 10 * 60_000
const mostQuotes = 1_000

export interface AgentProceduresDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly journal: SubmissionJournal
  readonly queue: Pick<SubmissionQueue, 'applyAll'>
  readonly views: SubmissionViews
  readonly catalogue: Pick<Catalogue, 'find'>
  readonly connection: Pick<ConnectionManager, 'settled'>
  readonly confirmation: RunConfirmation
  readonly agentBudget: AgentBudget
  readonly budget: Pick<Budget, 'objection'>
  readonly files: AgentFiles
  readonly events: AgentEvents
  readonly closing: AbortSignal
  /** The absolute path of one in the data folder. */
  pathOf(relative: string): string
  hasPage(): boolean
}

/** The procedures of agents, and those with which the person answers them (AGENT1 to AGENT15). */
export function createAgentProcedures(deps: AgentProceduresDeps) {
  const { clock, ids, journal, queue, views, catalogue, connection, events, closing } = deps
  const quotes = createExpiring<Quote>(clock, mostQuotes)
  const requests = createAgentRequests({ clock, onChanged: events.requestsChanged })
  closing.addEventListener('abort', requests.close)
  const runs = createAgentRuns({ ...deps, requests })

  async function estimate({
    modelId,
    values,
    count,
  }: ParsedInput<'agents.estimate'>): Promise<BridgeResult<ProcedureOutput<'agents.estimate'>>> {
    const at = await connection.settled()
    if (!at) return refuse('service_unreachable', reasonOf('service_not_reached'))
    const model = catalogue.find(modelId)
    if (!model) return refuse('unknown_model', { code: 'model_unknown', model: modelId })
    const priced = await priceRequest(model, values, count)
    if (!priced.ok) return priced
    const quoteId = ids.next()
    const until = clock.now() + quoteMs
    const account = at.serviceId
    const quote = { quoteId, account, modelId, modelLabel: model.label, count, until, ...priced.value }
    quotes.set(quoteId, quote)
    const prices = Array.from({ length: count }, () => quote.estimate)
    return respond({
      quoteId,
      expiresAt: new Date(until).toISOString(),
      account,
      estimate: quote.estimate,
      upToMicroUsd: quote.upToMicroUsd,
      verdict: verdictOn(account, prices),
      isWindowOpen: deps.hasPage(),
      budget: deps.agentBudget.status(account),
    })
  }

  /** What would be said of a confirmation now, in the same order (AGENT62). */
  function verdictOn(account: string, prices: readonly Estimate[]) {
    const ofAgents = deps.agentBudget.objection(account, prices, { isAllowed: false })
    if (ofAgents?.asksPerson === false) return 'over_budget'
    return ofAgents || deps.budget.objection(account, prices, []) ? 'asks_person' : 'free'
  }

  function read({
    submissionIds,
    key,
  }: {
    submissionIds: readonly string[]
    key?: string | undefined
  }): AgentRun {
    const ofKey = key === undefined ? { submissions: [], held: null } : runs.of(key)
    const named = submissionIds.flatMap((id) => journal.get(id) ?? [])
    return { ...ofKey, submissions: [...ofKey.submissions, ...views.many(named)] }
  }

  /** Refused where a key or an id names nothing, not even what is being confirmed now. */
  async function readKnown(named: Parameters<typeof read>[0]): Promise<BridgeResult<AgentRun>> {
    const { submissionIds, key } = named
    const ofKey = key === undefined ? null : await runs.inTurn(key, () => runs.of(key))
    const isKeyKnown = !ofKey || ofKey.held !== null || ofKey.submissions.length > 0
    if (!isKeyKnown || submissionIds.some((id) => !journal.get(id)))
      return refuse('not_found', reasonOf('run_unknown'))
    return respond(read(named))
  }

  /** What waits for the person is withdrawn; of runs those that were not sent. A repeat changes nothing (AGENT61). */
  function cancel({ submissionId, key }: ParsedInput<'agents.cancel'>): BridgeResult<AgentRun> {
    const named = submissionId === undefined ? [] : [journal.get(submissionId)]
    const ofKey = key === undefined ? [] : runs.runsOf(key)
    const found = [...named, ...ofKey].flatMap((one) => one ?? [])
    const request = key === undefined ? null : requests.find(key)
    if (found.length === 0 && !request) return refuse('not_found', reasonOf('run_unknown'))
    if (found.some(({ agent }) => agent === undefined))
      return refuse('not_possible_now', reasonOf('agent_run_of_person'))
    if (request?.state === 'waiting') requests.settle(request.key, 'cancelled')
    const unsent = found.filter(({ state }) => canHappen(state, 'withdrawn'))
    if (unsent.length === 0 && found.some(({ state }) => state !== 'withdrawn'))
      return refuse('not_possible_now', reasonOf('run_sent_already'))
    queue.applyAll(unsent, { type: 'withdrawn' })
    return respond(read({ submissionIds: submissionId === undefined ? [] : [submissionId], key }))
  }

  return {
    'agents.estimate': estimate,
    'agents.generate': ({ agent, quoteId, key }: ParsedInput<'agents.generate'>) =>
      runs.generate({ agent: plainName(agent), key, quote: quotes.get(quoteId) }),
    'agents.run': ({ key }: ParsedInput<'agents.run'>) => readKnown({ submissionIds: [], key }),
    async 'agents.wait'({ submissionIds, key, milliseconds }: ParsedInput<'agents.wait'>) {
      const known = await readKnown({ submissionIds, key })
      if (!known.ok) return known
      return respond(
        await waitForRuns({ clock, events, closing }, milliseconds, () => read({ submissionIds, key })),
      )
    },
    'agents.cancel': (input: ParsedInput<'agents.cancel'>) =>
      input.key === undefined ? cancel(input) : runs.inTurn(input.key, () => cancel(input)),
    'agents.files': ({ fileIds }: ParsedInput<'agents.files'>) =>
      respond(
        fileIds.map((fileId) => {
          const stored = deps.files.stored(fileId)
          const mediaType = deps.files.item(fileId)?.mediaType ?? null
          const poster = stored?.posterPath ?? null
          return {
            fileId,
            path: stored && deps.pathOf(stored.path),
            mediaType,
            thumbnail: poster === null ? null : deps.pathOf(poster),
          }
        }),
      ),
    'agents.requests': (): BridgeResult<AgentRequest[]> => respond(requests.views()),
    'agents.answer': ({ requestId, isAllowed }: ParsedInput<'agents.answer'>) =>
      runs.answer(requestId, isAllowed),
  }
}
