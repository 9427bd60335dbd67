import { join } from 'node:path'
import { Hono } from 'hono'
import { createSandboxClock, type SandboxClock } from './clock.ts'
import { createControlRoutes } from './control/control-routes.ts'
import { createFaultBox } from './control/faults.ts'
import { createDeliveryFaults } from './control/inject-delivery-faults.ts'
import { createRequestFaults } from './control/inject-request-faults.ts'
import { createRequestLog } from './control/request-log.ts'
import { type SeedInput, seed } from './control/seed.ts'
import { createDescriptionRoutes } from './description/description-routes.ts'
import { createAssetRoutes } from './http/asset-routes.ts'
import { createAuthentication } from './http/authenticate.ts'
import type { SandboxEnvironment } from './http/environment.ts'
import { createGenerationRoutes } from './http/generation-routes.ts'
import { guardAccess } from './http/guard-access.ts'
import { createJobRoutes } from './http/job-routes.ts'
import { createKeyRoutes } from './http/key-routes.ts'
import { createResultRoutes } from './http/result-routes.ts'
import { createStyleRoutes } from './http/style-routes.ts'
import { createUsageRoutes } from './http/usage-routes.ts'
import { createJobRunner } from './jobs/job-runner.ts'
import { createLateResults } from './jobs/late-results.ts'
import { systemAlarm } from './jobs/system-alarm.ts'
import { createProcessRunner } from './media/process-runner.ts'
import { createUrlReader } from './media/read-url.ts'
import { type MediaLimit, noMediaLimit } from './media/render-order.ts'
import { createRenderPool, type RenderRunner } from './media/render-pool.ts'
import { createAssetStore } from './store/asset-store.ts'
import { openDatabase } from './store/database.ts'
import { createDeliveryStore } from './store/delivery-store.ts'
import { createDeprecationStore } from './store/deprecation-store.ts'
import { createJobStore } from './store/job-store.ts'
import { createSigningKeyStore } from './store/signing-key-store.ts'
import { createStyleStore } from './store/style-store.ts'
import { createUsageStore } from './store/usage-store.ts'
import { createWorkspaceStore, type Workspace, type WorkspaceStore } from './store/workspace-store.ts'
import { sampleUsage } from './usage/sample-usage.ts'
import { createDeliverer } from './webhooks/deliverer.ts'
import { sendByFetch } from './webhooks/send-by-fetch.ts'

export interface SandboxOptions {
  /** The folder for all its data; created where it is missing. */
  readonly dataFolder: string
  /** The start time of its clock; by default the machine's own time. */
  readonly now?: Date
  /** How much faster than realistic jobs run; media take their real time. */
  readonly speed?: number
  /** How many jobs run at once; the rest wait as `backlogged`. */
  readonly runningLimit?: number
  /** Opens the control API under /__sandbox/. */
  readonly control?: boolean
  /** The limits of images and videos, so that many are made quickly; absent for the usual ones. */
  readonly mediaLimit?: MediaLimit
  /** What makes media; by default processes of Node. */
  readonly renderRunner?: RenderRunner
}

export interface Sandbox {
  /**
   * Handles a request as the service would; result URLs use the request's origin. `connection` is what the
   * server knows.
   */
  fetch(request: Request, connection?: object): Promise<Response>
  /** Generates; the same after a restart on the same data folder. */
  readonly key: string
  /** Reads the workspace's usage. */
  readonly usageKey: string
  readonly workspace: Workspace
  readonly clock: SandboxClock
  readonly billing: Pick<WorkspaceStore, 'balance' | 'setBalance'>
  /** Stops rendering and releases the data folder. Jobs continue when it is opened again. */
  close(): Promise<void>
}

/** All operations that need a key. */
const keyedPaths = ['/generate/*', '/jobs/*', '/jobs', '/assets', '/usage', '/styles/*'] as const

