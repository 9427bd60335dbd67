import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { payloadOf } from '../../main/testing/signed-delivery.ts'
import type { procedures } from '../../shared/bridge/procedures.ts'
import { sayFailure } from '../../shared/words/en/failures.ts'
import { sayWhy } from '../../shared/words/en/reasons.ts'
import { runCommand } from '../../tools/run-command.ts'
import { root } from '../../tools/start-program.ts'
import { listRuns } from '../list-runs.ts'
import { type StudioProcess, startStudioProcess } from '../studio-process.ts'
import { until } from '../until.ts'
import { createSender, toDelivery } from './delivery.ts'
import { createKeyRing } from './key-ring.ts'
import type { MangledDescriptions } from './mangled-descriptions.ts'
import { mangle, manglings } from './mangled-responses.ts'
import { createMangledRuns, judgeMangledRuns, type MangledRun } from './mangled-runs.ts'
import { jsonResponse, type MangledService, openMangledService } from './mangled-service.ts'
import { prepare, receiveWebhooks } from './runs.ts'
import { signDelivery } from './signed.ts'

const runsInWave = 200
/** How many runs the command lists. */
const mostListed = 500
/** How long a run's readings and pauses may take. */
const waveMs = 120_000

interface Stage {
  readonly folder: string
  readonly random: () => number
  readonly breaches: string[]
}

/**
 * A real studio whose service sends nothing but invalid responses: through paid requests, readings, deliveries,
 * a kill and restarts.
 */
export async function tryMangledStudio(
  { folder, random, breaches }: Stage,
  descriptions: MangledDescriptions,
  wantedRuns: number,
): Promise<{ responses: number; runs: number; starts: number }> {
  const keys = createKeyRing()
  const planner = createMangledRuns(random)
  const service = await openMangledService((requested) => {
    if (requested.path === '/openapi.json') return { status: 200, ...descriptions.next() }
    if (requested.path === '/.well-known/jwks.json') return jsonResponse(200, keys.published)
    return planner.response(requested) ?? jsonResponse(404, { error: 'There is nothing here.' })
  })
  const dataFolder = join(folder, 'studio')
  let starts = 0
  async function start(): Promise<StudioProcess> {
    starts += 1
    return startStudioProcess({ dataFolder, service })
  }
  let studio = await start()
  try {
    await prepare(studio)
    for (let confirmed = 0; confirmed < wantedRuns; confirmed += runsInWave) {
      await live(studio, planner.plan(Math.min(runsInWave, wantedRuns - confirmed)))
      breaches.push(...(await look(studio, planner.runs)))
      await studio.kill()
      studio = await start()
      breaches.push(...(await look(studio, planner.runs)))
    }
    const delivered = await deliverMangled(studio, planner.plan(4), { keys, random, breaches })
    // After an orderly end: opening a killed library would remove its log.
    await studio.stop()
    poison(dataFolder)
    studio = await start()
    breaches.push(...(await look(studio, planner.runs)))
    breaches.push(...(await lookByCommand(dataFolder, service, planner.runs.length)))
    return { responses: service.responses() + delivered, runs: planner.runs.length, starts }
  } finally {
    await studio.kill()
    await service.close()
  }
}

/** Confirms these runs and waits until nothing of them is under way. */
async function live(studio: StudioProcess, runs: readonly MangledRun[]): Promise<void> {
  for (const { submissionId, prompt } of runs) await confirm(studio, submissionId, prompt)
  await until(
    'nothing is under way',
    async () => {
      const open = await listRuns(studio, ['confirmed', 'sending', 'unsent', 'accepted'])
      return open.every(({ state, job }) => state === 'accepted' && job?.status === 'completed') ? true : null
    },
    waveMs,
  )
}

function confirm(studio: StudioProcess, submissionId: string, prompt: string): Promise<unknown> {
  return studio.want('jobs.confirm', {
    submissionIds: [submissionId],
    modelId: 'i3',
    values: { prompt },
    estimate: { kind: 'unlisted' },
  })
}

