import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { usd } from '../../shared/pricing/money.ts'
import { type SandboxClock, toIso } from '../clock.ts'
import type { SandboxContext, SandboxEnvironment } from '../http/environment.ts'
import { readJson } from '../http/read-json.ts'
import { type MediaLimit, mediaLimitSchema } from '../media/render-order.ts'
import { servedModels } from '../models/served-models.ts'
import { describeIssues } from '../requests/describe-issues.ts'
import type { DeprecationStore } from '../store/deprecation-store.ts'
import type { SigningKeyStore } from '../store/signing-key-store.ts'
import type { StyleStore } from '../store/style-store.ts'
import type { UsageStore } from '../store/usage-store.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import { appJobSchema, toAppJob } from './app-jobs.ts'
import { type FaultBox, faultsSchema } from './faults.ts'
import type { LoggedRequest } from './request-log.ts'
import type { SeedInput } from './seed.ts'

export interface ControlPorts {
  readonly clock: SandboxClock
  readonly workspaceId: string
  readonly workspaces: WorkspaceStore
  readonly deprecations: DeprecationStore
  readonly signingKeys: Pick<SigningKeyStore, 'rotate'>
  readonly faults: Pick<FaultBox, 'set'>
  readonly requests: () => readonly LoggedRequest[]
  readonly seed: (input: SeedInput) => void
  readonly setSigned: (signed: boolean) => void
  readonly styles: Pick<StyleStore, 'put'>
  readonly usage: Pick<UsageStore, 'add'>
  /** Limits images and videos from now on. */
  readonly limitMedia: (limit: MediaLimit) => void
}

const dollars = z.number().min(-100_000).max(100_000).multipleOf(0.000001)
const count = z.int().min(0).max(1_000_000).default(0)

const schemas = {
  clock: z
    .strictObject({
      now: z.iso.datetime({ offset: true }).optional(),
      advanceSeconds: z.number().optional(),
      /** It stops there until it is set again. */
      stopped: z.boolean().default(false),
    })
    .refine((input) => (input.now === undefined) !== (input.advanceSeconds === undefined), {
      path: ['now'],
      message: 'send either now or advanceSeconds',
    }),
  balance: z.strictObject({ usd: dollars }),
  topUp: z.strictObject({ usd: dollars.min(5).max(10_000) }),
  seed: z.strictObject({
    jobs: count,
    usageJobs: count,
    usageDays: z.number().positive().default(60),
    styles: count,
  }),
  deprecate: z.strictObject({
    sunset: z.union([z.iso.date(), z.iso.datetime()]),
    replacement: z.string().optional(),
  }),
  workspace: z
    .strictObject({ apiEnabled: z.boolean(), usageEntitled: z.boolean(), removed: z.boolean() })
    .partial(),
  key: z.strictObject({ kind: z.enum(['api', 'service']), name: z.string().min(1) }),
  webhooks: z.strictObject({ signed: z.boolean() }),
  style: z.strictObject({ id: z.string().min(1), owner: z.enum(['api', 'app']), shared: z.boolean() }),
  usageJobs: z.strictObject({ jobs: z.array(appJobSchema).max(1000) }),
  media: mediaLimitSchema,
} as const

/** The control API under /__sandbox/, with which a test can put the service into any state. No key. */
export function createControlRoutes(ports: ControlPorts): Hono<SandboxEnvironment> {
  const { clock, workspaceId, workspaces } = ports
  const routes = new Hono<SandboxEnvironment>().basePath('/__sandbox')
  const balance = () => ({ usd: workspaces.balance(workspaceId) / 1_000_000 })

  routes.get('/requests', (context) => context.json({ requests: ports.requests() }))
  routes.get('/balance', (context) => context.json(balance()))
  routes.post(
    '/clock',
    taking(schemas.clock, (input) => {
      const moment =
        input.now === undefined ? clock.now() + (input.advanceSeconds ?? 0) * 1000 : Date.parse(input.now)
      if (input.stopped) clock.stop(moment)
      else clock.set(moment)
      return { now: toIso(clock.now()) }
    }),
  )
  routes.post(
    '/balance',
    taking(schemas.balance, (input) => {
      workspaces.setBalance(workspaceId, usd(input.usd))
      return balance()
    }),
  )
  routes.post(
    '/top-up',
    taking(schemas.topUp, (input) => {
      workspaces.setBalance(workspaceId, usd(balance().usd + input.usd))
      return balance()
    }),
  )
  routes.post(
    '/faults',
    taking(faultsSchema, (input) => {
      ports.faults.set(input)
      return input
    }),
  )
  routes.post(
    '/seed',
    taking(schemas.seed, (input) => {
      ports.seed({ ...input, workspaceId })
      return input
    }),
  )
  routes.post(
    '/workspace',
    taking(schemas.workspace, (input) => {
      workspaces.setAccess(workspaceId, withoutUndefined(input))
      return input
    }),
  )
  routes.post(
    '/keys',
    taking(schemas.key, ({ kind, name }) => ({ key: workspaces.addKey(workspaceId, kind, name) })),
  )
  routes.post('/keys/rotate', (context) => context.json({ kid: ports.signingKeys.rotate(clock.now()) }))
  routes.post(
    '/webhooks',
    taking(schemas.webhooks, ({ signed }) => {
      ports.setSigned(signed)
      return { signed }
    }),
  )
  routes.post(
    '/styles',
    taking(schemas.style, (input) => {
      ports.styles.put({ ...input, workspaceId })
      return input
    }),
  )
  routes.post(
    '/usage-jobs',
    taking(schemas.usageJobs, ({ jobs }) => {
      ports.usage.add(workspaceId, jobs.map(toAppJob))
      return { jobs: jobs.length }
    }),
  )
  routes.post(
    '/media',
    taking(schemas.media, (limit) => {
      ports.limitMedia(limit)
      return limit
    }),
  )
  routes.post('/models/:id/deprecate', async (context) => deprecate(context, ports))
  return routes
}

/** A route with a JSON body of a given shape and a JSON response; otherwise 400 with the field named. */
function taking<Schema extends z.ZodType>(schema: Schema, act: (input: z.output<Schema>) => object) {
  return async (context: Context<SandboxEnvironment>): Promise<Response> => {
    const read = await readInput(context, schema)
    return read.ok ? context.json(act(read.input)) : context.json({ error: read.error }, 400)
  }
}

async function readInput<Schema extends z.ZodType>(context: SandboxContext, schema: Schema) {
  const body = await readJson(context)
  if (!body.ok) return { ok: false, error: body.error } as const
  const parsed = schema.safeParse(body.value, { reportInput: true })
  if (parsed.success) return { ok: true, input: parsed.data } as const
  return { ok: false, error: describeIssues(parsed.error.issues) } as const
}

async function deprecate(context: SandboxContext, { deprecations }: ControlPorts): Promise<Response> {
  const model = servedModels.find(({ id }) => id === context.req.param('id'))
  if (!model) return context.json({ error: 'No such model.' }, 404)
  const read = await readInput(context, schemas.deprecate)
  if (!read.ok) return context.json({ error: read.error }, 400)
  const { sunset, replacement } = read.input
  if (replacement !== undefined && !servedModels.some(({ id }) => id === replacement)) {
    return context.json({ error: 'replacement: must be the id of a model of this sandbox.' }, 400)
  }
  deprecations.set({ modelId: model.id, sunsetDate: sunset, replacementId: replacement ?? null })
  return context.json(deprecations.find(model.id) ?? {})
}

function withoutUndefined<Value extends object>(value: Value) {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Key in keyof Value]?: Exclude<Value[Key], undefined>
  }
}
