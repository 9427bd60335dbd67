import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { allowHttpOption } from '../../main/hosts/arguments.ts'
import { samplePng } from '../../main/testing/sample-media.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { pick, shuffle } from '../random.ts'
import { type StudioProcess, startStudioProcess } from '../studio-process.ts'
import type { Trial, TrialInput, TrialOutcome } from '../trial.ts'
import { until } from '../until.ts'
import { judgeAttempts, openInwardSpy } from '../wire/inward-spy.ts'
import { inwardNames, inwardUrls, turningNames } from '../wire/inward-targets.ts'
import { openJobService } from '../wire/job-service.ts'
import { confirmRuns, prepare } from '../wire/runs.ts'
import { inBatches } from '../wire/side-by-side.ts'
import { switchAccounts } from './switch-accounts.ts'

const filesPerRun = 50
const publicAddress = '93.184.216.34'
const publicName = 'files.example'

const serviceAddress = '93.184.216.35'
const privateAddress = '10.20.30.40'

/** The service's address, by name and by what it resolves to. */
const services = {
  'on the Internet': { host: 'service.example', address: serviceAddress },
  'on this machine': { host: '127.0.0.1', address: '127.0.0.1' },
  'on this machine, by name': { host: 'localhost', address: '127.0.0.1' },
  'in a private network': { host: privateAddress, address: privateAddress },
  'in a private network, by name': { host: 'service.lan', address: privateAddress },
} as const

const ownNames = {
  'service.example': [[serviceAddress]],
  'service.lan': [[privateAddress]],
  [publicName]: [[publicAddress]],
  localhost: [['127.0.0.1']],
  'a.localhost': [['127.0.0.1']],
}

/**
 * Results whose addresses lead inward: a listener waits on every address of this machine, and below the studio
 * each attempt to connect is recorded; none ever leaves this machine.
 */
export const inwardUrlTrial: Trial = {
  promise: 9,
  what: 'results that lead inward',
  bar: { targets: { full: 1_200, short: 240 } },
  async run(input) {
    const breaches: string[] = []
    const counted = { targets: 0, fetched: 0 }
    const names = Object.keys(services) as (keyof typeof services)[]
    for (const name of names) {
      const folder = join(input.folder, String(names.indexOf(name)))
      const most = Math.ceil((input.atLeast.targets ?? 0) / names.length)
      const outcome = await reach(name, { ...input, folder, atLeast: { targets: most } })
      breaches.push(...outcome.breaches.map((breach) => `With the service ${name}: ${breach}`))
      counted.targets += outcome.counted.targets ?? 0
      counted.fetched += outcome.counted.fetched ?? 0
    }
    const switched = await switchAccounts({ ...input, folder: join(input.folder, 'switched') })
    breaches.push(...switched.breaches.map((breach) => `While accounts are switched: ${breach}`))
    counted.targets += switched.counted.targets ?? 0
    counted.fetched += switched.counted.fetched ?? 0
    return { counted, breaches }
  },
}

async function reach(
  name: keyof typeof services,
  { folder, random, atLeast }: TrialInput,
): Promise<TrialOutcome> {
  const { host, address } = services[name]
  mkdirSync(folder, { recursive: true })
  const spy = await openInwardSpy()
  const [named, turning] = [inwardNames(publicAddress), turningNames(publicAddress)]
  const direct = [...inwardUrls(spy.port), ...Object.keys(named).map((one) => `http://${one}:${spy.port}/`)]
  const urlsOf = new Map<string, readonly string[]>()
  const service = await openJobService({
    job: ({ prompt }) => ({ result: { urls: urlsOf.get(prompt) ?? [] } }),
    other: (request, response) => respondWithFile(request, response, direct),
  })
  const redirects = direct.flatMap((url, index) =>
    canBeLocation(url)
      ? [`http://${pick(random, [host, publicName])}:${service.port}/files/redirect/${index}`]
      : [],
  )
  const targets = shuffle(random, [...direct, ...redirects]).slice(0, atLeast.targets)
  const right = [host, publicName, ...Object.keys(turning)].map(
    (one) => `http://${one}:${service.port}/files/a`,
  )
  for (const [index, urls] of [right, ...inBatches(targets, filesPerRun)].entries())
    urlsOf.set(`batch ${index}`, urls)
  const attempts = join(folder, 'attempts.jsonl')
  const names = { ...ownNames, ...named, ...turning }
  const plan = { attempts, names, public: [publicAddress, serviceAddress, privateAddress] }
  const studio = await startStudioProcess({
    dataFolder: join(folder, 'data'),
    service: { url: `http://${host}:${service.port}`, key: service.key },
    words: [`--${allowHttpOption}`],
    inside: { module: 'made-up-internet.ts', env: { CHAOS_INTERNET: JSON.stringify(plan) } },
  })
  try {
    const breaches = [
      ...(await fetchAll(studio, urlsOf, right)),
      ...judgeAttempts(attempts, [address, publicAddress], service.port),
      ...spy.breaches(),
    ]
    return { counted: { targets: targets.length, fetched: right.length }, breaches }
  } finally {
    await studio.stop()
    await Promise.all([service.close(), spy.close()])
  }
}

/**
 * Whether a Location can express it, with the same meaning as elsewhere: `http:host` is relative to an http
 * page.
 */
function canBeLocation(url: string): boolean {
  const base = `http://${publicName}/`
  return /^[\x21-\x7e]+$/.test(url) && URL.parse(url)?.host === URL.parse(url, base)?.host
}

const redirectStatuses = [301, 302, 303, 307, 308] as const

/** An image, or the way to one of the targets. */
function respondWithFile(
  { url }: IncomingMessage,
  response: ServerResponse,
  direct: readonly string[],
): void {
  const index = /^\/files\/redirect\/(\d+)$/.exec(url ?? '')?.[1]
  if (index === undefined) return void response.end(samplePng())
  const status = redirectStatuses[Number(index) % redirectStatuses.length] ?? 302
  response.writeHead(status, { Location: direct[Number(index)] ?? '' }).end()
}

/** Has every file tried; the right ones are downloaded, the others are refused for good. */
async function fetchAll(
  studio: StudioProcess,
  urlsOf: ReadonlyMap<string, readonly string[]>,
  right: readonly string[],
): Promise<string[]> {
  await prepare(studio)
  const ids = await confirmRuns(studio, [...urlsOf.keys()])
  const breaches: string[] = []
  for (const [index, urls] of [...urlsOf.values()].entries()) {
    const files = await untilTried(studio, ids[index] ?? '', urls.length)
    if (!files) return [...breaches, 'Some files are neither here nor refused for good.']
    const wanted = urls === right ? 'saved' : 'failed'
    for (const [ordinal, { state, failure }] of files.entries())
      if (state !== wanted)
        breaches.push(`${JSON.stringify(urls[ordinal])} is ${state}: ${JSON.stringify(failure)}`)
  }
  return breaches
}

/** A run's files once each has been tried; null where that takes too long. */
function untilTried(studio: StudioProcess, submissionId: string, count: number): Promise<FileView[] | null> {
  return until('every file has been tried', async () => {
    const { files } = await studio.want('jobs.get', { submissionId })
    const isDone = files.every(({ state }) => state === 'saved' || state === 'failed')
    return files.length === count && isDone ? files : null
  }).catch(() => null)
}
