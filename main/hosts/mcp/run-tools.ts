import { z } from 'zod'
import type { AgentRun } from '../../../shared/bridge/agent-procedures.ts'
import { longestWaitSeconds, mostRunsOfQuote } from '../../../shared/bridge/agent-procedures.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import { requestValuesSchema } from '../../../shared/bridge/request-values.ts'
import { submissionStateSchema } from '../../../shared/bridge/views.ts'
import { inputReference } from '../../../shared/form/input-reference.ts'
import { estimateOf } from '../cli/run-view.ts'
import { placesOf, savedFilesOf } from './places.ts'
import { answer, failed, failedWith, priceOf, runOf } from './tool-results.ts'
import { agentTools as words } from './tool-words.ts'
import { defineTool, reading, type ToolCall } from './tools.ts'

/** How long one step of a wait takes at most, so that progress is sent between. */
const stepMs = 2_000

const key = z.string().min(8).max(200).describe(words.key)
const submissionId = z.uuid().describe(words.submissionId)
const acting = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
} as const

/** Which run is meant is never guessed (AGENT60). */
const unnamed = () => failedWith('run_unnamed', words.unnamed)

async function answerRuns(
  call: ToolCall['call'],
  { submissions, held }: AgentRun,
  more: Record<string, unknown> = {},
) {
  const places = await placesOf(call, savedFilesOf(submissions))
  return answer({ ...more, held, runs: submissions.map((one) => runOf(one, places)) }, places)
}

/** The values with files of the library as the studio's own references; a failure where one is not there. */
async function withLibraryFiles(call: ToolCall['call'], value: unknown): Promise<BridgeResult<unknown>> {
  const fileId =
    typeof value === 'string' ? /^atelier:\/\/file\/([0-9a-f-]{36})$/.exec(value)?.[1] : undefined
  if (fileId !== undefined) {
    const kept = await call('inputs.fromLibrary', { fileId })
    return kept.ok ? { ok: true, value: inputReference(kept.value.sha256) } : kept
  }
  if (typeof value !== 'object' || value === null) return { ok: true, value }
  const members: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const made = await withLibraryFiles(call, member)
    if (!made.ok) return made
    members.push([name, made.value])
  }
  const made = Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members)
  return { ok: true, value: made }
}

export const runTools = [
  defineTool({
    name: 'estimate',
    ...words.estimate,
    input: z.strictObject({
      model_id: z.string().max(200).describe(words.modelId),
      values: requestValuesSchema,
      count: z.int().min(1).max(mostRunsOfQuote).default(1),
    }),
    annotations: { ...reading, idempotentHint: false, openWorldHint: true },
    async run({ model_id: modelId, values, count }, { call }) {
      const made = await withLibraryFiles(call, values)
      if (!made.ok) return failed(made.error)
      const quoted = await call('agents.estimate', {
        modelId,
        values: requestValuesSchema.parse(made.value),
        count,
      })
      if (!quoted.ok) return failed(quoted.error)
      const { quoteId, expiresAt, account, estimate, upToMicroUsd, verdict, isWindowOpen, budget } =
        quoted.value
      return answer({
        quote_id: quoteId,
        expires_at: expiresAt,
        account,
        estimate: priceOf(estimateOf(estimate)),
        count,
        up_to_micro_usd: upToMicroUsd,
        verdict,
        is_window_open: isWindowOpen,
        budget: {
          per_day_micro_usd: budget.perDay,
          committed_micro_usd: budget.committed,
          ask_above_micro_usd: budget.askAbove,
        },
      })
    },
  }),
  defineTool({
    name: 'generate',
    ...words.generate,
    input: z.strictObject({ quote_id: z.string().min(1).max(100), key }),
    annotations: acting,
    async run({ quote_id: quoteId, key: name }, { call, agent }) {
      const made = await call('agents.generate', { agent, quoteId, key: name })
      return made.ok ? answerRuns(call, made.value, { key: name }) : failed(made.error)
    },
  }),
  defineTool({
    name: 'wait',
    ...words.wait,
    input: z.strictObject({
      key: key.optional(),
      submission_ids: z.array(submissionId).max(100).default([]),
      seconds: z.number().min(0).max(longestWaitSeconds).default(30),
    }),
    annotations: reading,
    async run({ key: name, submission_ids: submissionIds, seconds }, { call, signal, progress }) {
      if (name === undefined && submissionIds.length === 0) return unnamed()
      const begun = performance.now()
      for (;;) {
        const left = Math.max(0, seconds * 1000 - (performance.now() - begun))
        const milliseconds = Math.round(Math.min(stepMs, left))
        const read = await call('agents.wait', { submissionIds, key: name, milliseconds })
        if (!read.ok) return failed(read.error)
        const { isDone, submissions } = read.value
        if (isDone || left <= stepMs || signal.aborted)
          return answerRuns(call, read.value, { is_done: isDone })
        progress(submissions.filter(({ job }) => job?.completedAt).length, Math.max(1, submissions.length))
      }
    },
  }),
  defineTool({
    name: 'cancel',
    ...words.cancel,
    input: z.strictObject({ key: key.optional(), submission_id: submissionId.optional() }),
    annotations: { ...acting, destructiveHint: true },
    async run({ key: name, submission_id: id }, { call }) {
      if ((name === undefined) === (id === undefined)) return unnamed()
      const made = await call('agents.cancel', { submissionId: id, key: name })
      return made.ok ? answerRuns(call, made.value) : failed(made.error)
    },
  }),
  defineTool({
    name: 'get_job',
    ...words.getJob,
    input: z.strictObject({ key: key.optional(), submission_id: submissionId.optional() }),
    annotations: reading,
    async run({ key: name, submission_id: id }, { call }) {
      if (name !== undefined && id === undefined) {
        const read = await call('agents.run', { key: name })
        return read.ok ? answerRuns(call, read.value) : failed(read.error)
      }
      if (name !== undefined || id === undefined) return unnamed()
      const read = await call('jobs.get', { submissionId: id })
      return read.ok ? answerRuns(call, { submissions: [read.value], held: null }) : failed(read.error)
    },
  }),
  defineTool({
    name: 'list_jobs',
    ...words.listJobs,
    input: z.strictObject({
      states: z.array(submissionStateSchema).max(8).optional(),
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(100).default(20),
    }),
    annotations: reading,
    async run({ states, cursor, limit }, { call }) {
      const read = await call('jobs.list', { limit, cursor, states })
      if (!read.ok) return failed(read.error)
      const { submissions, nextCursor } = read.value
      const places = await placesOf(call, savedFilesOf(submissions))
      return answer({ runs: submissions.map((one) => runOf(one, places)), next_cursor: nextCursor })
    },
  }),
]
