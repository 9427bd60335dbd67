import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../tools/run-command.ts'
import { root } from '../../tools/start-program.ts'
import { buildStage, copyStage, homeRuns, keptFiles, type Stage } from '../damage/stage.ts'
import { isHome, listRuns, runOf } from '../list-runs.ts'
import { shuffle } from '../random.ts'
import { type StudioProcess, startStudioProcess } from '../studio-process.ts'
import type { Trial } from '../trial.ts'
import { until } from '../until.ts'
import { mountSmallDisk, type SmallDisk } from '../wire/small-disk.ts'

/** Above the studio's own reserve. */
const diskMebibytes = 256
/** Also where nothing is requested. */
const fewestStarts = 4
const pageBytes = 4_096
/** How many pages are free at the start: each lets it get a little further. */
const freePages = [0, 1, 2, 3, 5, 8, 12, 16, 24, 40]
const longestWaitMs = 30_000
/** The files that a start creates, and the state of the library's log and mark. */
const ownFiles = /^(agents-door\.json|lock\.sqlite|library\.sqlite(-wal|-shm|\.mark))/

/**
 * Starts the browser host and the command line on a full, or nearly full, disk. It must either start and report
 * what it can't write, or say in one sentence that the disk is full; nothing is called damaged, nothing is
 * lost, and nothing is sent that is not written. Needs root, for a disk of its own; without it nothing is
 * counted.
 */
export const fullStartTrial: Trial = {
  promise: 15,
  what: 'starts on a full disk',
  bar: { starts: { full: 40, short: 0 } },
  async run({ folder, atLeast, random }) {
    const disk = mountSmallDisk(join(folder, 'disk'), diskMebibytes)
    if (!disk) return { counted: { starts: 0 }, breaches: [] }
    const stage = await buildStage(folder)
    const counted = { starts: 0, refused: 0 }
    const breaches: string[] = []
    const wanted = Math.max(fewestStarts, atLeast.starts ?? 0)
    try {
      for (const start of chooseStarts(wanted, random)) {
        const run = `run-${1_000 + counted.starts}`
        const scene = { disk, stage, dataFolder: join(disk.path, 'data'), run }
        const { isRefused, breaches: found } = await tryStart(scene, start)
        breaches.push(...found.map((breach) => `${start.base}, ${start.free} bytes free: ${breach}`))
        counted.starts += 1
        counted.refused += Number(isRefused)
      }
      return { counted, breaches }
    } finally {
      await stage.close()
      disk.close()
    }
  },
}

interface Start {
  readonly base: 'closed' | 'killed'
  /** Bytes. */
  readonly free: number
}

/** Each number of pages after each kind of end, in random order, with a little more room each round. */
function chooseStarts(wanted: number, random: () => number): Start[] {
  const starts: Start[] = []
  for (let more = 0; starts.length < wanted; more += 512) {
    const all = (['closed', 'killed'] as const).flatMap((base) =>
      freePages.map((pages) => ({ base, free: pages * pageBytes + more })),
    )
    starts.push(...shuffle(random, all))
  }
  return starts.slice(0, wanted)
}

interface Scene {
  readonly disk: SmallDisk
  readonly stage: Stage
  readonly dataFolder: string
  /** The runs confirmed while the disk is full. */
  readonly run: string
}

async function tryStart(
  { disk, stage, dataFolder, run }: Scene,
  { base, free }: Start,
): Promise<{ isRefused: boolean; breaches: string[] }> {
  const breaches: string[] = []
  const { service } = stage
  disk.clear()
  copyStage(stage[base], dataFolder)
  const before = keptFiles(dataFolder)
  disk.fill(free)
  breaches.push(...(await tryTerminal(dataFolder, stage)))
  const studio = await startStudioProcess({ dataFolder, service }).catch((error: Error) => error.message)
  const isRefused = typeof studio === 'string'
  if (isRefused) breaches.push(...judgeRefusal(studio))
  else breaches.push(...(await workWhileFull(studio, { disk, stage, dataFolder, run })))
  const after = new Set(keptFiles(dataFolder).values())
  for (const [place, digest] of before)
    if (!ownFiles.test(place) && place !== 'library.sqlite' && !after.has(digest))
      breaches.push(`${place} is gone.`)
  disk.clear()
  breaches.push(...(await workWithRoom({ stage, dataFolder, run })))
  return { isRefused, breaches }
}

