import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { type StudioProcess, startStudioProcess } from '../studio-process.ts'
import type { Trial, TrialInput, TrialOutcome } from '../trial.ts'
import { until } from '../until.ts'
import { digestOf } from '../wire/digest-of.ts'
import {
  createHeavyResults,
  endless,
  type HeavyEnd,
  type HeavyResults,
  heavyKinds,
} from '../wire/heavy-results.ts'
import { openJobService } from '../wire/job-service.ts'
import { confirmRuns, prepare } from '../wire/runs.ts'
import { inBatches } from '../wire/side-by-side.ts'

const filesPerRun = 200
const mostMemory = 600 * 1024 ** 2
/** How much faster the studio's time runs, so that half a minute of trickling passes in seconds. */
const clockFactor = 10

/**
 * Results that decode to gigabytes, trickle, never end or claim more pixels than memory holds, each among
 * genuine ones that follow. All genuine ones are downloaded, the studio's memory stays bounded, and
 * undisplayable ones are not shown.
 */
export const resourcesTrial: Trial = {
  promise: 15,
  what: 'heavy results',
  bar: { heavy: { full: 140, short: 14 }, files: { full: 200, short: 20 } },
  async run(input) {
    const kinds = [...heavyKinds, endless]
    const files = createHeavyResults(kinds)
    const paths = pathsFor(input, kinds.length)
    const runs = inBatches(paths, filesPerRun)
    const service = await openJobService({
      job: ({ prompt }) => ({
        result: { urls: (runs[Number(prompt)] ?? []).map((path) => service.url + path) },
      }),
      other: files.respond,
    })
    const inside = { module: 'fast-clock.ts', env: { ATELIER_CLOCK_FACTOR: String(clockFactor) } }
    const studio = await startStudioProcess({ dataFolder: join(input.folder, 'data'), service, inside })
    try {
      await prepare(studio)
      const ids = await confirmRuns(studio, [...runs.keys()].map(String))
      return await bringHome({ studio, ids, paths, files })
    } finally {
      await studio.stop()
      await service.close()
    }
  },
}

/** The heavy ones first, so that they take every place; one of them never ends. */
function pathsFor({ atLeast }: TrialInput, kinds: number): string[] {
  const each = Math.ceil((atLeast.heavy ?? 0) / (kinds - 1))
  const heavy = Array.from({ length: each }, (_, count) =>
    heavyKinds.map((_kind, place) => `/files/heavy/${place}/${count}`),
  )
  const fine = Array.from({ length: atLeast.files ?? 0 }, (_, count) => `/files/fine/${count}`)
  const [drips = [], ...others] = heavyKinds.map((_kind, place) => heavy.map((row) => row[place] ?? ''))
  return [...drips, `/files/heavy/${kinds - 1}/0`, ...others.flat(), ...fine]
}

interface Stage {
  readonly studio: StudioProcess
  readonly ids: readonly string[]
  readonly paths: readonly string[]
  readonly files: HeavyResults
}

async function bringHome({ studio, ids, paths, files }: Stage): Promise<TrialOutcome> {
  const breaches: string[] = []
  let slow = 0
  const views = await until(
    'everything is as it has to be',
    async () => {
      const runs = await Promise.all(ids.map((submissionId) => studio.want('jobs.get', { submissionId })))
      const found = runs.flatMap((run) => run.files)
      slow = Math.max(slow, found.filter(({ isSlow }) => isSlow).length)
      return found.length === paths.length &&
        found.every((view, index) => hasEnded(view, endOf(paths[index])))
        ? found
        : null
    },
    120_000,
  )
  for (const [index, view] of views.entries()) {
    const path = paths[index] ?? ''
    const end = endOf(path)
    if (end === 'saved' && (await digestOf(studio, view.fileId)) !== files.digestOf(path))
      breaches.push(`${path} came home with other bytes.`)
    if (end === 'saved, not shown' && (await statusOf(studio, fileRoute(view.fileId))) !== 422)
      breaches.push(`${path} was handed to a page.`)
  }
  const most = mostResidentBytes(studio.pid)
  if ((most ?? 0) > mostMemory) breaches.push(`The studio took ${Math.round((most ?? 0) / 1024 ** 2)} MiB.`)
  if (slow === 0) breaches.push('Nobody heard that a file comes slowly.')
  const heavy = paths.filter((path) => path.startsWith('/files/heavy/')).length
  return {
    counted: {
      heavy,
      files: paths.length - heavy,
      kinds: files.served.size,
      slow,
      mebibytes: Math.round((most ?? 0) / 1024 ** 2),
    },
    breaches,
  }
}

function endOf(path = ''): HeavyEnd {
  const place = /^\/files\/heavy\/(\d+)\//.exec(path)?.[1]
  return place === undefined ? 'saved' : ([...heavyKinds, endless][Number(place)]?.end ?? 'failed')
}

function hasEnded({ state }: FileView, end: HeavyEnd): boolean {
  if (end === 'on its way') return state !== 'saved'
  return state === (end === 'failed' ? 'failed' : 'saved')
}

/** The page's response where it wants to show a file. */
function statusOf({ origin, cookie }: StudioProcess, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const requested = request(origin + path, { headers: { Cookie: cookie } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    requested.on('error', reject)
    requested.end()
  })
}

/** A process's peak memory, in bytes; null where the system doesn't report it. */
function mostResidentBytes(pid: number): number | null {
  const path = `/proc/${pid}/status`
  const kibibytes = existsSync(path)
    ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(path, 'utf8'))?.[1]
    : undefined
  return kibibytes === undefined ? null : Number(kibibytes) * 1024
}
