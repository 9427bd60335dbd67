import { createHash, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Model } from '../../shared/catalog/model.ts'
import { priceOfJob } from '../billing/price-of-job.ts'
import { type Clock, hasBegun } from '../clock.ts'
import { planRunTime } from '../jobs/job-path.ts'
import { toJobRecord } from '../jobs/job-record.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { findEnd, type ModelEnd } from '../models/deprecation.ts'
import { zeroRetentionHeaders } from '../models/own-fields.ts'
import { findServedModel } from '../models/served-models.ts'
import { findHiddenStyles } from '../requests/find-hidden-styles.ts'
import { interpretRequest } from '../requests/interpret-request.ts'
import type { DeprecationStore } from '../store/deprecation-store.ts'
import type { JobRow, JobStore, NewJob } from '../store/job-store.ts'
import type { StyleStore } from '../store/style-store.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import { deprecationHeaders, toSunsetBody } from './deprecations.ts'
import type { SandboxContext, SandboxEnvironment } from './environment.ts'
import { isJsonType, readJson } from './read-json.ts'

export interface GenerationPorts {
  readonly clock: Clock
  readonly jobs: JobStore
  readonly runner: JobRunner
  readonly workspaces: Pick<WorkspaceStore, 'balance'>
  readonly styles: Pick<StyleStore, 'find'>
  readonly deprecations: Pick<DeprecationStore, 'find'>
  /** How much faster than realistic jobs run. */
  readonly speed: number
}

/** POST /generate/{kind}/sandbox/{id} (interface: Common rules for every generation endpoint). */
export function createGenerationRoutes(ports: GenerationPorts): Hono<SandboxEnvironment> {
  const routes = new Hono<SandboxEnvironment>()
  routes.post('/generate/:kind/:vendor/:model', async (context) => {
    const model = findServedModel(context.req.path)
    if (!model) return context.json({ error: `No model stands at ${context.req.path}.` }, 404)
    const end = findEnd(model, ports.deprecations)
    if (end && hasBegun(end.moment, ports.clock)) return context.json(toSunsetBody(end.model), 410)
    if (context.get('credential').kind !== 'api') {
      return context.json({ error: 'A usage key can not generate; use an API key.' }, 403)
    }
    return generate(context, { model, end }, ports)
  })
  return routes
}

interface ServedModel {
  readonly model: Model
  readonly end: ModelEnd | null
}

async function generate(
  context: SandboxContext,
  { model, end }: ServedModel,
  ports: GenerationPorts,
): Promise<Response> {
  if (!isJsonType(context.req.header('content-type'))) {
    return context.json({ error: 'Content-Type: must be application/json, in UTF-8.' }, 400)
  }
  const body = await readJson(context)
  if (!body.ok) return context.json({ error: body.error }, 400)
  const webhook = readWebhookUrl(context.req.header('x-webhook-url'))
  if (!webhook.ok) return context.json({ error: webhook.error }, 400)
  const understood = interpretRequest({ model, body: body.value, clock: ports.clock })
  if (!understood.ok) return context.json({ error: understood.error }, 400)
  const { workspaceId } = context.get('credential')
  const hidden = findHiddenStyles(understood.request, { styles: ports.styles, workspaceId })
  if (hidden !== null) return context.json({ error: hidden }, 400)
  if (ports.workspaces.balance(workspaceId) <= 0) {
    const message = 'The API balance is empty. Running jobs finish; an owner of the workspace can top it up.'
    return context.json({ message }, 402)
  }
  const job = acceptJob(context, { model, request: understood.request, webhookUrl: webhook.url }, ports)
  const record = toJobRecord({ job, files: [], origin: originOf(context), now: job.createdAt })
  const ends = [...understood.ends, ...(end ? [end.moment] : [])]
  return context.json(record, 200, ends.length === 0 ? {} : deprecationHeaders(ends, model.id))
}

interface Acceptance {
  readonly model: Model
  readonly request: Readonly<Record<string, unknown>>
  readonly webhookUrl: string | null
}

function acceptJob(
  context: SandboxContext,
  { model, request, webhookUrl }: Acceptance,
  { clock, jobs, runner, speed }: GenerationPorts,
): JobRow {
  const id = randomUUID()
  const job: NewJob = {
    id,
    workspaceId: context.get('credential').workspaceId,
    modelId: model.id,
    kind: model.kind,
    request,
    seed: typeof request.seed === 'number' ? request.seed : chooseSeed(id),
    createdAt: clock.now(),
    runMs: planRunTime(model.kind, id, speed),
    price: priceOfJob(model, request),
    origin: originOf(context),
    webhookUrl,
    zeroRetention: asksForZeroRetention(context, model),
  }
  jobs.add(job)
  const row: JobRow = { ...job, startedAt: null, endStatus: null, completedAt: null, error: null }
  runner.add(row)
  return row
}

function asksForZeroRetention(context: SandboxContext, model: Model): boolean {
  const header = zeroRetentionHeaders[model.id]
  return header !== undefined && context.req.header(header)?.toLowerCase() === 'true'
}

/** A seed for a request that names none: every job has its own. */
function chooseSeed(jobId: string): number {
  return createHash('sha256').update(jobId).digest().readUInt32BE(0)
}

/** The origin by which the caller reached us; results are served from there. */
export function originOf(context: SandboxContext): string {
  return new URL(context.req.url).origin
}

type WebhookUrl =
  | { readonly ok: true; readonly url: string | null }
  | { readonly ok: false; readonly error: string }

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Reads X-Webhook-URL: absent, or an https URL; http only to this machine (interface: Events 4). */
function readWebhookUrl(header: string | undefined): WebhookUrl {
  if (header === undefined) return { ok: true, url: null }
  const url = URL.parse(header)
  if (url?.protocol === 'https:') return { ok: true, url: url.href }
  if (url?.protocol === 'http:' && loopbackHosts.has(url.hostname)) return { ok: true, url: url.href }
  return { ok: false, error: 'X-Webhook-URL: must be an https URL, or http to this machine.' }
}