/** A whole service over one data folder, without listening. Throws SetupError where the folder can't be used. */
export function createSandbox({
  dataFolder,
  now,
  speed = 1,
  runningLimit = 32,
  control = false,
  mediaLimit = noMediaLimit,
  renderRunner = createProcessRunner(),
}: SandboxOptions): Sandbox {
  const clock = createSandboxClock(now?.getTime())
  const database = openDatabase(dataFolder)
  const workspaces = createWorkspaceStore(database)
  const jobs = createJobStore(database)
  const deprecations = createDeprecationStore(database)
  const resultsFolder = join(dataFolder, 'results')
  const assetsFolder = join(dataFolder, 'assets')
  const renderer = createRenderPool({
    runner: renderRunner,
    resultsFolder,
    jobs,
    readUrl: createUrlReader({ assetsFolder, resultsFolder }),
    limit: mediaLimit,
  })
  const lateResults = createLateResults({ jobs, renderer })
  const signingKeys = createSigningKeyStore(database)
  const faults = createFaultBox()
  let signed = true
  const deliverer = createDeliverer({
    clock,
    alarm: systemAlarm,
    deliveries: createDeliveryStore(database),
    jobs,
    send: createDeliveryFaults(sendByFetch, faults),
    signingKey: () => (signed ? signingKeys.current() : null),
    speed,
  })
  const runner = createJobRunner({
    clock,
    store: jobs,
    renderer,
    alarm: systemAlarm,
    runningLimit,
    takeFault: faults.takeJob,
    onEnd: () => deliverer.advance(),
    onRenderFailure: (job, reason) => console.error(`Job ${job.id} could not be rendered:`, reason),
  })
  clock.onJump(runner.advance)
  clock.onJump(deliverer.advance)

  const usage = createUsageStore(database)
  const first = workspaces.first()
  const styles = createStyleStore(database, first.workspace.id)
  if (usage.isEmpty()) {
    usage.add(
      first.workspace.id,
      sampleUsage({ key: first.workspace.id, count: 420, now: clock.now(), days: 60 }),
    )
  }

  const app = new Hono<SandboxEnvironment>()
  if (control) {
    const log = createRequestLog(clock)
    const setSigned = (next: boolean) => {
      signed = next
    }
    const fill = (input: SeedInput) => seed(input, { clock, jobs, usage, styles })
    const workspaceId = first.workspace.id
    const ports = {
      clock,
      workspaceId,
      workspaces,
      deprecations,
      signingKeys,
      faults,
      setSigned,
      styles,
      usage,
    }
    app.route(
      '/',
      createControlRoutes({ ...ports, requests: log.list, seed: fill, limitMedia: renderer.limitMedia }),
    )
    app.use(log.record, createRequestFaults(faults))
  }
  const authenticate = createAuthentication(workspaces)
  const guard = guardAccess(workspaces)
  for (const path of keyedPaths) app.use(path, authenticate, guard)
  app.route('/', createGenerationRoutes({ clock, jobs, runner, workspaces, styles, deprecations, speed }))
  app.route('/', createJobRoutes({ clock, jobs }))
  app.route('/', createResultRoutes({ jobs, lateResults, resultsFolder, faults }))
  app.route('/', createAssetRoutes({ assets: createAssetStore(database), assetsFolder }))
  app.route('/', createUsageRoutes({ clock, usage, workspaces }))
  app.route('/', createStyleRoutes({ styles, workspaces }))
  app.route('/', createKeyRoutes({ clock, signingKeys }))
  app.route('/', createDescriptionRoutes({ clock, deprecations }))
  app.notFound((context) => context.json({ error: `Nothing stands at ${context.req.path}.` }, 404))
  app.onError((error, context) => {
    console.error(error)
    return context.json({ error: 'The sandbox failed; its standard error says why.' }, 500)
  })

  const { workspace, key, usageKey } = first
  return {
    fetch: async (request, connection) => app.fetch(request, connection),
    key,
    usageKey,
    workspace,
    clock,
    billing: workspaces,
    async close() {
      runner.close()
      deliverer.close()
      await renderer.close()
      database.close()
    },
  }
}