/** The reading command line, without another process. */
async function tryTerminal(dataFolder: string, { service }: Stage): Promise<string[]> {
  const { status, output } = await runCommand(
    process.execPath,
    ['main/hosts/cli/cli.mjs', 'jobs', '--data', dataFolder, '--service', service.url],
    { cwd: root, env: { ATELIER_API_KEY: service.key }, timeout: longestWaitMs },
  )
  if (/\n\s+at /.test(output)) return [`jobs printed a stack: ${output.slice(0, 300)}`]
  if (status === 0) return []
  return status === 2 && isSaid(output) ? [] : [`jobs ended with ${status}: ${output.slice(0, 300)}`]
}

function judgeRefusal(message: string): string[] {
  const [end = '', ...lines] = message.split('\n')
  const words = lines.join('\n').trim()
  const isInOrder = end.includes('ended with 2') && isSaid(words) && !words.includes('\n')
  return isInOrder ? [] : [`It was refused in other words: ${message.slice(0, 400)}`]
}

/** That the disk is full and nothing was sent; no way out that would replace an intact library. */
function isSaid(words: string): boolean {
  return (
    /^Atelier: .*\bdisk\b.* is full.*othing was sent/.test(words) &&
    !/damaged|-(backup|library)\b/.test(words)
  )
}

async function workWhileFull(
  studio: StudioProcess,
  { disk, stage, dataFolder, run }: Scene,
): Promise<string[]> {
  const breaches: string[] = []
  const copies = backupsIn(dataFolder)
  disk.fill()
  try {
    const confirmed = await studio.call('jobs.confirm', {
      submissionIds: [crypto.randomUUID()],
      modelId: 'i3',
      values: { prompt: `${run} a quiet sea` },
      estimate: { kind: 'unlisted' },
    })
    if (!confirmed.ok && confirmed.error.code !== 'storage_failed')
      breaches.push(`A run was refused in other words: ${JSON.stringify(confirmed.error)}`)
    if (!confirmed.ok && stage.service.seen(run).posts > 0) breaches.push(`${run} was refused and sent.`)
    const runs = new Set((await listRuns(studio)).map(runOf))
    for (let index = 0; index <= homeRuns; index += 1)
      if (!runs.has(`run-${index}`)) breaches.push(`run-${index} is not listed.`)
    if (runs.has(run) !== confirmed.ok) breaches.push(`${run} is listed otherwise than it was said.`)
  } catch (error) {
    breaches.push(`It can’t be asked: ${(error as Error).message}`)
  }
  if ((await studio.stop()) !== 0) breaches.push('It did not end in order.')
  if (/\n\s+at /.test(studio.words())) breaches.push(`A stack was printed: ${studio.words().slice(0, 400)}`)
  const left = backupsIn(dataFolder)
  if (left.join() !== copies.join()) breaches.push(`The full disk got a backup: ${left.join(', ')}`)
  return breaches
}

/** With room everything is there, and waiting runs are sent once. */
async function workWithRoom({ stage, dataFolder, run }: Omit<Scene, 'disk'>): Promise<string[]> {
  const breaches: string[] = []
  const paid = stage.service.seen(run).posts
  const studio = await startStudioProcess({ dataFolder, service: stage.service })
  try {
    await studio.want('jobs.resume', {})
    const wanted = [...Array.from({ length: homeRuns + 1 }, (_, index) => `run-${index}`)]
    const runs = await until(
      'every run is home',
      async () => {
        const all = await listRuns(studio)
        return all.every(isHome) ? all.map(runOf) : null
      },
      longestWaitMs,
    )
    for (const one of wanted) if (!runs.includes(one)) breaches.push(`${one} is lost.`)
    const sent = stage.service.seen(run).posts
    if (sent !== Math.max(paid, Number(runs.includes(run)))) breaches.push(`${run} was sent ${sent} times.`)
  } catch (error) {
    breaches.push(`With room again: ${(error as Error).message} ${studio.words().slice(0, 300)}`)
  }
  if ((await studio.stop()) !== 0) breaches.push('With room again it did not end in order.')
  return breaches
}

function backupsIn(dataFolder: string): string[] {
  return readdirSync(dataFolder).filter((name) => name.includes('.backup'))
}
