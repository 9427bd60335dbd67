import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { createSandbox } from '../../sandbox/app.ts'
import { type BridgeClient, createBridgeClient } from '../../shared/bridge/client.ts'
import type { BridgeEvent } from '../../shared/bridge/events.ts'
import type { SubmissionView } from '../../shared/bridge/views.ts'
import { succeed } from '../../shared/result.ts'
import type { Clock } from '../engine/ports.ts'
import { accountAt, startAccount } from '../engine/service/start-account.ts'
import { createConfSettingsStore } from '../infra/conf-settings-store.ts'
import { takeDataFolder } from '../infra/data-folder.ts'
import { createFileSecrets, keyFiles } from '../infra/file-secrets.ts'
import { systemClock } from '../infra/system-clock.ts'
import { createUuid7Ids } from '../infra/uuid7-ids.ts'
// The first call would load it within the time of a test.
import '../studio-calls.ts'
import { createStudio, type Studio } from '../studio.ts'
import type { StudioDeps } from '../studio-deps.ts'
import { plantMigratedLibrary } from './migrated-library.ts'

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string
  /** The path with its query. */
  readonly target: string
  readonly headers: Headers
  readonly body: string
}

/** The sandbox on a port of its own, fast, with every paid request counted. */
export interface TestService {
  readonly url: string
  readonly key: string
  readonly usageKey: string
  /** The paths of the POSTs that arrived, in order. */
  readonly posts: string[]
  /** Every request that arrived over HTTP, in order. */
  readonly received: ReceivedRequest[]
  /** Calls the sandbox's control API; only where it was opened with it. */
  control(path: string, body: unknown): Promise<void>
  close(): Promise<void>
}

/** A studio over a real folder, database and HTTP. */
export interface TestStudio extends BridgeClient {
  readonly studio: Studio
  readonly events: BridgeEvent[]
  /** The first matching state of a run; a current one counts. */
  until(submissionId: string, fits: (view: SubmissionView) => boolean): Promise<SubmissionView>
  close(): Promise<void>
}

export interface TestServiceOptions {
  readonly control?: boolean
  readonly speed?: number
}

/** Media are small: none is decoded. */
const mediaLimit = { longSide: 64, framesPerSecond: 1, samplesPerSecond: 8000 }

export async function openTestService({
  control = false,
  speed = 500,
}: TestServiceOptions = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-sandbox-'))
  const sandbox = createSandbox({ dataFolder: folder, speed, control, mediaLimit })
  const posts: string[] = []
  const received: ReceivedRequest[] = []
  const { promise, resolve } = Promise.withResolvers<number>()
  const server: ServerType = serve(
    {
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request: Request) {
        const { pathname, search } = new URL(request.url)
        if (request.method === 'POST') posts.push(pathname)
        const { method, headers } = request
        const body = await request.clone().text()
        received.push({ method, target: `${pathname}${search}`, headers, body })
        return sandbox.fetch(request)
      },
    },
    ({ port }) => resolve(port),
  )
  return {
    url: `http://127.0.0.1:${await promise}`,
    key: sandbox.key,
    usageKey: sandbox.usageKey,
    posts,
    received,
    async control(path, body) {
      const url = `http://127.0.0.1/__sandbox/${path}`
      const response = await sandbox.fetch(new Request(url, { method: 'POST', body: JSON.stringify(body) }))
      if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`)
    },
    async close() {
      await new Promise((closed) => server.close(closed))
      await sandbox.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export interface TestStudioOptions {
  readonly folder: string
  readonly service: Pick<TestService, 'url' | 'key'> & Partial<Pick<TestService, 'usageKey'>>
  /** A service to connect instead of the sandbox. */
  readonly serviceOverride?: string
  readonly environmentKey?: string | null
  /** `ATELIER_USAGE_KEY`. */
  readonly usageKey?: string
  readonly httpAllowedFor?: string
  readonly clock?: Clock
  readonly catalogueWords?: StudioDeps['catalogueWords']
  /** Runs before the sandbox can be connected. */
  whileUnconnected?(studio: Studio): Promise<void>
}

export async function openTestStudio(options: TestStudioOptions): Promise<TestStudio> {
  await plantMigratedLibrary(options.folder)
  const folder = await takeDataFolder(options.folder)
  const log = { warn: (sentence: string) => console.error(sentence) }
  const settings = createConfSettingsStore({ folder: folder.path, log })
  const key = options.environmentKey ?? null
  const { serviceOverride } = options
  const accountOverride = serviceOverride === undefined ? null : accountAt(settings, serviceOverride)
  const start = startAccount(settings, accountOverride)
  const sandboxWanted = Promise.withResolvers<void>()
  const clock = options.clock ?? systemClock
  const studio = await createStudio({
    clock,
    ids: createUuid7Ids(clock),
    random: { next: Math.random },
    host: 'cli',
    version: '0.0.0',
    folder,
    settings,
    secrets: createFileSecrets({
      path: folder.resolve(keyFiles.generating),
      environmentKey: key === null ? null : { key, accountId: start?.id ?? null },
    }),
    usageSecrets: createFileSecrets({
      path: folder.resolve(keyFiles.usage),
      environmentKey:
        options.usageKey === undefined ? null : { key: options.usageKey, accountId: start?.id ?? null },
    }),
    accountOverride,
    httpAllowedFor: options.httpAllowedFor ?? null,
    async startSandbox() {
      await sandboxWanted.promise
      return succeed({ ...options.service, ended: new Promise(() => undefined) })
    },
    reveal: null,
    log,
    ...(options.catalogueWords && { catalogueWords: options.catalogueWords }),
  })
  const events: BridgeEvent[] = []
  studio.events.subscribe((event) => events.push(event))
  await options.whileUnconnected?.(studio)
  sandboxWanted.resolve()
  await studio.connected

  const client = createBridgeClient(studio.procedures)

  function until(submissionId: string, fits: (view: SubmissionView) => boolean): Promise<SubmissionView> {
    return new Promise((resolve) => {
      const take = (view: SubmissionView) => {
        if (view.submissionId !== submissionId || !fits(view)) return
        undo()
        resolve(view)
      }
      const undo = studio.events.subscribe((event) => {
        if (event.name === 'submission.changed') take(event.payload)
      })
      void client.call('jobs.get', { submissionId }).then((now) => now.ok && take(now.value))
    })
  }

  return {
    studio,
    events,
    ...client,
    until,
    async close() {
      await studio.close()
      folder.release()
    },
  }
}

/** Whether every file of a run is in the library. */
export function isHome({ job, files }: SubmissionView): boolean {
  return job?.status === 'completed' && files.length > 0 && files.every(({ state }) => state === 'saved')
}
