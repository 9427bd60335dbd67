import { join } from 'node:path'
import { Hono } from 'hono'
import { createSandboxClock, type SandboxClock } from './clock.ts'
import { createDescriptionRoutes } from './description/description-routes.ts'
import { createAuthentication } from './http/authenticate.ts'
import type { SandboxEnvironment } from './http/environment.ts'
import { createGenerationRoutes } from './http/generation-routes.ts'
import { createJobRoutes } from './http/job-routes.ts'
import { createKeyRoutes } from './http/key-routes.ts'
import { createResultRoutes } from './http/result-routes.ts'
import { createJobRunner } from './jobs/job-runner.ts'
import { systemAlarm } from './jobs/system-alarm.ts'
import { createRenderPool } from './media/render-pool.ts'
import { openDatabase } from './store/database.ts'
import { createDeliveryStore } from './store/delivery-store.ts'
import { createDeprecationStore } from './store/deprecation-store.ts'
import { createJobStore } from './store/job-store.ts'
import { createSigningKeyStore } from './store/signing-key-store.ts'
import { createWorkspaceStore, type Workspace, type WorkspaceStore } from './store/workspace-store.ts'
import { createDeliverer } from './webhooks/deliverer.ts'
import { sendByFetch } from './webhooks/send-by-fetch.ts'

export interface SandboxOptions {
  /** Where everything is kept; made where it is missing. */
  readonly dataFolder: string
  /** Where the clock starts; the machine's own time where absent. */
  readonly now?: Date
  /** How much faster than believable jobs run; media take the time that they take. */
  readonly speed?: number
  /** How many jobs run at once; the rest wait as `backlogged`. */
  readonly runningLimit?: number
  /** How many threads render media. */
  readonly renderThreads?: number
}

export interface Sandbox {
  /** Answers a request as the service would; the request's origin is where results are named from. */
  fetch(request: Request): Promise<Response>
  /** Generates; the same after a restart on the same data folder. */
  readonly key: string
  /** Reads the workspace's usage. */
  readonly usageKey: string
  readonly workspace: Workspace
  readonly clock: SandboxClock
  readonly billing: Pick<WorkspaceStore, 'balance' | 'setBalance'>
  /** Stops rendering and lets the data folder go. Jobs go on when it is opened again. */
  close(): Promise<void>
}

/** A whole service over one data folder, without listening. Throws SetupError where the folder can't be used. */
export function createSandbox({
  dataFolder,
  now,
  speed = 1,
  runningLimit = 32,
  renderThreads,
}: SandboxOptions): Sandbox {
  const clock = createSandboxClock(now?.getTime())
  const database = openDatabase(dataFolder)
  const workspaces = createWorkspaceStore(database)
  const jobs = createJobStore(database)
  const deprecations = createDeprecationStore(database)
  const resultsFolder = join(dataFolder, 'results')
  const renderer = createRenderPool({ resultsFolder, jobs, threads: renderThreads })
  const signingKeys = createSigningKeyStore(database)
  const deliverer = createDeliverer({
    clock,
    alarm: systemAlarm,
    deliveries: createDeliveryStore(database),
    jobs,
    send: sendByFetch,
    signingKey: signingKeys.current,
    speed,
  })
  const runner = createJobRunner({
    clock,
    store: jobs,
    renderer,
    alarm: systemAlarm,
    runningLimit,
    onEnd: () => deliverer.advance(),
    onRenderFailure: (job, reason) => console.error(`Job ${job.id} could not be rendered:`, reason),
  })
  clock.onJump(runner.advance)
  clock.onJump(deliverer.advance)

  const app = new Hono<SandboxEnvironment>()
  const authenticate = createAuthentication(workspaces)
  app.use('/generate/*', authenticate)
  app.use('/jobs/*', authenticate)
  app.route('/', createGenerationRoutes({ clock, jobs, runner, workspaces, deprecations, speed }))
  app.route('/', createJobRoutes({ clock, jobs }))
  app.route('/', createResultRoutes({ jobs, resultsFolder }))
  app.route('/', createKeyRoutes({ clock, signingKeys }))
  app.route('/', createDescriptionRoutes(deprecations))
  app.notFound((context) => context.json({ error: `Nothing stands at ${context.req.path}.` }, 404))
  app.onError((error, context) => {
    console.error(error)
    return context.json({ error: 'The sandbox failed; its standard error says why.' }, 500)
  })

  const { workspace, key, usageKey } = workspaces.first()
  return {
    fetch: async (request) => app.fetch(request),
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
