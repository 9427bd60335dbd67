import { mkdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { samplePng } from '../../main/testing/sample-media.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { type StudioProcess, startStudioProcess } from '../studio-process.ts'
import type { TrialInput, TrialOutcome } from '../trial.ts'
import { until } from '../until.ts'
import { type InwardSpy, openInwardSpy } from '../wire/inward-spy.ts'
import { type JobService, openJobService } from '../wire/job-service.ts'
import { confirmRuns, prepare } from '../wire/runs.ts'

const serviceAddress = '93.184.216.35'
const host = 'service.example'

/** A run's result at the service on the Internet, and where it redirects. */
interface Hostile {
  readonly prompt: string
  /** Its address; or a redirect of the service's own to it. */
  readonly address: string
  readonly isRedirect: boolean
}

/** Everything that is tried in vain, with the message for a waiting redirect. */
interface Field {
  readonly service: JobService
  readonly spy: InwardSpy
  readonly hostiles: readonly Hostile[]
  /** Another account's service, on this machine: no run of the first one’s may reach it. */
  readonly neighbour: JobService
  /** How often one did. */
  stolen(): number
  /** Releases the waiting redirects, and all later ones at once. */
  release(): void
}

async function openField(): Promise<Field> {
  const spy = await openInwardSpy()
  const waiting: (() => void)[] = []
  let isReleased = false
  let [stolen, requested] = [0, 0]
  const neighbour = await openJobService({
    other(_, response) {
      stolen += 1
      response.end(samplePng())
    },
  })
  const addresses = [
    ...['127.0.0.1', 'localhost', '127.0.0.2', '[::1]', 'a.localhost', '[::ffff:127.0.0.1]', '0.0.0.0'],
    ...['10.0.0.1', '192.168.1.1', '169.254.169.254', 'inward.example'],
  ].map((name) => `http://${name}:${spy.port}/`)
  const targets = [...addresses, `${neighbour.url}/files/stolen`]
  const hostiles = targets.flatMap((address, index) => [
    { prompt: `direct ${index}`, address, isRedirect: false },
    { prompt: `redirect ${index}`, address, isRedirect: true },
  ])
  const addressOf = (prompt: string): string => {
    const index = hostiles.findIndex((one) => one.prompt === prompt)
    const hostile = hostiles[index]
    if (!hostile) return `http://${host}:${service.port}/files/good`
    return hostile.isRedirect ? `http://${host}:${service.port}/files/way/${index}` : hostile.address
  }
  const responseWay = (index: number, response: ServerResponse) => {
    const hostile = hostiles[index]
    // Another address each time, so that it is checked and not only recognised.
    if (hostile) response.writeHead(302, { Location: `${hostile.address}?${++requested}` }).end()
    else response.end(samplePng())
  }
  const service = await openJobService({
    // A direct inward address only fails once the other account is connected.
    job: ({ prompt }) =>
      prompt.startsWith('direct') && !isReleased
        ? { status: 'processing', completed_at: null }
        : { result: { urls: [addressOf(prompt)] } },
    other({ url }, response) {
      const index = Number(/^\/files\/way\/(\d+)$/.exec(url ?? '')?.[1] ?? -1)
      if (isReleased || index < 0) responseWay(index, response)
      else waiting.push(() => responseWay(index, response))
    },
  })
  return {
    service,
    spy,
    hostiles,
    neighbour,
    stolen: () => stolen,
    release() {
      isReleased = true
      for (const reply of waiting.splice(0)) reply()
    },
  }
}

/**
 * Results of a service on the Internet that are pending while a service on this machine or the sandbox is
 * connected instead, and the other way round: they lead to this machine, to other ports of it and to the exact
 * origin of the connected service; then each is retried, by either account and after a restart.
 */
export async function switchAccounts({ folder }: TrialInput): Promise<TrialOutcome> {
  mkdirSync(folder, { recursive: true })
  const field = await openField()
  const { service, spy, hostiles, neighbour } = field
  const counted = { targets: 0, fetched: 0 }
  const breaches: string[] = []
  const attempts = join(folder, 'attempts.jsonl')
  const names = {
    [host]: [[serviceAddress]],
    localhost: [['127.0.0.1', '::1']],
    'a.localhost': [['127.0.0.1']],
    'inward.example': [['127.0.0.1']],
  }
  const plan = { attempts, names, public: [serviceAddress] }
  const start = () =>
    startStudioProcess({
      dataFolder: join(folder, 'data'),
      service: null,
      inside: { module: 'made-up-internet.ts', env: { CHAOS_INTERNET: JSON.stringify(plan) } },
    })
  let studio = await start()
  try {
    await prepare(studio)
    await connect(studio, host, service)
    const [good = '', ...ids] = await confirmRuns(studio, ['good', ...hostiles.map(({ prompt }) => prompt)])
    const redirected = ids.filter((_, index) => hostiles[index]?.isRedirect)
    for (const submissionId of redirected) await knownFile(studio, submissionId)
    await until('every run has its job', () => (service.posts.length === ids.length + 1 ? true : null))
    await connect(studio, '127.0.0.1', neighbour)
    field.release()
    breaches.push(...(await fetchAllAgain(studio, ids, 'a service on this machine is connected')))
    await studio.want('accounts.use', { accountId: 'sandbox' })
    const sandboxRun = await runInSandbox(studio)
    breaches.push(...(await fetchAllAgain(studio, ids, 'the sandbox is connected')))
    await connect(studio, host, service)
    counted.targets += await refuseAll(studio, ids, breaches, 'the service is connected again')
    counted.targets += await refuseAll(studio, ids, breaches, 'it was asked for once more')
    counted.fetched += await isFetched(studio, good, breaches)
    await studio.stop()
    studio = await start()
    counted.targets += await refuseAll(studio, ids, breaches, 'Atelier was started again')
    await studio.want('accounts.use', { accountId: 'sandbox' })
    counted.fetched += await isFetched(studio, sandboxRun, breaches)
    breaches.push(...(await fetchAllAgain(studio, ids, 'another sandbox is connected')))
    await connect(studio, host, service)
    counted.targets += await refuseAll(studio, ids, breaches, 'all of that')
    if (field.stolen() > 0)
      breaches.push(`A run of the first reached the other service ${field.stolen()} times.`)
    return { counted, breaches: [...breaches, ...spy.breaches()] }
  } finally {
    await studio.stop()
    await Promise.all([service.close(), neighbour.close(), spy.close()])
  }
}

async function connect(studio: StudioProcess, at: string, { port, key }: JobService): Promise<void> {
  await studio.want('accounts.connect', {
    baseUrl: `http://${at}:${port}`,
    key,
    consent: true,
    allowHttp: true,
  })
}

/** A run of the sandbox's own, under way. */
async function runInSandbox(studio: StudioProcess): Promise<string> {
  const submissionId = crypto.randomUUID()
  const input = { submissionIds: [submissionId], modelId: 'i5', values: { prompt: 'a quiet sea' } }
  await studio.want('jobs.confirm', { ...input, estimate: { kind: 'unlisted' } })
  await until('the sandbox has taken its run', async () => {
    const { state } = await studio.want('jobs.get', { submissionId })
    return state === 'accepted' ? true : null
  })
  return submissionId
}

/** Requests each known file; none may be downloaded by that. */
async function fetchAllAgain(studio: StudioProcess, ids: readonly string[], when: string): Promise<string[]> {
  const breaches: string[] = []
  for (const submissionId of ids) {
    const { files } = await studio.want('jobs.get', { submissionId })
    for (const { fileId } of files) await studio.want('library.fetchAgain', { fileId })
  }
  for (const submissionId of ids) {
    const [file] = await settledFiles(studio, submissionId)
    if (file?.state === 'saved') breaches.push(`A file came while ${when}.`)
  }
  return breaches
}

/** Files of a run once no more tries are under way. */
function settledFiles(studio: StudioProcess, submissionId: string): Promise<readonly FileView[]> {
  return until('nothing more is tried', async () => {
    const { files } = await studio.want('jobs.get', { submissionId })
    return files.every(({ state, failure }) => state !== 'downloading' && (state !== 'waiting' || failure))
      ? files
      : null
  })
}

/** A run's one file, once its job has ended. */
function knownFile(studio: StudioProcess, submissionId: string): Promise<FileView> {
  return until('the file is known', async () => {
    const { files } = await studio.want('jobs.get', { submissionId })
    return files[0] ?? null
  })
}

/** Has each file fetched again; returns how many were refused for good. */
async function refuseAll(
  studio: StudioProcess,
  ids: readonly string[],
  breaches: string[],
  when: string,
): Promise<number> {
  let refused = 0
  for (const submissionId of ids) {
    const file = await knownFile(studio, submissionId)
    await studio.want('library.fetchAgain', { fileId: file.fileId })
    const [now] = await until('the file has been tried', async () => {
      const { files } = await studio.want('jobs.get', { submissionId })
      return files.every(({ state }) => state === 'failed' || state === 'saved') ? files : null
    })
    if (now?.isRefused) refused += 1
    else breaches.push(`${submissionId} is ${now?.state} after ${when}: ${JSON.stringify(now?.failure)}`)
  }
  return refused
}

async function isFetched(studio: StudioProcess, submissionId: string, breaches: string[]): Promise<number> {
  const files = await until('the right file is here', async () => {
    const { files } = await studio.want('jobs.get', { submissionId })
    return files.length > 0 && files.every(({ state }) => state === 'saved') ? files : null
  }).catch(() => null)
  if (!files) breaches.push('A file that leads nowhere inward did not come.')
  return files?.length ?? 0
}