const lists = [
  'studio.status',
  'catalog.list',
  'jobs.list',
  'jobs.queue',
  'library.list',
  'recipes.list',
  'prompts.history',
  'styles.list',
  'webhooks.log',
] as const satisfies readonly (keyof typeof procedures)[]

/** False states of the runs, and lists that don't open. */
async function look(studio: StudioProcess, runs: readonly MangledRun[]): Promise<string[]> {
  const closed: string[] = []
  for (const name of lists) {
    const result = await studio.call(name, {})
    if (!result.ok) closed.push(`${name} does not open: ${sayFailure(result.error)}`)
  }
  const { hold } = await studio.want('studio.status', {})
  if (hold) closed.push(`The queue is held: ${hold.reason}, ${sayWhy(hold)}`)
  return [...closed, ...judgeMangledRuns(runs, await listRuns(studio))]
}

/** Correctly signed deliveries of unreadable content, and then a readable one. */
async function deliverMangled(
  studio: StudioProcess,
  runs: readonly MangledRun[],
  { keys, random, breaches }: Pick<Stage, 'random' | 'breaches'> & { keys: ReturnType<typeof createKeyRing> },
): Promise<number> {
  const port = await receiveWebhooks(studio)
  const sender = createSender(port)
  for (const run of runs) {
    Object.assign(run, {
      post: jsonResponse(200, {}),
      met: '200: {}, then deliveries',
      leadsTo: ['accepted'],
    })
    run.readings.splice(0)
    await confirm(studio, run.submissionId, run.prompt)
  }
  await until('all are unknown', async () =>
    (await listRuns(studio, ['confirmed', 'sending'])).length === 0 ? true : null,
  )
  let delivered = 0
  for (const { webhookUrl, jobId } of runs) {
    const path = new URL(webhookUrl ?? '').pathname
    for (const mangling of manglings) {
      const { name, keeps, body } = mangle(
        mangling,
        JSON.parse(payloadOf(jobId)) as Record<string, unknown>,
        random,
      )
      if (keeps !== false || mangling.headers) continue
      delivered += 1
      const status = await sender.send(toDelivery(signDelivery(keys.signing, { path, body })))
      if (status >= 200 && status < 300) breaches.push(`A delivery, ${name}, got ${status}.`)
    }
    await sender.send(toDelivery(signDelivery(keys.signing, { path, body: Buffer.from(payloadOf(jobId)) })))
  }
  await until('each that was reported is home', async () => {
    const views = await listRuns(studio, ['accepted'])
    const isHome = (run: MangledRun) =>
      views.some(({ submissionId, job }) => submissionId === run.submissionId && job?.status === 'completed')
    return runs.every(isHome) ? true : null
  })
  sender.close()
  return delivered
}

/** Two rows as kept by an older Atelier: one response that is too deep for SQLite, and a truncated one. */
function poison(dataFolder: string): void {
  const database = new DatabaseSync(join(dataFolder, 'library.sqlite'))
  const deep = `{"result":{"urls":[],"more":${'['.repeat(1_001)}${']'.repeat(1_001)}}}`
  const update = database.prepare(
    `UPDATE submissions SET job_json = ? WHERE seq = (SELECT seq FROM submissions WHERE job_json IS NOT NULL ORDER BY seq LIMIT 1 OFFSET ?)`,
  )
  for (const [place, json] of [deep, '{"job_id":'].entries()) update.run(json, place)
  database.close()
}

async function lookByCommand(dataFolder: string, service: MangledService, runs: number): Promise<string[]> {
  const words = ['main/hosts/cli/cli.mjs', 'jobs', '--json', '--data', dataFolder, '--service', service.url]
  const { status, output } = await runCommand(process.execPath, words, { cwd: root, timeout: 60_000 })
  const listed = /^\[.*\]$/m.exec(output)?.[0]
  if (status !== 0 || listed === undefined) return [`jobs ended with ${status}: ${output.slice(0, 500)}`]
  const count = (JSON.parse(listed) as unknown[]).length
  return count === Math.min(runs, mostListed) ? [] : [`jobs listed ${count} of ${runs} runs.`]
}
