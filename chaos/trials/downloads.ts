import { join } from 'node:path'
import type { FileView } from '../../shared/bridge/views.ts'
import { type StudioProcess, startStudioProcess } from '../studio-process.ts'
import type { Trial, TrialInput, TrialOutcome } from '../trial.ts'
import { until } from '../until.ts'
import { digestOf } from '../wire/digest-of.ts'
import { createFaultyFiles, type FaultyFiles } from '../wire/faulty-files.ts'
import { type JobService, openJobService } from '../wire/job-service.ts'
import { findParts, watchMedia } from '../wire/media-monitor.ts'
import { confirmRuns, prepare } from '../wire/runs.ts'
import { createServedFile, type ServedFile } from '../wire/served-file.ts'
import { inBatches } from '../wire/side-by-side.ts'

const filesPerRun = 25
/** The maximum number of faults for one file before it is served whole. */
const faultsPerFile = 3
const sizes = { least: 20_000, most: 220_000 }

/**
 * Downloads files from a server that breaks every response in another way, while the studio is killed in
 * between. Only whole files may be visible in the library meanwhile; in the end all are there as they were
 * served.
 */
export const downloadsTrial: Trial = {
  promise: 8,
  what: 'broken downloads',
  bar: { faults: { full: 600, short: 45 }, kills: { full: 36, short: 1 } },
  async run(input) {
    const { random, atLeast } = input
    const served = createFiles(input)
    const urlsOf = new Map(
      inBatches([...served.keys()], filesPerRun).map((paths, index) => [`run ${index}`, paths]),
    )
    const service = await openJobService({
      job: ({ prompt }) => ({
        result: {
          urls:
            urlsOf.get(prompt)?.map((path) => `${service.url}${path}?token=${served.get(path)?.token}`) ?? [],
        },
      }),
      other: (request) => files.respond(request),
    })
    const keeper = await keepStudio(join(input.folder, 'data'), service)
    const everyNth = Math.max(3, Math.floor((atLeast.faults ?? 0) / (atLeast.kills ?? 1) / 2))
    let responses = 0
    const files = createFaultyFiles({
      find: (path) => served.get(path),
      random,
      amid() {
        responses += 1
        return responses % everyNth === 0 && keeper.kills() < (atLeast.kills ?? 0) ? keeper.crash : null
      },
    })
    try {
      return await bringHome({ dataFolder: join(input.folder, 'data'), served, files, keeper, urlsOf })
    } finally {
      await keeper.close()
      await service.close()
    }
  },
}

/** As many as needed for so many faults, and some more. */
function createFiles({ atLeast, random }: TrialInput): Map<string, ServedFile> {
  const files = new Map<string, ServedFile>()
  for (let faults = 0; faults < 1.05 * (atLeast.faults ?? 0); ) {
    const befall = 1 + Math.floor(random() * faultsPerFile)
    const size = sizes.least + Math.floor(random() * (sizes.most - sizes.least))
    files.set(`/files/${files.size}`, createServedFile(size, befall))
    faults += befall
  }
  return files
}

/** A studio that is restarted whenever it was killed. */
interface Keeper {
  /** Calls the studio; null while it is being killed. */
  ask<Value>(question: (studio: StudioProcess) => Promise<Value>): Promise<Value | null>
  /** Kills it and restarts it, unless that is under way. */
  crash(): void
  kills(): number
  close(): Promise<void>
}

async function keepStudio(dataFolder: string, service: JobService): Promise<Keeper> {
  let studio = startStudioProcess({ dataFolder, service })
  let kills = 0
  let isCrashing = false
  await prepare(await studio)

  async function restart(before: StudioProcess): Promise<StudioProcess> {
    await before.kill()
    kills += 1
    isCrashing = false
    return startStudioProcess({ dataFolder, service })
  }

  return {
    async ask(question) {
      const requested = studio
      const started = await requested
      try {
        return await question(started)
      } catch (error) {
        if (studio === requested) throw error
        return null
      }
    },
    crash() {
      if (isCrashing) return
      isCrashing = true
      studio = studio.then(restart)
    },
    kills: () => kills,
    close: async () => void (await (await studio).stop()),
  }
}

interface Stage {
  readonly dataFolder: string
  readonly served: ReadonlyMap<string, ServedFile>
  readonly files: FaultyFiles
  readonly keeper: Keeper
  readonly urlsOf: ReadonlyMap<string, readonly string[]>
}

async function bringHome({ dataFolder, served, files, keeper, urlsOf }: Stage): Promise<TrialOutcome> {
  const digests = () => [...served.values()].flatMap((file) => [...file.digests])
  const watch = watchMedia(dataFolder, (sha256) => digests().includes(sha256))
  const ids = await keeper.ask((studio) => confirmRuns(studio, [...urlsOf.keys()]))
  if (!ids) throw new Error('The studio was killed before its runs were confirmed.')
  const listed = createListing()
  const views = await until(
    'every file is home',
    async () => {
      const found = await keeper.ask((studio) =>
        Promise.all(ids.map((submissionId) => look(studio, submissionId))),
      )
      await keeper.ask(listed.read)
      const all = found?.flat() ?? []
      return all.length === served.size && all.every(({ state }) => state === 'saved') ? found : null
    },
    300_000,
  )
  const breaches: string[] = []
  for (const [index, paths] of [...urlsOf.values()].entries())
    for (const [ordinal, path] of paths.entries()) {
      const view = views[index]?.[ordinal]
      const sha256 = view && (await keeper.ask((studio) => digestOf(studio, view.fileId)))
      const file = served.get(path)
      if (!sha256 || !file?.digests.has(sha256))
        breaches.push(`A file is in the library with other bytes after: ${file?.befell.join('; ')}.`)
    }
  const lists = listed.looks()
  await keeper.close()
  await watch.stop()
  const here = await watch.list()
  if (here.length !== served.size)
    breaches.push(`There are ${here.length} files in media/ for ${served.size} results.`)
  breaches.push(...(await findParts(dataFolder)))
  breaches.push(...watch.breaches, ...listed.breaches)
  const faults = [...files.served.values()].reduce((sum, count) => sum + count, 0)
  return {
    counted: {
      faults,
      kills: keeper.kills(),
      kinds: files.served.size,
      files: served.size,
      looks: watch.looks(),
      lists,
    },
    breaches: [...new Set(breaches)],
  }
}

/** A run's files; failed ones are requested again, as the person may. */
async function look(studio: StudioProcess, submissionId: string): Promise<FileView[]> {
  const { files } = await studio.want('jobs.get', { submissionId })
  for (const { state, fileId } of files)
    if (state === 'failed') await studio.want('library.fetchAgain', { fileId })
  return files
}

/** The library's listed files, each read by its route when it is first listed. */
function createListing() {
  const sizes = new Map<string, number>()
  const breaches: string[] = []
  let looks = 0
  return {
    breaches,
    looks: () => looks,
    async read(studio: StudioProcess): Promise<void> {
      const { items } = await studio.want('library.list', { limit: 500 })
      looks += 1
      for (const { fileId, bytes, state } of items) {
        if (state !== 'saved') breaches.push(`A file is listed that is ${state}.`)
        if ((sizes.get(fileId) ?? bytes) !== bytes)
          breaches.push('A file that was listed has another length.')
        sizes.set(fileId, bytes)
      }
    },
  }
}
